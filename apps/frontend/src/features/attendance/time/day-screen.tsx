import type { AttendanceDay, Problem } from '@gos/contract';
import type { Instant } from '@gos/domain';
import { Skeleton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { PlanMark } from '../../../entities/plan/plan-mark';
import { durationText } from '../../../entities/task/duration';
import { useWorkChanges } from '../../../entities/work/use-work';
import { dayTexts } from '../../../ui/day-text';
import pieces from '../../../ui/pieces.module.css';
import { Muted } from '../../../ui/quiet-text';
import { Screen } from '../../../ui/screen';
import { usePlanWords } from '../common/plan-words';
import classes from './day.module.css';
import { DayHead } from './day-head';
import { instantAt, minuteAt, type Span, spanOf } from './day-scale';
import { DaySheet } from './day-sheet';
import { DayTable } from './day-table';
import { EntryDialog } from './entry-dialog';
import time from './time.module.css';
import { TimeFailed } from './time-failed';
import { TimeTexts, useTimeT } from './time-texts';
import { Timeline } from './timeline';
import { type DayEntry, type DayState, useDay } from './use-day';
import { useEntryTimes } from './use-entry-times';

interface Open {
  readonly entry: DayEntry | null;
  readonly times: { readonly from: Instant; readonly to: Instant };
  readonly refused: Problem | null;
}

/** An hour for a new entry: after the day's last one, before now. */
function freeSpan({ scale, now, answer }: DayState): Span {
  const limit = Math.floor(minuteAt(now, scale));
  const entries = answer.data?.entries ?? [];
  const ends = entries.map((entry) => Math.ceil(spanOf(entry, now, scale).to));
  const from = Math.min(Math.max(8 * 60, ...ends), Math.max(0, limit - 5));
  return { from, to: Math.min(from + 60, Math.max(limit, from + 5)) };
}

/** Minutes worked on the day by now, running work included as in the top bar. */
const workedByNow = ({ workedMinutes, entries }: AttendanceDay, { scale, now }: DayState) =>
  entries
    .filter(({ to }) => to === null)
    .map((entry) => spanOf(entry, now, scale))
    .reduce((sum, { from, to }) => sum + to - from, workedMinutes);

function Sums({ day, state }: { readonly day: AttendanceDay; readonly state: DayState }) {
  const t = useTimeT();
  return (
    <dl className={`${time.sums} ${classes.sums}`}>
      <div>
        <dt>{t('time.worked')}</dt>
        <dd>{durationText(workedByNow(day, state))}</dd>
      </div>
      <div>
        <dt>{t('time.planned')}</dt>
        <dd>{durationText(day.plannedMinutes)}</dd>
      </div>
      {day.holiday !== null && (
        <Muted component="div" c="var(--gos-late-text)">
          {day.holiday}
        </Muted>
      )}
    </dl>
  );
}

function Plans({ plans }: Pick<AttendanceDay, 'plans'>) {
  const t = useTimeT();
  const words = usePlanWords();
  if (plans.length === 0) return null;
  return (
    <section className={time.part}>
      <h2>{t('time.plans')}</h2>
      <ul className={`${pieces.rows} ${classes.plans}`}>
        {plans.map((plan) => (
          <li key={plan.id}>
            <PlanMark type={plan.type} kind={plan.kind} />{' '}
            {words.placed([`${words.fullTimes(plan)} ${words.name(plan)}`], plan).join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Content({ state, day, onOpen }: { state: DayState; day: AttendanceDay; onOpen: (open: Open) => void }) {
  const t = useTimeT();
  const { locale } = useIntl();
  const setTimes = useEntryTimes();
  const run = useWorkChanges();
  const { scale, now, mayAdd, mayCorrect, date } = state;
  const timesOf = (span: Span) => ({ from: instantAt(span.from, scale), to: instantAt(span.to, scale) });
  const edit = (entry: DayEntry) =>
    onOpen({ entry, times: { from: entry.from, to: entry.to ?? new Date(now).toISOString() }, refused: null });
  async function correct(entry: DayEntry, span: Span) {
    const was = spanOf(entry, now, scale);
    const { from, to } = timesOf(span);
    // The end that was not pulled stays what it is to the second, on another day too.
    const times = { from: was.from === span.from ? entry.from : from, to: was.to === span.to ? entry.to! : to };
    const refused = await setTimes(entry, times);
    if (refused !== null) onOpen({ entry, times, refused });
  }
  return (
    <div className={classes.columns}>
      <div>
        <Timeline
          scale={scale}
          now={now}
          entries={day.entries}
          plans={day.plans}
          mayAdd={mayAdd}
          mayCorrect={mayCorrect}
          onAdd={(span) => onOpen({ entry: null, times: timesOf(span), refused: null })}
          onCorrect={(entry, span) => void correct(entry, span)}
          onOpen={edit}
        />
      </div>
      <div>
        {day.closed && (
          <p className={time.closed}>
            <IconLock size={15} stroke={1.75} aria-hidden /> {t('time.day.closed')}
          </p>
        )}
        <Sums day={day} state={state} />
        <DayTable
          label={dayTexts.long(locale, date)}
          entries={day.entries}
          date={date}
          mayCorrect={mayCorrect}
          onOpen={edit}
          onRemove={(entry) => void run({ type: 'remove', entry })}
        />
        <Plans plans={day.plans} />
      </div>
    </div>
  );
}

function DayOfWork() {
  const { locale } = useIntl();
  const state = useDay();
  const [open, setOpen] = useState<Open | null>(null);
  const [sheet, setSheet] = useState(false);
  const { answer, scale, date } = state;
  const day = answer.data;
  const add = () => {
    const { from, to } = freeSpan(state);
    setOpen({ entry: null, times: { from: instantAt(from, scale), to: instantAt(to, scale) }, refused: null });
  };
  return (
    <Screen>
      <DayHead state={state} onAdd={add} onSheet={() => setSheet(true)} />
      {day !== undefined ? (
        <Content state={state} day={day} onOpen={setOpen} />
      ) : answer.isError ? (
        <TimeFailed answer={answer} />
      ) : (
        <div className={classes.columns} aria-hidden>
          <Skeleton height={560} radius={10} />
          <Skeleton height={240} radius={10} />
        </div>
      )}
      {open !== null && (
        <EntryDialog
          {...open}
          other={state.whose.own ? null : state.whose.person}
          mayCorrect={open.entry === null || state.mayCorrect}
          onClose={() => setOpen(null)}
        />
      )}
      {sheet && day !== undefined && (
        <DaySheet
          title={dayTexts.long(locale, date)}
          comments={day.comments}
          logs={day.logs}
          onClose={() => setSheet(false)}
        />
      )}
    </Screen>
  );
}

/** A day of somebody's work on a timeline, where it can be added and corrected. */
export const DayScreen = () => (
  <TimeTexts>
    <DayOfWork />
  </TimeTexts>
);
