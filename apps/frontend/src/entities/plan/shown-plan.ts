import type { AvailabilityAnswer, Page, PlanAnswer } from '@gos/contract';
import { type Day, isDayOf } from '@gos/domain';
import type { QueryClient } from '@tanstack/react-query';
import { type Layer, layerOn, layersOf } from '../../lib/query-layers';
import { planKeys } from './plans.api';

/** A plan as it was and as it is to be; null where there was or will be none. */
export interface PlanStep {
  readonly before: PlanAnswer | null;
  readonly after: PlanAnswer | null;
  /** Days of the plan that it leaves from now on. */
  readonly without?: readonly Day[];
}

const holdsOn = (plan: PlanAnswer, day: Day, without: readonly Day[]) =>
  // The server decides which days are the weekend; until its answer, assume Saturday and Sunday.
  isDayOf({ ...plan, weekend: plan.excludeWeekends ? [6, 7] : [], without }, day);

/** All but the changed plan, which a fresh answer may hold before the change is confirmed. */
const withoutChanged = (plans: readonly PlanAnswer[], { before, after }: PlanStep) =>
  plans.filter(({ id }) => id !== before?.id && id !== after?.id);

const byTime = (a: PlanAnswer, b: PlanAnswer) => (a.date + a.from < b.date + b.from ? -1 : 1);

function inList(page: Page<PlanAnswer>, key: readonly unknown[], step: PlanStep): Page<PlanAnswer> {
  const { after } = step;
  const [, , userId, time, today, number] = key as ReturnType<typeof planKeys.list>;
  const others = withoutChanged(page.items, step);
  const isHere = after !== null && after.user.id === userId && time === 'ahead' && number === 1;
  const fits = isHere && (after.repeatUntil ?? after.date) >= today;
  const items = fits ? [...others, after].sort(byTime) : others;
  return { ...page, items, total: page.total + items.length - page.items.length };
}

function inWeek(week: AvailabilityAnswer, step: PlanStep): AvailabilityAnswer {
  const { before, after, without = [] } = step;
  const owner = (after ?? before)?.user.id;
  const people = week.people.map((person) => {
    if (person.user.id !== owner) return person;
    const days = person.days.map(({ date, plans }) => {
      const others = withoutChanged(plans, step);
      const isHere = after !== null && holdsOn(after, date, without);
      return { date, plans: isHere ? [...others, after].sort(byTime) : others };
    });
    return { ...person, days };
  });
  return { ...week, people };
}

/** Shows one's own changes of plans at once, until they are answered. */
export function showPlans(client: QueryClient, steps: readonly PlanStep[]): { takeBack(): void } {
  const inLists = layerOn(planKeys.lists, (page: Page<PlanAnswer>, key) =>
    steps.reduce((shown, step) => inList(shown, key, step), page),
  );
  const inWeeks = layerOn(planKeys.weeks, (week: AvailabilityAnswer) => steps.reduce(inWeek, week));
  const layer: Layer = (beneath) => inWeeks(inLists(beneath));
  return layersOf(client).show(layer);
}
