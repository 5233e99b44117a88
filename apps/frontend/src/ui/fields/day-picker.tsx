import type { Day } from '@gos/domain';
import type { ReactElement } from 'react';
import { useT } from '../../i18n';
import { SmallButton } from '../buttons';
import { isShownDay, pickedDays } from '../shown-days';
import { CalendarPopover, type OpensCalendar } from './calendar-popover';
import { DaysCalendar } from './days-calendar';

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
            <DaysCalendar
              value={value}
              minDate={first}
              maxDate={pickedDays.maxDate}
              onChange={choose}
              defaultDate={isShownDay(value) ? value : undefined}
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
