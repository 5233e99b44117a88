import { Popover } from '@mantine/core';
import { type ReactElement, type ReactNode, useState } from 'react';

/** Props of a button that opens a calendar; the calendar's accessible name is the field's label, not its current value. */
export interface OpensCalendar {
  readonly onClick: () => void;
  readonly 'aria-expanded': boolean;
  readonly 'aria-haspopup': 'dialog';
}

interface CalendarPopoverProps {
  readonly label: string;
  readonly padding?: number;
  readonly defaultOpened?: boolean;
  readonly calendar: (close: () => void) => ReactNode;
  readonly children: (props: OpensCalendar) => ReactElement;
}

/** A button that opens a calendar as a dialog below it. */
export function CalendarPopover(props: CalendarPopoverProps) {
  const { label, padding, defaultOpened = false, calendar, children } = props;
  const [opened, setOpened] = useState(defaultOpened);
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
      <Popover.Dropdown p={padding} role="dialog" aria-label={label}>
        {calendar(() => setOpened(false))}
      </Popover.Dropdown>
    </Popover>
  );
}
