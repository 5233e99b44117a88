import { type WebhookDocument, webhookModel } from '@gos/projections';
import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Leadership } from '../../../engine/coordination/leadership';
import { Worker } from '../../../engine/jobs/worker';
import { ActiveReadModels } from '../../../engine/projections/active-read-models';
import { Clock } from '../../../kernel/clock';
import { spareTime } from '../../../kernel/spare-time';
import { Deliveries } from '../../../shared/webhook/deliveries';
import { Peers } from '../../../stores/broadcast/peers';
import { CLAIMS, type Claims } from '../../../stores/claims/claims';
import { Attempts } from './attempts';
import { Pump } from './pump';
import { pumpQueue, type Wake } from './wake';

const pageSize = 200;

/** Has a pump for each webhook that sends, so that a slow target delays no other. */
@Injectable()
export class Pumps implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(Pumps.name);
  private readonly pumps = new Map<number, Pump>();
  private readonly stopping = new AbortController();
  private stopHearing: () => void = () => {};

  constructor(
    worker: Worker,
    private readonly readModels: ActiveReadModels,
    private readonly deliveries: Deliveries,
    private readonly attempts: Attempts,
    private readonly clock: Clock,
    private readonly peers: Peers,
    @Inject(CLAIMS) private readonly claims: Claims,
  ) {
    worker.handle<Wake>(pumpQueue, { concurrency: 8 }, async ({ data }) => this.wake(data.webhookId, data.lane));
    worker.tick(pumpQueue, () => this.wakeAll());
  }

  onModuleInit(): void {
    // The process that sends for the webhook looks again; the regular check finds missed messages.
    this.stopHearing = this.peers.subscribe<Wake>(
      pumpQueue,
      ({ webhookId, lane }) => this.pumps.get(webhookId)?.wake(lane),
      () => {},
    );
  }

  async onModuleDestroy(): Promise<void> {
    this.stopHearing();
    this.stopping.abort();
    await Promise.all([...this.pumps.values()].map((pump) => pump.stop()));
  }

  /** Resolves once everything that is due was attempted. */
  async idle(): Promise<void> {
    await Promise.all([...this.pumps.values()].map((pump) => pump.idle()));
  }

  private wake(webhookId: number, lane: string | null): void {
    if (this.stopping.signal.aborted) return;
    const known = this.pumps.get(webhookId) ?? this.pump(webhookId);
    this.pumps.set(webhookId, known);
    known.wake(lane);
  }

  /** Wakes the lanes of attempts that have become due, and of deliveries that an ended process left. */
  private async wakeAll(): Promise<void> {
    const sort = [{ field: 'webhook.id', direction: 'asc' }] as const;
    for (let after = 0; ; ) {
      const filter = { deleted: false, 'webhook.id': { $gt: after } };
      const documents = await this.readModels.find<WebhookDocument>(webhookModel, filter, { sort, limit: pageSize });
      for (const { webhook } of documents) {
        if (webhook.targetUrl !== null && (await this.deliveries.countPending(webhook.id)) > 0)
          this.wake(webhook.id, null);
      }
      if (documents.length < pageSize) return;
      after = documents.at(-1)!.webhook.id;
    }
  }

  private pump(webhookId: number): Pump {
    const { claims, clock } = this;
    return new Pump({
      leadership: new Leadership({ claims, clock, name: `webhook-${webhookId}` }),
      pending: (lane, limit) => this.deliveries.pending(webhookId, lane, limit),
      attempt: async (delivery) => {
        await spareTime.step();
        return this.attempts.try(delivery, this.stopping.signal);
      },
      now: () => clock.now(),
      elsewhere: (lane) => this.peers.publish(pumpQueue, { webhookId, lane } satisfies Wake),
      onError: (error) => this.logger.warn(String(error)),
    });
  }
}
