import { setImmediate as nextTurn } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Gives way: resolves in a later turn of the event loop, in the order of asking, and never two in one turn. So other requests wait for
 * one piece of long work per turn, however many long ones run at once.
 */
export function turn(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}

/** So many of the items at a time, in their order; gives way between two parts. */
export async function* inParts<T>(items: readonly T[], atOnce: number): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < items.length; at += atOnce) {
    if (at > 0) await turn();
    yield items.slice(at, at + atOnce);
  }
}

/** Characters of text that make a piece: a few milliseconds, even where they are cleaned or folded. */
export const charactersAtOnce = 100_000;

/** Maps the items in their order, and yields to other work before a piece would become too long. */
export async function mapInPieces<T, R>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  make: (item: T, index: number) => R,
): Promise<R[]> {
  const made: R[] = [];
  let done = 0;
  for (const [index, item] of items.entries()) {
    const size = sizeOf(item);
    if (done > 0 && done + size > charactersAtOnce) {
      await turn();
      done = 0;
    }
    made.push(make(item, index));
    done += size;
  }
  return made;
}
