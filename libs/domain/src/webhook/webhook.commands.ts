import { type Actor, hasPermission } from '../kernel/actor';
import { aggregate, type CommandTable } from '../kernel/aggregate';
import { limits } from '../kernel/limits';
import { type Refusal, type RefusalCode, refuseField, refuseFields } from '../kernel/refusal';
import { tableOf } from '../kernel/tables';
import { normalizedOrNull, normalizeText } from '../kernel/text';
import {
  evolveWebhook,
  type Webhook,
  type WebhookEdit,
  type WebhookEvent,
  type WebhookFields,
  webhookFields,
} from './webhook';
import type { WebhookBodies } from './webhook.bodies';

export interface WebhookFacts {
  readonly actor: Actor;
  /** The ids in the command that the actor may name: people who are known and active, no auditors. */
  readonly nameable: readonly number[];
  /** Why nothing may be sent to the address in the command, or null. */
  readonly targetRefused: RefusalCode | null;
  /** create: how many webhooks the project has. */
  readonly present: number;
}

/** The actions in a webhook's `can`, named as in the routes. All of them need `manage`. */
export const webhookActions = ['edit', 'delete', 'rotate-secret', 'test', 'replay', 'redeliver'] as const;
export type WebhookAction = (typeof webhookActions)[number];

/** Why this person may not keep the project's webhooks, or null. */
export function webhookRightRefusalOf(projectId: number, actor: Actor): RefusalCode | null {
  if (actor.role === 'auditor') return 'task.auditor';
  return hasPermission(actor, projectId, 'manage') ? null : 'project.forbidden';
}

/** Why an action may not be done now by this person, or null. */
export function webhookRefusalOf(
  action: WebhookAction,
  { projectId, active, targetUrl }: Pick<Webhook, 'projectId' | 'active' | 'targetUrl'>,
  actor: Actor,
): RefusalCode | null {
  const refused = webhookRightRefusalOf(projectId, actor);
  if (refused) return refused;
  if (action !== 'test' && action !== 'replay') return null;
  if (targetUrl === null) return 'webhook.no-target';
  return action === 'replay' && !active ? 'webhook.off' : null;
}

/** Every action with true or the code of its refusal. */
export const canOfWebhook = (webhook: Parameters<typeof webhookRefusalOf>[1], actor: Actor) =>
  tableOf(webhookActions, (action) => webhookRefusalOf(action, webhook, actor) ?? true) as Record<
    WebhookAction,
    true | RefusalCode
  >;

function fieldRefusalOf({ autoContractorId, targetUrl }: Partial<WebhookFields>, facts: WebhookFacts): Refusal | null {
  const unknown =
    typeof autoContractorId === 'number' &&
    autoContractorId !== facts.actor.id &&
    !facts.nameable.includes(autoContractorId);
  const { targetRefused } = facts;
  return refuseFields([
    unknown ? { path: 'autoContractorId', code: 'webhook.contractor.unknown' } : null,
    typeof targetUrl === 'string' && targetRefused ? { path: 'targetUrl', code: targetRefused } : null,
  ]);
}

function tidied<F extends Partial<WebhookFields>>({ ...given }: F): F {
  const lines = ['backlogBoardName', 'doneBoardName', 'targetUrl'] as const;
  return {
    ...given,
    ...(given.name !== undefined && { name: normalizeText(given.name) }),
    ...Object.fromEntries(
      lines.flatMap((line) => (given[line] === undefined ? [] : [[line, normalizedOrNull(given[line])]])),
    ),
  };
}

function create(
  webhookId: number,
  { projectId, ...given }: WebhookBodies['create'],
  facts: WebhookFacts,
): readonly WebhookEvent[] | Refusal {
  const fields = tidied<WebhookFields>({
    name: given.name,
    backlogBoardName: given.backlogBoardName ?? null,
    doneBoardName: given.doneBoardName ?? null,
    autoContractorId: given.autoContractorId ?? null,
    active: given.active ?? true,
    targetUrl: given.targetUrl ?? null,
  });
  const { max } = limits.webhooks;
  if (facts.present >= max) return refuseField('name', 'validation.too-many', { max });
  return fieldRefusalOf(fields, facts) ?? [{ type: 'WebhookCreated', data: { webhookId, projectId, ...fields } }];
}

function edit(webhook: Webhook, given: WebhookBodies['edit'], facts: WebhookFacts): readonly WebhookEvent[] | Refusal {
  const fields: Partial<WebhookFields> = tidied(given);
  const changed = webhookFields.filter((field) => fields[field] !== undefined && fields[field] !== webhook[field]);
  const refused = fieldRefusalOf(tableOf(changed, (field) => fields[field]) as Partial<WebhookFields>, facts);
  if (refused) return refused;
  const changes = changed.map((field) => ({ field, from: webhook[field], to: fields[field] }) as WebhookEdit);
  return changes.length === 0 ? [] : [{ type: 'WebhookEdited', data: { changes } }];
}

const fieldsOf = (webhook: Webhook) => ({
  ...tableOf(webhookFields, (field) => webhook[field]),
  deleted: webhook.deleted,
});

const webhookCommands: CommandTable<WebhookBodies, Webhook, WebhookEvent, WebhookFacts, 'manage' | 'switchOff'> = {
  create: { rightRefusalOf: ({ projectId }, { actor }) => webhookRightRefusalOf(projectId, actor), begins: create },
  edit: { right: 'manage', edits: fieldsOf, decide: edit },
  remove: { right: 'manage', decide: () => [{ type: 'WebhookRemoved', data: {} }] },
  rotateSecret: { right: 'manage', decide: () => [{ type: 'WebhookSecretRotated', data: {} }] },
  switchOff: {
    right: 'switchOff',
    decide: ({ active, projectId }, { reason }) =>
      active ? [{ type: 'WebhookSwitchedOff', data: { projectId, reason } }] : [],
  },
};

export const webhookAggregate = aggregate({
  name: 'webhook',
  initial: null,
  evolve: evolveWebhook,
  commands: webhookCommands,
  missing: 'webhook.not-found',
  rightRefusalOf(right, { projectId, deleted }, { actor }) {
    if (deleted) return 'webhook.not-found';
    if (right === 'switchOff') return actor.role === 'system' ? null : 'project.forbidden';
    return webhookRightRefusalOf(projectId, actor);
  },
  revisionOf: ({ revision }) => revision,
  fields: fieldsOf,
});
