import type { TaskRowAnswer } from '@gos/projections';

/** What stands in the table: the rows of the answer, and for a while those that it has no longer. */
export interface ShownRows {
  readonly scope: string;
  readonly source: readonly TaskRowAnswer[];
  readonly held: boolean;
  readonly rows: readonly TaskRowAnswer[];
  /** Shown, though the list doesn't hold them any more. */
  readonly left: ReadonlySet<number>;
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

/** In the order of the list; what has gone keeps its place behind the row that it stood behind. */
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

/**
 * What is shown after an answer.
 * @param scope which list, page and filters it answers; another one begins anew
 * @param held nothing may move now: a menu is open, or rows are selected
 */
export function shownAfter(
  before: ShownRows | null,
  source: readonly TaskRowAnswer[],
  scope: string,
  held: boolean,
): ShownRows {
  if (before === null || before.scope !== scope) return { scope, source, held, rows: source, left: none };
  return { scope, source, held, ...(held ? heldRows : movedRows)(before.rows, source) };
}

export const withoutLeft = (shown: ShownRows): ShownRows => ({ ...shown, rows: shown.source, left: none });
