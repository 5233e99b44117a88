import type { TaskRowAnswer } from '@gos/contract';
import type { Instant } from '@gos/domain';
import { memo } from 'react';
import { DeadlineText } from '../../entities/task/deadline-text';
import { NamedStateRing } from '../../entities/task/state-ring';
import { Avatar } from '../../entities/user/avatar';
import pieces from '../../ui/pieces.module.css';
import { useNow } from '../../ui/use-now';
import classes from './boards.module.css';
import { instructionsId } from './drag/carry';

/** A deadline passes while the card lies there. */
function Late({ deadline }: { readonly deadline: Instant }) {
  const now = useNow();
  if (Date.parse(deadline) >= now) return null;
  return (
    <span className={classes.late}>
      <DeadlineText deadline={deadline} />
    </span>
  );
}

/** The face of a task's card, both in its board and while it is dragged. */
export function TaskFace({ row, link }: { readonly row: TaskRowAnswer; readonly link: boolean }) {
  return (
    <>
      <NamedStateRing state={row.state} size={16} />
      {link ? (
        <a
          href={`?taskId=${row.id}`}
          className={`${pieces.word} ${classes.taskName}`}
          title={row.name}
          draggable={false}
          data-card
          data-task-link={row.id}
          aria-describedby={instructionsId}
        >
          {row.name}
        </a>
      ) : (
        <span className={`${pieces.word} ${classes.taskName}`}>{row.name}</span>
      )}
      {row.state !== 'solved' && row.deadline !== null && <Late deadline={row.deadline} />}
      {row.solver && <Avatar person={row.solver} size={20} />}
    </>
  );
}

interface TaskCardProps {
  readonly row: TaskRowAnswer;
  /** It is in the air; here it only keeps its element. */
  readonly lifted: boolean;
  readonly movable: boolean;
}

export const TaskCard = memo(function TaskCard({ row, lifted, movable }: TaskCardProps) {
  return (
    <li
      className={classes.task}
      data-task={row.id}
      data-flip={`task-${row.id}`}
      data-movable={movable || undefined}
      hidden={lifted}
    >
      <TaskFace row={row} link />
    </li>
  );
});
