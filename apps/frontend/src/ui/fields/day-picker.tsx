import '@mantine/dates/styles.css';
import type { Day } from '@gos/domain';
import { DatePicker } from '@mantine/dates';
import { SmallButton } from '../buttons';
import 'dayjs/locale/cs';
import type { ReactElement } from 'react';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import { firstWeekday } from '../moment-format';
import { isShownDay, pickedDays } from '../shown-days';
import { CalendarPopover, type OpensCalendar } from './calendar-popover';

interface DayPickerProps {
  readonly label: string;
  readonly value: Day | null;
  readonly onChange: (day: Day | null) => void;
  /** The first day to choose; by default the first that people enter. */
  readonly first?: Day;
  readonly children: (props: OpensCalendar) => ReactElement;
}

export function DayPicker({ label, value, onChange, first = pickedDays.minDate, children }: DayPickerProps) {
  const t = useT();
  const { locale } = useIntl();
  return (
    <CalendarPopover
      label={label}
      padding={10}
      calendar={(close) => {
        const choose = (day: Day | null) => {
          onChange(day);
          close();
        };
        return (
          <>
            <DatePicker
              locale={locale}
              firstDayOfWeek={firstWeekday(locale)}
              weekendDays={[]}
              size="xs"
              value={value}
              minDate={first}
              maxDate={pickedDays.maxDate}
              onChange={choose}
              defaultDate={isShownDay(value) ? value : undefined}
              ariaLabels={{
                nextMonth: t('task.calendar.next'),
                previousMonth: t('task.calendar.previous'),
              }}
            />
            {value !== null && (
              <SmallButton variant="subtle" color="gray" fullWidth mt={8} onClick={() => choose(null)}>
                {t('task.day.clear')}
              </SmallButton>
            )}
          </>
        );
      }}
    >
      {children}
    </CalendarPopover>
  );
}
