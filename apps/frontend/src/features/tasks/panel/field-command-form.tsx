import type { PlainAnswers } from '@gos/contract';
import {
  type CommandValues,
  type FieldCommand,
  type FieldError,
  fieldCommandOf,
  fieldsTakenBy,
  isPersonField,
} from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import { Box, Group } from '@mantine/core';
import { useEffect } from 'react';
import type { TaskChange } from '../../../entities/task/task-changes';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import { ApiProblem } from '../../../lib/api';
import { giveFocusBack } from '../../../lib/use-focus-return';
import { SmallButton } from '../../../ui/buttons';
import { useDraftForm } from '../../../ui/form/use-draft-form';
import { SendForm } from '../../../ui/send-form';
import {
  fitsPlain,
  isEmptyPlain,
  type PlainDraftOf,
  plainDraftOf,
  plainErrors,
  plainValuesOf,
} from '../form/plain-draft';
import { PlainFormField } from '../form/plain-field';
import { labelOfFieldCommand } from './action-menu';
import classes from './panel.module.css';
import { usePanelTask } from './panel-task';

type Field = keyof CommandValues;

interface FieldCommandFormProps {
  readonly command: FieldCommand;
  readonly onClose: () => void;
}

/** The values that a command takes, each with the control of its kind. */
export function FieldCommandForm({ command, onClose }: FieldCommandFormProps) {
  const t = useT();
  const { task, actions } = usePanelTask();
  const reader = useReader();
  const fields = fieldsTakenBy(command);
  const { takes } = fieldCommandOf(command);
  const isRequired = (field: Field) => takes?.[field] === 'required';
  const form = useDraftForm<PlainDraftOf<Field>, unknown>({
    values: plainDraftOf<Field>(task as Pick<PlainAnswers, Field>, fields),
    draft: { key: `gos-unsent-${command}-${reader.id}-${task.id}`, place: 'tab', fits: fitsPlain as never },
    check: (draft) => ({
      ...plainErrors<Field>(draft, fields),
      ...tableOf(
        fields.filter((field) => isRequired(field) && isEmptyPlain(field, draft[field])),
        (path): FieldError => ({ path, code: 'validation.required' }),
      ),
    }),
    async send(_, { values }) {
      const people = fields.flatMap((field) => (isPersonField(field) ? (values[field] ?? []) : []));
      const change = { type: command, body: plainValuesOf<Field>(values, fields), names: { people } };
      const outcome = await actions.run(change as unknown as TaskChange);
      if (outcome.ok) return outcome.answer;
      throw 'problem' in outcome && outcome.problem ? new ApiProblem(outcome.problem) : new Error('not sent');
    },
    onSent: onClose,
    // The action has reported it.
    onRefused: (_, found) => found,
  });
  const label = t(labelOfFieldCommand(command));

  useEffect(() => {
    form.props.ref.current?.querySelector<HTMLElement>('textarea, input, button')?.focus();
    return () => giveFocusBack(() => document.querySelector<HTMLElement>('[data-task-panel]'));
  }, []);

  return (
    <Box
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <SendForm {...form.props} className={classes.answer} aria-label={label}>
        {fields.map((field) => (
          <PlainFormField<Field> key={field} field={field} form={form} required={isRequired(field)} />
        ))}
        <Group gap={8} mt={4}>
          <SmallButton type="submit" aria-keyshortcuts="Control+Enter" loading={form.busy}>
            {label}
          </SmallButton>
          <SmallButton variant="default" onClick={onClose}>
            {t('task.action.cancel')}
          </SmallButton>
        </Group>
      </SendForm>
    </Box>
  );
}
