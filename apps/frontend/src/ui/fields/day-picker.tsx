import '@mantine/dates/styles.css';
import type { Day } from '@gos/domain';
import { Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { SmallButton } from '../buttons';
import 'dayjs/locale/cs';
import { type ReactElement, useState } from 'react';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import { firstWeekday } from '../moment-format';
import classes from './fields.module.css';

/** What a button gets that opens a calendar; the calendar is named by what is chosen, not by the value as it is. */
export interface OpensCalendar {
  readonly onClick: () => void;
  readonly 'aria-expanded': boolean;
  readonly 'aria-haspopup': 'dialog';
}

interface DayPickerProps {
  readonly label: string;
  readonly value: Day | null;
  readonly onChange: (day: Day | null) => void;
  readonly children: (props: OpensCalendar) => ReactElement;
}

export function DayPicker({ label, value, onChange, children }: DayPickerProps) {
  const t = useT();
  const { locale } = useIntl();
  const [opened, setOpened] = useState(false);
  function choose(day: Day | null) {
    onChange(day);
    setOpened(false);
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        {children({ onClick: () => setOpened(!opened), 'aria-expanded': opened, 'aria-haspopup': 'dialog' })}
      </Popover.Target>
      <Popover.Dropdown role="dialog" className={classes.calendar} aria-label={label}>
        <DatePicker
          locale={locale}
          firstDayOfWeek={firstWeekday(locale)}
          weekendDays={[]}
          size="xs"
          value={value}
          onChange={choose}
          defaultDate={value ?? undefined}
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
      </Popover.Dropdown>
    </Popover>
  );
}
