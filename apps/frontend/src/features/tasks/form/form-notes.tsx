import { useSearch } from '@tanstack/react-router';
import { useT } from '../../../i18n';
import { SmallButton } from '../../../ui/buttons';
import { Offer } from '../../../ui/send-form';
import type { NewTaskStart } from './asked-place';
import type { TaskDrafts } from './task-drafts';
import type { useTemplate } from './use-template';

/** Offers a task that was left unfinished earlier. */
export function OfferedDraft({ drafts: { offered, take, drop } }: { readonly drafts: TaskDrafts }) {
  const t = useT();
  if (offered === null) return null;
  return (
    <Offer text={t('task.new.kept', { name: offered.name || t('task.new.nameless') })}>
      <SmallButton variant="default" onClick={take}>
        {t('task.new.take-kept')}
      </SmallButton>
      <SmallButton variant="subtle" color="gray" onClick={drop}>
        {t('task.new.drop-kept')}
      </SmallButton>
    </Offer>
  );
}

function useIsInAddress(name: 'from' | 'shared'): boolean {
  return useSearch({ strict: false, select: (search) => name in search && search[name as never] !== undefined });
}

/** The task of the address to begin from does not exist any more. */
export function TemplateGone() {
  const t = useT();
  return useIsInAddress('from') && <Offer role="alert" text={t('task.new.from-gone')} />;
}

/** The content that another app shared is not here any more. */
export function SharedGone({ shared }: Pick<NewTaskStart, 'shared'>) {
  const t = useT();
  return useIsInAddress('shared') && shared === null && <Offer role="alert" text={t('task.new.shared-gone')} />;
}

/** Names the task that the new one begins as, or says that it does not exist any more. */
export function TemplateNote({ template }: { readonly template: ReturnType<typeof useTemplate> }) {
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
