import type { WebhookAnswer } from '@gos/contract';
import { canOfWebhook, instantAt, type Webhook } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import type { SignedIn } from '../../http/request-context';
import { CONFIG, type Config } from '../../kernel/config';
import { refBy, UserAnswers } from '../../shared/user/user-answers';
import { Deliveries } from '../../shared/webhook/deliveries';
import { WebhookRefusals } from '../../shared/webhook/webhook-refusals';

/** Webhooks with how they fare. */
@Injectable()
export class WebhookAnswers {
  constructor(
    private readonly users: UserAnswers,
    private readonly deliveries: Deliveries,
    private readonly refusals: WebhookRefusals,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @param origin URL origin of the request, used unless the public URL is configured */
  async answers(webhooks: readonly Webhook[], reader: SignedIn['actor'], origin: string): Promise<WebhookAnswer[]> {
    const ids = webhooks.map(({ id }) => id);
    const contractors = webhooks.map(({ autoContractorId }) => autoContractorId);
    const [latest, refused, person] = await Promise.all([
      this.deliveries.latest(ids),
      this.refusals.latest(ids),
      this.users.namesAmong(contractors, reader),
    ]);
    return webhooks.map((webhook) => {
      const { id, projectId, name, backlogBoardName, doneBoardName, active, targetUrl, switchedOff, revision } =
        webhook;
      const last = latest.get(id);
      const refusal = refused.get(id);
      return {
        id,
        projectId,
        name,
        backlogBoardName,
        doneBoardName,
        autoContractor: refBy(person, webhook.autoContractorId),
        active,
        url: `${this.config.publicUrl ?? origin}/api/hooks/${id}`,
        targetUrl,
        switchedOff,
        lastDelivery: last ? { at: instantAt(last.at), status: last.status } : null,
        refusedAt: refusal ? instantAt(refusal.at) : null,
        refusedFor: refusal?.reason ?? null,
        revision,
        can: canOfWebhook(webhook, reader),
      };
    });
  }
}
