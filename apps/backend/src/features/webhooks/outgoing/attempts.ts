import { type RefusalCode, refusalSentence, type Webhook, webhookAggregate, webhookStream } from '@gos/domain';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner';
import { Clock } from '../../../kernel/clock';
import { isOutage, StoreUnavailable } from '../../../kernel/store-errors';
import { Metrics } from '../../../observability/metrics';
import { Deliveries, eventBodyId } from '../../../shared/webhook/deliveries';
import type { Delivery } from '../../../shared/webhook/delivery';
import { WebhookFailures } from '../../../shared/webhook/webhook-failures';
import { WebhookSecrets } from '../../../shared/webhook/webhook-secrets';
import { JOBS, type Jobs } from '../../../stores/jobs/jobs';
import { WebhookSwitch } from '../common/webhook-switch';
import { standardSignature } from '../incoming/signatures';
import { EventBodies } from './event-bodies';
import { nextBodyAt, nextTryAt } from './retries';
import { Sender, type Sent } from './sender';
import { UnmadeBodies } from './unmade-bodies';
import { pumpQueue, wakeJob } from './wake';

const isTaken = (status: number | null) => status !== null && status >= 200 && status < 300;
const gone = 410;

/** One try of one delivery: what is sent, and what follows from the answer. */
@Injectable()
export class Attempts {
  private readonly logger = new Logger(Attempts.name);

  constructor(
    private readonly runner: CommandRunner,
    private readonly deliveries: Deliveries,
    private readonly secrets: WebhookSecrets,
    private readonly failures: WebhookFailures,
    private readonly bodies: EventBodies,
    private readonly unmade: UnmadeBodies,
    private readonly sender: Sender,
    private readonly switching: WebhookSwitch,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
    @Inject(JOBS) private readonly jobs: Jobs,
  ) {}

  /**
   * Resolves with the delivery after it; undefined when there is nothing more to send of it.
   * @throws StoreUnavailable; then nothing has changed
   */
  async try(given: Delivery, stop: AbortSignal): Promise<Delivery | undefined> {
    // As it is now: what the pump looked at may be older than its last try.
    const delivery = await this.deliveries.get(given.webhookId, given.id);
    if (delivery?.status !== 'pending' || !delivery.sending) return undefined;
    if (delivery.sending.nextAt > this.clock.now()) return delivery;
    try {
      return await this.tryNow(delivery, stop);
    } catch (error) {
      if (isOutage(error) || stop.aborted) throw error;
      return this.unbuilt(delivery, error);
    }
  }

  private async tryNow(delivery: Delivery, stop: AbortSignal): Promise<Delivery | undefined> {
    const webhook: Webhook | null = await this.runner.load(webhookStream(delivery.webhookId), webhookAggregate);
    const target = webhook?.deleted ? null : (webhook?.targetUrl ?? null);
    if (!webhook || target === null) return this.end(delivery, 'failed', 'webhook.no-target');
    const { eventId, byHand } = delivery.sending!;
    if (!webhook.active && !byHand) return this.end(delivery, 'failed', 'webhook.off');
    const secrets = await this.secrets.valid(webhook.id);
    if (secrets === null) {
      await this.switching.off(webhook.id, 'secret-lost');
      return this.end(delivery, 'failed', 'webhook.off');
    }
    // The webhook was made a moment ago, or its process ended before the secret was: another one is made by hand then.
    if (secrets.length === 0) throw new StoreUnavailable('The webhook has no secret yet', 'not-written');
    if (eventId === null) {
      // It was made with the delivery.
      const body = (await this.deliveries.payload(webhook.id, delivery.id))?.body;
      return this.send(delivery, target, secrets, body === undefined ? null : Buffer.from(body), stop);
    }
    const { projectId } = webhook;
    const eventBody = eventBodyId(projectId, eventId);
    return this.bodies.use(delivery, projectId, (body) => this.send(delivery, target, secrets, body, stop, eventBody));
  }

