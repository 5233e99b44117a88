import type { projectRoutes } from '@gos/contract';
import { pageNumber } from '../../lib/page-number';
import type { QueryOf } from '../../lib/request';

const projectSorts = [
  'name',
  '-name',
  'finishDate',
  '-finishDate',
  'active',
  '-active',
] as const satisfies readonly QueryOf<typeof projectRoutes.list>['sort'][];
export type ProjectSort = (typeof projectSorts)[number];
export const projectActivities = ['active', 'inactive', 'all'] as const;
export type ProjectActivity = (typeof projectActivities)[number];

/** Search parameters of the list of projects; invalid parameters are ignored. */
export interface ProjectListSearch {
  readonly page?: number;
  readonly sort?: ProjectSort;
  readonly show?: ProjectActivity;
  readonly q?: string;
}

export function validateProjectListSearch(search: Record<string, unknown>): ProjectListSearch {
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).trim().slice(0, 200) : '';
  return {
    page: pageNumber(search.page),
    sort: projectSorts.find((sort) => sort === search.sort && sort !== 'name'),
    show: projectActivities.find((show) => show === search.show && show !== 'active'),
    q: q === '' ? undefined : q,
  };
}

export const projectPageSize = 50;

export function projectPageOf({ page = 1, sort = 'name', show = 'active', q }: ProjectListSearch) {
  return {
    page,
    pageSize: projectPageSize,
    sort,
    ...(show !== 'all' && { active: show === 'active' }),
    ...(q !== undefined && { q }),
  };
}
