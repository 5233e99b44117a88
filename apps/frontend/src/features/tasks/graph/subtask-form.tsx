import { taskFieldChecks, tidy } from '@gos/domain';
import { TextInput, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useT } from '../../../i18n';
import { SmallButton } from '../../../ui/buttons';
import classes from './graph.module.css';

interface SubtaskFormProps {
  readonly field: RefObject<HTMLInputElement | null>;
  /** What the new subtask comes after. */
  readonly after: { readonly id: number; readonly name: string } | null;
  readonly onNotAfter: () => void;
  /** False when it was refused: the name is given back. */
  readonly onAdd: (name: string) => Promise<boolean>;
}

/** A name and Enter: one more subtask, after the one that is selected. */
export function SubtaskForm({ field, after, onNotAfter, onAdd }: SubtaskFormProps) {
  const t = useT();
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const error = taskFieldChecks.name(name);

  async function add() {
    if (error !== null) {
      setTried(true);
      return;
    }
    const given = name;
    setName('');
    setTried(false);
    if (!(await onAdd(tidy(given)))) setName((typed) => (typed === '' ? given : typed));
  }

  return (
    <form
      className={classes.form}
      aria-label={t('task.subtasks.add')}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      {after !== null && (
        <span className={classes.after}>
          <span className={classes.afterName}>{t('task.graph.after', { name: after.name })}</span>
          <UnstyledButton
            className={classes.afterClear}
            aria-label={t('task.graph.not-after', { name: after.name })}
            onClick={onNotAfter}
          >
            <IconX size={13} stroke={1.75} />
          </UnstyledButton>
        </span>
      )}
      <TextInput
        ref={field}
        size="xs"
        className={classes.formField}
        aria-label={t('task.subtasks.name')}
        placeholder={t('task.subtasks.name')}
        value={name}
        error={(tried || error?.code === 'task.name.too-long') && error !== null && t(error.code, error.params)}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          setTried(false);
          event.currentTarget.blur();
        }}
      />
      <SmallButton type="submit">{t('task.action.add')}</SmallButton>
    </form>
  );
}
