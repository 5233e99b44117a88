import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { ChipButton } from '../../../ui/buttons';
import { classes } from './panel-classes';

interface AddButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'color'> {
  readonly empty: boolean;
  readonly label: string;
}

/** A chip while the section is empty, later a plus next to the heading. */
export function AddButton({ empty, label, ...props }: AddButtonProps) {
  return empty ? (
    <ChipButton
      {...props}
      variant="default"
      className={classes.addChip}
      leftSection={<IconPlus size={14} stroke={1.75} />}
    >
      {label}
    </ChipButton>
  ) : (
    <ActionIcon {...props} variant="subtle" color="gray" size={24} aria-label={label}>
      <IconPlus size={15} stroke={1.75} />
    </ActionIcon>
  );
}

interface PanelSectionProps {
  readonly label: string;
  readonly count?: ReactNode;
  /** Nothing is in it yet: only the way to add something is shown. */
  readonly empty: boolean;
  readonly add: ReactNode;
  readonly children: ReactNode;
}

export function PanelSection({ label, count, empty, add, children }: PanelSectionProps) {
  return (
    <section className={empty ? classes.sectionEmpty : classes.section} aria-label={label}>
      {empty ? (
        add
      ) : (
        <h3 className={classes.heading}>
          {label}
          {count !== undefined && <span className={classes.headingCount}>{count}</span>}
          {add}
        </h3>
      )}
      {children}
    </section>
  );
}
