import { type EditedField, taskTypes } from '@gos/domain';
import { Group, Radio, Text, TextInput } from '@mantine/core';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { durationText, parseDuration } from '../../../entities/task/duration';
import { choiceMessages, otherEditedFields } from '../../../entities/task/field-value';
import { PersonLabel } from '../../../entities/user/avatar';
import { PeoplePicker } from '../../../entities/user/person-picker';
import { useT } from '../../../i18n';
import classes from '../../../ui/form.module.css';
import { PickedField } from '../../../ui/form-field';
import { MoneyInput } from '../../../ui/money-input';
import { TagsField } from '../fields/tags-field';
import { type PlainFieldsForm, PlainFormField } from './plain-field';
import { RadioCards } from './radio-cards';
import type { TaskDraft } from './task-draft';

type Fields = Pick<TaskDraft, EditedField | 'tags' | 'estimate' | 'acknowledged' | 'passive' | 'budget'>;
export type MoreField = keyof Fields;

interface MoreFieldsForm extends PlainFieldsForm {
  readonly draft: Fields;
  change(part: Partial<Fields>): void;
  leave(field: MoreField): void;
  errorOf(field: MoreField): string | undefined;
  field(name: 'estimate' | 'budget'): ComponentProps<typeof TextInput>;
}

interface ParticipantsFieldProps {
  readonly form: MoreFieldsForm;
  readonly kind: 'acknowledged' | 'passive';
}

function ParticipantsField({ form, kind }: ParticipantsFieldProps) {
  const t = useT();
  const label = t(`task.field.${kind}`);
  const people = form.draft[kind];
  const other = kind === 'acknowledged' ? 'passive' : 'acknowledged';
  return (
    <PickedField
      label={label}
      name={kind}
      error={form.errorOf(kind)}
      picker={(button) => (
        <PeoplePicker
          label={label}
          value={people}
          onAdd={(person) =>
            form.change({
              [kind]: [...people, person],
              // One person takes part in one way.
              [other]: form.draft[other].filter(({ id }) => id !== person.id),
            })
          }
          onRemove={(person) => form.change({ [kind]: people.filter(({ id }) => id !== person.id) })}
        >
          {button}
        </PeoplePicker>
      )}
    >
      {people.length === 0 ? (
        <span className={classes.placeholder}>{t('task.value.nobody')}</span>
      ) : (
        <Group component="span" gap="4px 12px" miw={0}>
          {people.map((person) => (
            <PersonLabel key={person.id} person={person} />
          ))}
        </Group>
      )}
    </PickedField>
  );
}

interface MoreFieldsProps {
  readonly form: MoreFieldsForm;
  /** It is a meeting; the type cannot be chosen. */
  readonly meeting?: boolean;
  /** The field next to the estimate. */
  readonly children: ReactNode;
}

/** Fields that most tasks leave empty. */
export function MoreFields({ form, meeting = false, children }: MoreFieldsProps) {
  const t = useT();
  const estimateHint = useId();
  const { draft, change, leave, errorOf } = form;
  const minutes = parseDuration(draft.estimate);
  return (
    <div className={classes.more}>
      {!meeting && (
        <Radio.Group
          label={t('task.field.type')}
          value={draft.type}
          onChange={(type) => change({ type: taskTypes.find((one) => one === type) ?? 'normal' })}
          className={classes.wide}
        >
          <div className={classes.types}>
            <RadioCards
              cards={taskTypes.map((type) => ({
                value: type,
                name: t(choiceMessages.type[type]),
                help: t(`task.type.${type}.help`),
              }))}
            />
          </div>
        </Radio.Group>
      )}
      <TagsField
        label={t('task.field.tags')}
        placeholder={draft.tags.length === 0 ? t('task.tags.hint') : undefined}
        value={draft.tags}
        onChange={(tags) => change({ tags })}
        onBlur={() => leave('tags')}
        error={errorOf('tags')}
        acceptValueOnBlur
        className={classes.wide}
        data-field="tags"
      />
      <TextInput
        label={t('task.field.estimate')}
        placeholder="1h 30m"
        aria-describedby={estimateHint}
        required={meeting || draft.type === 'meeting'}
        rightSectionWidth={96}
        rightSection={
          <Text span id={estimateHint} c="dimmed" fz={11.5}>
            {minutes !== null && draft.estimate.trim() !== '' ? durationText(minutes) : ''}
          </Text>
        }
        {...form.field('estimate')}
      />
      {children}
      <ParticipantsField form={form} kind="acknowledged" />
      <ParticipantsField form={form} kind="passive" />
      <MoneyInput label={t('task.field.budget')} {...form.field('budget')} />
      {otherEditedFields.map((field) => (
        <PlainFormField<EditedField> key={field} field={field} form={form} />
      ))}
    </div>
  );
}
