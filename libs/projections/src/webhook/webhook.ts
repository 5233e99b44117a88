import { czechSortKey, evolveWebhook, foldWords, type Webhook } from '@gos/domain';
import { keysOf, mapTable } from '@gos/domain/kernel/tables';
import type { ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';
import type { Guarded } from '../kernel/visibility';

const keyedTexts = { backlogBoardName: true, doneBoardName: true, targetUrl: true } as const;
type KeyedText = keyof typeof keyedTexts;

export interface WebhookDocument extends Guarded {
  readonly id: string;
  readonly projectId: number;
  readonly least: 'manage';
  readonly webhook: Webhook;
  readonly deleted: boolean;
  readonly nameKey: string;
  /** Sort keys of texts, in Czech order. */
  readonly textKeys: Readonly<Record<KeyedText, string | null>>;
  readonly words: readonly string[];
}

/** The managers of the project see it. */
export const webhookModel: ReadModel<WebhookDocument> = {
  name: 'webhook',
  version: versions.webhook,
  indexes: [
    { fields: ['projectId', 'deleted', 'nameKey', 'webhook.id'] },
    { fields: ['webhook.autoContractorId', 'deleted', 'webhook.id'] },
    { fields: ['words'], kind: 'words' },
  ],
  unindexedFields: [
    'webhook.active',
    'webhook.targetUrl',
    'webhook.switchedOff',
    'webhook.revision',
    ...keysOf(keyedTexts).map((field) => `textKeys.${field}` as const),
  ],
  own: {
    stream: 'webhook',
    otherwise(document, event) {
      const webhook = evolveWebhook(document?.webhook ?? null, event);
      if (webhook === null) return undefined;
      const { id, projectId, name, deleted } = webhook;
      const words = [...new Set([String(id), ...foldWords(name)])];
      const nameKey = czechSortKey(name);
      const textKeys = mapTable(keyedTexts, (field) => (webhook[field] === null ? null : czechSortKey(webhook[field])));
      return { id: String(id), projectId, parties: [], least: 'manage', webhook, deleted, nameKey, textKeys, words };
    },
  },
};
