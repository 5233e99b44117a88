import { randomUUID } from 'node:crypto';
import { type DeliveryAnswer, type DeliveryDetail, type Page, webhookOperations } from '@gos/contract';
import { refuse, type Webhook, type WebhookAction, webhookRefusalOf } from '@gos/domain';
import { Body as BodyParameter, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { PersonSender } from '../../engine/commands/command-sender';
import { Body } from '../../http/body-class';
import { parseListQuery, skipOf } from '../../http/list-query';
import { CommandRequest, Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { derivedId } from '../../kernel/event-id';
import { Refused } from '../../kernel/refused';
import { Deliveries } from '../../shared/webhook/deliveries';
import type { Delivery } from '../../shared/webhook/delivery';
import { VisibleWebhooks } from '../../shared/webhook/visible-webhooks';
import { DeliveryAnswers } from './delivery-answers';
import { IncomingDeliveries } from './incoming/incoming-deliveries';
import { Outbox } from './outgoing/outbox';
import { Replays } from './outgoing/replays';

const WebhookId = idParam('webhook.not-found');
type Reader = SignedIn['actor'];

/** The class's name is the schema's in OpenAPI. */
class ReplayDto extends Body(webhookOperations.replay.body) {}

/** Makes a retry the same request. */
const keyOf = ({ actor, idempotency }: PersonSender) => (idempotency ? `${actor.id} ${idempotency.key}` : null);

@ApiTags('webhooks')
@Controller()
export class DeliveriesController {
  constructor(
    private readonly webhooks: VisibleWebhooks,
    private readonly deliveries: Deliveries,
    private readonly answers: DeliveryAnswers,
    private readonly incoming: IncomingDeliveries,
    private readonly outbox: Outbox,
    private readonly replays: Replays,
  ) {}

  @Serves(webhookOperations.deliveries, 'Deliveries in and out, newest first')
  async list(
    @Param('id', WebhookId) webhookId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<Page<DeliveryAnswer>> {
    const query = parseListQuery(raw, webhookOperations.deliveries.query);
    await this.webhooks.get(webhookId, me);
    const { items, total } = await this.deliveries.page(webhookId, query.own, skipOf(query));
    const { page, pageSize } = query;
    return { items: await this.answers.answers(items, me), total, page, pageSize };
  }

  @Serves(webhookOperations.delivery, 'A delivery with what it holds and what was answered')
  async detail(
    @Param('id', WebhookId) webhookId: number,
    @Param('delivery') id: string,
    @Me() me: Reader,
  ): Promise<DeliveryDetail> {
    await this.webhooks.get(webhookId, me);
    const delivery = await this.find(webhookId, id);
    return this.answers.detail(delivery, await this.deliveries.payload(webhookId, id), me);
  }

  @Serves(webhookOperations.redeliver, 'Send the delivery again with the same id, or act on it again')
  async redeliver(
    @Param('id', WebhookId) webhookId: number,
    @Param('delivery') id: string,
    @CommandRequest() { actor }: PersonSender,
  ): Promise<{ id: string }> {
    await this.mustMay('redeliver', webhookId, actor);
    const delivery = await this.find(webhookId, id);
    await (delivery.direction === 'in' ? this.incoming : this.outbox).again(delivery);
    return { id };
  }

  @Serves(webhookOperations.test, 'Send a delivery of type webhook.test')
  async test(@Param('id', WebhookId) webhookId: number, @CommandRequest() sender: PersonSender) {
    const webhook = await this.mustMay('test', webhookId, sender.actor);
    return { id: await this.outbox.test(webhook, keyOf(sender)) };
  }

  @Serves(webhookOperations.replay, 'Send what happened since a moment, or all that ever happened in the project')
  async replay(
    @Param('id', WebhookId) webhookId: number,
    @BodyParameter() { since }: ReplayDto,
    @CommandRequest() sender: PersonSender,
  ) {
    await this.mustMay('replay', webhookId, sender.actor);
    const id = derivedId('replay', webhookId, keyOf(sender) ?? randomUUID());
    await this.replays.begin(webhookId, id, since ?? null);
    return { id };
  }

  private async mustMay(action: WebhookAction, webhookId: number, actor: Reader): Promise<Webhook> {
    const webhook = await this.webhooks.get(webhookId, actor);
    const refused = webhookRefusalOf(action, webhook, actor);
    if (refused) throw new Refused(refuse(refused));
    return webhook;
  }

  private async find(webhookId: number, id: string): Promise<Delivery> {
    const delivery = await this.deliveries.get(webhookId, id);
    if (!delivery) throw new Refused(refuse('webhook.delivery.not-found'));
    return delivery;
  }
}
