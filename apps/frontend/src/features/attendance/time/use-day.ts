import type { AttendanceDay } from '@gos/contract';
import { addDays, type Day, localDay } from '@gos/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { timeZone } from '../../../lib/installation';
import { isShownDay } from '../../../ui/shown-days';
import { useNow } from '../../../ui/use-now';
import { dayQuery } from './attendance.api';
import { type DayAddress, validateDayAddress } from './day-address';
import { scaleOf } from './day-scale';
import { useWhose } from './use-whose';

export type DayEntry = AttendanceDay['entries'][number];

/** Which day of whom is looked at, by the address, and what was worked on it. */
export function useDay() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const now = useNow();
  const zone = timeZone();
  const today = localDay(now, zone);
  const address = useSearch({ strict: false, select: (all) => validateDayAddress(all as Record<string, unknown>) });
  const whose = useWhose(address.userId);
  const date = address.date ?? today;
  const answer = useQuery(dayQuery(whose.id, date));
  const scale = useMemo(() => scaleOf(date, zone), [date, zone]);

  // Prefetches the adjacent days.
  const settled = answer.isSuccess;
  useEffect(() => {
    if (!settled) return;
    for (const day of [addDays(date, 1), addDays(date, -1)].filter(isShownDay)) {
      void client.prefetchQuery(dayQuery(whose.id, day));
    }
  }, [client, settled, whose.id, date]);

  const go = (part: DayAddress) =>
    void navigate({ to: '.', search: (previous: object) => ({ ...previous, ...part }), replace: true });
  const closed = answer.data?.closed ?? false;
  return {
    now,
    today,
    date,
    scale,
    whose,
    answer,
    /** One's own day, or everybody's with the attendance of others; so are closed months. */
    mayCorrect: whose.keeps || (whose.own && !closed),
    mayAdd: (whose.keeps || (whose.own && !closed)) && date <= today,
    isFirst: !isShownDay(addDays(date, -1)),
    isLast: !isShownDay(addDays(date, 1)),
    turn: (by: 1 | -1) => {
      const day = addDays(date, by);
      if (isShownDay(day)) go({ date: day });
    },
    toDay: (day: Day | null) => go({ date: day ?? undefined }),
    choose: (userId: number | null) => go({ userId: userId ?? undefined }),
  };
}

export type DayState = ReturnType<typeof useDay>;
