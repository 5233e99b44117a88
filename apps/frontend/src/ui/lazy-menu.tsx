import { Menu, type MenuProps, Popover, type PopoverProps } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TriggerButton } from './lazy-popup';

interface LazyProps {
  /** Replaces the button that was pressed. */
  readonly button: TriggerButton;
  readonly children: ReactNode;
}

/**
 * Opens the popup on mount. Its button is a new element in place of the one that was pressed, so it takes the focus, which returns
 * to it on close.
 */
function useOpenOnMount() {
  const ref = useRef<HTMLButtonElement>(null);
  const { history } = useRouter();
  const [opened, setOpened] = useState(false);
  useLayoutEffect(() => {
    ref.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  // Going back or forward closes it.
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

interface LazyPopoverProps extends Omit<LazyProps, 'children'>, Omit<PopoverProps, 'children'> {
  /** Menu items; the function form receives a callback that closes the menu on navigation. */
  readonly children: ReactNode | ((close: () => void) => ReactNode);
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
        {typeof children === 'function' ? children(() => setOpened(false)) : children}
      </Popover.Dropdown>
    </Popover>
  );
}
