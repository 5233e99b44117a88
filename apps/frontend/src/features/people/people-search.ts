import type { userRoutes } from '@gos/contract';
import { type GlobalRole, globalRoles } from '@gos/domain';
import { pageNumber } from '../../lib/page-number';
import type { QueryOf } from '../../lib/request';

type Query = QueryOf<typeof userRoutes.list>;

const peopleSorts = ['name', '-name', 'role', '-role', 'email', '-email'] as const satisfies readonly Query['sort'][];
export type PeopleSort = (typeof peopleSorts)[number];
/** Filter for people without a position. */
export const noPosition = 'none';

/** Search parameters of the list of people; invalid parameters are ignored. */
export interface PeopleSearch {
  readonly page?: number;
  readonly sort?: PeopleSort;
  readonly q?: string;
  readonly role?: readonly GlobalRole[];
  readonly position?: readonly (number | typeof noPosition)[];
  readonly active?: boolean;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const orNothing = <T>(values: readonly T[]) => (values.length > 0 ? values : undefined);
const isPosition = (one: unknown): one is number | typeof noPosition =>
  one === noPosition || (Number.isSafeInteger(one) && (one as number) > 0);

export function validatePeopleSearch(search: Record<string, unknown>): PeopleSearch {
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).trim().slice(0, 200) : '';
  return {
    page: pageNumber(search.page),
    sort: peopleSorts.find((sort) => sort === search.sort && sort !== 'name'),
    q: q === '' ? undefined : q,
    role: orNothing(globalRoles.filter((role) => listOf(search.role).includes(role))),
    position: orNothing([...new Set(listOf(search.position).filter(isPosition))]),
    active: typeof search.active === 'boolean' ? search.active : undefined,
  };
}

export const peoplePageSize = 50;

/** @param seesAll whether the reader sees everybody's e-mail, and so may sort by it */
export function peoplePageOf(
  { page = 1, sort = 'name', q, role, position, active }: PeopleSearch,
  seesAll: boolean,
): Query {
  return {
    page,
    pageSize: peoplePageSize,
    sort: seesAll || !sort.endsWith('email') ? sort : 'name',
    ...(q !== undefined && { q }),
    ...(role && { role }),
    ...(position && { position }),
    ...(active !== undefined && { active }),
  };
}
