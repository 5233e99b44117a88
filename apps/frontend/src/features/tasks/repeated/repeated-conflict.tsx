import form from '../../../ui/form.module.css';
import { LazyConflictDialog } from '../../../ui/lazy-dialogs';
import type { RepeatedDraft, RepeatedField } from './repeated-draft';
import { minutesShown } from './repeated-draft';
import { useRepeatedT } from './repeated-texts';
import { RepeatedValue, useRepeatedFieldName } from './repeated-value';
import { fieldsOfBody, type RepeatedConflict, type RepeatedForm } from './use-repeated-form';

interface RepeatedConflictDialogProps {
  readonly conflict: RepeatedConflict;
  readonly form: RepeatedForm;
}

/** What of a task all occurrences share is one conflict: each of its fields is said. */
export function RepeatedConflictDialog({ conflict, form: given }: RepeatedConflictDialogProps) {
  const t = useRepeatedT();
  const fieldName = useRepeatedFieldName();
  const fieldsOf = (path: string): readonly RepeatedField[] =>
    fieldsOfBody(conflict.body, path).filter((field) => field !== 'showFromUnit');
  const nameOf = (path: string) => (path === 'template' ? t('repeated.conflict.template') : fieldName(path));
  const valueIn = (draft: RepeatedDraft, field: RepeatedField) =>
    field === 'showFrom' ? minutesShown(draft) : draft[field];

  return (
    <LazyConflictDialog
      conflicts={conflict.conflicts.map(({ path }) => ({ path, theirs: conflict.theirs, yours: given.draft }))}
      nameOf={(path) => nameOf(path.replace(/Id$/, ''))}
      render={(path, draft) =>
        fieldsOf(path).map((field) => (
          <span key={field} className={form.help}>
            {path === 'template' && `${fieldName(field)}: `}
            <RepeatedValue
              field={field}
              value={valueIn(draft as RepeatedDraft, field)}
              repeat={(draft as RepeatedDraft).repeat}
            />
          </span>
        ))
      }
      keep={t('project.conflict.back')}
      sending={given.sending}
      onApply={(yours) => given.settle(conflict, yours)}
      onClose={given.closeConflict}
    />
  );
}
