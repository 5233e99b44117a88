import { Menu, type MenuProps, Popover, type PopoverProps } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TriggerButton } from './lazy-popup';

interface LazyProps {
  /** The button that was pressed before this came. */
  readonly button: TriggerButton;
  readonly children: ReactNode;
}

/** Opens as it comes. The button is another one than the one that was pressed: it takes over the focus, to get it back when this closes. */
function useOpenOnMount() {
  const ref = useRef<HTMLButtonElement>(null);
  const { history } = useRouter();
  const [opened, setOpened] = useState(false);
  useLayoutEffect(() => {
    ref.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  // What was asked of one screen does not stand over the one that comes back.
  useEffect(
    () => history.subscribe(({ action }) => action.type !== 'PUSH' && action.type !== 'REPLACE' && setOpened(false)),
    [history],
  );
  return { ref, opened, setOpened };
}

/** Completes `LazyPopup` with a menu. */
export function LazyMenu({ button, children, ...props }: LazyProps & MenuProps) {
  const { ref, opened, setOpened } = useOpenOnMount();
  return (
    <Menu {...props} opened={opened} onChange={setOpened}>
      <Menu.Target>{button({ ref })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface LazyPopoverProps extends LazyProps, Omit<PopoverProps, 'children'> {
  readonly label: string;
  readonly className?: string;
}

/** Completes `LazyPopup` with whatever is shown in a box. */
export function LazyPopover({ button, children, label, className, ...props }: LazyPopoverProps) {
  const { ref, opened, setOpened } = useOpenOnMount();
  return (
    <Popover {...props} opened={opened} onChange={setOpened} trapFocus returnFocus>
      <Popover.Target>{button({ ref, onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown aria-label={label} className={className}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
