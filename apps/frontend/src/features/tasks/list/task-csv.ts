import type { PersonRef, TaskRowAnswer } from '@gos/contract';
import { type Money, type PlainField, plainEntryOf, plainFieldsWith } from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import type { TaskColumn } from '../../../entities/task/task-search';
import { amountCell, type Cell, csvOf, momentCell } from '../../../lib/csv';

interface CsvTexts {
  readonly headers: Readonly<Record<TaskColumn, string>>;
  readonly state: (row: TaskRowAnswer) => string;
  readonly person: (person: PersonRef) => string;
  readonly plain: (field: PlainField, value: string | number | boolean) => string;
  readonly locale: string;
}

const plainCell = (field: PlainField) => {
  const { kind } = plainEntryOf(field);
  return ({ [field]: given }: TaskRowAnswer, { plain, person }: CsvTexts): Cell => {
    if (kind === 'instant') return momentCell(given as string | null);
    if (kind === 'money') return amountCell(given as unknown as Money | null);
    if (kind === 'person') return given === null ? '' : person(given as unknown as PersonRef);
    const value = given as string | number | boolean | null;
    return typeof value === 'number' ? value : value === null ? '' : plain(field, value);
  };
};

const values: Record<Exclude<TaskColumn, 'state'>, (row: TaskRowAnswer, texts: CsvTexts) => Cell> = {
  id: (row) => row.id,
  name: (row) => row.name,
  tags: (row) => row.tags.join(', '),
  ...tableOf(plainFieldsWith('column'), plainCell),
  project: (row) => row.project?.name ?? '',
  board: (row) => row.board?.name ?? '',
  deadline: (row) => momentCell(row.deadline),
  shownDate: (row) => row.shownDate ?? '',
  contractor: (row, { person }) => person(row.contractor),
  solver: (row, { person }) => (row.solver ? person(row.solver) : ''),
  createdAt: (row) => momentCell(row.createdAt),
  spentMinutes: (row) => row.spentMinutes,
  usedBudget: (row) => amountCell(row.usedBudget),
};

export function taskCsv(rows: readonly TaskRowAnswer[], columns: readonly TaskColumn[], texts: CsvTexts): string {
  const value = (row: TaskRowAnswer, column: TaskColumn) =>
    column === 'state' ? texts.state(row) : values[column](row, texts);
  const lines = rows.map((row) => columns.map((column) => value(row, column)));
  return csvOf([columns.map((column) => texts.headers[column]), ...lines], texts.locale);
}
