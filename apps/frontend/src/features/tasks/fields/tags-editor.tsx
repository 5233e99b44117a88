import { normalizeText, taskFieldChecks } from '@gos/domain';
import { useState } from 'react';
import { TagLine } from '../../../entities/task/tag-chip';
import { useT } from '../../../i18n';
import classes from '../../../ui/fields/fields.module.css';
import { ValueButton } from '../../../ui/fields/value-button';
import pieces from '../../../ui/pieces.module.css';
import type { ChangeOutcome } from '../common/use-task-actions';
import { TagsField } from './tags-field';
import { useFieldDraft } from './use-field-draft';

interface TagsEditorProps {
  readonly tags: readonly string[];
  readonly revision: number;
  readonly onSave: (tags: string[], revision: number) => Promise<ChangeOutcome>;
}

const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((tag, i) => tag === b[i]);

export function TagsEditor({ tags, revision, onSave }: TagsEditorProps) {
  const t = useT();
  const draft = useFieldDraft(tags, revision);
  const [typed, setTyped] = useState('');
  const label = t('task.field.tags');
  if (!draft.editing) {
    return (
      <ValueButton className={classes.inline} action={t('task.edit.field', { field: label })} onClick={draft.start}>
        {tags.length === 0 ? <span className={pieces.nothing}>{t('task.value.none')}</span> : <TagLine tags={tags} />}
      </ValueButton>
    );
  }
  const error = taskFieldChecks.tags(draft.value);
  function leave(save: boolean) {
    const next = [...draft.value, typed].map(normalizeText).filter((tag) => tag !== '');
    // Tags beyond the limits stay in the field to be corrected.
    if (save && taskFieldChecks.tags(next) !== null) return;
    setTyped('');
    if (save && !same(next, draft.base ?? [])) {
      void draft.settle(onSave([...new Set(next)], draft.revision));
    }
    draft.end();
  }
  return (
    <TagsField
      size="xs"
      aria-label={label}
      placeholder={t('task.tags.hint')}
      value={draft.value}
      onChange={(next) => draft.type(next)}
      searchValue={typed}
      onSearchChange={setTyped}
      autoFocus={!draft.resumed}
      error={error && t(error.code, error.params)}
      description={
        same(tags, draft.base ?? [])
          ? undefined
          : t('task.edit.changed-meanwhile', { value: tags.join(', ') || t('task.value.none') })
      }
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      onBlur={() => leave(true)}
      onKeyDown={(event) => {
        // An offered tag that is reached by arrows is taken by the same key.
        const reached = event.currentTarget.getAttribute('aria-activedescendant');
        if (event.key === 'Enter' && typed === '' && !reached) leave(true);
        if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          leave(false);
        }
      }}
    />
  );
}
