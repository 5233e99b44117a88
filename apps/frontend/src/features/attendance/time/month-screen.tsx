import type { AttendanceMonth, WorkedOn } from '@gos/contract';
import { Box, Skeleton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { usePersonName } from '../../../entities/user/person-name';
import { EntriesDialog } from '../../../entities/work/entries-dialog';
import { dayTexts } from '../../../ui/day-text';
import { momentText } from '../../../ui/moment-format';
import { Screen, ScreenNote } from '../../../ui/screen';
import { useNow } from '../../../ui/use-now';
import { usePrinting } from '../../../ui/use-printing';
import { PlanLegend } from '../common/plan-legend';
import { useWorkingDays } from '../common/use-working-days';
import classes from './month.module.css';
import { firstOf, lastOf } from './month-address';
import { type DayFilter, shownDays } from './month-days';
import { MonthHead } from './month-head';
import { Adjustments, ByTask, Totals } from './month-sums';
import { MonthTable } from './month-table';
import { roundedMonth, useExportStep } from './rounded-month';
import time from './time.module.css';
import { TimeFailed } from './time-failed';
import { TimeTexts, useTimeT } from './time-texts';
import { type MonthState, useMonth } from './use-month';

interface OpenNumber {
  readonly title: string;
  readonly filter: Parameters<typeof EntriesDialog>[0]['filter'];
}

function ClosedNote({ month }: { readonly month: AttendanceMonth }) {
  const t = useTimeT();
  const nameOf = usePersonName();
  const { locale } = useIntl();
  const now = useNow();
  const { closedTo } = month;
  if (closedTo === null) return null;
  const at = month.closedAt === null ? '' : momentText(locale, month.closedAt, now, t);
  return (
    <p className={`${time.closed} ${classes.closed}`}>
      <IconLock size={15} stroke={1.75} aria-hidden />
      {t(month.closed ? 'time.month.closed' : 'time.month.closed-to', {
        at,
        day: dayTexts.short(locale, closedTo),
        person: month.closedBy ? nameOf(month.closedBy) : t('task.activity.system'),
      })}
    </p>
  );
}

interface ContentProps {
  readonly state: MonthState;
  readonly month: AttendanceMonth;
  readonly filter: DayFilter;
  readonly printing: boolean;
}

function Content({ state, month: recorded, filter, printing }: ContentProps) {
  const t = useTimeT();
  const step = useExportStep();
  const month = printing ? roundedMonth(recorded, step) : recorded;
  const { locale } = useIntl();
  const workingDays = useWorkingDays();
  const [open, setOpen] = useState<OpenNumber | null>(null);
  const userId = state.whose.own ? undefined : state.whose.id;
  const name = dayTexts.month(locale, firstOf(month));
  const days = shownDays(month.days, filter, workingDays);
  const span = { userId: month.userId, from: firstOf(month), to: lastOf(month) };
  const openTask = ({ id, name: task, contractId }: WorkedOn, date?: string) =>
    setOpen({
      title: `${task ?? t('work.hidden-task')} · ${date === undefined ? name : dayTexts.long(locale, date)}`,
      filter: {
        ...span,
        ...(date !== undefined && { from: date, to: date }),
        ...(id !== null && { taskId: id }),
        ...(contractId !== null && { contractId }),
      },
    });
  return (
    <>
      <ClosedNote month={month} />
      {printing && step > 0 && <ScreenNote>{t('time.rounded', { minutes: step })}</ScreenNote>}
      <Totals month={month} onWorked={() => setOpen({ title: `${t('time.worked')} · ${name}`, filter: span })} />
      <Adjustments
        adjustments={month.adjustments}
        onOpen={(entryId) => setOpen({ title: t('time.adjusted-entry'), filter: entryId })}
      />
      <PlanLegend label={t('time.legend')} kinds={days.flatMap(({ absences }) => absences.map(({ kind }) => kind))}>
        <li>
          <span className={classes.holidayMark} aria-hidden />
          {t('time.holiday')}
        </li>
      </PlanLegend>
      {filter !== 'none' && (
        <MonthTable
          label={name}
          days={days}
          today={state.today}
          workingDays={workingDays}
          userId={userId}
          onTask={openTask}
        />
      )}
      <ByTask month={month} onTask={openTask} />
      {open !== null && <EntriesDialog {...open} onClose={() => setOpen(null)} />}
    </>
  );
}

const Waiting = () => (
  <Box p="6px 20px" aria-hidden>
    <Skeleton height={62} radius={10} />
    {Array.from({ length: 12 }, (_, row) => (
      <Skeleton key={row} height={20} mt={16} />
    ))}
  </Box>
);

function Month() {
  const state = useMonth();
  const [filter, setFilter] = useState<DayFilter>('all');
  const printing = usePrinting();
  const { answer } = state;
  return (
    <Screen>
      <MonthHead state={state} filter={filter} onFilter={setFilter} />
      {answer.data !== undefined ? (
        <Content state={state} month={answer.data} filter={printing ? 'all' : filter} printing={printing} />
      ) : answer.isError ? (
        <TimeFailed answer={answer} />
      ) : (
        <Waiting />
      )}
    </Screen>
  );
}

/** A month of somebody's attendance: what was planned and worked on each day. */
export const MonthScreen = () => (
  <TimeTexts>
    <Month />
  </TimeTexts>
);
