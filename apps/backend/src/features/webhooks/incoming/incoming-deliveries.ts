import { createHash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { RefusedDelivery } from '@gos/contract';
import { refuse, type Webhook, webhookAggregate, webhookStream } from '@gos/domain';
import { type WebhookDocument, webhookModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner';
import { Worker } from '../../../engine/jobs/worker';
import { ActiveReadModels } from '../../../engine/projections/active-read-models';
import { Clock } from '../../../kernel/clock';
import { Refused } from '../../../kernel/refused';
import { runCorrelated } from '../../../observability/correlation';
import { Metrics } from '../../../observability/metrics';
import { Deliveries, deliveryIdOf } from '../../../shared/webhook/deliveries';
import type { Delivery, DeliveryEffect } from '../../../shared/webhook/delivery';
import { WebhookRefusals } from '../../../shared/webhook/webhook-refusals';
import { WebhookSecrets } from '../../../shared/webhook/webhook-secrets';
import { JOBS, type Jobs } from '../../../stores/jobs/jobs';
import { WebhookSwitch } from '../common/webhook-switch';
import { correlationOf } from './acting';
import { incomingOf } from './hosts';
import { typeOf } from './incoming';
import { IncomingEffects } from './incoming-effects';
import { IncomingQuota } from './incoming-quota';
import { issueKeyIn } from './issue-identity';
import { hostIdOf, hostOf, isSigned, isUnsupported, keptHeaders } from './signatures';

const queue = 'webhook-in';
const attempts = 8;
/** A delivery that waits longer than this may have lost its job. */
const lateMs = 60_000;

/** Takes deliveries of hosts: checks and stores them at once; a job acts on them. */
@Injectable()
export class IncomingDeliveries {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly runner: CommandRunner,
    private readonly deliveries: Deliveries,
    private readonly secrets: WebhookSecrets,
    private readonly refusals: WebhookRefusals,
    private readonly switching: WebhookSwitch,
    private readonly effects: IncomingEffects,
    private readonly quota: IncomingQuota,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
    worker: Worker,
    @Inject(JOBS) private readonly jobs: Jobs,
  ) {
    const options = { concurrency: 4, attempts, backoff: { delayMs: 1_000, mostMs: 10 * 60_000 } };
    worker.handle<Pick<Delivery, 'webhookId' | 'id'>>(queue, options, ({ data, attempt }) =>
      this.act(data, attempt === attempts),
    );
    worker.tick(queue, () => this.enqueueLost());
  }

  /**
   * Resolves with the id of the delivery; the same id when the delivery arrives again.
   * @throws Refused
   */
  async take(webhookId: number, headers: IncomingHttpHeaders, body: Buffer): Promise<string> {
    await this.mustBeActive(webhookId);
    const secrets = await this.secrets.valid(webhookId);
    if (secrets === null) {
      await this.switching.off(webhookId, 'secret-lost');
      throw new Refused(refuse('webhook.not-found'));
    }
    if (isUnsupported(headers)) {
      await this.noteRefusal(webhookId, 'host');
      throw new Refused(refuse('webhook.host.unsupported'));
    }
    if (!isSigned(headers, body, secrets, this.clock.now())) {
      await this.noteRefusal(webhookId, 'signature');
      throw new Refused(refuse('webhook.signature'));
    }
    await this.refusals.forget(webhookId);
    this.quota.mustHaveRoom(webhookId, body.length);
    const { delivery, isNew } = await this.kept(webhookId, headers, body);
    if (isNew) this.quota.add(webhookId, body.length);
    this.metrics.webhooks.inc({ direction: 'in', outcome: isNew ? 'taken' : 'repeated' });
    // Also for a repeated delivery: the process may have ended between the two steps.
    if (delivery.status === 'pending') await this.enqueue(delivery);
    // The host repeats a delivery that could not act: the cause may be gone.
    else if (!hasActed(delivery)) await this.repeat(delivery, (one) => !hasActed(one));
    return delivery.id;
  }

  private async noteRefusal(webhookId: number, reason: RefusedDelivery): Promise<void> {
    this.metrics.webhooks.inc({ direction: 'in', outcome: 'refused' });
    if (await this.refusals.note(webhookId, reason)) this.deliveries.tell(webhookId);
  }

  /** Acts on a delivery again at a person's request. */
  async again(delivery: Delivery): Promise<void> {
    if (!(await this.repeat(delivery, () => true))) throw new Refused(refuse('webhook.delivery.pending'));
  }

  /**
   * Begins a delivery again unless it is pending. A delivery that has not acted keeps the keys of its commands: a
   * failed attempt may have run some of them before it ended.
   */
  private async repeat(delivery: Delivery, isWanted: (one: Delivery) => boolean): Promise<boolean> {
    const begun = await this.deliveries.change(delivery, (one) => {
      if (one.status === 'pending' || !isWanted(one)) return null;
      const round = one.round + 1;
      const commandRound = hasActed(one) ? round : (one.commandRound ?? one.round);
      return { ...one, status: 'pending', effect: null, round, commandRound };
    });
    if (begun) await this.enqueue(begun);
    return begun !== undefined;
  }

  /**
   * Does what the delivery requires, unless that is done.
   * @param isLast whether a failure of a store is final
   */
  async act(which: Pick<Delivery, 'webhookId' | 'id'>, isLast: boolean): Promise<void> {
    const delivery = await this.deliveries.get(which.webhookId, which.id);
    if (delivery?.status !== 'pending') return;
    const since = this.clock.now();
    try {
      const done = await runCorrelated(correlationOf(which.webhookId, which.id), () => this.effectOf(delivery));
      await this.finish(delivery, since, done.status, done.effect);
    } catch (error) {
      if (isLast) await this.finish(delivery, since, 'failed', failedBy('store.unavailable'));
      throw error;
    }
  }

  private async mustBeActive(webhookId: number): Promise<void> {
    const document = await this.readModels.get<WebhookDocument>(webhookModel, webhookId);
    if (!document?.webhook.active || document.deleted) throw new Refused(refuse('webhook.not-found'));
  }

  private async kept(webhookId: number, headers: IncomingHttpHeaders, body: Buffer) {
    const hostId = hostIdOf(headers);
    const hostKey =
      hostId === null
        ? null
        : createHash('sha256')
            .update(`${hostOf(headers)} ${hostId}`)
            .digest('base64url');
    const known = hostKey === null ? undefined : await this.deliveries.byHostKey(webhookId, hostKey);
    if (known) return { delivery: known, isNew: false };
    const text = body.toString('utf8');
    const news = incomingOf(headers, text);
    const now = this.clock.now();
    const delivery: Delivery = {
      webhookId,
      id: deliveryIdOf(now, webhookId, hostKey ?? randomUUID()),
      direction: 'in',
      type: news ? typeOf(news) : 'unreadable',
      at: now,
      status: 'pending',
      attempts: [],
      effect: null,
      round: 0,
      sending: null,
      hostKey,
      issueKey: issueKeyIn(news),
    };
    const payload = { headers: keptHeaders(headers), body: text, answer: null };
    if (await this.deliveries.add(delivery, payload)) return { delivery, isNew: true };
    const first = hostKey === null ? undefined : await this.deliveries.byHostKey(webhookId, hostKey);
    return { delivery: first ?? delivery, isNew: false };
  }

  private async enqueue({ webhookId, id, round }: Delivery): Promise<void> {
    await this.jobs.add(queue, { id: `${webhookId}.${id}.${round}`, data: { webhookId, id } });
  }

  /** The job store may have lost jobs; adding a job that it has does nothing. */
  private async enqueueLost(): Promise<void> {
    const late = this.clock.now() - lateMs;
    for (const delivery of await this.deliveries.toActOn(200)) if (delivery.at < late) await this.enqueue(delivery);
  }

  private async effectOf(delivery: Delivery): Promise<Awaited<ReturnType<IncomingEffects['act']>>> {
    const webhook: Webhook | null = await this.runner.load(webhookStream(delivery.webhookId), webhookAggregate);
    if (!webhook || webhook.deleted) return { status: 'failed', effect: failedBy('webhook.not-found') };
    const payload = await this.deliveries.payload(delivery.webhookId, delivery.id);
    const news = payload && incomingOf(payload.headers, payload.body);
    if (!news) return { status: 'failed', effect: failedBy('webhook.event.unreadable') };
    return this.effects.act(webhook, delivery, news);
  }

  private async finish(delivery: Delivery, since: number, status: Delivery['status'], effect: DeliveryEffect) {
    const attempt = { at: since, status: null, ms: Math.max(0, this.clock.now() - since) };
    await this.deliveries.change(delivery, (one) =>
      // A slow process must not settle a delivery that another process has begun again.
      one.status === 'pending' && one.round === delivery.round
        ? { ...one, status, effect, attempts: [...one.attempts, attempt] }
        : null,
    );
    this.metrics.webhooks.inc({ direction: 'in', outcome: status });
  }
}

const hasActed = ({ effect }: Delivery): boolean => (effect?.did.length ?? 0) > 0;

const failedBy = (code: DeliveryEffect['notes'][number]): DeliveryEffect => ({ did: [], taskId: null, notes: [code] });
