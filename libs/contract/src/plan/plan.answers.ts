import { absenceKinds, approvals, dayHalves, planTypes, type TypeOf } from '@gos/domain';
import { choice, day, described, flag, integer, optional, orNull, text } from '@gos/domain/kernel/shape';
import { answer, named, page, person } from '../kernel/answer';

export const plan = answer('Plan', {
  id: integer(),
  user: person,
  position: orNull(named),
  date: day,
  from: described(text(), { example: '08:30', description: 'HH:MM of the installation' }),
  to: described(text(), { example: '16:30', description: 'HH:MM of the installation, to 24:00' }),
  repeatUntil: orNull(day),
  type: choice(planTypes),
  location: described(text(), { description: 'empty only for a day off' }),
  excludeWeekends: flag,
  kind: described(orNull(choice(absenceKinds)), {
    description: 'Of a day off, for its person and readers of others’ attendance; null for everybody else',
  }),
  half: described(orNull(choice(dayHalves)), { description: 'Of a day off; null for a whole one' }),
  breakMinutes: described(integer(), { description: 'within the plan, no planned work' }),
  approval: described(orNull(choice(approvals)), {
    description: 'Of a day off that was requested; declined and withdrawn ones have no days',
  }),
  declineReason: described(orNull(text()), { description: 'for its person and readers of others’ attendance' }),
  revision: integer(),
  /** only on request, for readers who may bring it back */
  deleted: optional(described(flag, { description: 'Only of a deleted one' })),
});
export type PlanAnswer = TypeOf<typeof plan>;

export const planAnswers = { detail: plan, list: page(plan) };
