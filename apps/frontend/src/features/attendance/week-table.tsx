import type { AvailabilityAnswer } from '@gos/contract';
import { addDays, type Day } from '@gos/domain';
import { Skeleton } from '@mantine/core';
import { useIntl } from 'react-intl';
import { useMe } from '../../entities/user/users.api';
import { dayTexts } from '../../ui/day-text';
import pieces from '../../ui/pieces.module.css';
import classes from './availability.module.css';
import { useAttendanceT } from './common/attendance-texts';
import { meFirst } from './planned-person';
import { PhoneRows, WeekRow } from './week-row';

interface WeekTableProps {
  readonly monday: Day;
  readonly week: AvailabilityAnswer | undefined;
  readonly today: Day;
  readonly phone: boolean;
}

const waiting = [0, 1, 2, 3, 4, 5, 6, 7];

/** People and the days of a week. */
export function WeekTable({ monday, week, today, phone }: WeekTableProps) {
  const t = useAttendanceT();
  const me = useMe();
  const { locale } = useIntl();
  const days = waiting.slice(0, 7).map((index) => addDays(monday, index));
  const holidays = new Map(week?.holidays.map(({ date, name }) => [date, name]));
  const look = (day: Day) => ({
    'data-today': day === today || undefined,
    'data-holiday': holidays.has(day) || undefined,
  });
  const people = meFirst(week?.people ?? [], me.id);
  const head = (
    <thead>
      <tr>
        {!phone && (
          <th scope="col" className={classes.person}>
            {t('people.name')}
          </th>
        )}
        {days.map((day) => (
          <th key={day} scope="col" className={classes.head} {...look(day)}>
            <span className={classes.weekday}>{dayTexts.weekday(locale, day)}</span>{' '}
            <span className={classes.number}>{phone ? Number(day.slice(8)) : dayTexts.short(locale, day)}</span>
            {holidays.has(day) && (
              <span className={phone ? pieces.hidden : `${pieces.word} ${classes.holiday}`}>{holidays.get(day)}</span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
  return (
    <table className={classes.table} data-phone={phone || undefined} aria-busy={week === undefined}>
      <caption className={pieces.hidden}>
        {t('attendance.availability.table', { week: dayTexts.range(locale, { from: monday, to: addDays(monday, 6) }) })}
      </caption>
      {head}
      {phone && people.map((person) => <PhoneRows key={person.user.id} person={person} look={look} />)}
      <tbody>
        {!phone && people.map((person) => <WeekRow key={person.user.id} person={person} look={look} />)}
        {week === undefined &&
          waiting.map((row) => (
            <tr key={row}>
              <td colSpan={8}>
                <Skeleton height={28} my={6} />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
