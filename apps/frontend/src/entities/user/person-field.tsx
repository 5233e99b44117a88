import type { PersonRef } from '@gos/contract';
import type { ReactNode } from 'react';
import { FieldBox, FieldButton } from '../../ui/form-field';
import { PersonPicker } from './person-picker';

interface PersonFieldProps {
  readonly label: string;
  readonly value: PersonRef | null;
  /** The name of nobody, where nobody may be chosen. */
  readonly none?: string;
  readonly error: string | undefined;
  /** By this a form finds the field that is wrong. */
  readonly name: string;
  readonly onChange: (person: PersonRef | null) => void;
  /** What the field shows. */
  readonly children: ReactNode;
}

/** A person in a form. */
export function PersonField({ label, value, none, error, name, onChange, children }: PersonFieldProps) {
  return (
    <FieldBox label={label} error={error}>
      {({ labelId, errorId }) => (
        <PersonPicker label={label} value={value} none={none} onChange={onChange}>
          {(props) => (
            <FieldButton
              {...props}
              aria-labelledby={labelId}
              aria-describedby={errorId}
              wrong={error !== undefined}
              data-field={name}
            >
              {children}
            </FieldButton>
          )}
        </PersonPicker>
      )}
    </FieldBox>
  );
}
