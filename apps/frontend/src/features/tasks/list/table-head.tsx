import { memo } from 'react';
import type { TaskColumn, TaskListView, TaskSort } from '../../../entities/task/task-search';
import { useT } from '../../../i18n';
import pieces from '../../../ui/pieces.module.css';
import { ariaSort, SortButton } from '../../../ui/sort-button';
import { classes } from './list-classes';
import { SelectAll } from './select-box';
import { columnOf } from './task-columns';

const SortableHeader = memo(function SortableHeader({
  column,
  sort,
  onSort,
  width,
}: {
  readonly column: TaskColumn;
  readonly width: number | undefined;
  readonly sort: TaskSort | null;
  readonly onSort: (sort: TaskSort) => void;
}) {
  const t = useT();
  return (
    <th
      scope="col"
      data-column={column}
      style={width === undefined ? undefined : { width }}
      aria-sort={ariaSort(column, sort)}
    >
      <SortButton label={t(columnOf[column].head)} column={column} sort={sort} onSort={onSort} />
    </th>
  );
});

interface TableHeadProps {
  readonly columns: readonly TaskColumn[];
  readonly widthOf: (column: TaskColumn) => number | undefined;
  readonly sort: TaskListView['sort'];
  readonly selected: number;
  readonly rows: number;
  readonly onSelectAll: (all: boolean) => void;
  readonly onSort: (sort: TaskSort) => void;
}

export function TableHead({ columns, widthOf, sort, selected, rows, onSelectAll, onSort }: TableHeadProps) {
  const t = useT();
  return (
    <thead>
      <tr className={classes.headers}>
        <th scope="col" className={classes.select}>
          <SelectAll selected={selected} rows={rows} onChange={onSelectAll} />
        </th>
        {columns.map((column) => (
          <SortableHeader key={column} column={column} sort={sort} onSort={onSort} width={widthOf(column)} />
        ))}
        <th scope="col" className={classes.actionsHeader}>
          <span className={pieces.hidden}>{t('task.row.actions-column')}</span>
        </th>
      </tr>
    </thead>
  );
}

/** On a phone the columns have no headers to see; they are still read out. */
export function PhoneTableHead({ other }: { readonly other: 'contractor' | 'solver' }) {
  const t = useT();
  return (
    <>
      <colgroup>
        <col style={{ width: 46 }} />
        <col />
        <col style={{ width: 34 }} />
        <col style={{ width: 44 }} />
      </colgroup>
      <thead className={pieces.hidden}>
        <tr>
          <th scope="col">{t('task.field.state')}</th>
          <th scope="col">{t('task.field.name')}</th>
          <th scope="col">{t(columnOf[other].head)}</th>
          <th scope="col">{t('task.row.actions-column')}</th>
        </tr>
      </thead>
    </>
  );
}
