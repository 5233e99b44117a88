import { memo } from 'react';
import { useT } from '../../i18n';
import pieces from '../../ui/pieces.module.css';
import classes from './task-pieces.module.css';

const heights = [4, 6.5, 9, 11.5];

/** From this priority on, the bars take the colour of what was returned. */
const urgentFrom = 8;

interface PriorityBarsProps {
  readonly priority: number;
  /** Draws only the bars, for places that show the number already. */
  readonly numberless?: boolean;
}

export const PriorityBars = memo(function PriorityBars({ priority, numberless = false }: PriorityBarsProps) {
  const t = useT();
  const filled = Math.min(4, Math.ceil(priority / 2.5));
  return (
    <span className={pieces.inline} data-urgent={priority >= urgentFrom || undefined}>
      <svg className={classes.bars} width={18} height={12} viewBox="0 0 18 12" aria-hidden>
        {heights.map((height, index) => (
          <rect
            key={height}
            x={index * 4.8}
            y={12 - height}
            width={3.2}
            height={height}
            rx={0.8}
            data-filled={index < filled || undefined}
          />
        ))}
      </svg>
      {!numberless && (
        <span className={pieces.digits}>
          <span className={pieces.hidden}>{t('task.priority.named')} </span>
          {priority}
        </span>
      )}
    </span>
  );
});
