import type { PersonRef } from '@gos/contract';
import { type EditedField, type PlainField, plainEntryOf } from '@gos/domain';
import { initialOf } from '@gos/domain/kernel/fields';
import { Select, Switch, TextInput } from '@mantine/core';
import { IconCalendar, IconGitBranch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DeadlineField } from '../../../entities/task/deadline-field';
import { DayText, DeadlineText } from '../../../entities/task/deadline-text';
import { lengthOfTime } from '../../../entities/task/duration';
import { useFieldName, usePlainText } from '../../../entities/task/field-value';
import { PersonLabel } from '../../../entities/user/avatar';
import { PersonField } from '../../../entities/user/person-field';
import { useT } from '../../../i18n';
import { DayPicker } from '../../../ui/fields/day-picker';
import classes from '../../../ui/form.module.css';
import { PickedField } from '../../../ui/form-field';
import { MoneyInput } from '../../../ui/money-input';
import { NumberField, wholeNumber } from '../../../ui/number-field';
import type { PlainDraftOf } from './plain-draft';

/** A form with some plain fields. */
export interface PlainFieldsForm<F extends PlainField = EditedField> {
  readonly draft: PlainDraftOf<F>;
  change(part: Partial<PlainDraftOf<F>>): void;
  leave(field: F): void;
  errorOf(field: F): string | undefined;
}

interface PlainFormFieldProps<F extends PlainField> {
  readonly field: F;
  readonly form: PlainFieldsForm<F>;
  readonly required?: boolean;
}

interface DayFieldProps {
  readonly label: string;
  readonly name: string;
  /** The text of no day. */
  readonly none: string;
  readonly value: string | null;
  readonly error: string | undefined;
  readonly onChange: (day: string | null) => void;
}

export function DayField({ label, name, none, value, error, onChange }: DayFieldProps) {
  return (
    <PickedField
      label={label}
      name={name}
      error={error}
      picker={(button) => (
        <DayPicker label={label} value={value} onChange={onChange}>
          {button}
        </DayPicker>
      )}
    >
      <IconCalendar size={15} stroke={1.75} aria-hidden />
      {value === null ? <span className={classes.placeholder}>{none}</span> : <DayText day={value} />}
    </PickedField>
  );
}

/** Icons of single lines; all others have none. */
const icons: { readonly [F in PlainField]?: ReactNode } = { gitBranch: <IconGitBranch size={15} stroke={1.75} /> };

/** A plain field in a form, by its kind. */
export function PlainFormField<F extends PlainField>({ field, form, required = false }: PlainFormFieldProps<F>) {
  const t = useT();
  const label = useFieldName()(field);
  const plainText = usePlainText();
  const entry = plainEntryOf(field);
  const value: unknown = form.draft[field];
  const change = (next: unknown) => form.change({ [field]: next } as Partial<PlainDraftOf<F>>);
  const usual = { label, error: form.errorOf(field), onBlur: () => form.leave(field) };
  switch (entry.kind) {
    case 'line':
      return (
        <TextInput
          {...usual}
          required={required}
          className={entry.url && classes.wide}
          type={entry.url ? 'url' : 'text'}
          placeholder={entry.url && 'https://'}
          leftSection={icons[field]}
          value={value as string}
          onChange={(event) => change(event.currentTarget.value)}
          data-field={field}
        />
      );
    case 'integer':
      return (
        <NumberField {...usual} notation={wholeNumber} name={field} value={value as number | null} onChange={change} />
      );
    case 'duration':
      return (
        <NumberField
          {...usual}
          notation={lengthOfTime}
          placeholder="1h 30m"
          name={field}
          value={value as number | null}
          onChange={change}
        />
      );
    case 'instant':
      return (
        <DeadlineField label={label} name={field} value={value as string | null} error={usual.error} onChange={change}>
          <DeadlineText deadline={value as string | null} done none={t('task.value.none')} />
        </DeadlineField>
      );
    case 'money':
      return (
        <MoneyInput
          {...usual}
          value={value as string}
          onChange={(event) => change(event.currentTarget.value)}
          data-field={field}
        />
      );
    case 'person': {
      const person = value as PersonRef | null;
      const none = t('task.value.nobody');
      return (
        <PersonField label={label} name={field} value={person} none={none} error={usual.error} onChange={change}>
          <PersonLabel person={person} none={none} />
        </PersonField>
      );
    }
    case 'choice':
      return (
        <Select
          {...usual}
          data={entry.values.map((one) => ({ value: one, label: plainText(field, one) }))}
          value={value as string | null}
          onChange={change}
          placeholder={t('task.value.none')}
          clearable={initialOf(entry) === null}
          allowDeselect={false}
          data-field={field}
        />
      );
    case 'day':
      return (
        <DayField
          label={label}
          name={field}
          none={t('task.value.none')}
          value={value as string | null}
          error={usual.error}
          onChange={change}
        />
      );
    case 'flag':
      return (
        <Switch
          {...usual}
          checked={value as boolean}
          onChange={(event) => change(event.currentTarget.checked)}
          data-field={field}
        />
      );
  }
}
