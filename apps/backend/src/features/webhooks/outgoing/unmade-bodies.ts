import { Injectable } from '@nestjs/common';
import { SetAsideEvents } from '../../../engine/followers/set-aside-events';
import { Refused } from '../../../kernel/refused';
import { Deliveries } from '../../../shared/webhook/deliveries';
import type { Delivery } from '../../../shared/webhook/delivery';
import { EventBodies } from './event-bodies';
import { Outbox } from './outbox';

/** The name of these deliveries among the followers of the log. */
const follower = 'webhook-bodies';

const subjectOf = ({ webhookId, id }: Delivery) => `delivery-${webhookId}.${id}`;
const subject = /^delivery-([0-9]+)\.(.+)$/;

/** Deliveries that were given up because their body could not be built: their events are set aside, and a retry sends them. */
@Injectable()
export class UnmadeBodies {
  constructor(
    private readonly setAside: SetAsideEvents,
    private readonly bodies: EventBodies,
    private readonly deliveries: Deliveries,
    private readonly outbox: Outbox,
  ) {
    setAside.declare(follower, (_, name) => this.again(name));
  }

  /** Records that the delivery was given up. */
  async add(delivery: Delivery, error: unknown): Promise<void> {
    const event = delivery.sending?.eventId ? await this.bodies.findEvent(delivery.sending) : null;
    if (event) await this.setAside.add(follower, event, error, subjectOf(delivery));
  }

  private async again(name: string | null): Promise<void> {
    const [, webhookId, id] = subject.exec(name ?? '') ?? [];
    const delivery = id === undefined ? undefined : await this.deliveries.get(Number(webhookId), id);
    if (delivery?.status !== 'failed') return;
    await this.outbox.again(delivery, false).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
    });
  }
}
