import { normalizeText, taskFieldChecks } from '@gos/domain';
import { TextInput } from '@mantine/core';
import { type ReactNode, type RefObject, useState } from 'react';
import { useT } from '../../../i18n';
import { SmallButton } from '../../../ui/buttons';

interface SubtaskFormProps {
  readonly className?: string;
  readonly field?: RefObject<HTMLInputElement | null>;
  readonly autoFocus?: boolean;
  readonly name: string;
  readonly onName: (set: (typed: string) => string) => void;
  /** False when it was refused: the name is given back. */
  readonly onAdd: (name: string) => Promise<boolean>;
  readonly onEscape: (field: HTMLInputElement) => void;
  /** Said before the field. */
  readonly note?: ReactNode;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** A name and Enter: one more subtask. */
export function SubtaskForm(props: SubtaskFormProps) {
  const { className, field, autoFocus, name, onName, onAdd, onEscape, note, children } = props;
  const t = useT();
  const [tried, setTried] = useState(false);
  const error = taskFieldChecks.name(name);

  async function add() {
    setTried(error !== null);
    if (error !== null) return;
    onName(() => '');
    if (!(await onAdd(normalizeText(name)))) onName((typed) => (typed === '' ? name : typed));
  }

  return (
    <form
      className={className}
      aria-label={t('task.subtasks.add')}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      {note}
      <TextInput
        ref={field}
        size="xs"
        flex={1}
        miw={0}
        aria-label={t('task.subtasks.name')}
        placeholder={t('task.subtasks.name')}
        autoFocus={autoFocus}
        value={name}
        error={(tried || error?.code === 'task.name.too-long') && error !== null && t(error.code, error.params)}
        onChange={(event) => {
          const { value } = event.currentTarget;
          onName(() => value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          setTried(false);
          onEscape(event.currentTarget);
        }}
      />
      <SmallButton type="submit">{t('task.action.add')}</SmallButton>
      {children}
    </form>
  );
}
