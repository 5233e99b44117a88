import { limits, monthOfYear } from '@gos/domain';
import { id, list, object } from '@gos/domain/kernel/shape';
import { operations } from '../kernel/operation';
import { describedAsTexts, explained, moment, orNone, param, required, wholeBetween } from '../kernel/query';
import { attendanceAnswers } from './attendance.answers';
import { attendanceRoutes } from './attendance.routes';

const month = explained(wholeBetween(1, 12), 'that of today unless said otherwise');
const year = explained(param.year, 'that of today unless said otherwise');
const userId = explained(
  param.id,
  'oneself unless said otherwise; somebody else is for auditors and people with the attendance of others',
);

const missing = explained(param.flag, 'whether days before today have planned work and no recorded time');

/** Everybody's month. The lists of whole months and of numbers have the same people in the same order. */
const everybody = {
  own: { month, year, at: moment },
  sort: ['name', 'planned', 'worked', 'difference', 'overtime', 'missing', 'closed'],
  filters: {
    user: describedAsTexts(param.id),
    position: explained(describedAsTexts(orNone(param.id)), 'none for people without a position'),
    missing,
    closed: param.flag,
  },
  words: 'words of the name',
} as const;

export const attendanceOperations = operations('Attendance', attendanceRoutes, {
  month: { body: null, query: { own: { userId, month, year, at: moment } }, answer: attendanceAnswers.month },
  months: {
    body: null,
    query: everybody,
    answer: attendanceAnswers.months,
  },
  teamMonth: { body: null, query: everybody, answer: attendanceAnswers.teamMonth },
  remind: {
    id: 'remindOfMissingDays',
    body: object({ ...monthOfYear, userIds: list(id, { max: limits.remindedAtOnce }) }),
    answer: attendanceAnswers.reminders,
  },
  vacation: {
    id: 'getVacationBalance',
    body: null,
    query: { own: { userId, year } },
    answer: attendanceAnswers.vacation,
  },
  day: {
    body: null,
    query: { own: { userId, date: explained(param.day, 'today unless said otherwise'), at: moment } },
    answer: attendanceAnswers.day,
  },
  activity: {
    body: null,
    query: {
      own: {
        userId: explained(param.id, 'oneself unless said otherwise; a collaborator sees themselves only'),
        from: required(param.day),
        to: explained(required(param.day), 'the last day, at most a year after the first'),
      },
    },
    answer: attendanceAnswers.activity,
  },
});
