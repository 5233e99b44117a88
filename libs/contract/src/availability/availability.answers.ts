import type { TypeOf } from '@gos/domain';
import { day, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, named } from '../kernel/answer';
import { plan } from '../plan/plan.answers';

const week = answer({
  from: day,
  days: arrayOf(day),
  holidays: arrayOf(answer({ date: day, name: text() })),
  people: arrayOf(answer({ user: named, days: arrayOf(answer({ date: day, plans: arrayOf(plan) })) })),
});
export type AvailabilityAnswer = TypeOf<typeof week>;

export const availabilityAnswers = { week };
