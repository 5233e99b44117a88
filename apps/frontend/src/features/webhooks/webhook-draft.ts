import type { PersonRef, WebhookAnswer } from '@gos/contract';
import { type FieldError, normalizedOrNull, normalizeText, webhookFieldChecks } from '@gos/domain';
import { isPersonRef } from '../../entities/user/use-people';
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

type DraftField = keyof WebhookDraft;

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
export const fieldOfPath = (path: string): string => (path === 'autoContractorId' ? 'autoContractor' : path);

/** The fields as they are sent. */
export const webhookBody = (draft: WebhookDraft): Required<WebhookBody> => ({
  name: normalizeText(draft.name),
  backlogBoardName: normalizedOrNull(draft.backlogBoardName),
  doneBoardName: normalizedOrNull(draft.doneBoardName),
  autoContractorId: draft.autoContractor?.id ?? null,
  active: draft.active,
  targetUrl: normalizedOrNull(draft.targetUrl),
});

/** The domain's own limits, by the fields of the form. */
export function webhookErrors(draft: WebhookDraft): Partial<Record<DraftField, FieldError | null>> {
  const optional = (field: 'backlogBoardName' | 'doneBoardName' | 'targetUrl') =>
    normalizeText(draft[field]) === '' ? null : webhookFieldChecks[field](draft[field]);
  return {
    name: webhookFieldChecks.name(draft.name),
    backlogBoardName: optional('backlogBoardName'),
    doneBoardName: optional('doneBoardName'),
    targetUrl: optional('targetUrl'),
  };
}

/** Whether a kept value still fits the form. */
export const fitsWebhook = (field: string, value: unknown): boolean =>
  field === 'autoContractor'
    ? value === null || isPersonRef(value)
    : typeof value === typeof emptyWebhook[field as DraftField];
