import type { NamedRef, TaskRowAnswer } from '@gos/contract';
import { Box, Text, UnstyledButton } from '@mantine/core';
import { IconArrowRight, IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ProjectSquare } from '../../../entities/project/project-square';
import type { TaskListView } from '../../../entities/task/task-search';
import { useT } from '../../../i18n';
import pieces from '../../../ui/pieces.module.css';
import { classes } from './list-classes';

interface Group {
  readonly project: NamedRef | null;
  readonly rows: readonly TaskRowAnswer[];
  /** The group continues on another page. */
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

/** Returns the groups of a page; the first and the last one may continue on neighbouring pages. */
export function pagedGroups(rows: readonly TaskRowAnswer[], view: TaskListView, total: number): Group[] {
  const groups = groupByProject(rows);
  const before = view.page > 1;
  const after = view.page * view.pageSize < total;
  return groups.map((group, index) => ({
    ...group,
    goesOn: (before && index === 0) || (after && index === groups.length - 1),
  }));
}

/** The rows of one project under its name, which opens and closes them. */
export function ProjectGroup({
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
              <Box component="span" miw={9} h={9} bdrs={3} bg="var(--gos-faint)" aria-hidden />
            )}
            <Text span inherit fw={600} className={pieces.word}>
              {name}
            </Text>{' '}
            <span className={pieces.count} title={group.goesOn ? t('task.list.goes-on') : undefined}>
              {group.rows.length}
              {group.goesOn && '+'}
            </span>
          </UnstyledButton>
          {group.project && (
            <Link
              to="/tasks/project/$projectId"
              params={{ projectId: group.project.id }}
              className={`${pieces.iconButton} ${classes.groupLink}`}
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
