import { usualBreakOf } from './breaks';
import { daysOf, isDayOf, type Overlapping, overlapOf } from './plan-days';
import { isWork, type Plan, type PlanEvent, type PlanFields } from './plans';
import { contentOf, editsOf, newIdOf, type PlanFacts, type Wanted } from './plans.rules';

type Times = Pick<PlanFields, 'from' | 'to'>;

/** The times of work before and after a day off. */
const keptOf = (work: Times, off: Times): Times[] =>
  [
    { from: work.from, to: off.from < work.to ? off.from : work.to },
    { from: off.to > work.from ? off.to : work.from, to: work.to },
  ].filter(({ from, to }) => from < to);

export const withoutWork = (plans: readonly Plan[]): Plan[] => plans.filter(({ type }) => !isWork(type));

/**
 * Takes planned work away where a day off is. Work that lasts longer than the day off keeps its other hours, with the
 * usual break; on some days of a repeat as a plan of its own.
 *
 * @param used how many numbers of new plans the command has used
 */
export function yieldingWork(
  off: Wanted & Overlapping,
  others: readonly Plan[],
  facts: PlanFacts,
  used: number,
): PlanEvent[] {
  let next = used;
  const partOf = (plan: Plan, days: readonly string[], fields: Times & Pick<Plan, 'breakMinutes'>): PlanEvent => {
    const [first, last] = [days[0]!, days.at(-1)!];
    const repeat = { date: first, repeatUntil: last };
    const spread =
      days.length === 1
        ? { date: first, repeatUntil: null, excludeWeekends: false, weekend: [], without: [] }
        : { ...repeat, without: daysOf({ ...plan, ...repeat, without: [] }).filter((day) => !days.includes(day)) };
    const data = { ...contentOf(plan), ...fields, ...spread, cutFrom: plan.id };
    return { type: 'PlanAdded', data: { planId: newIdOf(facts, next++), userId: plan.userId, ...data } };
  };

  return others.flatMap((plan): PlanEvent[] => {
    if (!isWork(plan.type) || overlapOf(off, [plan]) === null) return [];
    const days = daysOf(plan);
    const taken = days.filter((day) => isDayOf(off, day));
    const kept = keptOf(plan, off).map((times) => ({
      ...times,
      breakMinutes: usualBreakOf({ type: plan.type, ...times }, facts.breaks),
    }));
    if (taken.length < days.length) {
      const gone = taken.map((day): PlanEvent => ({ type: 'PlanDayRemoved', data: { planId: plan.id, day } }));
      return [...gone, ...kept.map((fields) => partOf(plan, taken, fields))];
    }
    const [first, ...more] = kept;
    if (first === undefined) return [{ type: 'PlanRemoved', data: { planId: plan.id, from: plan.date } }];
    return [
      { type: 'PlanChanged', data: { planId: plan.id, changes: editsOf(plan, { ...plan, ...first }) } },
      ...more.map((fields) => partOf(plan, taken, fields)),
    ];
  });
}
