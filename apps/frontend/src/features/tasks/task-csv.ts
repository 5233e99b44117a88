import { type Instant, localDay } from '@gos/domain';
import type { TaskRowAnswer } from '@gos/projections';
import type { TaskColumn } from '../../entities/task/task-search';
import { timeZone } from '../../lib/installation';

interface CsvTexts {
  readonly headers: Readonly<Record<TaskColumn, string>>;
  readonly state: (row: TaskRowAnswer) => string;
  /** `;` where a comma is the decimal mark, as spreadsheets expect. */
  readonly separator: ',' | ';';
}

/** `2026-11-24 17:00` on the clocks of the installation: spreadsheets know it for a date, and it sorts. */
function momentOf(at: Instant): string {
  const zone = timeZone();
  const clock = { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return `${localDay(at, zone)} ${new Intl.DateTimeFormat('en-GB', clock).format(new Date(at))}`;
}

const values: Record<Exclude<TaskColumn, 'state'>, (row: TaskRowAnswer) => string> = {
  id: (row) => String(row.id),
  name: (row) => row.name,
  tags: (row) => row.tags.join(', '),
  priority: (row) => String(row.priority),
  project: (row) => row.project?.name ?? '',
  board: (row) => row.board?.name ?? '',
  deadline: (row) => (row.deadline === null ? '' : momentOf(row.deadline)),
  shownDate: (row) => row.shownDate ?? '',
  contractor: (row) => row.contractor.name,
  solver: (row) => row.solver?.name ?? '',
  createdAt: (row) => momentOf(row.createdAt),
};

function cell(text: string, separator: string): string {
  // A spreadsheet would run a cell that begins like a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return safe.includes(separator) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The first line names the columns. */
export function csvOf(lines: readonly (readonly string[])[], separator: ',' | ';'): string {
  return lines.map((cells) => `${cells.map((text) => cell(text, separator)).join(separator)}\r\n`).join('');
}

export function taskCsv(rows: readonly TaskRowAnswer[], columns: readonly TaskColumn[], texts: CsvTexts): string {
  const value = (row: TaskRowAnswer, column: TaskColumn) =>
    column === 'state' ? texts.state(row) : values[column](row);
  const lines = rows.map((row) => columns.map((column) => value(row, column)));
  return csvOf([columns.map((column) => texts.headers[column]), ...lines], texts.separator);
}

export function downloadCsv(name: string, csv: string): void {
  // The byte order mark tells spreadsheets that this is UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
