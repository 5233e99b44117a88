import type { PlanAnswer } from '@gos/contract';
import type { Day } from '@gos/domain';
import { changePlan, type PlanChange, readPlansOn, removePlan, undeletePlan } from '../../entities/plan/plans.api';

/** A change that was made, with what it takes to take it back. */
export interface ChangedPlan {
  /** as it was before */
  readonly plan: PlanAnswer;
  readonly body: PlanChange;
  /** of the plan, by the change */
  readonly revision: number;
  /** plans that were added with it, for the hours after midnight */
  readonly added: readonly number[];
}

const contentOf = ({ type, date, from, to, repeatUntil, location, position }: PlanAnswer) =>
  JSON.stringify([type, date, from, to, repeatUntil, location, position?.id ?? null]);

/** The earlier values of what was changed; days that are over cannot be planned again. */
function earlierOf({ plan, body }: ChangedPlan, today: Day): PlanChange {
  const { onlyDate: _, ...changed } = body;
  const earlier: PlanChange = {
    ...plan,
    date: plan.date < today ? today : plan.date,
    positionId: plan.position?.id ?? null,
  };
  const names = Object.keys(changed) as (keyof typeof changed)[];
  return Object.fromEntries(names.map((name) => [name, earlier[name]]));
}

/** The plan that one day of a repeat became: one of its own, or the same where no other day was left; undefined where it was changed since. */
async function planOfDay({ plan, body }: ChangedPlan, day: Day): Promise<PlanAnswer | undefined> {
  const { onlyDate: _, positionId, ...fields } = body;
  const date = body.date ?? day;
  const position = positionId === undefined || positionId === null ? null : { id: positionId, name: '' };
  const wanted = contentOf({
    ...{ ...plan, repeatUntil: null, ...fields, date },
    position: positionId === undefined ? plan.position : position,
  });
  return (await readPlansOn(plan.user.id, date)).find((one) => contentOf(one) === wanted);
}

/** Takes the change back; false where somebody has changed it since, and all stays as it is when that is refused. */
export async function takeBack(changed: ChangedPlan, today: Day): Promise<boolean> {
  const { plan, body, revision, added } = changed;
  const { onlyDate } = body;
  const ofDay = onlyDate === undefined ? plan : await planOfDay(changed, onlyDate);
  if (ofDay === undefined) return false;
  const isApart = ofDay.id !== plan.id;
  const extra = added.map((id) => ({ id, revision: 1 }));
  const removed: number[] = [];
  try {
    for (const one of isApart ? [...extra, ofDay] : extra) {
      await removePlan(one.id, undefined, { ifMatch: one.revision });
      removed.push(one.id);
    }
    if (isApart) await undeletePlan(plan.id, onlyDate);
    else await changePlan(plan.id, earlierOf(changed, today), { ifMatch: revision });
    return true;
  } catch (error) {
    await Promise.all(removed.map((id) => undeletePlan(id).catch(() => undefined)));
    throw error;
  }
}
