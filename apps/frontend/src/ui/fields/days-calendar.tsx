import '@mantine/dates/styles.css';
import { addDays, type Day, localDay } from '@gos/domain';
import { Text } from '@mantine/core';
import { DatePicker, type DatePickerProps, type DatePickerType } from '@mantine/dates';
import dayjs from 'dayjs';
import 'dayjs/locale/cs';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import { useHolidays } from '../../lib/holidays';
import { timeZone } from '../../lib/installation';
import { serverNow } from '../../lib/server-clock';
import { dayTexts } from '../day-text';
import { firstWeekday } from '../moment-format';
import pieces from '../pieces.module.css';
import classes from './fields.module.css';

/** The most days that a month has. */
const maxDays = 31;
/** The most days of the month before, and of the one after, that a month shows. */
const daysAround = 7;

/** The day among those that may be chosen that is nearest to today in the installation's zone. */
function nearestToToday(minDate: unknown, maxDate: unknown): Day {
  const today = localDay(serverNow(), timeZone());
  if (typeof minDate === 'string' && minDate > today) return minDate;
  return typeof maxDate === 'string' && maxDate < today ? maxDate : today;
}

/** A calendar in which days are chosen; it begins in the month of today. Holidays have their names. */
export function DaysCalendar<Type extends DatePickerType = 'default'>({
  date,
  defaultDate,
  onDateChange,
  ...props
}: Omit<DatePickerProps<Type>, 'date' | 'defaultDate' | 'onDateChange'> & {
  readonly date?: Day;
  readonly defaultDate?: Day;
  readonly onDateChange?: (date: Day) => void;
}) {
  const t = useT();
  const { locale } = useIntl();
  const [turnedTo, setTurnedTo] = useState(defaultDate);
  const shown = date ?? turnedTo ?? nearestToToday(props.minDate, props.maxDate);
  const first: Day = `${shown.slice(0, 7)}-01`;
  const holidays = useHolidays([addDays(first, -daysAround), addDays(first, maxDays + daysAround)]);
  const inMonth = [...holidays].filter(([day]) => day.startsWith(shown.slice(0, 7)));
  return (
    <>
      <DatePicker<Type>
        {...(props as DatePickerProps<Type>)}
        locale={locale}
        firstDayOfWeek={firstWeekday(locale)}
        weekendDays={[]}
        size="xs"
        // By itself it would begin in the month of the browser's zone.
        date={shown}
        onDateChange={(day) => {
          setTurnedTo(day);
          onDateChange?.(day);
        }}
        getDayProps={(day) => (holidays.has(day) ? { title: holidays.get(day), className: classes.holiday } : {})}
        getDayAriaLabel={(day) =>
          holidays.has(day) ? `${dayjs(day).locale(locale).format('D MMMM YYYY')}, ${holidays.get(day)}` : ''
        }
        ariaLabels={{ nextMonth: t('task.calendar.next'), previousMonth: t('task.calendar.previous') }}
      />
      {inMonth.length > 0 && (
        <ul className={`${pieces.rows} ${classes.holidays}`} aria-label={t('calendar.holidays')}>
          {inMonth.map(([day, name]) => (
            <Text key={day} inherit component="li">
              {dayTexts.short(locale, day)} {name}
            </Text>
          ))}
        </ul>
      )}
    </>
  );
}
