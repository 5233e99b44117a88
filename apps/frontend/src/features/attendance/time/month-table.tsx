import type { AttendanceMonth, AttendanceMonthDay, WorkedOn } from '@gos/contract';
import { weekdayOf } from '@gos/domain';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { PlanMark } from '../../../entities/plan/plan-mark';
import { durationText } from '../../../entities/task/duration';
import { dayTexts } from '../../../ui/day-text';
import pieces from '../../../ui/pieces.module.css';
import table from '../../../ui/table.module.css';
import classes from './month.module.css';
import { keyOf } from './month-days';
import time from './time.module.css';
import { useTimeT } from './time-texts';
import { WorkedTask } from './worked-task';

interface DayLinkProps {
  readonly day: AttendanceMonthDay;
  readonly userId: number | undefined;
  readonly minutes: number;
  readonly of: 'planned' | 'worked';
}

/** Minutes of a day; they lead to the day, where it is seen what makes them. */
function DayMinutes({ day: { date }, userId, minutes, of }: DayLinkProps) {
  const t = useTimeT();
  const { locale } = useIntl();
  if (minutes === 0) return <span className={pieces.nothing}>–</span>;
  const time = durationText(minutes);
  return (
    <Link
      to="/attendance/worked"
      search={{ date, userId }}
      className={`${pieces.plainLink} ${classes.number}`}
      aria-label={t(`time.month.open-${of}`, { time, day: dayTexts.long(locale, date) })}
    >
      {time}
    </Link>
  );
}

/** Returns the marks of a day: types of plans, and the kinds of absences where they count. */
function useMarks({ planned, absences }: AttendanceMonthDay) {
  const t = useTimeT();
  const types = planned.filter((type) => type !== 'day_off' || absences.length === 0);
  return [
    ...types.map((type) => ({ type, kind: null, label: t(`plan.type.${type}`) })),
    ...absences.map(({ kind, days }) => ({
      type: 'day_off' as const,
      kind,
      label: t('plan.absence', { kind: t(`plan.kind.${kind}`), days }),
    })),
  ];
}

interface RowProps {
  readonly day: AttendanceMonthDay;
  readonly today: string;
  readonly weekend: boolean;
  readonly userId: number | undefined;
  readonly onTask: (task: WorkedOn, date: string) => void;
}

function DayRow({ day, today, weekend, userId, onTask }: RowProps) {
  const t = useTimeT();
  const { locale } = useIntl();
  const { date, holiday, flagged, tasks } = day;
  const marks = useMarks(day);
  return (
    <tr
      data-day={date}
      data-today={date === today || undefined}
      data-weekend={weekend || undefined}
      data-holiday={holiday !== null || undefined}
    >
      <th scope="row" className={classes.day}>
        <Link className={pieces.plainLink} to="/attendance/worked" search={{ date, userId }}>
          <span className={classes.weekday}>{dayTexts.weekday(locale, date)}</span> {dayTexts.short(locale, date)}
        </Link>
        {holiday !== null && (
          <span className={`${pieces.word} ${classes.holiday}`} title={holiday}>
            {holiday}
          </span>
        )}
        {flagged && (
          <Link to="/attendance/worked" search={{ date, userId }} className={`${pieces.plainLink} ${classes.flagged}`}>
            <IconAlertTriangle size={13} aria-hidden /> {t('time.flagged')}
          </Link>
        )}
      </th>
      <td className={classes.plan}>
        <span className={classes.phoneLabel}>{t('time.planned')}</span>
        <span className={classes.marks}>
          {marks.map(({ type, kind, label }) => (
            <span key={label} role="img" aria-label={label} title={label}>
              <PlanMark type={type} kind={kind} />
            </span>
          ))}
        </span>
        <DayMinutes day={day} userId={userId} minutes={day.plannedMinutes} of="planned" />
      </td>
      <td className={classes.worked}>
        <span className={classes.phoneLabel}>{t('time.worked')}</span>
        <DayMinutes day={day} userId={userId} minutes={day.workedMinutes} of="worked" />
      </td>
      <td className={classes.tasks}>
        <ul className={pieces.rows}>
          {tasks.map((task) => (
            <li key={keyOf(task)}>
              <WorkedTask task={task} />
              <button
                type="button"
                className={`${pieces.plainLink} ${classes.number}`}
                onClick={() => onTask(task, date)}
              >
                {durationText(task.minutes)}
              </button>
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}

interface MonthTableProps extends Pick<AttendanceMonth, 'days'> {
  readonly label: string;
  readonly today: string;
  readonly workingDays: readonly number[];
  /** undefined is oneself */
  readonly userId: number | undefined;
  readonly onTask: (task: WorkedOn, date: string) => void;
}

/** Days one below the other, each with what was planned and what was worked. */
export function MonthTable({ days, label, workingDays, ...row }: MonthTableProps) {
  const t = useTimeT();
  return (
    <table className={`${table.stacked} ${time.table} ${classes.table}`} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('time.day')}</th>
          <th scope="col">{t('time.planned')}</th>
          <th scope="col">{t('time.worked')}</th>
          <th scope="col">{t('time.tasks')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <DayRow key={day.date} {...row} day={day} weekend={!workingDays.includes(weekdayOf(day.date))} />
        ))}
      </tbody>
    </table>
  );
}