  private async send(
    delivery: Delivery,
    target: string,
    secrets: readonly string[],
    body: Buffer | null,
    stop: AbortSignal,
    eventBody?: string,
  ): Promise<Delivery | undefined> {
    if (body === null) return this.end(delivery, 'ignored', 'task.not-found');
    const at = this.clock.now();
    const headers = this.headersOf(delivery, secrets, body, at);
    const sent = await this.sender.post(target, headers, body, stop);
    if (stop.aborted) return delivery;
    const { 'webhook-signature': _, ...shown } = headers;
    const kept = { headers: shown, answer: sent.answer };
    await (eventBody === undefined
      ? this.deliveries.keepPayload(delivery, { ...kept, body: body.toString() })
      : this.deliveries.keepSent(delivery, { ...kept, eventBody }));
    return isTaken(sent.status) ? this.succeeded(delivery, sent, at) : this.failed(delivery, sent, at);
  }

  private headersOf({ id }: Delivery, secrets: readonly string[], body: Buffer, at: number) {
    const timestamp = String(Math.floor(at / 1_000));
    return {
      'content-type': 'application/json',
      'user-agent': 'Gos-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets.map((secret) => standardSignature(secret, id, timestamp, body)).join(' '),
    };
  }

  private async succeeded(delivery: Delivery, { status, ms }: Sent, at: number): Promise<Delivery | undefined> {
    this.metrics.webhooks.inc({ direction: 'out', outcome: 'delivered' });
    await this.failures.forget(delivery.webhookId);
    await this.deliveries.change(delivery, (one) => ({
      ...one,
      status: 'delivered',
      effect: null,
      attempts: [...one.attempts, { at, status, ms }],
    }));
    return undefined;
  }

  private async failed(delivery: Delivery, sent: Sent, at: number): Promise<Delivery | undefined> {
    const { status, ms, retryAfter, problem } = sent;
    const tries = delivery.sending!.tries + 1;
    const nextAt = status === gone ? null : nextTryAt(tries, this.clock.now(), retryAfter);
    this.metrics.webhooks.inc({ direction: 'out', outcome: nextAt === null ? 'dead' : 'failed' });
    const code: RefusalCode = problem ?? 'webhook.target.refused';
    this.logger.warn(`Webhook ${delivery.webhookId}: ${status ?? refusalSentence(code)}`);
    const next = await this.deliveries.change(delivery, (one) => ({
      ...one,
      status: nextAt === null ? 'failed' : 'pending',
      effect: { did: [], taskId: null, notes: [code] },
      attempts: [...one.attempts, { at, status, ms }],
      sending: one.sending && { ...one.sending, tries, nextAt: nextAt ?? one.sending.nextAt },
    }));
    const isTooLong = await this.failures.failed(delivery.webhookId);
    if (status === gone || isTooLong) {
      await this.failures.forget(delivery.webhookId);
      await this.switching.off(delivery.webhookId, status === gone ? 'gone' : 'failing');
    }
    if (next?.status !== 'pending') return undefined;
    await this.jobs.add(pumpQueue, wakeJob(next, Math.max(0, next.sending!.nextAt - this.clock.now())));
    return next;
  }

  /** The body could not be built, which is no fault of the target. The others of the lane wait as long as there is hope. */
  private async unbuilt(delivery: Delivery, error: unknown): Promise<Delivery | undefined> {
    const tries = delivery.sending!.tries + 1;
    const nextAt = nextBodyAt(tries, this.clock.now());
    this.metrics.webhooks.inc({ direction: 'out', outcome: nextAt === null ? 'dead' : 'failed' });
    // Before the delivery ends, so that a crash in between leaves it to be tried again.
    if (nextAt === null) await this.unmade.add(delivery, error);
    const next = await this.deliveries.change(delivery, (one) => ({
      ...one,
      status: nextAt === null ? 'failed' : 'pending',
      effect: { did: [], taskId: null, notes: ['webhook.body-failed'] },
      sending: one.sending && { ...one.sending, tries, nextAt: nextAt ?? one.sending.nextAt },
    }));
    if (next?.status !== 'pending') return undefined;
    await this.jobs.add(pumpQueue, wakeJob(next, Math.max(0, next.sending!.nextAt - this.clock.now())));
    return next;
  }

  private async end(delivery: Delivery, status: 'failed' | 'ignored', code: RefusalCode): Promise<undefined> {
    this.metrics.webhooks.inc({ direction: 'out', outcome: status });
    const effect = { did: [], taskId: null, notes: [code] };
    await this.deliveries.change(delivery, (one) => ({ ...one, status, effect }));
    return undefined;
  }
}
