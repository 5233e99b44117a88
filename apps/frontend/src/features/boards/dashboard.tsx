import type { BoardAnswer } from '@gos/contract';
import { type BoardSection, boardSections } from '@gos/domain';
import { Flex, Group, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { noBoard } from '../../entities/board/boards.api';
import { useProject } from '../../entities/project/project-context';
import { useT } from '../../i18n';
import { type KeyedCommand, useCommands } from '../../lib/commands';
import { useEventCallback } from '../../lib/use-event-callback';
import { SmallButton } from '../../ui/buttons';
import pieces from '../../ui/pieces.module.css';
import { useListKeys } from '../../ui/use-list-keys';
import { BoardCard } from './board-card';
import type { OpenDialog } from './board-dialogs';
import classes from './boards.module.css';
import { CarriedCard } from './carried-card';
import { DashboardActions } from './dashboard-actions';
import { CarryContext, instructionsId } from './drag/carry';
import { Flip } from './drag/flip';
import { useCarrying } from './drag/use-carrying';
import { useMoveCard } from './drag/use-move-card';
import { LooseTasks } from './loose-tasks';
import { boardOf, placeOfCard, taskOf } from './model/board-model';
import { SectionColumn } from './section-column';
import { useDashboard } from './use-dashboard';
import { useMoveRights } from './use-move-rights';
import { focusNext, useTaskLinks } from './use-task-links';

const loadDialogs = () => import('./board-dialogs').then((module) => ({ default: module.BoardDialogs }));
const BoardDialogs = lazy(loadDialogs);

function DashboardSkeleton() {
  return (
    <div className={classes.columns} aria-hidden>
      {boardSections.map((section, index) => (
        <div key={section} className={classes.column}>
          <Group h={42} pl={15}>
            <Skeleton width={96} height={12} />
          </Group>
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

interface MessageProps {
  readonly role?: 'alert';
  readonly text: string;
  readonly children: ReactNode;
}

/** Text and next step in place of the columns. */
const Message = ({ role, text, children }: MessageProps) => (
  <Flex direction="column" flex={1} align="center" justify="center" gap={12} p="40px 20px" c="dimmed" role={role}>
    <Text inherit maw="40ch" ta="center">
      {text}
    </Text>
    {children}
  </Flex>
);

/** The boards of a project in their three sections. */
export function Dashboard() {
  const t = useT();
  const project = useProject();
  const { id: projectId } = project;
  const state = useDashboard(projectId);
  const { dashboard, boards, collapsed, moves, toggle, comesNear } = state;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const mayEdit = project.can.boards === true;
  const mayAddTasks = project.can.tasks === true;
  const { mayMove, liftRefusalOf } = useMoveRights(project, dashboard);
  const move = useMoveCard(dashboard, moves);
  const carrying = useCarrying({ root, overlay, dashboard, collapsed, move, liftRefusalOf });

  const add = useCallback(
    (section: BoardSection = 'backlog') => setDialog({ kind: 'create', projectId, section }),
    [projectId],
  );
  const mayAdd = project.can.boards;
  const commands = useMemo<readonly KeyedCommand[]>(
    () =>
      mayAdd === true
        ? [{ id: 'new-board', label: t('board.new'), key: 'b', group: t('search.commands'), run: add }]
        : [{ key: 'b', refusal: t(mayAdd) }],
    [mayAdd, t, add],
  );
  useCommands(commands);

  const moveTo = useEventCallback(({ id, name, section }: BoardAnswer, to: BoardSection) => {
    const from = placeOfCard(dashboard, section, id);
    void move({ kind: 'board', id, name, from }, { container: to, beforeId: null, afterId: null });
  });

  const openTask = useTaskLinks();
  useListKeys({
    move: (by) => focusNext([...(root?.querySelectorAll<HTMLElement>('[data-card]') ?? [])], by),
    open: () => undefined,
  });

  if (state.failed) {
    return (
      <Message role="alert" text={t('board.failure.fetch')}>
        <SmallButton variant="default" onClick={state.retry}>
          {t('app.error.retry')}
        </SmallButton>
      </Message>
    );
  }

  const loose = dashboard.tasks.get(noBoard);
  const emptyProject = boards?.length === 0 && loose?.length === 0;

  return (
    <CarryContext value={carrying.carry}>
      <DashboardActions
        projectId={projectId}
        boards={boards}
        mayEdit={mayEdit}
        onAdd={() => add()}
        onDialog={setDialog}
      />
      <p id={instructionsId} hidden>
        {t(mayEdit ? 'board.carry.instructions' : 'board.carry.read-only')}
      </p>
      {state.tasksFailed && (
        <Group gap={12} m="12px 20px 0" bd="1px solid var(--gos-line)" bdrs={8} p="6px 6px 6px 12px" role="alert">
          <span>{t('task.failure.fetch')}</span>
          <SmallButton variant="default" onClick={state.retry}>
            {t('app.error.retry')}
          </SmallButton>
        </Group>
      )}
      {emptyProject ? (
        <Message text={t('board.empty.project')}>
          {mayEdit ? (
            <SmallButton onClick={() => add()} leftSection={<IconPlus size={16} aria-hidden />}>
              {t('board.add-first')}
            </SmallButton>
          ) : null}
        </Message>
      ) : (
        <Flip of={dashboard} root={root} droppedFrom={carrying.droppedFrom}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: links and buttons inside are what one acts on; this hears their keys and clicks together */}
          <div
            className={`${classes.fill} ${pieces.arrives}`}
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
        find={({ lifted }) => (lifted.kind === 'task' ? taskOf : boardOf)(dashboard, lifted.id)}
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
