import { addDays, type Day, type NewRepeatedTask, weekdayOf } from '@gos/domain';
import type { Stage } from './scenes';
import { positionOf, teams } from './staff';

/** The company's repeated tasks; the clock generates their occurrences. */
export interface RepeatedStep {
  readonly on: 'repeated';
  readonly at: number;
  readonly by: number;
  readonly repeatedTaskId: number;
  readonly body: NewRepeatedTask;
}

const minuteMs = 60_000;

/** The next day from tomorrow on with this weekday, 1 to 7 from Monday. */
const nextWeekday = (today: Day, weekday: number): Day => addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1);

/** The next day from tomorrow on with this day of the month, which every month has. */
function nextOfMonth(today: Day, date: number): Day {
  let day = addDays(today, 1);
  while (Number(day.slice(8)) !== date) day = addDays(day, 1);
  return day;
}

/** The first of these days of a year from tomorrow on. */
function nextOfYear(today: Day, days: readonly string[]): Day {
  let day = addDays(today, 1);
  while (!days.includes(day.slice(5))) day = addDays(day, 1);
  return day;
}

/** Creates repeated tasks by the department leads, an hour or so ago. */
export function planRepeated({ now, time }: Stage): RepeatedStep[] {
  const today = time.dayOf(now);
  const at = (day: Day, minutes: number) => new Date(time.moment(day, minutes)).toISOString();
  const { office, warehouse, accounting, it } = teams;
  const given: readonly (readonly [by: number, body: NewRepeatedTask])[] = [
    [
      accounting.lead,
      {
        name: 'Zpracovat mzdy',
        firstDeadline: at(nextOfMonth(today, 10), 16 * 60),
        repeat: 'monthly',
        solverId: 17,
        showFrom: 5 * 24 * 60,
        template: {
          priority: 8,
          tags: ['mzdy'],
          description: '<p>Podklady z docházky jsou uzavřené k 5. dni v měsíci. Výplatnice rozeslat tentýž den.</p>',
          estimateMinutes: 6 * 60,
        },
      },
    ],
    [
      warehouse.lead,
      {
        name: 'Kontrola skladových zásob',
        firstDeadline: at(nextWeekday(today, 5), 14 * 60),
        repeat: 'weekly',
        solverId: 4,
        generateAhead: 2,
        template: {
          tags: ['sklad', 'zásoby'],
          description: '<p>Projít regály A až F a porovnat se stavem v evidenci.</p>',
        },
      },
    ],
    [
      accounting.lead,
      {
        name: 'Přiznání k DPH za čtvrtletí',
        firstDeadline: at(nextOfYear(today, ['01-25', '04-25', '07-25', '10-25']), 23 * 60 + 59),
        repeat: 'monthly',
        period: 'three-months',
        solverId: 18,
        template: { priority: 9, tags: ['daně', 'DPH'], passive: [office.lead] },
      },
    ],
    [
      office.lead,
      {
        name: 'Cvičný požární poplach',
        firstDeadline: at(nextOfYear(today, ['09-15']), 10 * 60),
        repeat: 'yearly',
        createFor: 'position',
        positionId: positionOf({ department: 'warehouse' }),
        showFrom: 14 * 24 * 60,
        template: { tags: ['bezpečnost'] },
      },
    ],
    [
      it.lead,
      {
        name: 'Porada vývoje',
        firstDeadline: at(nextWeekday(today, 1), 9 * 60 + 30),
        repeat: 'weekly',
        createFor: 'meeting',
        positionId: positionOf({ department: 'it' }),
        template: { estimateMinutes: 45, description: '<p>Co je hotové, co stojí, co přijde dál.</p>' },
      },
    ],
    [
      it.lead,
      {
        name: 'Obnova zálohy na zkoušku',
        firstDeadline: at(nextWeekday(today, 3), 17 * 60),
        repeat: 'weekly',
        period: 'two-weeks',
        endRepeat: 'after',
        repeatCount: 12,
        solverId: 19,
        template: { priority: 6, tags: ['zálohy'] },
      },
    ],
  ];
  return given.map(([by, body], index) => ({
    on: 'repeated',
    at: now - (given.length - index) * 11 * minuteMs,
    by,
    repeatedTaskId: index + 1,
    body,
  }));
}
