import type { AttendanceMonth, AttendanceMonthDay, PersonRef, WorkedOn } from '@gos/contract';
import { type AbsenceKind, localDay } from '@gos/domain';
import { type Cell, csvOf } from '../../../lib/csv';

const columns = [
  'person',
  'date',
  'holiday',
  'planned',
  'break',
  'absence',
  'absence-days',
  'worked',
  'task-id',
  'task',
  'project',
  'contract',
  'adjustment',
  'adjusted-from',
  'adjusted-to',
  'adjusted-by',
  'adjusted-on',
  'adjusted-for',
  'overtime',
] as const;
export type CsvColumn = (typeof columns)[number];

interface MonthCsvTexts {
  readonly headers: Readonly<Record<CsvColumn, string>>;
  readonly hidden: string;
  readonly kinds: Readonly<Record<AbsenceKind, string>>;
  readonly person: (person: PersonRef) => string;
  readonly locale: string;
  /** Days are days of it. */
  readonly zone: string;
}

type Line = Partial<Record<CsvColumn, Cell>>;

function linesOfDay(day: AttendanceMonthDay, { hidden, kinds }: Pick<MonthCsvTexts, 'hidden' | 'kinds'>): Line[] {
  const { date, holiday, plannedMinutes, breakMinutes, absences, tasks } = day;
  const worked = ({ id, name, project, contractId, minutes }: WorkedOn): Line => ({
    worked: minutes,
    'task-id': id,
    task: name ?? hidden,
    project: project?.name,
    contract: contractId ?? '',
  });
  const [first = { worked: 0 }, ...others] = tasks.map(worked);
  // Only the first line of a day has the plan, so that a column adds up.
  const ofDay = { date, holiday: holiday ?? '' };
  const off = absences.length > 0 && {
    absence: absences.map(({ kind }) => kinds[kind]).join(', '),
    'absence-days': absences.reduce((sum, { days }) => sum + days, 0),
  };
  return [
    { ...ofDay, planned: plannedMinutes, break: breakMinutes, ...off, ...first },
    ...others.map((line) => ({ ...ofDay, ...line })),
  ];
}

/** A line for each day and what was worked on it, in minutes; then the adjustments of a closed month, and the balance of overtime. */
export function monthCsv(
  months: readonly AttendanceMonth[],
  { headers, hidden, kinds, person, locale, zone }: MonthCsvTexts,
): string {
  const lines = months.flatMap(({ user, days, adjustments, overtimeMinutes }) => [
    ...days
      .flatMap((day) => linesOfDay(day, { hidden, kinds }))
      .map((line): Line => ({ person: person(user), ...line })),
    // Days already contain the corrected times: an adjustment is listed but not added.
    ...adjustments.map(
      ({ date, task, was, is, by, at, reason }): Line => ({
        person: person(user),
        date,
        'task-id': task.id,
        task: task.name ?? hidden,
        adjustment: is - was,
        'adjusted-from': was,
        'adjusted-to': is,
        'adjusted-by': by && person(by),
        'adjusted-on': localDay(at, zone),
        'adjusted-for': reason,
      }),
    ),
    ...(overtimeMinutes === null
      ? []
      : [{ person: person(user), date: days.at(-1)!.date, overtime: overtimeMinutes } satisfies Line]),
  ]);
  return csvOf(
    [columns.map((column) => headers[column]), ...lines.map((line) => columns.map((column) => line[column] ?? null))],
    locale,
  );
}
