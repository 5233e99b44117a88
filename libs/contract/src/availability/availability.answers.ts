import type { TypeOf } from '@gos/domain';
import { day, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, person } from '../kernel/answer';
import { plan } from '../plan/plan.answers';

const week = answer('Availability', {
  from: day,
  days: arrayOf(day),
  holidays: arrayOf(answer('Holiday', { date: day, name: text() })),
  people: arrayOf(
    answer('PersonAvailability', {
      user: person,
      days: arrayOf(answer('AvailabilityDay', { date: day, plans: arrayOf(plan) })),
    }),
  ),
});
export type AvailabilityAnswer = TypeOf<typeof week>;

export const availabilityAnswers = { week };
