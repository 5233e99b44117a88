import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { LazyMenu } from './lazy-menu';
import type { TriggerButton } from './lazy-popup';

interface ChoiceMenuProps {
  readonly button: TriggerButton;
  readonly options: readonly { readonly value: string; readonly content: ReactNode }[];
  readonly chosen: string;
  readonly onChange: (chosen: string) => void;
}

/** One of the options is chosen. */
export function ChoiceMenu({ button, options, chosen, onChange }: ChoiceMenuProps) {
  return (
    <LazyMenu button={button} position="bottom-start" withInitialFocusPlaceholder={false}>
      <Menu.RadioGroup value={chosen} onChange={onChange}>
        {options.map(({ value, content }) => (
          <Menu.RadioItem key={value} value={value}>
            {content}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </LazyMenu>
  );
}
