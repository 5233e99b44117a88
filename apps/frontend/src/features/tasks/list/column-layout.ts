import { plainEntryOf, plainFieldsWith } from '@gos/domain';
import { type FieldKind } from '@gos/domain/kernel/fields';
import { tableOf } from '@gos/domain/kernel/tables';
import type { TaskColumn } from '../../../entities/task/task-search';

type Widths = Readonly<Record<Exclude<TaskColumn, 'name'>, number>>;

/** Pixels that the name of a task has before any other column is shown. */
export const leastNameWidth = 320;
/** The check box and the buttons at a row's ends. */
const endsWidth = 34 + 72;

const widthOfKind: Readonly<Record<FieldKind, number>> = {
  line: 140,
  integer: 66,
  choice: 110,
  day: 100,
  flag: 96,
  duration: 104,
  instant: 126,
  money: 118,
  person: 140,
};

const plainWidths = (widths: typeof widthOfKind) =>
  tableOf(plainFieldsWith('column'), (field) => widths[plainEntryOf(field).kind]);

const normal: Widths = {
  ...plainWidths(widthOfKind),
  id: 60,
  tags: 150,
  state: 108,
  project: 128,
  board: 128,
  deadline: 126,
  shownDate: 100,
  contractor: 140,
  solver: 140,
  spentMinutes: 104,
  usedBudget: 118,
  createdAt: 110,
};
/** With room, names of projects and people have it too. */
const wide: Widths = {
  ...normal,
  ...plainWidths({ ...widthOfKind, person: 190, instant: 140, day: 140 }),
  ...{ project: 210, board: 210, contractor: 190, solver: 190, tags: 190 },
  ...{ state: 140, deadline: 140, shownDate: 140, createdAt: 140, priority: 90 },
};
/** People are circles without names. */
const narrow: Widths = { ...normal, id: 58, project: 104, deadline: 100, contractor: 84, solver: 64 };
/** States are signs without words too. */
const tight: Widths = { ...narrow, state: 56, project: 92 };

const looks = { wide, normal, narrow, tight } as const;
type TableLook = keyof typeof looks;

/** Width of a project's column in which no row has a project. */
const emptyProjectWidth = 72;

/** Columns in the order in which they give way after the reader's own, the least important first. */
const givingWay: readonly TaskColumn[] = [
  ...plainFieldsWith('column').filter((field) => field !== 'priority'),
  'createdAt',
  'usedBudget',
  'spentMinutes',
  'id',
  'board',
  'tags',
  'shownDate',
  'priority',
  'project',
  'contractor',
  'solver',
  'state',
  'deadline',
];

interface ColumnLayout {
  readonly look: TableLook;
  readonly columns: readonly TaskColumn[];
  readonly widthOf: (column: TaskColumn) => number | undefined;
  /** Pixels below which the table scrolls sideways. */
  readonly leastWidth: number;
}

interface ColumnNeeds {
  readonly columns: readonly TaskColumn[];
  /** Pixels of the list; null before it is measured. */
  readonly available: number | null;
  /** No row has a project. */
  readonly projectless: boolean;
  /** The reader chose the columns: all of them stay, and the table scrolls. */
  readonly chosen: boolean;
  /** The column that mostly names the reader. */
  readonly own: TaskColumn;
  /** The column that sorts the list never gives way. */
  readonly sorted: TaskColumn | null;
}

/** Chooses columns and their widths, so that the name of a task always has room. */
export function layOutColumns({ columns, available, projectless, chosen, own, sorted }: ColumnNeeds): ColumnLayout {
  const widthIn = (look: TableLook) => (column: TaskColumn) => {
    if (column === 'name') return undefined;
    return column === 'project' && projectless ? emptyProjectWidth : looks[look][column];
  };
  const least = (look: TableLook, of: readonly TaskColumn[]) =>
    endsWidth + leastNameWidth + of.reduce((sum, column) => sum + (widthIn(look)(column) ?? 0), 0);
  const layout = (look: TableLook, of: readonly TaskColumn[]): ColumnLayout => ({
    look,
    columns: of,
    widthOf: widthIn(look),
    leastWidth: least(look, of),
  });
  if (available === null) return layout('normal', columns);

  const fitting = (['wide', 'normal', 'narrow', 'tight'] as const).find(
    (look) => least(look, columns) <= available && (look !== 'wide' || available >= 1500),
  );
  if (fitting !== undefined) return layout(fitting, columns);
  if (chosen) return layout('tight', columns);
  let left = columns;
  for (const column of [own, ...givingWay]) {
    if (least('tight', left) <= available) break;
    if (column !== sorted) left = left.filter((one) => one !== column);
  }
  return layout('tight', left);
}
