import { operations } from '../kernel/operation';
import { explained, moment, param, required, wholeBetween } from '../kernel/query';
import { attendanceAnswers } from './attendance.answers';
import { attendanceRoutes } from './attendance.routes';

const month = explained(wholeBetween(1, 12), 'that of today unless said otherwise');
const year = explained(param.year, 'that of today unless said otherwise');
const userId = explained(param.id, 'oneself unless said otherwise; somebody else is for admins and auditors');

export const attendanceOperations = operations('Attendance', attendanceRoutes, {
  month: { body: null, query: { own: { userId, month, year, at: moment } }, answer: attendanceAnswers.month },
  months: {
    body: null,
    query: { own: { month, year, at: moment }, sort: [], filters: {}, words: 'words of the name' },
    answer: attendanceAnswers.months,
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
