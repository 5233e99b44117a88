import type { TaskRowAnswer } from '@gos/contract';
import type { BoardPlaceId } from '../../entities/board/boards.api';
import pieces from '../../ui/pieces.module.css';
import classes from './boards.module.css';
import { useCarry } from './drag/carry';
import { indexOfPlace } from './model/board-model';
import { TaskCard } from './task-card';

interface TaskCardsProps {
  readonly place: BoardPlaceId;
  readonly label: string;
  readonly rows: readonly TaskRowAnswer[];
  readonly mayMove: (row: TaskRowAnswer) => boolean;
}

/** The tasks of a board in their order, with the place that is kept for the one in the air. */
export function TaskCards({ place, label, rows, mayMove }: TaskCardsProps) {
  const lifted = useCarry((carried) =>
    carried?.lifted.kind === 'task' && carried.lifted.from.container === place ? carried.lifted.id : null,
  );
  const over = useCarry((carried) =>
    carried?.lifted.kind === 'task' && carried.place.container === place ? carried : null,
  );
  const cards = rows.map((row) => (
    <TaskCard key={row.id} row={row} lifted={row.id === lifted} movable={mayMove(row)} />
  ));
  if (over !== null) {
    const others = rows.filter(({ id }) => id !== over.lifted.id);
    const next = others[indexOfPlace(others, over.place, over.lifted.id)];
    const at = next === undefined ? rows.length : rows.indexOf(next);
    cards.splice(at, 0, <li key="place" className={classes.place} data-place aria-hidden />);
  }
  return (
    <ul className={`${pieces.rows} ${classes.tasks}`} data-cards aria-label={label}>
      {cards}
    </ul>
  );
}

/** As much room as the tasks that are on their way will take. */
export function TaskCardsSkeleton({ count }: { readonly count: number }) {
  return (
    <div
      className={classes.tasksSkeleton}
      style={{ height: `calc(${count} * (var(--row) + var(--gap)) - var(--gap))` }}
      aria-hidden
    />
  );
}
