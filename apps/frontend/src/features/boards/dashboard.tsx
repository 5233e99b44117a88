import type { BoardAnswer, TaskRowAnswer } from '@gos/contract';
import { type BoardSection, boardSections, type RefusalCode } from '@gos/domain';
import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import { IconArchive, IconDots, IconFoldDown, IconFoldUp, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { noBoard, rememberCollapsed } from '../../entities/board/boards.api';
import { ProjectHeaderActions, useProject } from '../../entities/project/project-context';
import { useMe } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import { type PaletteCommand, useCommands } from '../../lib/commands';
import { SmallButton } from '../../ui/buttons';
import { useListKeys } from '../../ui/use-list-keys';
import { BoardCard } from './board-card';
import type { OpenDialog } from './board-dialogs';
import { type Lifted, moveRefusalOf, placeOfCard } from './board-model';
import classes from './boards.module.css';
import { CarriedCard } from './carried-card';
import { type Carried, CarryContext, instructionsId } from './drag/carry';
import { Flip } from './drag/flip';
import { useCarrying } from './drag/use-carrying';
import { LooseTasks } from './loose-tasks';
import { SectionColumn } from './section-column';
import { useDashboard } from './use-dashboard';
import { focusNext, useTaskLinks } from './use-task-links';

const loadDialogs = () => import('./board-dialogs').then((module) => ({ default: module.BoardDialogs }));
const BoardDialogs = lazy(loadDialogs);

function DashboardSkeleton() {
  return (
    <div className={classes.columns} aria-hidden>
      {boardSections.map((section, index) => (
        <div key={section} className={classes.column}>
          <div className={classes.columnHead}>
            <Skeleton width={96} height={12} />
          </div>
          <div className={classes.columnBody}>
            {Array.from({ length: 3 - index }, (_, board) => (
              <Skeleton key={board} height={[164, 128, 96][board]} radius={10} mb={10} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** The boards of a project in their three sections. */
export function Dashboard() {
  const t = useT();
  const me = useMe();
  const client = useQueryClient();
  const project = useProject();
  const { id: projectId } = project;
  const state = useDashboard(projectId);
  const { dashboard, boards, collapsed, moves, toggle, comesNear } = state;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const mayEdit = project.can.boards === true;
  const mayAddTasks = project.can.tasks === true;

  const permission = project.members.find(({ user }) => user.id === me.id)?.permission;
  const actor = useMemo(
    () => ({ id: me.id, role: me.role, projects: permission === undefined ? {} : { [projectId]: permission } }),
    [me.id, me.role, permission, projectId],
  );
  const mayMove = useCallback((row: TaskRowAnswer) => mayEdit && moveRefusalOf(row, actor) === null, [mayEdit, actor]);
  const boardOf = (id: number) =>
    Object.values(dashboard.sections)
      .flat()
      .find((board) => board.id === id);
  const taskOf = (id: number) => [...dashboard.tasks.values()].flat().find((row) => row.id === id);
  const liftRefusalOf = ({ kind, id }: Lifted): RefusalCode | null => {
    const may = kind === 'board' ? (boardOf(id)?.can.move ?? 'board.not-found') : project.can.boards;
    if (may !== true) return may;
    if (kind === 'board') return null;
    const row = taskOf(id);
    return row === undefined ? 'task.not-found' : moveRefusalOf(row, actor);
  };
  const carrying = useCarrying({ root, overlay, dashboard, collapsed, moves, liftRefusalOf });

  const add = useCallback(
    (section: BoardSection = 'backlog') => setDialog({ kind: 'create', projectId, section }),
    [projectId],
  );
  const commands = useMemo<readonly PaletteCommand[]>(
    () =>
      mayEdit ? [{ id: 'new-board', label: t('board.new'), key: 'b', group: t('search.commands'), run: add }] : [],
    [mayEdit, t, add],
  );
  useCommands(commands);

  const { move } = carrying;
  const latest = useRef(dashboard);
  latest.current = dashboard;
  const moveTo = useCallback(
    ({ id, name, section }: BoardAnswer, to: BoardSection) => {
      const from = placeOfCard(latest.current, section, id);
      move({ kind: 'board', id, name, from }, { container: to, beforeId: null, afterId: null });
    },
    [move],
  );

  const openTask = useTaskLinks();
  useListKeys({
    move: (by) => focusNext([...(root?.querySelectorAll<HTMLElement>('[data-card]') ?? [])], by),
    open: () => undefined,
  });

  if (state.failed) {
    return (
      <div className={classes.message} role="alert">
        <p>{t('board.failure.fetch')}</p>
        <SmallButton variant="default" onClick={state.retry}>
          {t('app.error.retry')}
        </SmallButton>
      </div>
    );
  }

  const loose = dashboard.tasks.get(noBoard);
  const emptyProject = boards?.length === 0 && loose?.length === 0;

  return (
    <CarryContext value={carrying.carry}>
      <ProjectHeaderActions>
        {mayEdit && (
          <SmallButton
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            classNames={{ section: classes.newIcon, label: classes.newLabel }}
            aria-label={t('board.new')}
            aria-keyshortcuts="b"
            onClick={() => add()}
          >
            {t('board.new-short')}
          </SmallButton>
        )}
        <Menu withInitialFocusPlaceholder={false} position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon size={30} aria-label={t('board.dashboard-actions')}>
              <IconDots size={18} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconFoldUp size={15} />}
              onClick={() =>
                rememberCollapsed(
                  client,
                  projectId,
                  (boards ?? []).map(({ id }) => id),
                )
              }
            >
              {t('board.collapse-all')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconFoldDown size={15} />}
              onClick={() => rememberCollapsed(client, projectId, [])}
            >
              {t('board.expand-all')}
            </Menu.Item>
            {mayEdit && (
              <>
                <Menu.Divider />
                <Menu.Item
                  leftSection={<IconArchive size={15} />}
                  onClick={() => setDialog({ kind: 'deleted', projectId })}
                >
                  {t('board.deleted')}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </ProjectHeaderActions>
      <p id={instructionsId} hidden>
        {t(mayEdit ? 'board.carry.instructions' : 'board.carry.read-only')}
      </p>
      {state.tasksFailed && (
        <div className={classes.notice} role="alert">
          <span>{t('task.failure.fetch')}</span>
          <SmallButton variant="default" onClick={state.retry}>
            {t('app.error.retry')}
          </SmallButton>
        </div>
      )}
      {emptyProject ? (
        <div className={classes.message}>
          <p>{t('board.empty.project')}</p>
          {mayEdit ? (
            <SmallButton onClick={() => add()} leftSection={<IconPlus size={16} aria-hidden />}>
              {t('board.add-first')}
            </SmallButton>
          ) : null}
        </div>
      ) : (
        <Flip of={dashboard} root={root} droppedFrom={carrying.droppedFrom}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: links and buttons inside are what one acts on; this hears their keys and clicks together */}
          <div
            className={classes.fill}
            ref={setRoot}
            onKeyDown={carrying.onCardKey}
            onClick={openTask}
            data-editable={mayEdit || undefined}
          >
            {boards === undefined ? (
              <DashboardSkeleton />
            ) : (
              <div className={classes.columns}>
                {boardSections.map((section) => (
                  <SectionColumn
                    key={section}
                    section={section}
                    boards={dashboard.sections[section]}
                    mayAdd={mayEdit}
                    onAdd={add}
                    card={(board) => (
                      <BoardCard
                        project={project}
                        board={board}
                        rows={collapsed.has(board.id) ? undefined : dashboard.tasks.get(board.id)}
                        collapsed={collapsed.has(board.id)}
                        mayAdd={mayAddTasks}
                        mayMove={mayMove}
                        onToggle={toggle}
                        onNear={comesNear}
                        onDialog={setDialog}
                        onMove={moveTo}
                      />
                    )}
                  >
                    {section === 'backlog' && (loose === undefined || loose.length > 0 || mayEdit) && (
                      <LooseTasks
                        key={projectId}
                        project={project}
                        rows={loose}
                        mayMove={mayMove}
                        mayAdd={mayAddTasks}
                      />
                    )}
                  </SectionColumn>
                ))}
              </div>
            )}
          </div>
        </Flip>
      )}
      <CarriedCard
        overlay={overlay}
        root={root}
        find={({ lifted }: Carried) => (lifted.kind === 'task' ? taskOf(lifted.id) : boardOf(lifted.id))}
        onKeyDown={carrying.onCarryKey}
        onBlur={carrying.onCarryBlur}
      />
      {dialog !== null && (
        <Suspense>
          <BoardDialogs dialog={dialog} onDialog={setDialog} />
        </Suspense>
      )}
    </CarryContext>
  );
}
