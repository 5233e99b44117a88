import type { Day } from '@gos/domain';
import { Box, Group } from '@mantine/core';
import { type KeyboardEventHandler, type ReactNode, useEffect, useState } from 'react';
import { DaysCalendar } from './days-calendar';
import classes from './fields.module.css';
import { TimeOfDayInput } from './time-of-day-input';

interface MomentCalendarProps {
  readonly presetsLabel: string;
  /** Items of the list of quick choices. */
  readonly presets: ReactNode;
  readonly onPresetsKeyDown?: KeyboardEventHandler<HTMLElement>;
  /** A field above the calendar that takes the moment in words. */
  readonly words?: ReactNode;
  readonly date: Day | null;
  readonly onDate: (date: Day | null) => void;
  readonly minDate?: Day;
  readonly maxDate?: Day;
  /** The day whose month is shown first. */
  readonly defaultDate: Day | undefined;
  readonly time: string;
  readonly timeLabel: string;
  readonly onTime: (time: string) => void;
  /** Called for Enter in the time. */
  readonly onEnter: () => void;
  readonly buttons: ReactNode;
  readonly children: ReactNode;
}

/** Quick choices next to a calendar with a time. */
export function MomentCalendar(props: MomentCalendarProps) {
  const { date, onDate, minDate, maxDate, defaultDate, time, onTime, onEnter } = props;
  const [month, setMonth] = useState(defaultDate);
  // A day that is typed is shown in its month.
  useEffect(() => {
    if (date !== null) setMonth(date);
  }, [date]);
  return (
    <div className={classes.deadline}>
      <ul className={classes.presets} aria-label={props.presetsLabel} onKeyDown={props.onPresetsKeyDown}>
        {props.presets}
      </ul>
      <Box p={10}>
        {props.words}
        <DaysCalendar
          value={date}
          minDate={minDate}
          maxDate={maxDate}
          date={month}
          onDateChange={setMonth}
          onChange={onDate}
        />
        <Group wrap="nowrap" align="stretch" justify="flex-end" gap={8} mt={8}>
          <TimeOfDayInput
            size="xs"
            flex={1}
            value={time}
            onChange={onTime}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              onEnter();
            }}
            aria-label={props.timeLabel}
          />
          {props.buttons}
        </Group>
        {props.children}
      </Box>
    </div>
  );
}
