import type { NamedRef, TaskRowAnswer } from '@gos/projections';
import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconInfoCircle, IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, memo, type ReactNode } from 'react';
import { DeadlineText } from '../../../components/task/deadline-text';
import { PersonCircle, PersonLabel } from '../../../components/task/person-circle';
import { PriorityBars } from '../../../components/task/priority-bars';
import { NamedStateRing, StateLabel } from '../../../components/task/state-ring';
import { TagChip } from '../../../components/task/tag-chip';
import { useT } from '../../../i18n';
import { ProjectSquare } from '../../projects/project-square';
import type { TaskColumn } from '../task-search';
import type { TaskView } from '../task-view';
import classes from './task-list.module.css';

export type OpenTask = (taskId: number, how?: { readonly view?: TaskView }) => void;

interface TaskRowProps {
  readonly row: TaskRowAnswer;
  readonly columns: readonly TaskColumn[];
  readonly current: boolean;
  readonly onOpen: OpenTask;
  readonly onCurrent: (taskId: number) => void;
  readonly onCopyName: (name: string) => void;
}

const mostTags = 2;

function NameLink({ row }: { readonly row: TaskRowAnswer }) {
  return (
    <Link
      to="."
      search={(previous: object) => ({ ...previous, taskId: row.id })}
      className={classes.link}
      data-row-link={row.id}
      preload={false}
      title={row.name}
    >
      {row.name}
    </Link>
  );
}

function ProjectLink({ project }: { readonly project: NamedRef }) {
  return (
    <Link
      to="/tasks/project/$projectId"
      params={{ projectId: project.id }}
      className={classes.project}
      preload={false}
      title={project.name}
    >
      <ProjectSquare id={project.id} />
      <span className={classes.projectName}>{project.name}</span>
    </Link>
  );
}

const cells: Record<Exclude<TaskColumn, 'name'>, (row: TaskRowAnswer) => ReactNode> = {
  id: (row) => row.id,
  state: (row) => <StateLabel state={row.state} />,
  priority: (row) => <PriorityBars priority={row.priority} />,
  project: (row) => row.project && <ProjectLink project={row.project} />,
  deadline: (row) => <DeadlineText deadline={row.deadline} done={row.state === 'solved'} />,
  contractor: (row) => <PersonLabel person={row.contractor} />,
  solver: (row) => <PersonLabel person={row.solver} />,
};

/** Clicks on a row open it; what is a control by itself keeps its own. */
function opensRow(event: MouseEvent): boolean {
  const target = event.target as Element;
  return target.closest('a, button, [role="menu"]') === null && window.getSelection()?.toString() === '';
}

function RowMenu({ row, onOpen, onCopyName }: Pick<TaskRowProps, 'row' | 'onOpen' | 'onCopyName'>) {
  const t = useT();
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          className={classes.more}
          aria-label={t('task.row.actions', { id: row.id })}
        >
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => onOpen(row.id, { view: 'edit' })}>
          {t('task.row.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconInfoCircle size={15} />} onClick={() => onOpen(row.id, { view: 'information' })}>
          {t('task.row.info')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => onCopyName(row.name)}>
          {t('task.row.copy-name')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

export const TaskRow = memo(function TaskRow({ row, columns, current, onOpen, onCurrent, onCopyName }: TaskRowProps) {
  return (
    <tr
      className={classes.row}
      data-current={current || undefined}
      aria-current={current || undefined}
      onClick={(event) => opensRow(event) && onOpen(row.id)}
      onFocus={() => onCurrent(row.id)}
    >
      {columns.map((column) =>
        column === 'name' ? (
          <th key={column} scope="row" className={classes.name}>
            <span className={classes.nameLine}>
              <NameLink row={row} />
              {row.tags.length > 0 && (
                <span className={classes.tags}>
                  {row.tags.slice(0, mostTags).map((tag) => (
                    <TagChip key={tag} tag={tag} />
                  ))}
                </span>
              )}
              {row.tags.length > mostTags && (
                <span className={classes.moreTags} title={row.tags.slice(mostTags).join(', ')}>
                  +{row.tags.length - mostTags}
                </span>
              )}
            </span>
          </th>
        ) : (
          <td key={column} className={classes.cell} data-column={column}>
            {cells[column](row)}
          </td>
        ),
      )}
      <td className={classes.actions}>
        <RowMenu row={row} onOpen={onOpen} onCopyName={onCopyName} />
      </td>
    </tr>
  );
});

interface PhoneRowProps extends Pick<TaskRowProps, 'row' | 'current' | 'onOpen' | 'onCurrent'> {
  /** Whom the task is with, as seen from this list. */
  readonly other: 'contractor' | 'solver';
  /** The project stands in the heading above. */
  readonly divided: boolean;
}

export const PhoneTaskRow = memo(function PhoneTaskRow({
  row,
  current,
  onOpen,
  onCurrent,
  other,
  divided,
}: PhoneRowProps) {
  const person = row[other];
  return (
    <tr
      className={classes.phoneRow}
      data-current={current || undefined}
      onClick={(event) => opensRow(event) && onOpen(row.id)}
      onFocus={() => onCurrent(row.id)}
    >
      <td className={classes.phoneState}>
        <NamedStateRing state={row.state} size={18} />
      </td>
      <th scope="row" className={classes.phoneName}>
        <NameLink row={row} />
        <span className={classes.phoneLine}>
          <span className={classes.phoneId}>{row.id}</span>
          <DeadlineText deadline={row.deadline} done={row.state === 'solved'} />
          {row.project && !divided && <span className={classes.phoneProject}>{row.project.name}</span>}
        </span>
      </th>
      <td className={classes.phonePerson}>{person && <PersonCircle person={person} size={26} />}</td>
    </tr>
  );
});
