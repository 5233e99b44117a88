import type { Page } from '@gos/contract';

/** Items of each page that `everyPage` reads. */
export const everyPageSize = 100;

/**
 * All of a collection, page after page; what moved between two pages is there once.
 * @param fetchPage answers a page of `everyPageSize`
 * @param onShare hears how much of it has come, 0 to 1
 */
export async function everyPage<T extends { readonly id: number | string }>(
  fetchPage: (page: number) => Promise<Page<T>>,
  onShare?: (share: number) => void,
): Promise<T[]> {
  const found = new Map<number | string, T>();
  for (let page = 1; ; page++) {
    const { items, total } = await fetchPage(page);
    for (const item of items) found.set(item.id, item);
    if (items.length === 0 || page * everyPageSize >= total) return [...found.values()];
    onShare?.((page * everyPageSize) / total);
  }
}
