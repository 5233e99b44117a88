import type { KeyboardEvent } from 'react';
import { durationText } from '../../../entities/task/duration';
import pieces from '../../../ui/pieces.module.css';
import type { Span } from './day-scale';
import { useTimeT } from './time-texts';
import classes from './timeline.module.css';
import type { DayEntry } from './use-day';

interface TimelineBlockProps {
  readonly entry: DayEntry;
  readonly span: Span;
  /** `8:00–9:30` */
  readonly times: string;
  readonly minuteHeight: number;
  readonly lifted: boolean;
  readonly mayCorrect: boolean;
  /** its ends lie on this day */
  readonly grips: { readonly from: boolean; readonly to: boolean };
  readonly helpId: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onBlur: () => void;
  readonly onOpen: () => void;
}

/** Lower ones have no room for a second line. */
const twoLines = 34;
const smallestWithGrips = 22;

/** An entry on the timeline. */
export function TimelineBlock(props: TimelineBlockProps) {
  const t = useTimeT();
  const { entry, span, times, minuteHeight, lifted, mayCorrect, grips, helpId } = props;
  const height = Math.max(14, (span.to - span.from) * minuteHeight);
  const name = entry.task.name ?? t('work.hidden-task');
  const withGrips = mayCorrect && height >= smallestWithGrips;
  return (
    <div
      className={classes.block}
      data-lifted={lifted || undefined}
      data-running={entry.to === null || undefined}
      data-flagged={entry.flagged || undefined}
      data-low={height < twoLines || undefined}
      style={{ top: span.from * minuteHeight, height }}
      data-block={entry.id}
    >
      <button
        type="button"
        className={classes.blockButton}
        aria-label={`${times}, ${name}, ${durationText(span.to - span.from)}`}
        aria-describedby={mayCorrect ? helpId : undefined}
        aria-pressed={mayCorrect ? lifted : undefined}
        onKeyDown={props.onKeyDown}
        onBlur={props.onBlur}
        onClick={props.onOpen}
      >
        <span className={`${pieces.word} ${classes.name}`}>{name}</span>
        <span className={classes.times}>{times}</span>
      </button>
      {withGrips && grips.from && <span className={classes.grip} data-grip="from" />}
      {withGrips && grips.to && <span className={classes.grip} data-grip="to" />}
    </div>
  );
}
