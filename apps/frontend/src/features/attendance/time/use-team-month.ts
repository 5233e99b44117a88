import { localDay } from '@gos/domain';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { timeZone } from '../../../lib/installation';
import { useNow } from '../../../ui/use-now';
import { usePages } from '../../../ui/use-pages';
import { teamMonthQuery } from './attendance.api';
import { canTurn, type MonthOfYear, monthAt, monthLater } from './month-address';
import { type TeamMonthAddress, teamPageSize, teamQueryOf, validateTeamMonthAddress } from './team-month-address';

/** Returns the people and the month that the address names, with their numbers. */
export function useTeamMonth() {
  const navigate = useNavigate();
  const today = localDay(useNow(), timeZone());
  const address = useSearch({
    strict: false,
    select: (all) => validateTeamMonthAddress(all as Record<string, unknown>),
  });
  const shown: MonthOfYear = monthAt(address, today);
  const present = monthAt({}, today);
  const answer = useQuery(teamMonthQuery(teamQueryOf(address, shown)));
  const page = address.page ?? 1;
  const pages = usePages(page, teamPageSize, answer);
  /** Other people or another order begin at the first page. */
  const go = (part: TeamMonthAddress) =>
    void navigate({
      to: '.',
      search: (previous: object) => ({ ...previous, page: undefined, ...part }),
      replace: part.page === undefined,
    });
  return {
    ...shown,
    today,
    address,
    answer,
    page,
    pages,
    go,
    isNow: present.month === shown.month && present.year === shown.year,
    isFirst: !canTurn(shown, -1),
    isLast: !canTurn(shown, 1),
    turn: (by: 1 | -1) => {
      if (canTurn(shown, by)) go(monthLater(shown, by));
    },
    toNow: () => go({ month: undefined, year: undefined }),
  };
}

export type TeamMonthState = ReturnType<typeof useTeamMonth>;
