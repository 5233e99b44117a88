import { useSearch } from '@tanstack/react-router';
import { useT } from '../../../i18n';
import { SmallButton } from '../../../ui/buttons';
import { Offer } from '../../../ui/send-form';
import type { TaskForm } from './use-task-form';

/** What was left unfinished earlier can be taken up again. */
export function OfferedDraft({ form, onTaken }: { readonly form: TaskForm; readonly onTaken: () => void }) {
  const t = useT();
  if (form.offered === null) return null;
  return (
    <Offer text={t('task.new.kept', { name: form.offered.name || t('task.new.nameless') })}>
      <SmallButton
        variant="default"
        onClick={() => {
          form.takeOffered();
          onTaken();
        }}
      >
        {t('task.new.take-kept')}
      </SmallButton>
      <SmallButton variant="subtle" color="gray" onClick={form.dropOffered}>
        {t('task.new.drop-kept')}
      </SmallButton>
    </Offer>
  );
}

/** The task to begin from was asked for and is no more. */
export function TemplateGone() {
  const t = useT();
  const wantsOne = useSearch({ strict: false, select: (search) => 'from' in search && search.from !== undefined });
  return wantsOne && <Offer role="alert" text={t('task.new.from-gone')} />;
}

/** From which task the new one is begun, or that it is no more. */
export function TemplateNote({ template }: Pick<TaskForm, 'template'>) {
  const t = useT();
  if (template === null) return <TemplateGone />;
  return (
    <Offer
      text={
        <>
          {t('task.new.from-note', { name: template.task.name })}{' '}
          {template.lost > 0 && t('task.new.from-images', { count: template.lost })}
        </>
      }
    >
      {template.files > 0 && (
        <SmallButton variant="default" onClick={() => void template.attach()}>
          {t('task.new.from-files', { count: template.files })}
        </SmallButton>
      )}
    </Offer>
  );
}
