import type { PersonRef, WebhookAnswer } from '@gos/contract';
import {
  type FieldError,
  normalizedOrNull,
  normalizeText,
  type Webhook,
  webhookFieldChecks,
  webhookFields,
} from '@gos/domain';
import type { WebhookBody } from './webhooks.api';

/** A webhook as it is written. */
export interface WebhookDraft {
  readonly name: string;
  readonly backlogBoardName: string;
  readonly doneBoardName: string;
  readonly autoContractor: PersonRef | null;
  readonly active: boolean;
  readonly targetUrl: string;
}

export type DraftField = keyof WebhookDraft;
type Path = (typeof webhookFields)[number];
type Written = Pick<Webhook, Path>;

const emptyWebhook: WebhookDraft = {
  name: '',
  backlogBoardName: '',
  doneBoardName: '',
  autoContractor: null,
  active: true,
  targetUrl: '',
};

export const draftOf = (webhook: WebhookAnswer | null): WebhookDraft =>
  webhook === null
    ? emptyWebhook
    : {
        name: webhook.name,
        backlogBoardName: webhook.backlogBoardName ?? '',
        doneBoardName: webhook.doneBoardName ?? '',
        autoContractor: webhook.autoContractor,
        active: webhook.active,
        targetUrl: webhook.targetUrl ?? '',
      };

/** The field of the form that a path of the body means. */
export const fieldOfPath = (path: string): DraftField =>
  path === 'autoContractorId' ? 'autoContractor' : (path as DraftField);

const sent = (draft: WebhookDraft): Written => ({
  name: normalizeText(draft.name),
  backlogBoardName: normalizedOrNull(draft.backlogBoardName),
  doneBoardName: normalizedOrNull(draft.doneBoardName),
  autoContractorId: draft.autoContractor?.id ?? null,
  active: draft.active,
  targetUrl: normalizedOrNull(draft.targetUrl),
});

export const newWebhook = (draft: WebhookDraft): WebhookBody => sent(draft);

/** The fields in which the draft says something else than what stands. */
export function changesOf(draft: WebhookDraft, stands: WebhookDraft): Partial<Written> {
  const [now, before] = [sent(draft), sent(stands)];
  return Object.fromEntries(
    webhookFields.filter((path) => now[path] !== before[path]).map((path) => [path, now[path]]),
  ) as Partial<Written>;
}

/** The domain's own limits, by the fields of the form. */
export function errorsOf(draft: WebhookDraft): Partial<Record<DraftField, FieldError>> {
  const optional = ['backlogBoardName', 'doneBoardName', 'targetUrl'] as const;
  const found: readonly (readonly [DraftField, FieldError | null])[] = [
    ['name', webhookFieldChecks.name(draft.name)],
    ...optional.map(
      (field) => [field, normalizeText(draft[field]) === '' ? null : webhookFieldChecks[field](draft[field])] as const,
    ),
  ];
  return Object.fromEntries(found.filter(([, error]) => error !== null)) as Partial<Record<DraftField, FieldError>>;
}

/** Under what it is kept that is written of a webhook. */
export const webhookKey = (readerId: number, projectId: number, id: number | null) =>
  `gos-webhook-draft-${readerId}-${projectId}-${id ?? 'new'}`;

const isPerson = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && 'id' in value && 'name' in value);

/** Whether a kept value still fits the form. */
export const fitsWebhook = (field: string, value: unknown): boolean =>
  field === 'autoContractor' ? isPerson(value) : typeof value === typeof emptyWebhook[field as DraftField];
