import { UnstyledButton } from '@mantine/core';
import { type ComponentPropsWithRef, useId } from 'react';

interface ValueButtonProps extends ComponentPropsWithRef<'button'> {
  /** What a click does; a screen reader hears it before the value. */
  readonly action: string;
}

/** A value that is edited where it stands: named by what a click does and by what it shows. */
export function ValueButton({ action, children, ...props }: ValueButtonProps) {
  const actionId = useId();
  const ownId = useId();
  const id = props.id ?? ownId;
  return (
    <>
      <UnstyledButton {...props} id={id} aria-labelledby={`${actionId} ${id}`}>
        {children}
      </UnstyledButton>
      <span hidden id={actionId}>
        {action}
      </span>
    </>
  );
}
