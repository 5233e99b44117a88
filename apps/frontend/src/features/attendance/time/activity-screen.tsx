import type { AttendanceActivity, WorkedOn } from '@gos/contract';
import { addDays, type Day, localDay } from '@gos/domain';
import { Box, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { durationText } from '../../../entities/task/duration';
import { useMe } from '../../../entities/user/users.api';
import { EntriesDialog } from '../../../entities/work/entries-dialog';
import { timeZone } from '../../../lib/installation';
import { ChipButton } from '../../../ui/buttons';
import { dayTexts } from '../../../ui/day-text';
import { EmptyState } from '../../../ui/empty-state';
import { DayPicker } from '../../../ui/fields/day-picker';
import pieces from '../../../ui/pieces.module.css';
import { Screen, ScreenHead } from '../../../ui/screen';
import { Spacer, Toolbar } from '../../../ui/toolbar';
import { useNow } from '../../../ui/use-now';
import { type ActivityAddress, daysAt, validateActivityAddress } from './activity-address';
import { activityQuery } from './attendance.api';
import { Logs } from './day-sheet';
import classes from './month.module.css';
import { keyOf } from './month-days';
import { PersonChoice } from './person-choice';
import time from './time.module.css';
import { TimeFailed } from './time-failed';
import { WhoseLabel } from './time-head';
import { TimeTexts, useTimeT } from './time-texts';
import { useWhose } from './use-whose';
import { WorkedTask } from './worked-task';

interface DaysProps {
  readonly activity: AttendanceActivity;
  /** whether the reader may open the person's days */
  readonly mayOpen: boolean;
  readonly own: boolean;
  readonly onTask: (task: WorkedOn, date: Day) => void;
}

/** Work by day, the latest first. */
function Days({ activity: { days, user }, mayOpen, own, onTask }: DaysProps) {
  const { locale } = useIntl();
  return [...days].reverse().map(({ date, workedMinutes, tasks }) => (
    <section key={date} className={`${time.part} ${classes.part}`}>
      <h2>
        {mayOpen ? (
          <Link
            className={pieces.plainLink}
            to="/attendance/worked"
            search={{ date, userId: own ? undefined : user.id }}
          >
            {dayTexts.long(locale, date)}
          </Link>
        ) : (
          dayTexts.long(locale, date)
        )}{' '}
        <span className={pieces.nothing}>{durationText(workedMinutes)}</span>
      </h2>
      <ul className={`${pieces.rows} ${classes.lines}`}>
        {tasks.map((task) => (
          <li key={keyOf(task)}>
            <WorkedTask task={task} />
            {task.id === null ? (
              <span className={`${pieces.plainLink} ${classes.number}`}>{durationText(task.minutes)}</span>
            ) : (
              <button
                type="button"
                className={`${pieces.plainLink} ${classes.number}`}
                onClick={() => onTask(task, date)}
              >
                {durationText(task.minutes)}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  ));
}

function Content({ activity, mayOpen, own }: Omit<DaysProps, 'onTask'>) {
  const t = useTimeT();
  const { locale } = useIntl();
  const [open, setOpen] = useState<{ readonly task: WorkedOn; readonly date: Day } | null>(null);
  if (activity.days.length === 0 && activity.logs.length === 0) {
    return <EmptyState>{t('time.activity.none')}</EmptyState>;
  }
  return (
    <>
      <dl className={`${time.sums} ${classes.totals}`}>
        <div>
          <dt>{t('time.worked')}</dt>
          <dd>{durationText(activity.workedMinutes)}</dd>
        </div>
      </dl>
      <Days activity={activity} mayOpen={mayOpen} own={own} onTask={(task, date) => setOpen({ task, date })} />
      <section className={`${time.part} ${classes.part}`}>
        <h2>{t('time.logs')}</h2>
        {activity.logs.length === 0 && <p className={pieces.nothing}>{t('time.activity.no-logs')}</p>}
        <Logs logs={activity.logs} withDay />
      </section>
      {open !== null && (
        <EntriesDialog
          title={`${open.task.name} · ${dayTexts.long(locale, open.date)}`}
          filter={{ userId: activity.user.id, taskId: open.task.id!, from: open.date, to: open.date }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

function Activity() {
  const t = useTimeT();
  const me = useMe();
  const { locale } = useIntl();
  const navigate = useNavigate();
  const today = localDay(useNow(), timeZone());
  const address = useSearch({
    strict: false,
    select: (all) => validateActivityAddress(all as Record<string, unknown>),
  });
  const whose = useWhose(address.userId);
  const { from, to } = daysAt(address, today);
  const answer = useQuery(activityQuery({ userId: whose.id, from, to }));
  const go = (part: ActivityAddress) =>
    void navigate({ to: '.', search: (previous: object) => ({ ...previous, from, to, ...part }), replace: true });
  const picker = (which: 'from' | 'to', value: Day, onChange: (day: Day) => void) => (
    <DayPicker label={t(`time.activity.${which}`)} value={value} onChange={(day) => day !== null && onChange(day)}>
      {(given) => (
        <ChipButton {...given} variant="default">
          {t(`time.activity.${which}`)}: {dayTexts.short(locale, value)} {value.slice(0, 4)}
        </ChipButton>
      )}
    </DayPicker>
  );
  const later = (a: Day, b: Day) => (a > b ? a : b);
  const earlier = (a: Day, b: Day) => (a < b ? a : b);
  return (
    <Screen>
      <ScreenHead title={t('nav.activity')}>
        <WhoseLabel person={whose.person} />
        <Spacer />
      </ScreenHead>
      <Toolbar label={t('nav.activity')}>
        {me.role !== 'collaborator' && (
          <PersonChoice whose={whose} onChange={(userId) => go({ userId: userId ?? undefined })} />
        )}
        {picker('from', from, (day) => go({ from: day, to: later(day, earlier(to, addDays(day, 366))) }))}
        {picker('to', to, (day) => go({ to: day, from: earlier(day, later(from, addDays(day, -366))) }))}
        <Spacer />
        <ChipButton variant="default" onClick={() => go({ from: addDays(today, -6), to: today })}>
          {t('time.activity.week')}
        </ChipButton>
        <ChipButton variant="default" onClick={() => go({ from: addDays(today, -29), to: today })}>
          {t('time.activity.month')}
        </ChipButton>
      </Toolbar>
      {answer.data !== undefined ? (
        <Content activity={answer.data} mayOpen={whose.own || whose.maySeeAll} own={whose.own} />
      ) : answer.isError ? (
        <TimeFailed answer={answer} />
      ) : (
        <Box p="6px 20px" aria-hidden>
          <Skeleton height={160} radius={10} />
        </Box>
      )}
    </Screen>
  );
}

/** Shows a person's activity in a period. */
export const ActivityScreen = () => (
  <TimeTexts>
    <Activity />
  </TimeTexts>
);
