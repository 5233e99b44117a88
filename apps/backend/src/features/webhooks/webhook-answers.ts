import type { WebhookAnswer } from '@gos/contract';
import { canOfWebhook, type Webhook } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { People } from '../../entities/user/people';
import type { SignedIn } from '../../http/request-context';
import { CONFIG, type Config } from '../../kernel/config';

@Injectable()
export class WebhookAnswers {
  constructor(
    private readonly people: People,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @param origin URL origin of the request, used unless the public URL is configured */
  answer(webhook: Webhook, reader: SignedIn['actor'], origin: string): WebhookAnswer {
    const { id, projectId, name, backlogBoardName, doneBoardName, active, targetUrl, switchedOff, revision } = webhook;
    return {
      id,
      projectId,
      name,
      backlogBoardName,
      doneBoardName,
      autoContractor: this.people.ref(webhook.autoContractorId),
      active,
      url: `${this.config.publicUrl ?? origin}/api/hooks/${id}`,
      targetUrl,
      switchedOff,
      revision,
      can: canOfWebhook(webhook, reader),
    };
  }
}
