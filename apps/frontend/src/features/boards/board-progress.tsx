import { taskStates } from '@gos/domain';
import { stateMessages } from '../../entities/task/state-ring';
import { useT } from '../../i18n';
import classes from './boards.module.css';
import { type StateCounts, totalOf } from './model/board-model';

/** From what is done to what has hardly begun; what nobody has yet is the empty rest. */
const drawn = ['solved', 'fulfilled', 'returned', 'assigned'] as const;

/** How far a board is: one bar in the colours of the states. */
export function BoardProgress({ counts }: { readonly counts: StateCounts }) {
  const t = useT();
  const total = totalOf(counts);
  const words =
    total === 0
      ? t('board.progress.none')
      : taskStates
          .filter((state) => counts[state] > 0)
          .map((state) => t('board.progress.part', { state: t(stateMessages[state]), count: counts[state] }))
          .join(', ');
  return (
    <div className={classes.progress} role="img" aria-label={t('board.progress', { words })} title={words}>
      {total > 0 &&
        drawn.map(
          (state) =>
            counts[state] > 0 && (
              <span
                key={state}
                style={{ width: `${(counts[state] / total) * 100}%`, background: `var(--gos-${state})` }}
              />
            ),
        )}
    </div>
  );
}
