import type { BoardAnswer } from '@gos/contract';
import { Box, Flex, Group, Skeleton, Text } from '@mantine/core';
import { IconChecks, IconColumns3, IconList, IconPencil } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { boardKeys, boardQuery, boardTasksQuery, moveBoard } from '../../entities/board/boards.api';
import { useProject } from '../../entities/project/project-context';
import { DeadlineText } from '../../entities/task/deadline-text';
import type { TaskRowsProps } from '../../entities/task/task-rows-props';
import { PersonLabel } from '../../entities/user/avatar';
import { useT } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import { ChipButton, SmallButton } from '../../ui/buttons';
import { useComparing } from '../../ui/compare-item';
import { Failed } from '../../ui/empty-state';
import pieces from '../../ui/pieces.module.css';
import { ScreenMessage } from '../../ui/screen-message';
import { showProblem, showToast } from '../../ui/toast';
import { BackLink } from './back-link';
import { BoardColumns } from './board-columns';
import type { OpenDialog } from './board-dialogs';
import { BoardList } from './board-list';
import { BoardMenu } from './board-menu';
import { BoardProgress } from './board-progress';
import classes from './board-screen.module.css';
import { totalOf } from './model/board-model';
import { type BoardList as List, useBoardList } from './use-board-list';

const BoardDialogs = lazy(() => import('./board-dialogs').then((module) => ({ default: module.BoardDialogs })));

function BoardMissing({ projectId }: { readonly projectId: number }) {
  const t = useT();
  return (
    <ScreenMessage title={t('board.not-found')} text={t('board.missing.text')}>
      <SmallButton component={Link} to={`/tasks/project/${projectId}`}>
        {t('board.back')}
      </SmallButton>
    </ScreenMessage>
  );
}

function Field({ label, flex, children }: { label: string; flex?: string; children: ReactNode }) {
  return (
    <Group wrap="nowrap" gap={8} miw={0} mih={24} flex={flex}>
      <Box component="dt" c="dimmed">
        {label}
      </Box>
      <Box component="dd" m={0} miw={0} flex={1}>
        {children}
      </Box>
    </Group>
  );
}

interface HeadProps {
  readonly board: BoardAnswer;
  readonly onDialog: (dialog: OpenDialog) => void;
}

function Head({ board, onDialog }: HeadProps) {
  const t = useT();
  const client = useQueryClient();
  const { can } = board;
  async function move(section: BoardAnswer['section']) {
    try {
      await moveBoard(board.id, { section, beforeId: null });
      showToast({ message: t('board.moved', { name: board.name }) });
    } catch (error) {
      showProblem(error, t('board.failure.change'));
    } finally {
      void client.invalidateQueries({ queryKey: boardKeys.all });
    }
  }
  return (
    <header className={classes.head}>
      <Group wrap="nowrap" gap={8}>
        <BackLink to={`/tasks/project/${board.projectId}`} />
        <Text component="h2" className={pieces.word} flex={1} fz={17} fw={650} lh="30px">
          {board.name}
        </Text>
        {can.accept === true && (
          <SmallButton
            variant="default"
            visibleFrom="sm"
            leftSection={<IconChecks size={16} stroke={1.75} aria-hidden />}
            onClick={() => onDialog({ kind: 'accept', board })}
          >
            {t('board.accept')}
          </SmallButton>
        )}
        {can.edit === true && (
          <SmallButton
            variant="default"
            visibleFrom="sm"
            leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
            onClick={() => onDialog({ kind: 'edit', board })}
          >
            {t('board.edit')}
          </SmallButton>
        )}
        <BoardMenu board={board} onDialog={onDialog} onMove={(section) => void move(section)} opens={false} />
      </Group>
      <dl className={classes.fields}>
        <Field label={t('board.field.section')}>{t(`board.section.${board.section}`)}</Field>
        <Field label={t('board.field.deadline')}>
          <DeadlineText deadline={board.deadline} done={board.section === 'done'} none={t('board.field.no-deadline')} />
        </Field>
        <Field label={t('board.field.person')}>
          <PersonLabel person={board.assignedUser} none={t('board.field.nobody')} />
        </Field>
        <Field label={t('board.field.progress')} flex="0 1 260px">
          <BoardProgress counts={board.taskCounts} />
        </Field>
      </dl>
      {board.description !== '' && (
        <Text inherit maw="78ch" mt={10} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {board.description}
        </Text>
      )}
    </header>
  );
}

