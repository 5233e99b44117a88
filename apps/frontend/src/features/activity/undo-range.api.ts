import { undoRangeRoutes } from '@gos/contract';
import type { Instant } from '@gos/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type BodyOf, type QueryOf, request } from '../../lib/request';
import { type ActivityAddress, filtersOf } from './activity-address';

type RangeQuery = QueryOf<typeof undoRangeRoutes.preview>;

export const previewPageSize = 25;
/** While a range is being undone. */
const lookAgainMs = 1_000;

const undoRangeKeys = {
  last: ['undo-range', 'last'],
  preview: (query: RangeQuery) => ['undo-range', 'preview', query] as const,
} as const;

export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

export function previewQuery(address: ActivityAddress, span: Span, page: number) {
  const query = { ...filtersOf(address), ...span, page, pageSize: previewPageSize };
  return queryOptions({
    queryKey: undoRangeKeys.preview(query),
    queryFn: ({ signal }) => request(undoRangeRoutes.preview, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
}

/** The running or last undo of a range. */
export const lastRangeQuery = queryOptions({
  queryKey: undoRangeKeys.last,
  queryFn: async ({ signal }) => (await request(undoRangeRoutes.last, { signal })).last,
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data && state.data.endedAt === null ? lookAgainMs : false),
});

/** Every filter of a body is a list of texts. */
function bodyOf(address: ActivityAddress, span: Span): BodyOf<typeof undoRangeRoutes.start> {
  const { from: _, to: __, q, ...others } = filtersOf(address);
  const filters = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, (Array.isArray(value) ? value : [value]).map(String)]),
  );
  return { filters: { ...filters, ...(q !== undefined && { q }) }, ...span };
}

export const startRange = async (address: ActivityAddress, span: Span) =>
  (await request(undoRangeRoutes.start, { body: bodyOf(address, span) })).last;

export const stopRange = async () => (await request(undoRangeRoutes.stop)).last;
