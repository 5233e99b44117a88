import type { CommandOf } from '../kernel/aggregate';
import {
  choice,
  day,
  described,
  flag,
  id,
  integer,
  object,
  optional,
  optionalOrNull,
  orNull,
  partial,
  requiredIf,
  type TypeOf,
  text,
} from '../kernel/shape';
import type { UndoBody } from '../kernel/undo';
import { wholeDay } from './absences';
import { breakError } from './breaks';
import { absenceKinds, dayHalves, planTypes } from './plans';
import { planFieldChecks } from './plans.fields';

const type = choice(planTypes);
const from = described(text(planFieldChecks.from), { example: '08:30', description: 'HH:MM' });
const to = described(text(planFieldChecks.to), { example: '16:30', description: 'HH:MM, to 24:00' });
const location = text(planFieldChecks.location);
const isNoDayOff = ({ type: given }: { readonly type?: unknown }) => given !== 'day_off';
const kind = described(orNull(choice(absenceKinds)), { description: 'Of a day off; `other` unless said otherwise' });
const half = described(orNull(choice(dayHalves)), {
  description: 'Of a day off: decides its times, which meet at noon; null for the whole day',
});
const breakMinutes = described(integer(planFieldChecks.breakMinutes), {
  description: 'Break within the plan, which does not count as planned work',
});
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
    kind,
    half,
    breakMinutes,
  }),
);

/** The request bodies of the plan commands, by command type. */
export const planBodies = {
  add: object(
    {
      type,
      date: day,
      from: requiredIf(from, isNoDayOff),
      to: requiredIf(to, isNoDayOff),
      repeatUntil: optionalOrNull(day),
      excludeWeekends: optional(flag),
      location: described(requiredIf(location, isNoDayOff), { description: 'A day off needs none' }),
      positionId: described(optionalOrNull(id), {
        description: 'Required of whoever holds a position, except for a day off',
      }),
      kind: optional(kind),
      half: optional(half),
      breakMinutes: described(optional(breakMinutes), {
        description: 'Within the plan, no planned work; by the settings unless given',
      }),
      replacesWork: described(optional(flag), {
        description: 'Of a day off: planned work gives way to it, of a request once that is approved',
      }),
      userId: described(optional(id), { description: 'Whose plan; only an admin names somebody else' }),
    },
    (plan) =>
      planFieldChecks.absence(plan) ??
      planFieldChecks.span({ ...wholeDay, ...plan }) ??
      breakError({ ...wholeDay, breakMinutes: 0, ...plan }) ??
      planFieldChecks.repeat({ ...plan, repeatUntil: plan.repeatUntil ?? null }),
  ),
  change: object({ ...changeable, onlyDate }, ({ onlyDate: only, repeatUntil, excludeWeekends }) =>
    only !== undefined && (repeatUntil !== undefined || excludeWeekends !== undefined)
      ? { path: repeatUntil === undefined ? 'excludeWeekends' : 'repeatUntil', code: 'plan.one-day' }
      : null,
  ),
  undelete: object({ onlyDate }),
  decline: object({ reason: text(planFieldChecks.reason) }),
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
  readonly approve: OfPlan;
  readonly decline: Wire['decline'] & OfPlan;
  readonly withdraw: OfPlan;
  readonly undo: UndoBody;
}
export type PlanCommand = CommandOf<PlanBodies>;