interface ViewsProps {
  readonly board: BoardAnswer;
  readonly solved: boolean;
  readonly list: List;
}

function Views({ board, solved, list }: ViewsProps) {
  const t = useT();
  const { projectId, id: boardId } = board;
  const link = { params: { projectId, boardId }, activeOptions: { exact: true, includeSearch: false } } as const;
  const toggle = (view: 'list' | 'columns') => {
    const pressed = list.look.view === view;
    const variant = pressed ? 'default' : 'subtle';
    return { variant, color: 'gray', 'aria-pressed': pressed, onClick: () => list.show(view) };
  };
  return (
    <Group justify="space-between" gap={8} className={classes.views}>
      <nav className={classes.tabs} aria-label={t('board.views')}>
        <Link to="/tasks/project/$projectId/board/$boardId" {...link}>
          {t('board.view.all')} <span className={pieces.count}>{totalOf(board.taskCounts)}</span>
        </Link>
        <Link to="/tasks/project/$projectId/board/$boardId/solved" {...link}>
          {t('board.view.solved')} <span className={pieces.count}>{board.taskCounts.solved}</span>
        </Link>
      </nav>
      {!solved && (
        <Group gap={4} role="group" aria-label={t('board.view')}>
          <ChipButton {...toggle('list')} leftSection={<IconList size={15} stroke={1.75} aria-hidden />}>
            {t('board.view.list')}
          </ChipButton>
          <ChipButton {...toggle('columns')} leftSection={<IconColumns3 size={15} stroke={1.75} aria-hidden />}>
            {t('board.view.columns')}
          </ChipButton>
        </Group>
      )}
    </Group>
  );
}

interface BoardScreenProps {
  /** 0 where the address names no board */
  readonly boardId: number;
  readonly solved: boolean;
  /** The table that its tasks are shown in as a list. */
  readonly rows: ComponentType<TaskRowsProps>;
}

/** One board by itself: what it is, and its tasks as a list or by their states. */
export function BoardScreen({ boardId, solved, rows }: BoardScreenProps) {
  const t = useT();
  const project = useProject();
  const answer = useQuery({ ...boardQuery(boardId), enabled: boardId > 0 });
  const list = useBoardList(boardId, solved);
  const columns = !solved && list.look.view === 'columns';
  const tasks = useQuery({ ...boardTasksQuery(project.id, boardId), enabled: boardId > 0 && columns });
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const board = answer.data;
  useComparing(board === undefined ? null : { kind: 'board', id: board.id });

  const hidden = answer.error instanceof ApiProblem && answer.error.status === 404;
  if (boardId === 0 || hidden || (board !== undefined && board.projectId !== project.id)) {
    return <BoardMissing projectId={project.id} />;
  }
  if (answer.isError && board === undefined) {
    return <Failed text={t('board.failure.fetch')} busy={answer.isFetching} onRetry={() => void answer.refetch()} />;
  }
  if (board === undefined) {
    return (
      <div className={classes.head} aria-hidden>
        <Skeleton width={220} height={20} />
        <Skeleton width="60%" height={12} mt={16} />
      </div>
    );
  }
  return (
    <Flex direction="column" flex={1} miw={0}>
      <Head board={board} onDialog={setDialog} />
      <Views board={board} solved={solved} list={list} />
      {columns ? (
        <BoardColumns rows={tasks.data} />
      ) : (
        <BoardList project={project} board={board} solved={solved} list={list} rows={rows} />
      )}
      {dialog !== null && (
        <Suspense>
          <BoardDialogs dialog={dialog} onDialog={setDialog} />
        </Suspense>
      )}
    </Flex>
  );
}
