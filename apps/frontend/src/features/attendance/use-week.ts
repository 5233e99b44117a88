import { addDays, type Day, localDay, mondayOf } from '@gos/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { weekQuery } from '../../entities/plan/plans.api';
import { timeZone } from '../../lib/installation';
import { useEventCallback } from '../../lib/use-event-callback';
import { useNow } from '../../ui/use-now';
import type { ChosenPosition } from './common/chosen-position';
import { isShownWeek, validateWeekAddress, type WeekAddress } from './week-address';

/** Which week of which people is looked at, by the address, and what is planned in it. */
export function useWeek() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const today = localDay(useNow(), timeZone());
  const address = useSearch({ strict: false, select: (all) => validateWeekAddress(all as Record<string, unknown>) });
  const monday = mondayOf(address.from ?? today);
  const position = address.position ?? null;
  const answer = useQuery(weekQuery(monday, position));

  // Prefetches the adjacent weeks.
  const settled = answer.isSuccess;
  useEffect(() => {
    if (!settled) return;
    for (const week of [addDays(monday, 7), addDays(monday, -7)].filter(isShownWeek)) {
      void client.prefetchQuery(weekQuery(week, position));
    }
  }, [client, settled, monday, position]);

  const change = (next: (previous: WeekAddress) => WeekAddress) =>
    void navigate({ to: '.', search: (previous: object) => ({ ...previous, ...next(previous) }), replace: true });
  const go = (part: WeekAddress) => change(() => part);
  return {
    today,
    monday,
    position,
    answer,
    toWeekOf: (day: Day | null) => go({ from: day === null ? undefined : mondayOf(day) }),
    // Quick turns count from the last requested address, not from the visible week.
    turn: useEventCallback((by: 1 | -1) =>
      change((previous) => {
        const { from = today } = validateWeekAddress({ ...previous });
        const next = addDays(mondayOf(from), 7 * by);
        return isShownWeek(next) ? { from: next } : {};
      }),
    ),
    setPosition: (id: ChosenPosition | null) => go({ position: id ?? undefined }),
  };
}

export type WeekState = ReturnType<typeof useWeek>;
