import type { TaskRowAnswer } from '@gos/contract';

/** A person's record of seen tasks by revision and of lists by time. The server stores it. */
export interface Seen {
  /** The latest looked at last. */
  readonly rows: ReadonlyMap<number, number>;
  readonly lists: Readonly<Record<string, Visit>>;
}

export interface Visit {
  readonly at: string;
  /** Every row of the list was shown, so that one that is not known has come since. */
  readonly whole: boolean;
}

export const nothingSeen: Seen = { rows: new Map(), lists: {} };

/** More than anybody has open; 20 bytes each. */
const maxRows = 1_500;

const isRevision = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** Read as distrustfully as an address: an older client may have written it. */
export function seenOf(value: unknown): Seen {
  if (typeof value !== 'object' || value === null) return nothingSeen;
  const { rows, lists } = value as { readonly rows?: unknown; readonly lists?: unknown };
  const pairs = (Array.isArray(rows) ? rows : []).filter(
    (pair): pair is [number, number] => Array.isArray(pair) && isRevision(pair[0]) && isRevision(pair[1]),
  );
  const visits = Object.entries(typeof lists === 'object' && lists !== null ? lists : {}).flatMap(([list, visit]) => {
    const { at, whole } = (visit ?? {}) as Partial<Visit>;
    return typeof at === 'string' ? [[list, { at, whole: whole === true }] as const] : [];
  });
  return { rows: new Map(pairs), lists: Object.fromEntries(visits) };
}

export const seenValue = ({ rows, lists }: Seen) => ({ rows: [...rows], lists });

/** Both, the higher revision and the later visit of each: two tabs take nothing from each other. */
export function seenWith(before: Seen, more: Seen): Seen {
  const rows = new Map(before.rows);
  for (const [id, revision] of more.rows) {
    const known = rows.get(id) ?? 0;
    rows.delete(id);
    rows.set(id, Math.max(known, revision));
  }
  const lists = { ...before.lists };
  for (const [list, visit] of Object.entries(more.lists)) {
    if (visit.at >= (lists[list]?.at ?? '')) lists[list] = visit;
  }
  return { rows: new Map([...rows].slice(-maxRows)), lists };
}

/** Whether a row is news to somebody who looked at the list last when `seen` was noted. */
export function isNews(row: TaskRowAnswer, list: string, seen: Seen, readerId: number): boolean {
  const visit = seen.lists[list];
  if (visit === undefined || list === 'accepted') return false;
  const known = seen.rows.get(row.id);
  if (known !== undefined) return row.revision > known;
  // A task that the reader created is not news.
  if (row.contractor.id === readerId && row.state !== 'fulfilled') return false;
  return visit.whole || row.createdAt > visit.at;
}
