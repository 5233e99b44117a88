import type { TaskRowAnswer } from '@gos/contract';
import { useQuery } from '@tanstack/react-query';
import { useMatches, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { solverLists, type TaskListName } from '../../../entities/task/task-lists';
import {
  defaultPreference,
  type TaskColumn,
  type TaskListView,
  type TaskSort,
} from '../../../entities/task/task-search';
import { refusalOf } from '../../../entities/task/task-subject';
import { useReader } from '../../../entities/user/use-reader';
import { activeWorkQuery } from '../../../entities/work/work.api';
import { useStructurallyEqual } from '../../../lib/use-derived-state';
import { useWidthAround } from '../../../ui/use-width';
import { layOutColumns } from './column-layout';
import { classes } from './list-classes';
import { ProjectGroup, pagedGroups } from './project-groups';
import type { RowEvents } from './row-events';
import type { ShownRows } from './shown-rows';
import { PhoneTableHead, TableHead } from './table-head';
import { PhoneTaskRow, type RowWork, TaskRow } from './task-row';

interface TaskTableProps {
  readonly list: TaskListName;
  readonly label: string;
  readonly view: TaskListView;
  /** null while they are on their way */
  readonly shown: ShownRows | null;
  /** The table has been shown for a moment, so later rows fade in. */
  readonly settled: boolean;
  readonly total: number | undefined;
  /** How many are expected, while they are on their way. */
  readonly expected: number;
  readonly phone: boolean;
  readonly currentId: number | null;
  readonly menuId: number | null;
  readonly selected: ReadonlySet<number>;
  /** Tasks changed by others since the last visit. */
  readonly news: ReadonlySet<number>;
  readonly events: RowEvents;
  readonly onSelectAll: (all: boolean) => void;
  readonly onSort: (sort: TaskSort) => void;
}

/** Returns a function that makes the address of a task within the present page. It builds the common part once. */
function useTaskHref(): (taskId: number) => string {
  const router = useRouter();
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' });
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const start = useMemo(() => {
    // The parameters of the task that is open do not apply to another task.
    const { taskId: _, tab: __, graph: ___, ...others } = search;
    const { href } = router.buildLocation({ to: path, search: { ...others, taskId: 0 } } as never);
    return href.slice(0, -1);
  }, [router, path, search]);
  return useCallback((taskId) => `${start}${taskId}`, [start]);
}

/** Returns the id of the task that the reader works on now. */
function useActiveTask(): number | null {
  return useQuery({ ...activeWorkQuery, select: (active) => active?.entry.task.id ?? null }).data ?? null;
}

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
          <td colSpan={columns} style={{ paddingLeft: 34 }}>
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

const sortedColumn = (sort: TaskSort) => sort.replace('-', '') as TaskColumn;

const noRows = { rows: undefined, left: new Set<number>(), places: new Map<number, number>(), held: false };

/** Boards leave the column of projects out by themselves. */
const besidesProject = (columns: readonly TaskColumn[]) => columns.filter((column) => column !== 'project').join();

export function TaskTable({
  list,
  label,
  view,
  shown,
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
  const { rows, left, places, held } = shown ?? noRows;
  const hrefOf = useTaskHref();
  const reader = useReader();
  const activeTaskId = useActiveTask();
  const [table, available] = useWidthAround<HTMLTableElement>();
  const projectless = rows?.every(({ project }) => project === null) ?? false;
  const layout = useMemo(() => {
    const { sort, byProject, columns } = view;
    return layOutColumns({
      columns: byProject ? columns.filter((column) => column !== 'project') : columns,
      available,
      projectless,
      chosen: besidesProject(columns) !== besidesProject(defaultPreference(list).columns),
      own: solverLists.has(list) ? 'solver' : 'contractor',
      sorted: sort === null ? null : sortedColumn(sort),
    });
  }, [view, available, projectless, list]);
  const columns = useStructurallyEqual(layout.columns);
  const span = phone ? 4 : columns.length + 2;
  const other = solverLists.has(list) ? 'contractor' : 'solver';

  function workOn(row: TaskRowAnswer): RowWork {
    if (row.id === activeTaskId) return 'running';
    return refusalOf('work', row, reader) === null ? 'offered' : null;
  }

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
      work: workOn(row),
      menu: id === menuId,
      events,
    };
    return phone ? (
      <PhoneTaskRow
        key={places.get(id)}
        {...common}
        other={other}
        withProject={view.columns.includes('project') && !view.byProject}
      />
    ) : (
      <TaskRow key={places.get(id)} {...common} selecting={false} columns={columns} />
    );
  }

  return (
    <table
      ref={table}
      className={classes.table}
      data-phone={phone || undefined}
      data-look={phone ? undefined : layout.look}
      data-held={held || undefined}
      data-settled={settled || undefined}
      data-selecting={selected.size > 0 || undefined}
      style={phone ? undefined : { minWidth: layout.leastWidth }}
      aria-label={label}
      aria-busy={rows === undefined}
    >
      {phone ? (
        <PhoneTableHead other={other} />
      ) : (
        <TableHead
          columns={columns}
          widthOf={layout.widthOf}
          sort={view.sort}
          selected={selected.size}
          rows={rows?.length ?? 0}
          onSelectAll={onSelectAll}
          onSort={onSort}
        />
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
