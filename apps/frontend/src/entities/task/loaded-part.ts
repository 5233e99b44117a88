import type { Page } from '@gos/contract';
import { type QueryClient, type QueryKey, replaceEqualDeep } from '@tanstack/react-query';
import { layerOn, layersOf } from '../../lib/query-layers';

/** The newest part of a collection that grows at its end, oldest first. */
export interface Part<T> {
  readonly items: readonly T[];
  /** Size of the whole collection. */
  readonly total: number;
  /** Id of the oldest item that was loaded when the part was read; only until it is in its place. */
  readonly readFrom?: number | string;
}

export interface Dated {
  readonly id: number | string;
  readonly at: string;
}

/** The collection that a part is loaded from, and the way to load it. */
export interface Source<T> {
  readonly key: QueryKey;
  /** Answers a page of `pageSize`, newest first. */
  readonly fetchPage: (page: number, signal?: AbortSignal) => Promise<Page<T>>;
  /** Returns true for items at the end of the part that only the browser has yet. */
  readonly isUnsent: (item: T) => boolean;
}

export const pageSize = 100;

/** Reads a page of `pageSize` in as many requests as the server needs: it answers fewer long items at once. */
export async function readWholePage<T>(
  fetchPage: (page: number, pageSize: number) => Promise<Page<T>>,
  page: number,
): Promise<Page<T>> {
  const begin = (page - 1) * pageSize;
  const items: T[] = [];
  for (let size = pageSize; ; ) {
    const answer = await fetchPage((begin + items.length) / size + 1, size);
    items.push(...answer.items);
    size = answer.pageSize;
    const isWhole = items.length >= pageSize || begin + items.length >= answer.total;
    if (isWhole || answer.items.length < size) return { ...answer, items, page, pageSize };
  }
}

/** How many there are before those that are loaded. */
export const earlierThan = ({ items, total }: Part<unknown>): number => Math.max(0, total - items.length);

function change<T>(client: QueryClient, { key }: Source<T>, after: (part: Part<T>) => Part<T>): void {
  layersOf(client).put(layerOn(key, (part: Part<T>, { length }) => (length === key.length ? after(part) : part)));
}

const from = <T extends Dated>(items: readonly T[], oldest: T | undefined): readonly T[] =>
  oldest === undefined
    ? items
    : items.slice(
        Math.max(
          0,
          items.findIndex(({ id, at }) => id === oldest.id || at > oldest.at),
        ),
      );

/** The newest ones as they are now; nothing when there is a gap between them and what was loaded. */
function withNewest<T extends Dated>(part: Part<T>, newest: ReadonlyMap<T['id'], T>, total: number): Part<T> {
  const first = part.items.findIndex(({ id }) => newest.has(id));
  if (first < 0) return part;
  return {
    ...part,
    items: [...part.items.slice(0, first), ...from([...newest.values()].reverse(), part.items[first])],
    total,
  };
}

/**
 * Reads the newest page and all that is loaded before it, no more. Pages move while it reads, so that it reads on until it has met
 * the oldest one that is loaded then.
 */
export async function readPart<T extends Dated>(
  client: QueryClient,
  source: Source<T>,
  signal?: AbortSignal,
): Promise<Part<T>> {
  const found = new Map<T['id'], T>();
  for (let page = 1; ; page++) {
    const { items, total } = await source.fetchPage(page, signal);
    for (const item of items) found.set(item.id, item);
    const last = items.at(-1);
    const oldest = client.getQueryData<Part<T>>(source.key)?.items[0];
    const met = oldest === undefined || found.has(oldest.id) || last === undefined || last.at < oldest.at;
    if (met || page * pageSize >= total)
      return { items: from([...found.values()].reverse(), oldest), total, readFrom: oldest?.id };
    if (page === 1) change(client, source, (part) => withNewest(part, found, total));
  }
}

/**
 * Puts a part that was read into the place of the one that is loaded. Earlier ones that came between the end of its
 * reading and now stay; for the option `structuralSharing` of each query that uses `readPart`.
 */
export function keepEarlier(loaded: unknown, read: unknown): unknown {
  const { readFrom, ...part } = { ...(read as Part<Dated>) };
  // Values that a screen selects from a part go through here, too.
  if (readFrom === undefined) return replaceEqualDeep(loaded, read);
  const { items = [] } = { ...(loaded as Part<Dated> | undefined) };
  const index = items.findIndex(({ id }) => id === readFrom);
  const earlier = index < 0 ? [] : items.slice(0, index);
  return replaceEqualDeep(loaded, { ...part, items: [...earlier, ...part.items] });
}

/** Loads the page before what is loaded. */
export async function readEarlier<T extends Dated>(client: QueryClient, source: Source<T>): Promise<void> {
  const { key, fetchPage, isUnsent } = source;
  const held = client.getQueryData<Part<T>>(key);
  if (held === undefined) return;
  const unsent = held.items.filter(isUnsent).length;
  const known = new Set(held.items.map(({ id }) => id));
  const earlier: T[] = [];
  for (let page = Math.floor((held.items.length - unsent) / pageSize) + 1; earlier.length < pageSize; page++) {
    const { items, total } = await fetchPage(page);
    if (total < held.total - unsent) {
      // Something was taken away, and what moved over the edge of the page would be missing.
      await client.refetchQueries({ queryKey: key, exact: true }, { throwOnError: true });
      return readEarlier(client, source);
    }
    earlier.push(...items.filter(({ id }) => !known.has(id)));
    for (const { id } of items) known.add(id);
    if (page * pageSize >= total) break;
  }
  const page = earlier.slice(0, pageSize).reverse();
  change(client, source, (part) => {
    const there = new Set(part.items.map(({ id }) => id));
    return { ...part, items: [...page.filter(({ id }) => !there.has(id)), ...part.items] };
  });
}
