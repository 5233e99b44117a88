import type { ReactNode } from 'react';
import { useT } from '../../i18n';
import { LazyConflictDialog } from '../lazy-dialogs';
import type { FormConflict } from './use-draft-form';

interface FormConflictDialogProps {
  readonly form: {
    readonly conflict: FormConflict | null;
    readonly settle: (yours: ReadonlySet<string>) => void;
    readonly closeConflict: () => void;
  };
  readonly nameOf: (path: string) => string;
  readonly render: (path: string, value: unknown) => ReactNode;
}

/** The fields of a form that somebody else changed meanwhile. */
export function FormConflictDialog({ form, nameOf, render }: FormConflictDialogProps) {
  const t = useT();
  if (form.conflict === null) return null;
  return (
    <LazyConflictDialog
      conflicts={form.conflict.conflicts}
      nameOf={nameOf}
      render={render}
      keep={t('project.conflict.back')}
      onApply={form.settle}
      onClose={form.closeConflict}
    />
  );
}
