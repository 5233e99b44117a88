import type { MonthOfAvailabilityAnswer, PlanAnswer } from '@gos/contract';
import { type Day, daysOfMonth, weekdayOf } from '@gos/domain';
import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { PlanMark } from '../../entities/plan/plan-mark';
import types from '../../entities/plan/plan-type.module.css';
import { useMe } from '../../entities/user/users.api';
import { dayTexts } from '../../ui/day-text';
import pieces from '../../ui/pieces.module.css';
import { useAttendanceT } from './common/attendance-texts';
import { daysWords, usePlanWords } from './common/plan-words';
import { runsOfDays } from './common/runs-of-days';
import { useWorkingDays } from './common/use-working-days';
import wide from './common/wide-table.module.css';
import classes from './month-overview.module.css';
import { meFirst, PlannedPerson } from './planned-person';

type MonthPerson = MonthOfAvailabilityAnswer['people'][number];

/** Days of a plan that follow one another. */
interface Run {
  readonly plan: PlanAnswer;
  readonly from: Day;
  readonly to: Day;
  readonly days: number;
}

/** By their first day; of the same day the longer first. */
export function runsOf(plans: MonthPerson['plans']): Run[] {
  const runs = plans.flatMap(({ plan, days }) =>
    runsOfDays(days, (day) => day).map((run) => ({ plan, from: run[0], to: run.at(-1)!, days: run.length })),
  );
  return runs.sort((a, b) => (a.from === b.from ? b.days - a.days : a.from < b.from ? -1 : 1));
}

const columnOf = (day: Day) => Number(day.slice(8));

function Bar({ run }: { readonly run: Run }) {
  const t = useAttendanceT();
  const { locale } = useIntl();
  const words = usePlanWords();
  const { plan, from, to, days } = run;
  const name = words.name(plan);
  const whole = words.placed([name, words.fullTimes(plan)], plan);
  const said = [
    daysWords(locale, { date: from, repeatUntil: to }),
    ...whole,
    ...(plan.approval === 'requested' ? [t('attendance.request.requested')] : []),
  ].join(', ');
  return (
    <li
      className={`${types.ofType} ${classes.bar}`}
      style={{ gridColumn: `${columnOf(from)} / span ${days}` }}
      data-type={plan.type}
      data-approval={plan.approval ?? undefined}
      title={said}
    >
      <PlanMark type={plan.type} kind={plan.kind} size={14} />
      <span className={pieces.hidden}>{said}</span>
      <span className={`${pieces.word} ${classes.name}`} aria-hidden>
        {name}
        <span className={classes.times}> {words.times(plan)}</span>
      </span>
    </li>
  );
}

interface MarksProps {
  readonly days: readonly Day[];
  readonly look: (day: Day) => Readonly<Record<string, boolean | undefined>>;
}

/** Weekends, holidays and today behind the bars. */
const Marks = ({ days, look }: MarksProps) => (
  <div className={`${classes.days} ${classes.marks}`} aria-hidden>
    {days.map((day) => {
      const marks = look(day);
      return Object.values(marks).some(Boolean) ? (
        <span key={day} style={{ gridColumn: columnOf(day) }} {...marks} />
      ) : null;
    })}
  </div>
);

const waiting = [0, 1, 2, 3, 4, 5];

interface MonthOverviewProps {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
  readonly answer: MonthOfAvailabilityAnswer | undefined;
  readonly today: Day;
}

/** People and what they plan in a month: days that follow one another are one bar. */
export function MonthOverview({ year, month, answer, today }: MonthOverviewProps) {
  const t = useAttendanceT();
  const me = useMe();
  const { locale } = useIntl();
  const workingDays = useWorkingDays();
  const scroller = useRef<HTMLElement>(null);
  const days = daysOfMonth(year, month);
  const holidays = new Map(answer?.holidays.map(({ date, name }) => [date, name]));
  const look = (day: Day) => ({
    'data-today': day === today || undefined,
    'data-holiday': holidays.has(day) || undefined,
    'data-off': !workingDays.includes(weekdayOf(day)) || undefined,
  });
  const name = t('attendance.availability.month-table', { month: dayTexts.monthInText(locale, days[0]!) });

  // Where the days do not fit, today is in the middle.
  useEffect(() => {
    const root = scroller.current;
    const shown = root?.querySelector<HTMLElement>('thead [data-today]');
    if (root && shown) root.scrollLeft = shown.offsetLeft - root.clientWidth / 2;
  }, [year, month]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section ref={scroller} className={`${wide.scroll} ${classes.month}`} tabIndex={0} aria-label={name}>
      <table
        className={classes.table}
        style={{ '--days': days.length } as CSSProperties}
        aria-busy={answer === undefined}
      >
        <caption className={pieces.hidden}>{name}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.person}>
              {t('people.name')}
            </th>
            <th scope="col">
              <span className={pieces.hidden}>{t('attendance.availability.planned')}</span>
              <div className={classes.days}>
                {days.map((day) => (
                  <Link
                    key={day}
                    to="/attendance/availability"
                    search={(previous: object) => ({ ...previous, view: undefined, from: day })}
                    className={classes.day}
                    tabIndex={-1}
                    title={[dayTexts.long(locale, day), ...(holidays.has(day) ? [holidays.get(day)] : [])].join(', ')}
                    {...look(day)}
                  >
                    <span>{dayTexts.weekday(locale, day)}</span>
                    <span className={classes.number}>{columnOf(day)}</span>
                  </Link>
                ))}
              </div>
            </th>
          </tr>
        </thead>
        <tbody>
          {meFirst(answer?.people ?? [], me.id).map(({ user, plans }) => (
            <tr key={user.id}>
              <th scope="row" className={classes.person}>
                <PlannedPerson user={user} />
              </th>
              <td>
                <Marks days={days} look={look} />
                <ul className={`${pieces.rows} ${classes.days} ${classes.bars}`}>
                  {runsOf(plans).map((run) => (
                    <Bar key={`${run.plan.id} ${run.from}`} run={run} />
                  ))}
                </ul>
              </td>
            </tr>
          ))}
          {answer === undefined &&
            waiting.map((row) => (
              <tr key={row}>
                <td colSpan={2}>
                  <Skeleton height={26} my={4} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
