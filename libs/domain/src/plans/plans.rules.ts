import type { Actor } from '../kernel/actor';
import type { Day } from '../kernel/message';
import { type FieldError, type Refusal, refuse } from '../kernel/refusal';
import { pick } from '../kernel/tables';
import type { UndoFacts } from '../kernel/undo';
import { same } from '../kernel/values';
import type { BreakRule } from './breaks';
import { overlapOf } from './plan-days';
import { type Plan, type PlanEdit, type PlanFields, type Plans, planFields } from './plans';

export interface PlanFacts extends UndoFacts<Plans> {
  readonly actor: Actor;
  /** whose plans they are */
  readonly userId: number;
  /** Whether something can be planned for them: known, active, no auditor. */
  readonly plannable: boolean;
  /** their positions */
  readonly positionIds: readonly number[];
  readonly today: Day;
  /** of the installation, 1 to 7 from Monday */
  readonly workingDays: readonly number[];
  /** of the installation's settings */
  readonly breaks: BreakRule;
  /** whether days off are requested, by the installation's settings */
  readonly needsApproval: boolean;
  /** active people who approve days off */
  readonly keepers: readonly number[];
  /** The closed days of the person, inclusive. */
  readonly closed: readonly { readonly from: Day; readonly to: Day }[];
  /** the number of a plan that the command makes */
  readonly newId: number;
  /** the numbers of further ones */
  readonly moreIds: readonly number[];
}

/** The number of the plan that a command makes after so many others. */
export const newIdOf = ({ newId, moreIds }: PlanFacts, index: number): number =>
  index === 0 ? newId : moreIds[index - 1]!;

export type Wanted = PlanFields & Pick<Plan, 'without'>;

export const othersOf = (plans: Plans, planId: number | null) => Object.values(plans).filter(({ id }) => id !== planId);

export function overlapRefusalOf(wanted: Wanted, others: readonly Plan[]): Refusal | null {
  const other = overlapOf(wanted, others);
  return other && refuse('plan.overlap', { details: { planId: other.id } });
}

/** Only a day off needs no position of a person who holds one. */
export function positionError(
  { type, positionId }: Pick<PlanFields, 'type' | 'positionId'>,
  { positionIds }: PlanFacts,
): FieldError | null {
  if (positionId === null) {
    const isNeeded = type !== 'day_off' && positionIds.length > 0;
    return isNeeded ? { path: 'positionId', code: 'validation.required' } : null;
  }
  return positionIds.includes(positionId) ? null : { path: 'positionId', code: 'plan.position.unknown' };
}

export const editsOf = (plan: Plan, wanted: PlanFields) =>
  planFields
    .filter((field) => !same(wanted[field], plan[field]))
    .map((field) => ({ field, from: plan[field], to: wanted[field] }) as PlanEdit);

export const contentOf = (plan: PlanFields) => pick(plan, planFields);
