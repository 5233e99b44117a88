import { Menu, type MenuProps } from '@mantine/core';
import type { KeyboardEvent, ReactElement } from 'react';
import { PriorityBars } from './priority-bars';

const priorities = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

/** A digit goes to its priority, 0 to 10; the menu's own search reads the hidden word before the number. */
function goToDigit(event: KeyboardEvent<HTMLElement>) {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^\d$/.test(event.key)) return;
  event.preventDefault();
  const priority = Number(event.key) || 10;
  event.currentTarget.querySelector<HTMLElement>(`[data-priority="${priority}"]`)?.focus();
}

interface PriorityMenuProps {
  /** The button that opens the menu. */
  readonly children: ReactElement;
  /** Null if nothing is chosen yet. */
  readonly value: number | null;
  readonly position: MenuProps['position'];
  readonly onChange: (priority: number) => void;
}

/** Chooses a priority by pointer, arrows or its digit. */
export function PriorityMenu({ children, value, position, onChange }: PriorityMenuProps) {
  return (
    <Menu withInitialFocusPlaceholder={false} position={position} withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown onKeyDown={goToDigit}>
        <Menu.RadioGroup value={String(value ?? '')} onChange={(priority) => onChange(Number(priority))}>
          {priorities.map((priority) => (
            <Menu.RadioItem key={priority} value={String(priority)} data-priority={priority} closeMenuOnClick>
              <PriorityBars priority={priority} />
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
