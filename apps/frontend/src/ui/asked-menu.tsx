import { Menu, type MenuProps, Popover, type PopoverProps } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { OpeningButton } from './on-demand';

interface AskedProps {
  /** The button that was pressed before this came. */
  readonly button: OpeningButton;
  readonly children: ReactNode;
}

/** Opens as it comes. The button is another one than the one that was pressed: it takes over the focus, to get it back when this closes. */
function useAsked() {
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

/** Completes `OnDemand` with a menu. */
export function AskedMenu({ button, children, ...props }: AskedProps & MenuProps) {
  const { ref, opened, setOpened } = useAsked();
  return (
    <Menu {...props} opened={opened} onChange={setOpened}>
      <Menu.Target>{button({ ref })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface AskedPopoverProps extends AskedProps, Omit<PopoverProps, 'children'> {
  readonly label: string;
  readonly className?: string;
}

/** Completes `OnDemand` with whatever is shown in a box. */
export function AskedPopover({ button, children, label, className, ...props }: AskedPopoverProps) {
  const { ref, opened, setOpened } = useAsked();
  return (
    <Popover {...props} opened={opened} onChange={setOpened} trapFocus returnFocus>
      <Popover.Target>{button({ ref, onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown aria-label={label} className={className}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
