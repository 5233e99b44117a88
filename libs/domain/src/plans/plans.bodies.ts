import type { CommandOf } from '../kernel/aggregate';
import {
  choice,
  day,
  described,
  flag,
  id,
  object,
  optional,
  optionalOrNull,
  orNull,
  partial,
  type TypeOf,
  text,
} from '../kernel/shape';
import type { UndoBody } from '../kernel/undo';
import { planTypes } from './plans';
import { planFieldChecks } from './plans.fields';

const type = choice(planTypes);
const from = described(text(planFieldChecks.from), { example: '08:30', description: 'HH:MM' });
const to = described(text(planFieldChecks.to), { example: '16:30', description: 'HH:MM, to 24:00' });
const location = text(planFieldChecks.location);
const onlyDate = optional(described(day, { description: 'Only this day of a repeat' }));

const { fields: changeable } = partial(
  object({
    type,
    date: day,
    from,
    to,
    repeatUntil: orNull(day),
    excludeWeekends: flag,
    location,
    positionId: orNull(id),
  }),
);

/** The request bodies of the plan commands, by command type. */
export const planBodies = {
  add: object(
    {
      type,
      date: day,
      from,
      to,
      repeatUntil: optionalOrNull(day),
      excludeWeekends: optional(flag),
      location,
      positionId: described(optionalOrNull(id), { description: 'Required of whoever holds a position' }),
      userId: described(optional(id), { description: 'Whose plan; only an admin names somebody else' }),
    },
    (plan) => planFieldChecks.span(plan) ?? planFieldChecks.repeat({ ...plan, repeatUntil: plan.repeatUntil ?? null }),
  ),
  change: object({ ...changeable, onlyDate }, ({ onlyDate: only, repeatUntil, excludeWeekends }) =>
    only !== undefined && (repeatUntil !== undefined || excludeWeekends !== undefined)
      ? { path: repeatUntil === undefined ? 'excludeWeekends' : 'repeatUntil', code: 'plan.one-day' }
      : null,
  ),
  undelete: object({ onlyDate }),
};

type Wire = { readonly [N in keyof typeof planBodies]: TypeOf<(typeof planBodies)[N]> };
interface OfPlan {
  readonly planId: number;
}

/** The body of each command on `plans-USER`; the plan's id comes from the path, that of a removed day from the query. */
export interface PlanBodies {
  readonly add: Wire['add'];
  readonly change: Wire['change'] & OfPlan;
  readonly remove: Wire['undelete'] & OfPlan;
  readonly undelete: Wire['undelete'] & OfPlan;
  readonly undo: UndoBody;
}
export type PlanCommand = CommandOf<PlanBodies>;
