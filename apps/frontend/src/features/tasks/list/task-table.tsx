import type { NamedRef, TaskRowAnswer } from '@gos/projections';
import { Skeleton, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowRight, IconArrowUp, IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type MessageId, useT } from '../../../i18n';
import { ProjectSquare } from '../../projects/project-square';
import { solverLists, type TaskListName } from '../task-lists';
import type { TaskColumn, TaskListView, TaskSort } from '../task-search';
import classes from './task-list.module.css';
import { type OpenTask, PhoneTaskRow, TaskRow } from './task-row';

export const columnMessages = {
  id: 'task.field.id',
  name: 'task.field.name',
  state: 'task.field.state',
  priority: 'task.field.priority',
  project: 'task.field.project',
  deadline: 'task.field.deadline',
  contractor: 'task.field.contractor',
  solver: 'task.field.solver',
} as const satisfies Record<TaskColumn, MessageId>;

interface TaskTableProps {
  readonly list: TaskListName;
  readonly label: string;
  readonly view: TaskListView;
  /** undefined while they are on their way */
  readonly rows: readonly TaskRowAnswer[] | undefined;
  readonly total: number | undefined;
  readonly phone: boolean;
  readonly currentId: number | null;
  readonly onSort: (sort: TaskSort) => void;
  readonly onOpen: OpenTask;
  readonly onCurrent: (taskId: number) => void;
  readonly onCopyName: (name: string) => void;
}

interface Group {
  readonly project: NamedRef | null;
  readonly rows: readonly TaskRowAnswer[];
  /** Some of them stand on another page. */
  readonly goesOn?: boolean;
}

export function groupByProject(rows: readonly TaskRowAnswer[]): Group[] {
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

function SortableHeader({
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
}

const skeletonWidths = [62, 48, 70, 40, 55, 66, 44, 58];

function SkeletonRows({ columns, phone }: { readonly columns: number; readonly phone: boolean }) {
  return (
    <tbody aria-hidden>
      {skeletonWidths.map((width, index) => (
        <tr key={width} className={phone ? classes.phoneRow : classes.row} data-still>
          <td colSpan={columns} className={classes.skeletonCell}>
            <Skeleton height={10} width={`${width}%`} radius={4} style={{ opacity: 1 - index * 0.1 }} />
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
  total,
  phone,
  currentId,
  onSort,
  onOpen,
  onCurrent,
  onCopyName,
}: TaskTableProps) {
  const t = useT();
  const columns = view.byProject ? view.columns.filter((column) => column !== 'project') : view.columns;
  const span = phone ? 3 : columns.length + 1;
  const projectless = rows?.every(({ project }) => project === null) ?? false;
  const other = solverLists.has(list) ? 'contractor' : 'solver';

  const rowOf = (row: TaskRowAnswer) =>
    phone ? (
      <PhoneTaskRow
        key={row.id}
        row={row}
        current={row.id === currentId}
        other={other}
        divided={view.byProject}
        onOpen={onOpen}
        onCurrent={onCurrent}
      />
    ) : (
      <TaskRow
        key={row.id}
        row={row}
        columns={columns}
        current={row.id === currentId}
        onOpen={onOpen}
        onCurrent={onCurrent}
        onCopyName={onCopyName}
      />
    );

  return (
    <table className={classes.table} data-phone={phone || undefined} aria-label={label} aria-busy={rows === undefined}>
      {phone && (
        <colgroup>
          <col style={{ width: 46 }} />
          <col />
          <col style={{ width: 54 }} />
        </colgroup>
      )}
      {phone ? (
        <thead className={classes.phoneHead}>
          <tr>
            <th scope="col">{t('task.field.state')}</th>
            <th scope="col">{t('task.field.name')}</th>
            <th scope="col">{t(columnMessages[other])}</th>
          </tr>
        </thead>
      ) : (
        <thead>
          <tr className={classes.headers}>
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
        <SkeletonRows columns={span} phone={phone} />
      ) : view.byProject ? (
        pagedGroups(rows, view, total ?? rows.length).map((group) => (
          <ProjectGroup key={group.project?.id ?? 0} group={group} span={span}>
            {group.rows.map(rowOf)}
          </ProjectGroup>
        ))
      ) : (
        <tbody>{rows.map(rowOf)}</tbody>
      )}
    </table>
  );
}
