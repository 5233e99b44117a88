import { localDay } from '@gos/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { timeZone } from '../../../lib/installation';
import { useNow } from '../../../ui/use-now';
import { monthQuery } from './attendance.api';
import { canTurn, type MonthAddress, monthAt, monthLater, validateMonthAddress } from './month-address';
import { useWhose } from './use-whose';

/** Returns the month and person that the address names, with their data. */
export function useMonth() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const today = localDay(useNow(), timeZone());
  const address = useSearch({ strict: false, select: (all) => validateMonthAddress(all as Record<string, unknown>) });
  const whose = useWhose(address.userId);
  const { month, year } = monthAt(address, today);
  const answer = useQuery(monthQuery({ userId: whose.id, month, year }));

  // Prefetches the adjacent months.
  const settled = answer.isSuccess;
  useEffect(() => {
    if (!settled) return;
    for (const by of [1, -1] as const) {
      if (!canTurn({ month, year }, by)) continue;
      const beside = monthLater({ month, year }, by);
      void client.prefetchQuery(monthQuery({ userId: whose.id, ...beside }));
    }
  }, [client, settled, whose.id, month, year]);

  const go = (part: MonthAddress) =>
    void navigate({ to: '.', search: (previous: object) => ({ ...previous, ...part }), replace: true });
  const present = monthAt({}, today);
  return {
    today,
    whose,
    month,
    year,
    answer,
    isNow: present.month === month && present.year === year,
    isFirst: !canTurn({ month, year }, -1),
    isLast: !canTurn({ month, year }, 1),
    turn: (by: 1 | -1) => {
      if (canTurn({ month, year }, by)) go(monthLater({ month, year }, by));
    },
    toNow: () => go({ month: undefined, year: undefined }),
    choose: (userId: number | null) => go({ userId: userId ?? undefined }),
  };
}

export type MonthState = ReturnType<typeof useMonth>;
