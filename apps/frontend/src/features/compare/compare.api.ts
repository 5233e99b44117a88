import { type Comparison, compareRoutes } from '@gos/contract';
import type { Instant } from '@gos/domain';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ComparedThing } from '../../lib/comparison';
import { request } from '../../lib/request';

const pageSize = 500;

export interface Compared extends ComparedThing {
  readonly from: Instant;
  readonly to: Instant;
}

function comparisonPage(thing: Compared, page: number, signal: AbortSignal): Promise<Comparison> {
  const { kind, id, from, to, userId } = thing;
  const query = { from, to, page, pageSize };
  if (kind === 'month') {
    const [year, month] = String(id).split('-').map(Number) as [number, number];
    return request(compareRoutes.month, { query: { ...query, year, month, userId }, signal });
  }
  return request(compareRoutes[kind], { id: Number(id), query, signal });
}

const pagesOf = ({ total }: Comparison) => Math.ceil(total / pageSize);

const comparisonKeys = {
  of: ({ kind, id, userId, from, to }: Compared) => ['comparison', kind, id, userId, from, to] as const,
};

export const comparisonQuery = (thing: Compared) =>
  infiniteQueryOptions({
    queryKey: comparisonKeys.of(thing),
    queryFn: ({ pageParam, signal }) => comparisonPage(thing, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page < pagesOf(last) ? last.page + 1 : undefined),
    select: ({ pages }) => joined(pages),
  });

/** One answer with the parts of all pages. */
function joined(pages: readonly Comparison[]): Comparison {
  const parts = (way: 'added' | 'removed' | 'changed') => pages.flatMap((page) => page[way]);
  return {
    ...pages.at(-1)!,
    added: parts('added'),
    removed: parts('removed'),
    changed: parts('changed'),
    page: 1,
    pageSize: pageSize * pages.length,
  };
}

/** The whole comparison, page after page. */
export async function wholeComparison(thing: Compared, signal: AbortSignal): Promise<Comparison> {
  const pages = [await comparisonPage(thing, 1, signal)];
  while (pages.length < pagesOf(pages[0]!)) pages.push(await comparisonPage(thing, pages.length + 1, signal));
  return joined(pages);
}
