import type { ParsedListQuery } from './list-query';

/** Bytes of JSON after which a page of long items ends. */
export const pageBytes = 4 * 1024 * 1024;

/**
 * Returns the page that ends early, after so many items. It is a page of a smaller size that begins at the same place, so its `page`
 * and `pageSize` say how a client goes on: with the next page of that size.
 */
export function cutPage(
  { page, pageSize }: Pick<ParsedListQuery, 'page' | 'pageSize'>,
  items: number,
): { readonly page: number; readonly pageSize: number } {
  let size = Math.max(1, Math.min(items, pageSize));
  while (pageSize % size !== 0) size--;
  return { page: ((page - 1) * pageSize) / size + 1, pageSize: size };
}
