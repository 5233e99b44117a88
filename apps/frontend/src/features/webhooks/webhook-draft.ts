import type { PersonRef, WebhookAnswer } from '@gos/contract';
import { type FieldError, tidy, tidyOrNull, type Webhook, webhookFieldChecks, webhookFields } from '@gos/domain';
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
  name: tidy(draft.name),
  backlogBoardName: tidyOrNull(draft.backlogBoardName),
  doneBoardName: tidyOrNull(draft.doneBoardName),
  autoContractorId: draft.autoContractor?.id ?? null,
  active: draft.active,
  targetUrl: tidyOrNull(draft.targetUrl),
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
      (field) => [field, tidy(draft[field]) === '' ? null : webhookFieldChecks[field](draft[field])] as const,
    ),
  ];
  return Object.fromEntries(found.filter(([, error]) => error !== null)) as Partial<Record<DraftField, FieldError>>;
}

/** What was typed and not saved, with the revision that it was looked at. */
export interface KeptWebhook {
  readonly fields: Partial<WebhookDraft>;
  readonly revision: number;
}

export const draftKey = (readerId: number, projectId: number, id: number | null) =>
  `gos-webhook-draft-${readerId}-${projectId}-${id ?? 'new'}`;

export function keepWebhook(key: string, kept: KeptWebhook | null): void {
  try {
    if (kept === null || Object.keys(kept.fields).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A full or forbidden storage only means that nothing is kept.
  }
}

const isPerson = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && 'id' in value && 'name' in value);

/** What was kept, as far as it still fits the form. */
export function keptWebhook(key: string): KeptWebhook | null {
  try {
    const { fields, revision } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<KeptWebhook>;
    const fits = Object.entries(fields ?? {}).filter(([name, value]) =>
      name === 'autoContractor' ? isPerson(value) : typeof value === typeof emptyWebhook[name as DraftField],
    );
    return fits.length === 0 ? null : { fields: Object.fromEntries(fits), revision: Number(revision) || 0 };
  } catch {
    return null;
  }
}
