import { type Actor, refuse, type Webhook } from '@gos/domain';
import { isVisibleTo, type WebhookDocument, webhookModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Refused } from '../../kernel/refused';

/** Webhooks that the reader may see; all others, and removed ones, do not exist for them. */
@Injectable()
export class VisibleWebhooks {
  constructor(private readonly readModels: ActiveReadModels) {}

  /** @throws Refused with `webhook.not-found` */
  async get(webhookId: number, reader: Actor): Promise<Webhook> {
    const document = await this.readModels.get<WebhookDocument>(webhookModel, webhookId);
    const seen = document !== undefined && !document.deleted && isVisibleTo(document, reader);
    if (!seen) throw new Refused(refuse('webhook.not-found'));
    return document.webhook;
  }
}
