import type { Page } from '@gos/contract';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { type Dated, keepEarlier, type Part, pageSize, readEarlier, readPart, readWholePage } from './loaded-part';

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

it('keeps earlier ones that come while the newest are read', async () => {
  const key = ['loaded', 'part'];
  const items = Array.from({ length: 250 }, (_, index) => ({ id: index + 1, at: String(1_000 + index) })).reverse();
  const pending: { readonly page: number; readonly answer: () => void }[] = [];
  const fetchPage = (page: number) =>
    new Promise<Page<Dated>>((resolve) => {
      const one = { items: items.slice((page - 1) * pageSize, page * pageSize), total: items.length, page, pageSize };
      pending.push({ page, answer: () => resolve(one) });
    });
  const source = { key, fetchPage, isUnsent: () => false };
  const client = new QueryClient();
  const read = () =>
    client.fetchQuery({
      queryKey: key,
      queryFn: async () => readPart(client, source),
      structuralSharing: keepEarlier,
      staleTime: 0,
    });
  const shown = () => client.getQueryData<Part<Dated>>(key)?.items.map(({ id }) => id);
  const first = read();
  pending.shift()!.answer();
  await first;
  expect(shown()).toEqual(Array.from({ length: 100 }, (_, index) => 151 + index));

  const [earlier, again] = [readEarlier(client, source), read()];
  expect(pending.map(({ page }) => page)).toEqual([2, 1]);
  const [second, newest] = pending;
  newest!.answer();
  second!.answer();
  await Promise.all([earlier, again]);
  expect(shown()).toEqual(Array.from({ length: 200 }, (_, index) => 51 + index));
});
