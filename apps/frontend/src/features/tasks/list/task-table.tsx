import type { NamedRef, TaskRowAnswer } from '@gos/contract';
import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowRight, IconArrowUp, IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { ProjectSquare } from '../../../entities/project/project-square';
import { solverLists, type TaskListName } from '../../../entities/task/task-lists';
import type { TaskColumn, TaskListView, TaskSort } from '../../../entities/task/task-search';
import { type MessageId, useT } from '../../../i18n';
import { classes } from './list-classes';
import type { RowEvents } from './row-events';
import { SelectAll } from './select-box';
import { PhoneTaskRow, TaskRow } from './task-row';
import { useTaskHref } from './use-task-href';

export const columnMessages = {
  id: 'task.field.id',
  name: 'task.field.name',
  tags: 'task.field.tags',
  state: 'task.field.state',
  priority: 'task.field.priority',
  project: 'task.field.project',
  board: 'task.field.board',
  deadline: 'task.field.deadline',
  shownDate: 'task.field.shown-date',
  contractor: 'task.field.contractor',
  solver: 'task.field.solver',
  createdAt: 'task.field.created',
} as const satisfies Record<TaskColumn, MessageId>;

/** Pixels of each column, beside the name, which has what is left. */
const widths: Record<TaskColumn, number> = {
  id: 60,
  name: 240,
  tags: 150,
  state: 108,
  priority: 66,
  project: 128,
  board: 128,
  deadline: 126,
  shownDate: 100,
  contractor: 140,
  solver: 140,
  createdAt: 110,
};

interface TaskTableProps {
  readonly list: TaskListName;
  readonly label: string;
  readonly view: TaskListView;
  /** undefined while they are on their way */
  readonly rows: readonly TaskRowAnswer[] | undefined;
  /** Of these the list holds no more; they are going, or wait until they may. */
  readonly left: ReadonlySet<number>;
  readonly places: ReadonlyMap<number, number>;
  readonly held: boolean;
  /** It has stood here for a while: what comes now is seen to come. */
  readonly settled: boolean;
  readonly total: number | undefined;
  /** How many are expected, while they are on their way. */
  readonly expected: number;
  readonly phone: boolean;
  readonly currentId: number | null;
  readonly menuId: number | null;
  readonly selected: ReadonlySet<number>;
  /** What others changed since it was last looked at. */
  readonly news: ReadonlySet<number>;
  readonly events: RowEvents;
  readonly onSelectAll: (all: boolean) => void;
  readonly onSort: (sort: TaskSort) => void;
}

interface Group {
  readonly project: NamedRef | null;
  readonly rows: readonly TaskRowAnswer[];
  /** Some of them stand on another page. */
  readonly goesOn?: boolean;
}

function groupByProject(rows: readonly TaskRowAnswer[]): Group[] {
  const groups = new Map<number | null, TaskRowAnswer[]>();
  for (const row of rows) {
    const id = row.project?.id ?? null;
    groups.set(id, [...(groups.get(id) ?? []), row]);
  }
  return [...groups.values()].map((group) => ({ project: group[0]!.project, rows: group }));
}

/** The first and the last group of a page may have more rows on the pages beside it. */
function pagedGroups(rows: readonly TaskRowAnswer[], view: TaskListView, total: number): Group[] {
  const groups = groupByProject(rows);
  const before = view.page > 1;
  const after = view.page * view.pageSize < total;
  return groups.map((group, index) => ({
    ...group,
    goesOn: (before && index === 0) || (after && index === groups.length - 1),
  }));
}

const SortableHeader = memo(function SortableHeader({
  column,
  sort,
  onSort,
  empty,
}: {
  readonly column: TaskColumn;
  /** No row has anything in it, so that it need not take much room. */
  readonly empty: boolean;
  readonly sort: TaskSort | null;
  readonly onSort: (sort: TaskSort) => void;
}) {
  const t = useT();
  const ascending = sort === column;
  const descending = sort === `-${column}`;
  const Arrow = descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={classes.header}
      data-column={column}
      data-empty={empty || undefined}
      aria-sort={ascending ? 'ascending' : descending ? 'descending' : undefined}
    >
      <UnstyledButton className={classes.sort} onClick={() => onSort(ascending ? `-${column}` : column)}>
        {t(columnMessages[column])}
        <Arrow
          size={13}
          stroke={1.75}
          aria-hidden
          className={classes.arrow}
          data-on={ascending || descending || undefined}
        />
      </UnstyledButton>
    </th>
  );
});

const skeletonWidths = [62, 48, 70, 40, 55, 66, 44, 58];

