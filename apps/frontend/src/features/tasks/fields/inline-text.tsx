import type { FieldError } from '@gos/domain';
import { TextInput } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useT } from '../../../i18n';
import { giveFocusBack } from '../../../lib/use-focus-return';
import classes from '../../../ui/fields/fields.module.css';
import { ValueButton } from '../../../ui/fields/value-button';
import type { ChangeOutcome } from '../common/use-task-actions';
import { useFieldDraft } from './use-field-draft';

interface InlineTextProps {
  readonly label: string;
  readonly value: string;
  readonly revision: number;
  readonly onSave: (value: string, revision: number) => Promise<ChangeOutcome>;
  readonly check?: (value: string) => FieldError | null;
  /** How it looks while nobody edits it. */
  readonly children: ReactNode;
  readonly placeholder?: string;
  readonly className?: string;
  /** The whole of it, where there may not be room for that. */
  readonly title?: string;
}

/** A text that becomes a field in place: Enter and blur save, Escape cancels. */
export function InlineText({
  label,
  value,
  revision,
  onSave,
  check,
  children,
  placeholder,
  className,
  title,
}: InlineTextProps) {
  const t = useT();
  const draft = useFieldDraft(value, revision);
  const button = useRef<HTMLButtonElement>(null);
  const error = draft.editing && draft.value !== draft.base ? (check?.(draft.value) ?? null) : null;

  function leave(focusBack: boolean) {
    draft.end();
    if (focusBack) giveFocusBack(() => button.current);
  }
  function save(focusBack: boolean) {
    // An invalid text stays in the field to be corrected.
    if (error !== null) return;
    if (draft.value !== draft.base) void draft.settle(onSave(draft.value, draft.revision));
    leave(focusBack);
  }

  if (!draft.editing) {
    return (
      <ValueButton
        ref={button}
        className={`${classes.inline} ${className ?? ''}`}
        title={title}
        action={t('task.edit.field', { field: label })}
        onClick={draft.start}
        data-inline-text
      >
        {children}
      </ValueButton>
    );
  }
  return (
    <TextInput
      size="xs"
      w="100%"
      ml={-6}
      className={className}
      aria-label={label}
      placeholder={placeholder}
      value={draft.value}
      autoFocus={!draft.resumed}
      error={error && t(error.code, error.params)}
      description={draft.changed ? t('task.edit.changed-meanwhile', { value }) : undefined}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => draft.type(event.currentTarget.value)}
      onBlur={() => save(false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          save(true);
        } else if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          leave(true);
        }
      }}
    />
  );
}
