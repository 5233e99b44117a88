import { UnstyledButton } from '@mantine/core';
import { type ComponentPropsWithRef, useId } from 'react';

interface ValueButtonProps extends ComponentPropsWithRef<'button'> {
  /** Name of the click's action; a screen reader reads it before the value. */
  readonly action: string;
}

/** A value that is edited in place; its accessible name is the action and the value. */
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
