import type { AttendanceDay } from '@gos/contract';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react';
import { useIntl } from 'react-intl';
import { PlanMark } from '../../../entities/plan/plan-mark';
import types from '../../../entities/plan/plan-type.module.css';
import { announce } from '../../../lib/announce';
import { dayTexts } from '../../../ui/day-text';
import { NowLine } from '../../../ui/now-line';
import { usePlanWords } from '../common/plan-words';
import {
  type DayScale,
  type Grip,
  hoursOf,
  instantAt,
  isWithin,
  minuteAt,
  minuteOfTime,
  pulled,
  type Span,
  spanOf,
  stepMinutes,
} from './day-scale';
import { useTimeT } from './time-texts';
import classes from './timeline.module.css';
import { TimelineBlock } from './timeline-block';
import type { DayEntry } from './use-day';
import { type Draft, useTimelineDrag } from './use-timeline-drag';

const minuteHeight = 0.8;
const firstShown = 7 * 60;

interface TimelineProps {
  readonly scale: DayScale;
  readonly now: number;
  readonly entries: readonly DayEntry[];
  readonly plans: AttendanceDay['plans'];
  readonly mayAdd: boolean;
  readonly mayCorrect: boolean;
  readonly onAdd: (span: Span) => void;
  readonly onCorrect: (entry: DayEntry, span: Span, grip: Grip) => void;
  readonly onOpen: (entry: DayEntry) => void;
}

/** A day from midnight to midnight: what was worked, over what was planned. */
export function Timeline(props: TimelineProps) {
  const { scale, now, entries, plans, mayAdd, mayCorrect, onAdd, onCorrect, onOpen } = props;
  const t = useTimeT();
  const { locale } = useIntl();
  const helpId = useId();
  const canvas = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const hours = useMemo(() => hoursOf(scale), [scale]);
  const present = now >= scale.start && now < scale.end;
  const limit = Math.floor(minuteAt(now, scale));

  const clock = (minute: number) => dayTexts.time(locale, instantAt(minute, scale), scale.zone);
  const timesOf = ({ from, to }: Span, running = false) => `${clock(from)}–${running ? '…' : clock(to)}`;
  const entryOf = (id: number | null) => entries.find((entry) => entry.id === id);

  /** Where an entry may be taken hold of: running work only by its beginning, what reaches into another day not as a whole. */
  const gripOf = (entry: DayEntry, grip: Grip): Span | null => {
    const [begins, ends] = [isWithin(entry.from, scale), isWithin(entry.to, scale)];
    const may = grip === 'from' ? begins && entry.to !== null : grip === 'to' ? ends : begins && ends;
    return mayCorrect && may ? spanOf(entry, now, scale) : null;
  };
  function drop({ entryId, grip, from, to }: Draft) {
    const entry = entryOf(entryId);
    if (entry === undefined) return onAdd({ from, to });
    const was = spanOf(entry, now, scale);
    if (was.from !== from || was.to !== to) onCorrect(entry, { from, to }, grip);
  }
  const { draft, setDraft } = useTimelineDrag({
    root: canvas,
    minuteHeight,
    limit,
    mayDraw: mayAdd,
    spanOf: (id, grip) => {
      const entry = entryOf(id);
      return entry === undefined ? null : gripOf(entry, grip);
    },
    onDrop: drop,
  });

  function onKey(entry: DayEntry, event: KeyboardEvent) {
    const held = draft?.entryId === entry.id ? draft : null;
    const takes = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (held === null) {
      const span = event.key === ' ' ? gripOf(entry, 'whole') : null;
      if (span === null) return;
      takes();
      setDraft({ entryId: entry.id, grip: 'whole', ...span });
      announce(t('time.lifted', { times: timesOf(span) }));
      return;
    }
    if (event.key === 'Escape') {
      takes();
      setDraft(null);
    } else if (event.key === 'Enter' || event.key === ' ') {
      takes();
      setDraft(null);
      drop(held);
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      takes();
      const grip = event.shiftKey ? 'to' : event.altKey ? 'from' : 'whole';
      const next = pulled(held, grip, event.key === 'ArrowUp' ? -stepMinutes : stepMinutes, limit);
      // Moved by more than one of its parts it has both new ends.
      setDraft({ entryId: entry.id, grip: held.grip === grip ? grip : 'whole', ...next });
      announce(timesOf(next));
    }
  }

  // Each day begins where its first entry or plan is.
  const earliest = Math.min(
    firstShown,
    ...entries.map((entry) => spanOf(entry, now, scale).from),
    ...plans.map(({ from }) => minuteOfTime(from, scale)),
  );
  const words = usePlanWords();
  useEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = Math.max(0, earliest - 30) * minuteHeight;
  }, [scale, earliest]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section ref={scroller} className={classes.timeline} tabIndex={0} aria-label={t('time.timeline')}>
      <div
        ref={canvas}
        className={classes.canvas}
        style={{ height: scale.minutes * minuteHeight }}
        data-draws={mayAdd || undefined}
      >
        {hours.map(({ minute, hour }) => (
          <div key={minute} className={classes.hour} style={{ top: minute * minuteHeight }} aria-hidden>
            <span>{dayTexts.hour(locale, hour)}</span>
          </div>
        ))}
        {plans.map((plan) => {
          const [from, to] = [minuteOfTime(plan.from, scale), minuteOfTime(plan.to, scale)];
          return (
            <div
              key={plan.id}
              className={`${types.ofType} ${classes.plan}`}
              data-type={plan.type}
              style={{ top: from * minuteHeight, height: (to - from) * minuteHeight }}
            >
              <span>
                <PlanMark type={plan.type} kind={plan.kind} size={13} />{' '}
                {words.placed([words.name(plan)], plan).join(' · ')}
              </span>
            </div>
          );
        })}
        {entries.map((entry) => {
          const lifted = draft?.entryId === entry.id;
          const span = lifted ? draft : spanOf(entry, now, scale);
          return (
            <TimelineBlock
              key={entry.id}
              entry={entry}
              span={span}
              times={timesOf(span, entry.to === null)}
              minuteHeight={minuteHeight}
              lifted={lifted}
              mayCorrect={mayCorrect}
              grips={{ from: gripOf(entry, 'from') !== null, to: gripOf(entry, 'to') !== null }}
              helpId={helpId}
              onKeyDown={(event) => onKey(entry, event)}
              onBlur={() => lifted && setDraft(null)}
              onOpen={() => onOpen(entry)}
            />
          );
        })}
        {draft !== null && draft.entryId === null && (
          <div
            className={classes.draft}
            style={{ top: draft.from * minuteHeight, height: (draft.to - draft.from) * minuteHeight }}
            aria-hidden
          >
            {timesOf(draft)}
          </div>
        )}
        {present && <NowLine top={limit * minuteHeight} left={46} />}
      </div>
      <p id={helpId} hidden>
        {t('time.carry.help')}
      </p>
    </section>
  );
}
