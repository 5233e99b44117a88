import { Input } from '@mantine/core';
import { type ComponentPropsWithRef, type ReactElement, type ReactNode, useId } from 'react';
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
function FieldButton({ wrong = false, children, 'aria-labelledby': label, ...props }: FieldButtonProps) {
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

interface PickedFieldProps extends Omit<ComponentPropsWithRef<'button'>, 'name' | 'value'> {
  readonly label: string;
  /** By this a form finds the field that is wrong. */
  readonly name: string;
  readonly error: string | undefined;
  readonly hint?: ReactNode;
  /** Popup that the button opens. */
  readonly picker: (button: (props: ComponentPropsWithRef<'button'>) => ReactElement) => ReactNode;
  /** Displayed value of the field. */
  readonly children: ReactNode;
}

/** A field whose value is picked instead of typed. */
export function PickedField({ label, name, error, hint, picker, children, ...button }: PickedFieldProps) {
  return (
    <FieldBox label={label} error={error}>
      {({ labelId, errorId }) => (
        <>
          {picker((props) => (
            <FieldButton
              {...props}
              {...button}
              aria-labelledby={labelId}
              aria-describedby={errorId}
              wrong={error !== undefined}
              data-field={name}
            >
              {children}
            </FieldButton>
          ))}
          {hint}
        </>
      )}
    </FieldBox>
  );
}
