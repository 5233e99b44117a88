import type { attendanceRoutes } from '@gos/contract';
import { pageNumber } from '../../../lib/page-number';
import type { QueryOf } from '../../../lib/request';
import { type ChosenPosition, positionIn } from '../common/chosen-position';
import { type MonthOfYear, validateMonthAddress } from './month-address';

type Query = QueryOf<typeof attendanceRoutes.teamMonth>;

const teamColumns = ['name', 'planned', 'worked', 'difference', 'overtime', 'missing', 'closed'] as const;
export type TeamColumn = (typeof teamColumns)[number];
export type TeamSort = TeamColumn | `-${TeamColumn}`;
const sorts: readonly TeamSort[] = teamColumns.flatMap((column) => [column, `-${column}`] as const);

/** Search parameters of the team's month; invalid parameters are ignored. */
export interface TeamMonthAddress {
  /** 1 to 12 */
  readonly month?: number;
  readonly year?: number;
  readonly page?: number;
  readonly sort?: TeamSort;
  readonly q?: string;
  readonly position?: ChosenPosition;
  /** only people with missing hours */
  readonly missing?: true;
  /** only people with an open month */
  readonly open?: true;
}

export function validateTeamMonthAddress(search: Record<string, unknown>): TeamMonthAddress {
  const { month, year } = validateMonthAddress(search);
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).trim().slice(0, 200) : '';
  return {
    month,
    year,
    page: pageNumber(search.page),
    sort: sorts.find((sort) => sort === search.sort && sort !== 'name'),
    q: q === '' ? undefined : q,
    position: positionIn(search.position),
    missing: search.missing === true ? true : undefined,
    open: search.open === true ? true : undefined,
  };
}

export const teamPageSize = 50;

/** The query of the people that an address selects, without the page. */
export const teamFilterOf = ({ sort, q, position, missing, open }: TeamMonthAddress) => ({
  ...(sort && { sort }),
  ...(q !== undefined && { q }),
  ...(position !== undefined && { position }),
  ...(missing && { missing }),
  ...(open && { closed: false }),
});

export const teamQueryOf = (address: TeamMonthAddress, { month, year }: MonthOfYear): Query => ({
  month,
  year,
  page: address.page ?? 1,
  pageSize: teamPageSize,
  ...teamFilterOf(address),
});
