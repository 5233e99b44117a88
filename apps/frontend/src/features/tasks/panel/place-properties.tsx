import type { NamedRef } from '@gos/contract';
import { Tooltip } from '@mantine/core';
import { IconArrowUpRight, IconLayoutKanban } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BoardPicker } from '../../../entities/board/board-picker';
import { ProjectPicker } from '../../../entities/project/project-picker';
import { ProjectSquare } from '../../../entities/project/project-square';
import { moveTo } from '../../../entities/task/task-changes';
import { useT } from '../../../i18n';
import { ValueButton } from '../../../ui/fields/value-button';
import { classes } from './panel-classes';
import { usePanelTask } from './panel-task';
import { useMay } from './property-editors';

/** A project's name, with its colour. */
function ProjectName({ project }: { readonly project: NamedRef }) {
  return (
    <>
      <ProjectSquare id={project.id} />
      <span className={classes.placeName} title={project.name}>
        {project.name}
      </span>
    </>
  );
}

function BoardName({ board }: { readonly board: NamedRef }) {
  return (
    <>
      <IconLayoutKanban size={15} stroke={1.75} aria-hidden />
      <span className={classes.placeName} title={board.name}>
        {board.name}
      </span>
    </>
  );
}

interface LinkToProps {
  readonly className?: string;
  readonly label?: string;
  readonly children: ReactNode;
}

export function ProjectLink({ project, className, label, children }: LinkToProps & { readonly project: NamedRef }) {
  return (
    <Link
      to="/tasks/project/$projectId"
      params={{ projectId: project.id }}
      className={className}
      aria-label={label}
      preload={false}
    >
      {children}
    </Link>
  );
}

interface BoardLinkProps extends LinkToProps {
  readonly project: NamedRef;
  readonly board: NamedRef;
}

export function BoardLink({ project, board, className, label, children }: BoardLinkProps) {
  return (
    <Link
      to="/tasks/project/$projectId/board/$boardId"
      params={{ projectId: project.id, boardId: board.id }}
      className={className}
      aria-label={label}
      preload={false}
    >
      {children}
    </Link>
  );
}

/** A small link next to a value that opens the named object. */
function Leading({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <span className={classes.aside}>{children}</span>
    </Tooltip>
  );
}

export function ProjectProperty() {
  const t = useT();
  const { task, actions } = usePanelTask();
  const may = useMay();
  const { project } = task;
  const open = project && t('task.project.open', { name: project.name });
  if (!may('move')) {
    return project === null ? (
      <span className={classes.none}>{t('task.value.none')}</span>
    ) : (
      <ProjectLink project={project} className={classes.placeLink}>
        <ProjectName project={project} />
      </ProjectLink>
    );
  }
  return (
    <span className={classes.withTool}>
      <ProjectPicker
        label={t('task.field.project')}
        value={project}
        onChange={(next) => {
          if (next?.id !== project?.id) void actions.run(moveTo({ project: next, board: null }));
        }}
      >
        {(props) => (
          <ValueButton
            {...props}
            data-edit-project
            className={classes.value}
            action={t('task.edit.field', { field: t('task.field.project') })}
          >
            {project === null ? (
              <span className={classes.none}>{t('task.value.none')}</span>
            ) : (
              <ProjectName project={project} />
            )}
          </ValueButton>
        )}
      </ProjectPicker>
      {project !== null && open !== null && (
        <Leading label={open}>
          <ProjectLink project={project} className={classes.tool} label={open}>
            <IconArrowUpRight size={14} stroke={1.75} />
          </ProjectLink>
        </Leading>
      )}
    </span>
  );
}

export function BoardProperty() {
  const t = useT();
  const { task, actions } = usePanelTask();
  const may = useMay();
  const { project, board } = task;
  const open = board && t('task.board.open', { name: board.name });
  if (!may('move')) {
    return project === null || board === null ? (
      <span className={classes.none}>{t('task.value.none')}</span>
    ) : (
      <BoardLink project={project} board={board} className={classes.placeLink}>
        <BoardName board={board} />
      </BoardLink>
    );
  }
  return (
    <span className={classes.withTool}>
      <BoardPicker
        label={t('task.field.board')}
        project={project}
        value={board}
        onChooseProject={() =>
          setTimeout(() => document.querySelector<HTMLElement>('[data-task-panel] [data-edit-project]')?.click())
        }
        onChange={(next) => {
          if (next?.id === board?.id) return;
          void actions.run(moveTo({ project, board: next && { id: next.id, name: next.name } }));
        }}
      >
        {(props) => (
          <ValueButton
            {...props}
            className={classes.value}
            action={t('task.edit.field', { field: t('task.field.board') })}
          >
            {board === null ? (
              <span className={classes.none}>{t('task.value.none')}</span>
            ) : (
              <BoardName board={board} />
            )}
          </ValueButton>
        )}
      </BoardPicker>
      {project !== null && board !== null && open !== null && (
        <Leading label={open}>
          <BoardLink project={project} board={board} className={classes.tool} label={open}>
            <IconArrowUpRight size={14} stroke={1.75} />
          </BoardLink>
        </Leading>
      )}
    </span>
  );
}
