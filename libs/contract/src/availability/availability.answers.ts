import type { TypeOf } from '@gos/domain';
import { day, described, integer, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, person } from '../kernel/answer';
import { plan } from '../plan/plan.answers';

const holidays = arrayOf(answer('Holiday', { date: day, name: text() }));

const week = answer('Availability', {
  from: day,
  days: arrayOf(day),
  holidays,
  people: arrayOf(
    answer('PersonAvailability', {
      user: person,
      days: arrayOf(answer('AvailabilityDay', { date: day, plans: arrayOf(plan) })),
    }),
  ),
});
export type AvailabilityAnswer = TypeOf<typeof week>;

const month = answer('MonthOfAvailability', {
  month: integer(),
  year: integer(),
  holidays,
  people: arrayOf(
    answer('PersonInMonth', {
      user: person,
      plans: arrayOf(
        answer('PlanInMonth', {
          plan,
          days: described(arrayOf(day), { description: 'the days of the month on which the plan holds, in order' }),
        }),
      ),
    }),
  ),
});
export type MonthOfAvailabilityAnswer = TypeOf<typeof month>;

const ofYear = answer('Holidays', { items: holidays });
export type HolidaysAnswer = TypeOf<typeof ofYear>;

export const availabilityAnswers = { week, month, holidays: ofYear };
