import { addDays, type Day, localDay, mondayOf } from '@gos/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { monthQuery, weekQuery } from '../../entities/plan/plans.api';
import { timeZone } from '../../lib/installation';
import { useEventCallback } from '../../lib/use-event-callback';
import { useNow } from '../../ui/use-now';
import {
  type AvailabilityAddress,
  type AvailabilityView,
  isShownWeek,
  validateAvailabilityAddress,
} from './availability-address';
import type { ChosenPosition } from './common/chosen-position';
import { firstOf, monthAt, monthLater } from './time/month-address';

const viewOf = ({ view }: AvailabilityAddress): AvailabilityView => view ?? 'week';

/** The first of the days that are shown. */
const beginOf = (view: AvailabilityView, day: Day): Day =>
  view === 'month' ? firstOf(monthAt({}, day)) : mondayOf(day);

/** The first of the days before or after; null where none are shown. */
function stepped(view: AvailabilityView, day: Day, by: 1 | -1): Day | null {
  const next = view === 'month' ? firstOf(monthLater(monthAt({}, day), by)) : addDays(mondayOf(day), 7 * by);
  return isShownWeek(next) ? next : null;
}

/** Which week or month of which people is shown, by the address, and the ways to others. */
export function useAvailability() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const today = localDay(useNow(), timeZone());
  const address = useSearch({
    strict: false,
    select: (all) => validateAvailabilityAddress(all as Record<string, unknown>),
  });
  const { position = null } = address;
  const view = viewOf(address);
  const begin = beginOf(view, address.from ?? today);
  const week = useQuery({ ...weekQuery(mondayOf(begin), position), enabled: view === 'week' });
  const month = useQuery({ ...monthQuery(monthAt({}, begin), position), enabled: view === 'month' });
  const answer = view === 'month' ? month : week;

  // Prefetches the days before and after.
  const settled = answer.isSuccess;
  useEffect(() => {
    if (!settled) return;
    for (const by of [1, -1] as const) {
      const next = stepped(view, begin, by);
      if (next === null) continue;
      void (view === 'month'
        ? client.prefetchQuery(monthQuery(monthAt({}, next), position))
        : client.prefetchQuery(weekQuery(next, position)));
    }
  }, [client, settled, view, begin, position]);

  const change = (next: (previous: AvailabilityAddress) => AvailabilityAddress) =>
    void navigate({ to: '.', search: (previous: object) => ({ ...previous, ...next(previous) }), replace: true });
  const go = (part: AvailabilityAddress) => change(() => part);
  return {
    view,
    today,
    begin,
    position,
    answer,
    week: week.data,
    month: month.data,
    isNow: begin === beginOf(view, today),
    isFirst: stepped(view, begin, -1) === null,
    isLast: stepped(view, begin, 1) === null,
    toDaysOf: (day: Day | null) => go({ from: day === null ? undefined : beginOf(view, day) }),
    // Quick turns count from the last requested address, not from the visible days.
    turn: useEventCallback((by: 1 | -1) =>
      change((previous) => {
        const last = validateAvailabilityAddress({ ...previous });
        const next = stepped(viewOf(last), last.from ?? today, by);
        return next === null ? {} : { from: next };
      }),
    ),
    // A month opens at the week of today where it is this month, a week at its own month.
    setView: (next: AvailabilityView) => {
      const isOfToday = view === 'month' && begin === beginOf('month', today);
      go({ view: next === 'month' ? next : undefined, from: isOfToday ? undefined : address.from });
    },
    setPosition: (id: ChosenPosition | null) => go({ position: id ?? undefined }),
  };
}

export type AvailabilityState = ReturnType<typeof useAvailability>;
