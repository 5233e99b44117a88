import { Input } from '@mantine/core';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import classes from './form.module.css';

interface FieldBoxProps {
  readonly label: string;
  readonly error?: string;
  readonly children: (ids: { readonly labelId: string; readonly errorId: string | undefined }) => ReactNode;
}

/** A label and an error around a control that is no input by itself. */
export function FieldBox({ label, error, children }: FieldBoxProps) {
  const labelId = useId();
  const errorId = useId();
  return (
    <div className={classes.field}>
      <Input.Label labelElement="div" id={labelId}>
        {label}
      </Input.Label>
      {children({ labelId, errorId: error === undefined ? undefined : errorId })}
      {error !== undefined && (
        <Input.Error id={errorId} mt={4}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}

interface FieldButtonProps extends ComponentPropsWithRef<'button'> {
  readonly wrong?: boolean;
}

/** A button that looks like a field and opens a choice. */
export function FieldButton({ wrong = false, children, 'aria-labelledby': label, ...props }: FieldButtonProps) {
  const own = useId();
  const id = props.id ?? own;
  return (
    <Input
      {...props}
      component="button"
      type="button"
      size="sm"
      pointer
      multiline
      // The ARIA attributes of an input are not allowed on a button.
      withAria={false}
      attributes={{ input: { id } }}
      aria-labelledby={`${label} ${id}`}
      error={wrong}
      classNames={{ input: classes.fieldButton }}
    >
      <span className={classes.fieldValue}>{children}</span>
    </Input>
  );
}
