import type { AttendanceMonth, WorkedOn } from '@gos/contract';
import { roundedMonth } from './rounded-month';

const user = { id: 3, name: 'Petr Malý' };
const task = (id: number, minutes: number): WorkedOn => ({
  id,
  name: `Úkol ${id}`,
  project: null,
  contractId: null,
  minutes,
});
const month: AttendanceMonth = {
  ...{ userId: 3, user, month: 2, year: 2028, closed: true, closedTo: '2028-02-29', closedAt: null, closedBy: null },
  days: [
    {
      ...{
        date: '2028-02-29',
        plannedMinutes: 487,
        workedMinutes: 30,
        breakMinutes: 20,
        holiday: null,
        flagged: false,
      },
      ...{ planned: ['at_work'], absences: [], tasks: [task(1, 22), task(2, 8)] },
    },
  ],
  totals: { plannedMinutes: 487, workedMinutes: 20 },
  differenceMinutes: -467,
  overtimeMinutes: 308,
  overtimeStart: null,
  absences: [],
  missingDays: [],
  runningSince: null,
  adjustments: [
    {
      ...{ entryId: 7, date: '2028-02-29', task: { id: 1, name: 'Úkol 1' } },
      ...{ was: 10, is: 20, by: null, at: '2028-03-01T08:00:00.000Z', reason: null },
    },
  ],
};

it('rounds the work on each task, and sums what it rounded', () => {
  const rounded = roundedMonth(month, 15);
  expect(rounded.days[0]).toMatchObject({
    plannedMinutes: 480,
    breakMinutes: 15,
    workedMinutes: 30,
    tasks: [{ minutes: 15 }, { minutes: 15 }],
  });
  expect(rounded.totals).toEqual({ plannedMinutes: 480, workedMinutes: 30 });
  expect(rounded.overtimeMinutes).toBe(315);
  expect(rounded.adjustments).toMatchObject([{ was: 15, is: 15 }]);
});

it('leaves times as they were recorded where nothing is rounded', () => {
  expect(roundedMonth(month, 0)).toBe(month);
});
