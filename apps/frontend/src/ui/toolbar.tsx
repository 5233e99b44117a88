import type { ButtonProps } from '@mantine/core';
import { IconFilter, IconPlus } from '@tabler/icons-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { type Say, useT } from '../i18n';
import { ChipButton } from './buttons';
import classes from './toolbar.module.css';

/** A toolbar above rows that filters and arranges them. */
export const Toolbar = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and name more than this group needs
  <div className={classes.toolbar} role="group" aria-label={label}>
    {children}
  </div>
);

/**
 * Moves the following items to the other end.
 * @param wideOnly no effect on a phone, where the adjacent fields take the space
 */
export const Spacer = ({ wideOnly }: { readonly wideOnly?: boolean }) => (
  <span className={classes.spring} data-wide-only={wideOnly} />
);

interface ChipProps extends Omit<ButtonProps & ComponentPropsWithRef<'button'>, 'color' | 'style' | 'className'> {
  /** Dashed where it changes nothing of what is shown. */
  readonly on?: boolean;
  /** There is room for the icon alone. */
  readonly iconOnly?: boolean;
}

/** A button of a toolbar. */
export const Chip = ({ on = false, iconOnly = false, ...props }: ChipProps) => (
  <ChipButton
    variant={on ? 'light' : 'default'}
    color="gray"
    // A button that opens a menu has the menu's own class.
    classNames={{
      root: on ? classes.chip : classes.dashed,
      label: classes.chipLabel,
      section: iconOnly ? classes.alone : undefined,
    }}
    {...props}
  />
);

const namedAtMost = 2;

/** Returns the text of chosen options: the first name and the number of others. */
export function chosenText(t: Say, label: string, names: readonly string[]): string {
  if (names.length === 0) return label;
  const more = names.length > namedAtMost ? ` +${names.length - namedAtMost}` : '';
  return t('task.filter.value', { label, value: names.slice(0, namedAtMost).join(', ') + more });
}

interface FilterChipProps extends ComponentPropsWithRef<'button'> {
  readonly label: string;
  /** Names of the chosen options. */
  readonly chosen?: string | readonly string[];
}

/** The button of a filter. */
export function FilterChip({ label, chosen = [], ...props }: FilterChipProps) {
  const t = useT();
  const names = typeof chosen === 'string' ? [chosen] : chosen;
  const on = names.length > 0;
  const said = chosenText(t, label, names);
  return (
    <Chip
      {...props}
      on={on}
      aria-label={t('task.filter.named', { label: said })}
      leftSection={on ? <IconFilter size={14} stroke={1.75} /> : <IconPlus size={14} stroke={1.75} />}
    >
      {said}
    </Chip>
  );
}
