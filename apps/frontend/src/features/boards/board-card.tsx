import type { BoardAnswer, NamedRef, TaskRowAnswer } from '@gos/contract';
import { Button, Text, UnstyledButton } from '@mantine/core';
import { IconChecks, IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, useId, useRef } from 'react';
import { DeadlineText } from '../../entities/task/deadline-text';
import { Avatar } from '../../entities/user/avatar';
import { useT } from '../../i18n';
import { useNear } from '../../ui/growing';
import pieces from '../../ui/pieces.module.css';
import type { OpenDialog } from './board-dialogs';
import { BoardMenu } from './board-menu';
import { BoardProgress } from './board-progress';
import classes from './boards.module.css';
import { instructionsId, useCarry } from './drag/carry';
import { countStates, totalOf } from './model/board-model';
import { QuickAdd } from './quick-add';
import { TaskCards, TaskCardsSkeleton } from './task-cards';

/** The name of a board, on two lines at most. */
export const BoardTitle = Text.withProps({
  lineClamp: 2,
  flex: 1,
  fz: 13.5,
  fw: 600,
  lh: 1.25,
  style: { overflowWrap: 'anywhere' },
});

export interface BoardCardProps {
  readonly project: NamedRef;
  readonly board: BoardAnswer;
  /** undefined while they are on their way */
  readonly rows: readonly TaskRowAnswer[] | undefined;
  readonly collapsed: boolean;
  /** The project takes new tasks from the reader. */
  readonly mayAdd: boolean;
  readonly mayMove: (row: TaskRowAnswer) => boolean;
  readonly onToggle: (boardId: number) => void;
  readonly onNear: (boardId: number) => void;
  readonly onDialog: (dialog: OpenDialog) => void;
  readonly onMove: (board: BoardAnswer, section: BoardAnswer['section']) => void;
}

export const BoardCard = memo(function BoardCard({
  project,
  board,
  rows,
  collapsed,
  mayAdd,
  mayMove,
  onToggle,
  onNear,
  onDialog,
  onMove,
}: BoardCardProps) {
  const t = useT();
  const titleId = useId();
  const tasksId = useId();
  const card = useRef<HTMLLIElement>(null);
  const near = useRef(() => onNear(board.id));
  useNear(card, near.current);
  const lifted = useCarry((carried) => carried?.lifted.kind === 'board' && carried.lifted.id === board.id);
  const taken = useCarry((carried) => carried?.lifted.kind === 'task' && carried.place.container === board.id);
  const counts = rows === undefined ? board.taskCounts : countStates(rows);
  const total = totalOf(counts);

  return (
    <li ref={card} className={classes.boardItem} data-board={board.id} data-flip={`board-${board.id}`} hidden={lifted}>
      <article
        className={classes.board}
        aria-labelledby={titleId}
        data-taken={(taken && (collapsed || rows === undefined)) || undefined}
      >
        <header className={classes.boardHead} data-handle data-movable={board.can.move === true || undefined}>
          <UnstyledButton
            className={`${pieces.iconButton} ${classes.chevron}`}
            aria-expanded={!collapsed}
            aria-controls={tasksId}
            aria-label={t('board.toggle', { name: board.name })}
            onClick={() => onToggle(board.id)}
          >
            <IconChevronDown size={16} stroke={1.75} data-closed={collapsed || undefined} aria-hidden />
          </UnstyledButton>
          <BoardTitle component="h3" id={titleId}>
            <Link
              className={pieces.plainLink}
              to="/tasks/project/$projectId/board/$boardId"
              params={{ projectId: project.id, boardId: board.id }}
              title={board.name}
              draggable={false}
              data-card
              aria-describedby={instructionsId}
            >
              {board.name}
            </Link>
          </BoardTitle>
          <BoardMenu
            board={board}
            onDialog={onDialog}
            onMove={(section) => onMove(board, section)}
            className={classes.boardMenu}
          />
          {board.deadline !== null && (
            <span className={classes.late}>
              <DeadlineText deadline={board.deadline} done={board.section === 'done'} />
            </span>
          )}
          <span className={`${pieces.small} ${pieces.digits}`}>
            {total}
            <span className={pieces.hidden}> {t('board.tasks', { count: total })}</span>
          </span>
          {board.assignedUser && <Avatar person={board.assignedUser} size={20} />}
        </header>
        <BoardProgress counts={counts} />
        <div id={tasksId} hidden={collapsed}>
          {!collapsed &&
            (rows === undefined ? (
              <TaskCardsSkeleton count={total} />
            ) : (
              <TaskCards
                place={board.id}
                label={t('board.tasks-of', { name: board.name })}
                rows={rows}
                mayMove={mayMove}
              />
            ))}
          {!collapsed && mayAdd && board.can.tasks === true && <QuickAdd project={project} board={board} />}
        </div>
      </article>
      {board.section === 'done' && counts.fulfilled > 0 && board.can.accept === true && (
        <Button
          variant="default"
          fullWidth
          h={30}
          fz={13}
          mt={10}
          leftSection={<IconChecks size={16} stroke={1.75} aria-hidden />}
          onClick={() => onDialog({ kind: 'accept', board })}
        >
          {t('board.accept')}
          <span className={pieces.hidden}> {board.name}</span>
        </Button>
      )}
    </li>
  );
});
