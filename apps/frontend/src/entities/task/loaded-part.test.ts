import { expect, it } from 'vitest';
import { pageSize, readWholePage } from './loaded-part';

const all = Array.from({ length: 130 }, (_, id) => id);

/** A server that answers at most so many items at once, as a page of a size that divides the requested one. */
function server(most: number) {
  const asked: (readonly [page: number, size: number])[] = [];
  const fetchPage = async (page: number, size: number) => {
    asked.push([page, size]);
    let given = Math.min(size, most);
    while (size % given !== 0) given--;
    const skip = (page - 1) * size;
    const items = all.slice(skip, skip + given);
    return { items, total: all.length, page: skip / given + 1, pageSize: given };
  };
  return { asked, fetchPage };
}

it.each([
  [1, 100],
  [2, 30],
])('reads page %i whole, in as many requests as a server of long items needs', async (page, count) => {
  for (const [most, requests] of [
    [100, 1],
    [60, Math.ceil(count / 50)],
    [33, Math.ceil(count / 25)],
  ] as const) {
    const { asked, fetchPage } = server(most);
    const { items, total, ...rest } = await readWholePage(fetchPage, page);
    expect(items).toEqual(all.slice((page - 1) * pageSize, page * pageSize));
    expect([total, rest]).toEqual([130, { page, pageSize }]);
    expect(asked).toHaveLength(requests);
  }
});
