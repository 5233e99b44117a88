import { type Repeat, repeats } from '@gos/domain';
import { queryOptions } from '@tanstack/react-query';
import type { RepeatedPageQuery } from '../../../entities/repeated-task/repeated-tasks.api';
import { pageNumber } from '../../../lib/page-number';
import { preferenceKeys, preferenceOrNone } from '../../../lib/preferences';

const repeatedSortColumns = ['name', 'contractor', 'solver', 'repeat', 'active'] as const;
export type RepeatedColumn = (typeof repeatedSortColumns)[number];
export type RepeatedSort = RepeatedColumn | `-${RepeatedColumn}`;
const repeatedSorts: readonly RepeatedSort[] = repeatedSortColumns.flatMap((column) => [column, `-${column}` as const]);

/** Those that I gave or solve, or all that I see. */
export const whoseValues = ['mine', 'all'] as const;
export type Whose = (typeof whoseValues)[number];
export const shownValues = ['active', 'inactive', 'all'] as const;
export type Shown = (typeof shownValues)[number];

/** The stored settings of the list. */
export interface RepeatedPreference {
  readonly whose?: Whose;
  readonly show?: Shown;
  readonly repeat?: readonly Repeat[];
  readonly sort?: RepeatedSort;
}

/** Search parameters of the list; others are ignored. */
export interface RepeatedSearch extends RepeatedPreference {
  readonly page?: number;
  readonly q?: string;
}

export type RepeatedView = Required<RepeatedSearch>;

export function preferenceIn(given: unknown): RepeatedPreference {
  const value = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  const chosen = Array.isArray(value.repeat) ? value.repeat : [value.repeat];
  const repeat = repeats.filter((one) => chosen.includes(one));
  return {
    whose: whoseValues.find((one) => one === value.whose),
    show: shownValues.find((one) => one === value.show),
    repeat: Array.isArray(value.repeat) || repeat.length > 0 ? repeat : undefined,
    sort: repeatedSorts.find((one) => one === value.sort),
  };
}

export function validateRepeatedSearch(search: Record<string, unknown>): RepeatedSearch {
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).trim().slice(0, 200) : '';
  return { ...preferenceIn(search), page: pageNumber(search.page), q: q === '' ? undefined : q };
}

const preferenceName = 'tasks.repeated';

export const repeatedPreferenceQuery = queryOptions({
  queryKey: preferenceKeys.of(preferenceName),
  queryFn: ({ signal }) => preferenceOrNone(preferenceName, preferenceIn, signal),
  staleTime: Number.POSITIVE_INFINITY,
});
export const repeatedPreferenceName = preferenceName;

/** The address filled up with what is remembered. */
export function viewIn(remembered: RepeatedPreference, search: RepeatedSearch): RepeatedView {
  return {
    whose: search.whose ?? remembered.whose ?? 'mine',
    show: search.show ?? remembered.show ?? 'active',
    repeat: search.repeat ?? remembered.repeat ?? [],
    sort: search.sort ?? remembered.sort ?? 'name',
    page: search.page ?? 1,
    q: search.q ?? '',
  };
}

export const repeatedPageSize = 50;

export function repeatedPageOf({ page, sort, show, whose, repeat, q }: RepeatedView): RepeatedPageQuery {
  return {
    page,
    pageSize: repeatedPageSize,
    sort,
    ...(whose === 'mine' && { mine: true }),
    ...(show !== 'all' && { active: show === 'active' }),
    ...(repeat.length > 0 && { repeat }),
    ...(q !== '' && { q }),
  };
}
