import { type TaskFields, textOfHtml } from '@gos/domain';
import { Box } from '@mantine/core';
import { useState } from 'react';
import { FieldValue, useFieldName } from '../../../entities/task/field-value';
import { useT } from '../../../i18n';
import { LazyConflictDialog } from '../../../ui/lazy-dialogs';
import pieces from '../../../ui/pieces.module.css';
import type { ChangeOutcome, EditConflict } from '../common/use-task-actions';
import { isUnsent } from '../fields/use-field-draft';

interface TaskConflictProps {
  readonly conflict: EditConflict;
  /** The reader's values go over the others'. */
  readonly onOverwrite: (fields: Partial<TaskFields>, revision: number) => Promise<ChangeOutcome>;
  readonly onClose: () => void;
}

/** Shows a long text in full, because it may differ anywhere. */
function ConflictValue({ field, value }: { readonly field: string; readonly value: unknown }) {
  if (field !== 'description' || typeof value !== 'string' || value === '') {
    return <FieldValue field={field} value={value} />;
  }
  return (
    <Box component="span" display="block" mah="30vh" className={pieces.typed} style={{ overflowY: 'auto' }}>
      {textOfHtml(value)}
    </Box>
  );
}

/** Fields of the task that somebody else wrote into meanwhile. */
export function TaskConflict({ conflict, onOverwrite, onClose }: TaskConflictProps) {
  const t = useT();
  const fieldName = useFieldName();
  const [sending, setSending] = useState(false);
  const contested = new Set(conflict.conflicts.map(({ path }) => path));

  async function apply(yours: ReadonlySet<string>) {
    const mine = Object.entries(conflict.fields).filter(([field]) => !contested.has(field) || yours.has(field));
    if (mine.length === 0) return onClose();
    setSending(true);
    const outcome = await onOverwrite(Object.fromEntries(mine) as Partial<TaskFields>, conflict.revision);
    setSending(false);
    // After a failed request the draft stays here for another try; a further conflict replaces this one.
    const isContested = !outcome.ok && 'problem' in outcome && outcome.problem?.code === 'conflict';
    if (!isUnsent(outcome) && !isContested) onClose();
  }

  return (
    <LazyConflictDialog
      form={{ conflict, settle: (yours) => void apply(yours), closeConflict: onClose }}
      nameOf={fieldName}
      render={(path, value) => <ConflictValue field={path} value={value} />}
      keep={t('task.conflict.keep-theirs')}
      sending={sending}
    />
  );
}
