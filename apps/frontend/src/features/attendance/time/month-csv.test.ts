import type { AttendanceMonth, PersonRef } from '@gos/contract';
import { absenceKinds } from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import { monthCsv } from './month-csv';

const headers = {
  person: 'Person',
  date: 'Date',
  holiday: 'Holiday',
  planned: 'Planned',
  break: 'Break',
  absence: 'Absence',
  'absence-days': 'Absence days',
  worked: 'Worked',
  'task-id': 'Id',
  task: 'Task',
  project: 'Project',
  contract: 'Contract',
  adjustment: 'Adjustment',
  'adjusted-from': 'Before',
  'adjusted-to': 'After',
  'adjusted-by': 'Adjusted by',
  'adjusted-on': 'Adjusted on',
  'adjusted-for': 'Reason',
  overtime: 'Overtime',
};
const day = {
  holiday: null,
  planned: [],
  absences: [],
  flagged: false,
  plannedMinutes: 0,
  breakMinutes: 0,
  workedMinutes: 0,
  tasks: [],
};
const month: AttendanceMonth = {
  userId: 1,
  user: { id: 1, name: '=Jan' },
  month: 11,
  year: 2026,
  days: [
    {
      ...day,
      date: '2026-11-16',
      plannedMinutes: 510,
      breakMinutes: 30,
      tasks: [
        { id: 12, name: 'Nabídka; "první"', project: { id: 5, name: 'Web' }, contractId: 'S-1', minutes: 90 },
        { id: null, name: null, project: null, contractId: null, minutes: 30 },
      ],
    },
    { ...day, date: '2026-11-17', holiday: 'Den boje' },
    {
      ...day,
      date: '2026-11-18',
      absences: [
        { kind: 'vacation', days: 0.5 },
        { kind: 'doctor', days: 0.5 },
      ],
    },
  ],
  differenceMinutes: 0,
  overtimeMinutes: -90,
  overtimeStart: null,
  absences: [],
  missingDays: [],
  runningSince: null,
  totals: { plannedMinutes: 510, workedMinutes: 120 },
  closed: true,
  closedTo: '2026-11-30',
  closedAt: null,
  closedBy: null,
  adjustments: [
    {
      ...{ entryId: 7, date: '2026-11-16', task: { id: 12, name: 'Nabídka' } },
      ...{ was: 60, is: 80, by: { id: 2, name: 'Eva' }, at: '2026-12-01T23:30:00.000Z', reason: 'Porada; navíc' },
    },
    {
      ...{ entryId: 8, date: '2026-11-18', task: { id: null, name: null } },
      ...{ was: 60, is: 45, by: null, at: '2026-12-02T09:00:00.000Z', reason: null },
    },
  ],
};

const kinds = tableOf(absenceKinds, (kind) => kind);

/** Formats a name as for people with the same name. */
const person = ({ id, name }: PersonRef) => `${name} #${id}`;

// The adjustment is of the first hour of a day in Prague.
it('has a line for each day and task, runs no formulas and adds up', () => {
  expect(
    monthCsv([month], { headers, hidden: 'hidden', kinds, person, locale: 'cs', zone: 'Europe/Prague' }).split('\r\n'),
  ).toEqual([
    'Person;Date;Holiday;Planned;Break;Absence;Absence days;Worked;Id;Task;Project;Contract;Adjustment;Before;After;Adjusted by;Adjusted on;Reason;Overtime',
    `'=Jan #1;2026-11-16;;510;30;;;90;12;"Nabídka; ""první""";Web;S-1;;;;;;;`,
    `'=Jan #1;2026-11-16;;;;;;30;;hidden;;;;;;;;;`,
    `'=Jan #1;2026-11-17;Den boje;0;0;;;0;;;;;;;;;;;`,
    `'=Jan #1;2026-11-18;;0;0;vacation, doctor;1;0;;;;;;;;;;;`,
    `'=Jan #1;2026-11-16;;;;;;;12;Nabídka;;;20;60;80;Eva #2;2026-12-02;"Porada; navíc";`,
    `'=Jan #1;2026-11-18;;;;;;;;hidden;;;-15;60;45;;2026-12-02;;`,
    `'=Jan #1;2026-11-18;;;;;;;;;;;;;;;;;-90`,
    '',
  ]);
});
