import type { TaskRowAnswer } from '@gos/contract';

/** The rows of the table: those of the answer, and for a moment those that have left it. */
export interface ShownRows {
  readonly scope: string;
  readonly source: readonly TaskRowAnswer[];
  readonly held: boolean;
  readonly rows: readonly TaskRowAnswer[];
  /** Shown, though the list doesn't hold them any more. */
  readonly left: ReadonlySet<number>;
  /** By the number of each task: the place on the screen that draws it. */
  readonly places: ReadonlyMap<number, number>;
}

const none: ReadonlySet<number> = new Set();

const idsOf = (rows: readonly TaskRowAnswer[]) => new Set(rows.map(({ id }) => id));

/** Each row stays where it is, renewed; what has come waits, what has gone is marked. */
function heldRows(before: readonly TaskRowAnswer[], source: readonly TaskRowAnswer[]) {
  const fresh = new Map(source.map((row) => [row.id, row]));
  return {
    rows: before.map((row) => fresh.get(row.id) ?? row),
    left: new Set(before.filter(({ id }) => !fresh.has(id)).map(({ id }) => id)),
  };
}

/** Returns the rows in the list's order; a row that has left stays behind its earlier predecessor. */
function movedRows(before: readonly TaskRowAnswer[], source: readonly TaskRowAnswer[]) {
  const present = idsOf(source);
  const rows = [...source];
  const left = new Set<number>();
  for (const [index, row] of before.entries()) {
    if (present.has(row.id)) continue;
    const previous = before[index - 1];
    const at = previous === undefined ? 0 : rows.findIndex(({ id }) => id === previous.id) + 1;
    rows.splice(at, 0, row);
    left.add(row.id);
  }
  return { rows: left.size === 0 ? source : rows, left: left.size === 0 ? none : left };
}

/** Each row keeps its place. Where another list is shown, its rows take over places: what differs is cheaper to draw than all. */
function placesAfter(before: ShownRows | null, rows: readonly TaskRowAnswer[], scope: string) {
  const known = before?.places ?? new Map<number, number>();
  const present = idsOf(rows);
  const free = before === null || before.scope === scope ? [] : [...known].filter(([id]) => !present.has(id));
  let last = Math.max(0, ...known.values());
  return new Map(rows.map(({ id }) => [id, known.get(id) ?? free.shift()?.[1] ?? ++last]));
}

/**
 * Returns the shown rows after an answer.
 * @param scope list, page and filters of the answer; a different scope starts empty
 * @param held no row may move, because a menu is open or rows are selected
 */
export function shownAfter(
  before: ShownRows | null,
  source: readonly TaskRowAnswer[],
  scope: string,
  held: boolean,
): ShownRows {
  const anew = before === null || before.scope !== scope;
  const next = anew ? { rows: source, left: none } : (held ? heldRows : movedRows)(before.rows, source);
  return { scope, source, held, ...next, places: placesAfter(before, next.rows, scope) };
}

export const withoutLeft = (shown: ShownRows): ShownRows => ({ ...shown, rows: shown.source, left: none });