/** As many rows as are expected, so that nothing below them jumps. */
function SkeletonRows({
  columns,
  phone,
  expected,
}: {
  readonly columns: number;
  readonly phone: boolean;
  readonly expected: number;
}) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: expected }, (_, index) => (
        <tr key={index} className={phone ? classes.phoneRow : classes.row} data-still>
          <td colSpan={columns} className={classes.skeletonCell}>
            <span
              className={classes.bone}
              style={{
                width: `${skeletonWidths[index % skeletonWidths.length]}%`,
                opacity: Math.max(0.2, 1 - index * 0.08),
              }}
            />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

function ProjectGroup({
  group,
  span,
  children,
}: {
  readonly group: Group;
  readonly span: number;
  readonly children: ReactNode;
}) {
  const t = useT();
  const [closed, setClosed] = useState(false);
  const name = group.project?.name ?? t('task.list.no-project');
  return (
    <tbody>
      <tr className={classes.group}>
        <th colSpan={span} scope="rowgroup">
          <UnstyledButton className={classes.groupButton} aria-expanded={!closed} onClick={() => setClosed(!closed)}>
            <IconChevronDown
              size={15}
              stroke={1.75}
              className={classes.chevron}
              data-closed={closed || undefined}
              aria-hidden
            />
            {group.project ? (
              <ProjectSquare id={group.project.id} />
            ) : (
              <span className={classes.noProject} aria-hidden />
            )}
            <span className={classes.groupName}>{name}</span>{' '}
            <span className={classes.groupCount} title={group.goesOn ? t('task.list.goes-on') : undefined}>
              {group.rows.length}
              {group.goesOn && '+'}
            </span>
          </UnstyledButton>
          {group.project && (
            <Link
              to="/tasks/project/$projectId"
              params={{ projectId: group.project.id }}
              className={classes.groupLink}
              aria-label={t('task.list.open-project', { name })}
              title={t('task.list.open-project', { name })}
              preload={false}
            >
              <IconArrowRight size={15} stroke={1.75} aria-hidden />
            </Link>
          )}
        </th>
      </tr>
      {!closed && children}
    </tbody>
  );
}

export function TaskTable({
  list,
  label,
  view,
  rows,
  left,
  places,
  held,
  settled,
  total,
  expected,
  phone,
  currentId,
  menuId,
  selected,
  news,
  events,
  onSelectAll,
  onSort,
}: TaskTableProps) {
  const t = useT();
  const hrefOf = useTaskHref();
  const columns = useMemo(
    () => (view.byProject ? view.columns.filter((column) => column !== 'project') : view.columns),
    [view.byProject, view.columns],
  );
  const span = phone ? 4 : columns.length + 2;
  const projectless = rows?.every(({ project }) => project === null) ?? false;
  const other = solverLists.has(list) ? 'contractor' : 'solver';
  const least = 78 + columns.reduce((sum, column) => sum + widths[column], 0);

  function rowOf(row: TaskRowAnswer) {
    const { id } = row;
    const common = {
      row,
      href: hrefOf(id),
      current: id === currentId,
      selected: selected.has(id),
      selecting: selected.size > 0,
      left: left.has(id),
      news: news.has(id),
      menu: id === menuId,
      events,
    };
    return phone ? (
      <PhoneTaskRow key={places.get(id)} {...common} other={other} withProject={columns.includes('project')} />
    ) : (
      <TaskRow key={places.get(id)} {...common} selecting={false} columns={columns} />
    );
  }

  return (
    <table
      className={classes.table}
      data-phone={phone || undefined}
      data-held={held || undefined}
      data-settled={settled || undefined}
      data-selecting={selected.size > 0 || undefined}
      style={phone || columns.length <= 8 ? undefined : { minWidth: least }}
      aria-label={label}
      aria-busy={rows === undefined}
    >
      {phone && (
        <colgroup>
          <col style={{ width: 46 }} />
          <col />
          <col style={{ width: 34 }} />
          <col style={{ width: 44 }} />
        </colgroup>
      )}
      {phone ? (
        <thead className={classes.phoneHead}>
          <tr>
            <th scope="col">{t('task.field.state')}</th>
            <th scope="col">{t('task.field.name')}</th>
            <th scope="col">{t(columnMessages[other])}</th>
            <th scope="col">{t('task.row.actions-column')}</th>
          </tr>
        </thead>
      ) : (
        <thead>
          <tr className={classes.headers}>
            <th scope="col" className={classes.select}>
              <SelectAll selected={selected.size} rows={rows?.length ?? 0} onChange={onSelectAll} />
            </th>
            {columns.map((column) => (
              <SortableHeader
                key={column}
                column={column}
                sort={view.sort}
                onSort={onSort}
                empty={column === 'project' && projectless}
              />
            ))}
            <th scope="col" className={classes.actionsHeader}>
              <span className={classes.hidden}>{t('task.row.actions-column')}</span>
            </th>
          </tr>
        </thead>
      )}
      {rows === undefined ? (
        <SkeletonRows columns={span} phone={phone} expected={expected} />
      ) : view.byProject ? (
        pagedGroups(rows, view, total ?? rows.length).map((group) => (
          <ProjectGroup key={`${list} ${group.project?.id ?? 0}`} group={group} span={span}>
            {group.rows.map(rowOf)}
          </ProjectGroup>
        ))
      ) : (
        <tbody>{rows.map(rowOf)}</tbody>
      )}
    </table>
  );
}
