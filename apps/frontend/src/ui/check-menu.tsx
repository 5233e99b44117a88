import { Menu, type MenuProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { LazyMenu } from './lazy-menu';
import type { TriggerButton } from './lazy-popup';

interface CheckMenuProps extends Pick<MenuProps, 'position'> {
  readonly button: TriggerButton;
  readonly options: readonly { readonly value: string; readonly content: ReactNode; readonly disabled?: boolean }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
  /** The words of what takes everything back, where there is something. */
  readonly clear?: string;
}

/** Several of the options may be chosen, one after the other. */
export function CheckMenu({ button, position, options, chosen, onChange, clear }: CheckMenuProps) {
  return (
    <LazyMenu button={button} position={position} withInitialFocusPlaceholder={false} withinPortal>
      <Menu.CheckboxGroup value={[...chosen]} onChange={onChange}>
        {options.map(({ value, content, disabled }) => (
          <Menu.CheckboxItem key={value} value={value} disabled={disabled}>
            {content}
          </Menu.CheckboxItem>
        ))}
      </Menu.CheckboxGroup>
      {clear !== undefined && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => onChange([])}>{clear}</Menu.Item>
        </>
      )}
    </LazyMenu>
  );
}
