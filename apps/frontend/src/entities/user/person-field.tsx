import type { PersonRef } from '@gos/contract';
import type { ReactNode } from 'react';
import { PickedField } from '../../ui/form-field';
import { PersonPicker } from './person-picker';

interface PersonFieldProps {
  readonly label: string;
  readonly value: PersonRef | null;
  /** The name of nobody, where nobody may be chosen. */
  readonly none?: string;
  /** Id of a person left out of the choices. */
  readonly except?: number;
  readonly error: string | undefined;
  /** By this a form finds the field that is wrong. */
  readonly name: string;
  readonly onChange: (person: PersonRef | null) => void;
  /** Content of the field. */
  readonly children: ReactNode;
}

/** A person in a form. */
export function PersonField({ label, value, none, except, error, name, onChange, children }: PersonFieldProps) {
  return (
    <PickedField
      label={label}
      name={name}
      error={error}
      picker={(button) => (
        <PersonPicker label={label} value={value} none={none} except={except} onChange={onChange}>
          {button}
        </PersonPicker>
      )}
    >
      {children}
    </PickedField>
  );
}
