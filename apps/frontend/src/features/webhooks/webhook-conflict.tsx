import type { PersonRef } from '@gos/contract';
import { LazyConflictDialog } from '../../ui/lazy-dialogs';
import type { WebhookConflict } from './use-webhook-form';
import { type DraftField, fieldOfPath } from './webhook-draft';
import { useWebhooksT, type WebhooksMessageId } from './webhooks-texts';

const fieldMessages = {
  name: 'webhooks.name',
  backlogBoardName: 'webhooks.backlog',
  doneBoardName: 'webhooks.done',
  autoContractor: 'webhooks.contractor',
  active: 'webhooks.status',
  targetUrl: 'webhooks.target',
} as const satisfies Record<DraftField, WebhooksMessageId>;

interface WebhookConflictDialogProps {
  readonly conflict: WebhookConflict;
  /** Those whose numbers may be in it. */
  readonly people: readonly (PersonRef | null)[];
  readonly onSettle: (conflict: WebhookConflict, yours: ReadonlySet<string>) => void;
  readonly onClose: () => void;
}

/** Fields of the webhook that somebody else wrote into meanwhile. */
export function WebhookConflictDialog({ conflict, people, onSettle, onClose }: WebhookConflictDialogProps) {
  const t = useWebhooksT();
  function valueText(path: string, value: unknown): string {
    if (typeof value === 'boolean') return t(value ? 'webhooks.active' : 'webhooks.off');
    if (value === null || value === undefined) return t('task.value.none');
    if (path !== 'autoContractorId') return String(value);
    return people.find((person) => person?.id === value)?.name ?? `#${String(value)}`;
  }
  return (
    <LazyConflictDialog
      conflicts={conflict.conflicts}
      nameOf={(path) => (fieldOfPath(path) in fieldMessages ? t(fieldMessages[fieldOfPath(path)]) : path)}
      render={valueText}
      keep={t('project.conflict.back')}
      onApply={(yours) => onSettle(conflict, yours)}
      onClose={onClose}
    />
  );
}
