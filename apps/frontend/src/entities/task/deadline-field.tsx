import type { Instant } from '@gos/domain';
import { IconCalendar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PickedField } from '../../ui/form-field';
import { DeadlinePicker } from './deadline-picker';

interface DeadlineFieldProps {
  readonly label: string;
  /** By this a form finds the field that is wrong. */
  readonly name?: string;
  readonly value: Instant | null;
  /** Its deadline is offered. */
  readonly boardId?: number;
  readonly error: string | undefined;
  readonly onChange: (deadline: Instant | null) => void;
  /** Content of the field. */
  readonly children: ReactNode;
}

/** A deadline in a form. */
export function DeadlineField({
  label,
  name = 'deadline',
  value,
  boardId,
  error,
  onChange,
  children,
}: DeadlineFieldProps) {
  return (
    <PickedField
      label={label}
      name={name}
      error={error}
      picker={(button) => (
        <DeadlinePicker label={label} value={value} boardId={boardId} onChange={onChange}>
          {button}
        </DeadlinePicker>
      )}
    >
      <IconCalendar size={15} stroke={1.75} aria-hidden />
      {children}
    </PickedField>
  );
}
