import { randomUUID } from 'node:crypto';
import {
  comparePositions,
  type RecordedEvent,
  refuse,
  type Webhook,
  webhookAggregate,
  webhookStream,
} from '@gos/domain';
import { streamIdIn, type WebhookDocument, webhookModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner';
import type { JobsOf } from '../../../engine/commands/jobs-from-log';
import { Worker } from '../../../engine/jobs/worker';
import { ActiveReadModels } from '../../../engine/projections/active-read-models';
import { Clock } from '../../../kernel/clock';
import { derivedId } from '../../../kernel/event-id';
import { Refused } from '../../../kernel/refused';
import { StoreUnavailable } from '../../../kernel/store-errors';
import { Deliveries, deliveryIdOf } from '../../../shared/webhook/deliveries';
import type { Delivery } from '../../../shared/webhook/delivery';
import { JOBS, type Jobs } from '../../../stores/jobs/jobs';
import { isCausedBy } from '../incoming/acting';
import { deliveryOf, ProjectEvents, subjectOf } from './project-events';
import { pumpQueue, wakeJob } from './wake';

const batch = 500;
/** Name of this follower of the log. */
export const deliveriesFollower = 'webhooks';

const sends = ({ active, deleted, targetUrl }: Webhook) => active && !deleted && targetUrl !== null;

/**
 * Follows the log, makes deliveries of the events of projects whose webhooks have a target, and wakes their senders.
 */
@Injectable()
export class Outbox {
  /** The webhooks as of the last event; null until they are read. */
  private webhooks: Map<number, Webhook> | null = null;

  constructor(
    worker: Worker,
    private readonly readModels: ActiveReadModels,
    private readonly runner: CommandRunner,
    private readonly events: ProjectEvents,
    private readonly deliveries: Deliveries,
    private readonly clock: Clock,
    @Inject(JOBS) private readonly jobs: Jobs,
  ) {
    const forget = () => {
      this.webhooks = null;
    };
    worker.follow(deliveriesFollower, (event) => this.jobsOf(event), forget);
  }

  /** Sends a delivery without an event, to test the target. */
  async test({ id: webhookId, name }: Webhook, key: string | null): Promise<string> {
    const hostKey = key && derivedId('test', key);
    const known = hostKey === null ? undefined : await this.deliveries.byHostKey(webhookId, hostKey);
    if (known) return known.id;
    const at = this.clock.now();
    const id = deliveryIdOf(at, webhookId, 'test', randomUUID());
    const body = JSON.stringify({
      type: 'webhook.test',
      timestamp: new Date(at).toISOString(),
      data: { webhook: { id: webhookId, name } },
    });
    const sending = {
      lane: `test-${id}`,
      position: '0',
      stream: null,
      eventId: null,
      tries: 0,
      nextAt: at,
      byHand: true,
    };
    const rest = { status: 'pending', attempts: [], effect: null, round: 0, hostKey, issueKey: null } as const;
    const delivery: Delivery = { webhookId, id, direction: 'out', type: 'webhook.test', at, sending, ...rest };
    await this.deliveries.add(delivery, { headers: {}, body, answer: null });
    await this.jobs.add(pumpQueue, wakeJob(delivery));
    return id;
  }

  /** @throws Refused while the delivery is still being sent */
  async again(delivery: Delivery, byHand = true): Promise<void> {
    const begun = await this.begunAnew(delivery, byHand);
    if (!begun) throw new Refused(refuse('webhook.delivery.pending'));
    await this.jobs.add(pumpQueue, wakeJob(begun));
  }

  /**
   * Makes a delivery of an event of the webhook's project, or begins it again. Resolves with whether there is one to
   * send.
   */
  async replay(webhook: Webhook, event: RecordedEvent): Promise<boolean> {
    const subject = subjectOf(event);
    if (!subject || isCausedBy(webhook.id, event.metadata)) return false;
    if ((await this.events.projectOf(subject)) !== webhook.projectId) return false;
    const delivery = deliveryOf(webhook.id, event, subject, this.clock.now());
    return (await this.deliveries.add(delivery, null)) || (await this.begunAnew(delivery, false)) !== undefined;
  }

  private begunAnew(delivery: Delivery, byHand: boolean): Promise<Delivery | undefined> {
    return this.deliveries.change(delivery, (one) => {
      if (one.status === 'pending' || !one.sending) return null;
      const sending = { ...one.sending, tries: 0, nextAt: this.clock.now(), byHand };
      return { ...one, status: 'pending', effect: null, round: one.round + 1, sending };
    });
  }

  private jobsOf(event: RecordedEvent): ReturnType<JobsOf> {
    if (this.webhooks !== null && this.webhooks.size === 0 && streamIdIn('webhook', event) === null) return [];
    return this.caused(event);
  }

  private async caused(event: RecordedEvent): Promise<Awaited<ReturnType<JobsOf>>> {
    const webhooks = await this.known(event);
    const subject = webhooks.length === 0 ? null : subjectOf(event);
    const at = Date.parse(event.metadata.at);
    // Older deliveries are no longer stored, so they would be made twice.
    if (!subject || at < this.deliveries.oldest()) return [];
    const projectId = await this.events.projectOf(subject);
    const wanted = webhooks.filter(
      (one) => one.projectId === projectId && Date.parse(one.createdAt) <= at && !isCausedBy(one.id, event.metadata),
    );
    const made = wanted.map(({ id }) => deliveryOf(id, event, subject, this.clock.now()));
    for (const delivery of made) await this.deliveries.add(delivery, null);
    return made.map((delivery) => ({ queue: pumpQueue, ...wakeJob(delivery) }));
  }

  /** Returns the webhooks that send; an event of a webhook updates them. */
  private async known(event: RecordedEvent): Promise<readonly Webhook[]> {
    this.webhooks ??= await this.allAt(event.position);
    const id = streamIdIn('webhook', event);
    if (id !== null) {
      const webhook = await this.runner.load(webhookStream(Number(id)), webhookAggregate);
      if (webhook && sends(webhook)) this.webhooks.set(webhook.id, webhook);
      else this.webhooks.delete(Number(id));
    }
    return [...this.webhooks.values()];
  }

  /** @throws StoreUnavailable while the documents lag behind */
  private async allAt(position: string): Promise<Map<number, Webhook>> {
    await this.readModels.waitUntilApplied(position);
    const { applied } = this.readModels;
    if (applied === null || comparePositions(applied, position) < 0) {
      throw new StoreUnavailable('The documents lag behind', 'not-written');
    }
    const found = new Map<number, Webhook>();
    const sort = [{ field: 'webhook.id', direction: 'asc' }] as const;
    for (let after = 0; ; ) {
      const filter = { deleted: false, 'webhook.id': { $gt: after } };
      const documents = await this.readModels.find<WebhookDocument>(webhookModel, filter, { sort, limit: batch });
      for (const { webhook } of documents) if (sends(webhook)) found.set(webhook.id, webhook);
      if (documents.length < batch) return found;
      after = documents.at(-1)!.webhook.id;
    }
  }
}
