import type { PersonRef, TaskRowAnswer } from '@gos/contract';
import { type Instant, localDay } from '@gos/domain';
import type { TaskColumn } from '../../entities/task/task-search';
import { csvOf } from '../../lib/csv';
import { timeZone } from '../../lib/installation';

interface CsvTexts {
  readonly headers: Readonly<Record<TaskColumn, string>>;
  readonly state: (row: TaskRowAnswer) => string;
  readonly person: (person: PersonRef) => string;
  /** `;` where a comma is the decimal mark, as spreadsheets expect. */
  readonly separator: ',' | ';';
}

/** `2026-11-24 17:00` on the clocks of the installation: spreadsheets know it for a date, and it sorts. */
function momentOf(at: Instant): string {
  const zone = timeZone();
  const clock = { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return `${localDay(at, zone)} ${new Intl.DateTimeFormat('en-GB', clock).format(new Date(at))}`;
}

const values: Record<Exclude<TaskColumn, 'state'>, (row: TaskRowAnswer, texts: CsvTexts) => string> = {
  id: (row) => String(row.id),
  name: (row) => row.name,
  tags: (row) => row.tags.join(', '),
  priority: (row) => String(row.priority),
  project: (row) => row.project?.name ?? '',
  board: (row) => row.board?.name ?? '',
  deadline: (row) => (row.deadline === null ? '' : momentOf(row.deadline)),
  shownDate: (row) => row.shownDate ?? '',
  contractor: (row, { person }) => person(row.contractor),
  solver: (row, { person }) => (row.solver ? person(row.solver) : ''),
  createdAt: (row) => momentOf(row.createdAt),
  spentMinutes: (row) => String(row.spentMinutes),
  usedBudget: (row) => row.usedBudget?.amount ?? '',
};

export function taskCsv(rows: readonly TaskRowAnswer[], columns: readonly TaskColumn[], texts: CsvTexts): string {
  const value = (row: TaskRowAnswer, column: TaskColumn) =>
    column === 'state' ? texts.state(row) : values[column](row, texts);
  const lines = rows.map((row) => columns.map((column) => value(row, column)));
  return csvOf([columns.map((column) => texts.headers[column]), ...lines], texts.separator);
}
