import { type PresenceItem, presenceRoutes } from '@gos/contract';
import { czechSortKey } from '@gos/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { live } from '../../lib/live';
import { request } from '../../lib/request';

export const presenceKeys = {
  all: ['presence'],
  matching: (q: string) => ['presence', q] as const,
} as const;

/** Those who are here, in order of their names; `total` is more where they are too many to be read. */
export interface PeopleHere {
  readonly items: readonly PresenceItem[];
  readonly total: number;
}

const pageSize = 100;
/** More are not read: nobody looks through them. */
const mostRead = 1_000;

async function readPages(q: string, signal: AbortSignal, attempts = 3): Promise<PeopleHere> {
  const found = new Map<number, PresenceItem>();
  for (let page = 1, before: number | null = null; ; page++) {
    const query = { page, pageSize, ...(q !== '' && { q }) };
    const { items, total } = await request(presenceRoutes.list, { query, signal });
    // People who come or leave meanwhile shift others between pages.
    if (before !== null && total !== before && attempts > 1) return readPages(q, signal, attempts - 1);
    before = total;
    for (const item of items) found.set(item.user.id, item);
    if (page * pageSize < Math.min(total, mostRead) && items.length > 0) continue;
    return { items: [...found.values()], total: page * pageSize < total ? total : found.size };
  }
}

function byName(items: readonly PresenceItem[]): PresenceItem[] {
  const keyed = items.map((item) => ({ item, key: czechSortKey(item.user.name) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
}

/** Whether the list holds everybody who is here. */
export const holdsAll = ({ items, total }: PeopleHere) => items.length >= total;

/** Returns the list with presence news applied; an incomplete list takes only news about its own people. */
export function withPresence(list: PeopleHere, news: readonly PresenceItem[]): PeopleHere {
  const told = new Map(news.map((item) => [item.user.id, item]));
  const kept = list.items.map((item) => told.get(item.user.id) ?? item).filter(({ state }) => state !== 'away');
  if (!holdsAll(list)) return { items: kept, total: list.total - (list.items.length - kept.length) };
  const known = new Set(list.items.map(({ user }) => user.id));
  const came = [...told.values()].filter(({ user, state }) => state !== 'away' && !known.has(user.id));
  const items = came.length > 0 ? byName([...kept, ...came]) : kept;
  return { items, total: items.length };
}

/** People visible to the reader who are connected or working; with `q`, only matching names. */
export const presenceQuery = (q = '') =>
  queryOptions({
    queryKey: presenceKeys.matching(q),
    queryFn: async ({ signal }): Promise<PeopleHere> => {
      // News that arrives while the pages load is newer than the first page.
      const news: PresenceItem[] = [];
      const stopHearing = live.hearPresence((items) => news.push(...items));
      try {
        const list = await readPages(q, signal);
        return q === '' ? withPresence(list, news) : list;
      } finally {
        stopHearing();
      }
    },
    placeholderData: keepPreviousData,
  });
