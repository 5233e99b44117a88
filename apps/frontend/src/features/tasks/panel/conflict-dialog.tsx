import { type TaskFields, textOfHtml } from '@gos/domain';
import { Modal, Radio } from '@mantine/core';
import { useState } from 'react';
import { FieldValue, useFieldName } from '../../../entities/task/field-value';
import { useT } from '../../../i18n';
import { SmallButton } from '../../../ui/buttons';
import { isUnsent } from '../fields/use-field-draft';
import type { ChangeOutcome, EditConflict } from '../use-task-actions';
import { classes } from './panel-classes';

interface ConflictDialogProps {
  readonly conflict: EditConflict;
  /** The reader's values go over the others'. */
  readonly onOverwrite: (fields: Partial<TaskFields>, revision: number) => Promise<ChangeOutcome>;
  readonly onClose: () => void;
}

/** What differs may stand anywhere in a long text, so all of it is shown. */
function ConflictValue({ field, value }: { readonly field: string; readonly value: unknown }) {
  if (field !== 'description' || typeof value !== 'string' || value === '') {
    return <FieldValue field={field} value={value} />;
  }
  return <span className={classes.wholeText}>{textOfHtml(value)}</span>;
}

type Choice = 'theirs' | 'yours';

/** Two people wrote into one field: both values side by side, and a person decides. */
export function ConflictDialog({ conflict, onOverwrite, onClose }: ConflictDialogProps) {
  const t = useT();
  const fieldName = useFieldName();
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const [sending, setSending] = useState(false);
  const contested = new Set(conflict.conflicts.map(({ path }) => path));

  async function apply() {
    const mine = Object.entries(conflict.fields).filter(
      ([field]) => !contested.has(field) || choices[field] === 'yours',
    );
    if (mine.length === 0) return onClose();
    setSending(true);
    const outcome = await onOverwrite(Object.fromEntries(mine) as Partial<TaskFields>, conflict.revision);
    setSending(false);
    // What could not be sent is still here to be sent again; another conflict has taken the place of this one.
    const isContested = !outcome.ok && 'problem' in outcome && outcome.problem?.code === 'conflict';
    if (!isUnsent(outcome) && !isContested) onClose();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('task.conflict.title')}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <p className={classes.note}>{t('task.conflict.help')}</p>
      {conflict.conflicts.map(({ path, theirs, yours }) => (
        <Radio.Group
          key={path}
          className={classes.conflict}
          label={fieldName(path)}
          value={choices[path] ?? 'theirs'}
          onChange={(choice) => setChoices((all) => ({ ...all, [path]: choice as Choice }))}
        >
          {(['theirs', 'yours'] as const).map((side) => (
            <Radio.Card key={side} value={side} className={classes.choice}>
              <Radio.Indicator />
              <span className={classes.grow}>
                <span className={classes.sideName}>{t(`task.conflict.${side}`)}</span>
                <span className={classes.sideValue}>
                  <ConflictValue field={path} value={side === 'theirs' ? theirs : yours} />
                </span>
              </span>
            </Radio.Card>
          ))}
        </Radio.Group>
      ))}
      <div className={classes.formButtons}>
        <SmallButton onClick={() => void apply()} loading={sending} data-autofocus>
          {t('task.conflict.apply')}
        </SmallButton>
        <SmallButton variant="default" onClick={onClose}>
          {t('task.conflict.keep-theirs')}
        </SmallButton>
      </div>
    </Modal>
  );
}
