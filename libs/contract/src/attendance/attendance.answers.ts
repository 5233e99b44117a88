import { absenceKinds, planTypes, type TypeOf } from '@gos/domain';
import { choice, day, described, flag, halfDays, instant, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, named, page, person } from '../kernel/answer';
import { plan } from '../plan/plan.answers';
import { activityItem } from '../task/task.answers';
import { entry, workedTask } from '../work/work.answers';

/** Work on one task for one contract. */
const workedOn = answer('WorkedTaskTime', {
  ...workedTask.fields,
  project: orNull(named),
  contractId: orNull(text()),
  minutes: integer(),
});
export type WorkedOn = TypeOf<typeof workedOn>;

const sums = { plannedMinutes: integer(), workedMinutes: integer() };

/** A part of an absence that falls on one day. */
const dayAbsence = answer('Absence', {
  kind: choice(absenceKinds),
  days: described(halfDays(), { description: 'in halves of days' }),
});

const monthDay = answer('AttendanceMonthDay', {
  date: day,
  ...sums,
  breakMinutes: described(integer(), { description: 'of its plans, which plannedMinutes leaves out' }),
  holiday: described(orNull(text()), { description: 'its name' }),
  planned: described(arrayOf(choice(planTypes)), { description: 'the types of its plans' }),
  absences: described(arrayOf(dayAbsence), { description: 'of a working day that is no holiday; together at most 1' }),
  flagged: described(flag, { description: 'forgotten work waits for its true end' }),
  tasks: arrayOf(workedOn),
});
export type AttendanceMonthDay = TypeOf<typeof monthDay>;

const adjustment = answer('AttendanceAdjustment', {
  entryId: integer(),
  date: described(day, { description: 'the day on which the entry begins now' }),
  task: workedTask,
  was: described(integer(), { description: 'minutes of the entry in this month' }),
  is: integer(),
  by: orNull(person),
  at: instant,
  reason: described(orNull(text()), { description: 'null for adjustments of older versions, and for undos' }),
});

const overtime = {
  overtimeMinutes: described(orNull(integer()), {
    description:
      'Balance of the days before today at the end of the month; null without a beginning, before it, and at a moment of the past',
  }),
};

/** The facts that somebody checks before they close a month. */
const checked = {
  absences: described(arrayOf(dayAbsence), { description: 'of working days that are no holidays, by kind' }),
  missingDays: described(arrayOf(day), { description: 'days before today with planned work and no recorded time' }),
  runningSince: described(orNull(instant), { description: 'work that began in this month and runs' }),
};

const closing = {
  closed: described(flag, { description: 'all of the month' }),
  closedTo: described(orNull(day), { description: 'the last closed day' }),
  closedAt: orNull(instant),
};

const month = answer('AttendanceMonth', {
  userId: integer(),
  user: person,
  month: integer(),
  year: integer(),
  days: arrayOf(monthDay),
  totals: described(answer('AttendanceTotals', sums), {
    description: 'Of a closed month as they were when it was closed; adjustments come beside them',
  }),
  differenceMinutes: described(integer(), {
    description: 'Worked less planned minutes of the days before today, without adjustments',
  }),
  ...overtime,
  overtimeStart: described(
    orNull(
      answer('OvertimeStart', {
        date: day,
        minutes: described(integer(), { description: 'at the beginning of the day' }),
      }),
    ),
    { description: 'Beginning of the balance; null where none is kept' },
  ),
  ...checked,
  ...closing,
  closedBy: orNull(person),
  adjustments: arrayOf(adjustment),
});
export type AttendanceMonth = TypeOf<typeof month>;

/** One person's month in numbers. */
const teamMonth = answer('TeamMonth', {
  userId: integer(),
  user: person,
  ...sums,
  differenceMinutes: described(integer(), { description: 'as in the month: of the days before today' }),
  ...overtime,
  ...checked,
  flaggedDays: described(arrayOf(day), { description: 'days on which forgotten work began' }),
  ...closing,
  adjustedMinutes: described(integer(), { description: 'corrections since the month was closed' }),
});
export type TeamMonth = TypeOf<typeof teamMonth>;

const reminders = answer('MissingDayReminders', {
  reminded: arrayOf(person),
  already: described(arrayOf(person), { description: 'reminded of this month today before' }),
  skipped: described(arrayOf(person), { description: 'without missing days in the open part of the month' }),
});
export type MissingDayReminders = TypeOf<typeof reminders>;
const days = (description: string) => described(halfDays(), { description });

/** A person's vacation in a year, in halves of days; null where no allowance is set. */
const vacation = answer('VacationBalance', {
  userId: integer(),
  user: person,
  year: integer(),
  allowanceDays: orNull(halfDays()),
  carriedOverDays: orNull(days('left from the year before; negative where more was taken')),
  usedDays: days('approved days before today'),
  plannedDays: days('approved days of today and later'),
  requestedDays: halfDays(),
  leftDays: orNull(days('allowance and carried over, less used, planned and requested; negative beyond the balance')),
  lastYearLeftDays: orNull(days('the days left of the year before, which may be carried over')),
  holidays: described(arrayOf(day), { description: 'days of the year that count as no vacation' }),
});
export type VacationBalance = TypeOf<typeof vacation>;

/** A text that the person wrote: a comment on a task, or the note of an entry. */
const comment = answer('AttendanceComment', {
  at: instant,
  task: workedTask,
  text: text(),
  entryId: orNull(integer()),
});
export type AttendanceComment = TypeOf<typeof comment>;

const log = answer('AttendanceLog', { ...activityItem.fields, task: workedTask });
export type AttendanceLog = TypeOf<typeof log>;

const attendanceDay = answer('AttendanceDay', {
  date: day,
  user: person,
  ...sums,
  holiday: orNull(text()),
  closed: flag,
  entries: arrayOf(
    answer('AttendanceEntry', {
      ...entry.fields,
      dayMinutes: described(integer(), { description: 'its part on this day' }),
    }),
  ),
  plans: arrayOf(plan),
  comments: arrayOf(comment),
  tasks: arrayOf(workedOn),
  logs: arrayOf(log),
});
export type AttendanceDay = TypeOf<typeof attendanceDay>;

const activity = answer('AttendanceActivity', {
  user: person,
  from: day,
  to: day,
  workedMinutes: integer(),
  days: arrayOf(answer('ActiveDay', { date: day, workedMinutes: integer(), tasks: arrayOf(workedOn) })),
  logs: described(arrayOf(log), { description: 'the latest, of tasks that the reader sees' }),
});
export type AttendanceActivity = TypeOf<typeof activity>;

export const attendanceAnswers = {
  month,
  months: page(month),
  teamMonth: page(teamMonth),
  reminders,
  vacation,
  day: attendanceDay,
  activity,
};
