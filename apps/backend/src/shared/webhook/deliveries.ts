import type { DeliveryDirection, DeliveryStatus } from '@gos/contract';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { derivedId } from '../../kernel/event-id';
import { again, retryOptimistic } from '../../kernel/until-settled';
import { ACCOUNTS, type Accounts, KeyTaken, putRecord } from '../../stores/accounts/accounts';
import { BROADCAST, type Broadcast } from '../../stores/broadcast/broadcast';
import { InstallationSettings } from '../installation/settings';
import type { Delivery, EventBody, Payload } from './delivery';

const dayMs = 24 * 60 * 60 * 1_000;
/** Longer than all retries of a delivery take. */
const leastDays = 2;
const maxAttempts = 50;
/** Browsers are notified of a webhook's deliveries this often at most. */
const newsMs = 500;

/** The channel that announces deliveries of a webhook. */
export const deliveriesChannel = 'webhook-deliveries';
export interface DeliveriesNews {
  readonly webhookId: number;
}

export interface DeliveryFilter {
  readonly direction?: DeliveryDirection;
  readonly status?: DeliveryStatus;
}

const recordId = (webhookId: number, id: string) => `${webhookId}.${id}`;
const refOf = (webhookId: number, { direction, status }: DeliveryFilter) =>
  ['webhook', webhookId, direction, status].filter((part) => part !== undefined).join(':');
const pendingRef = (webhookId: number, lane: string | null) =>
  lane === null ? `pending:${webhookId}` : `pending:${webhookId}:${lane}`;
const pendingIn = 'pending-in';
const issueRef = (webhookId: number, issueKey: string) => `issue:${webhookId}:${issueKey}`;

/** The record that keeps the body of an event for all webhooks of a project. */
export const eventBodyId = (projectId: number, eventId: string) => `event.${projectId}.${eventId}`;

/** A payload whose body is that of an event. */
interface Sent extends Omit<Payload, 'body'> {
  readonly eventBody: string;
}

/** An id that sorts by time; the same parts give the same id. */
export const deliveryIdOf = (at: number, ...parts: readonly (string | number)[]) =>
  `${at.toString(36).padStart(9, '0')}-${derivedId('delivery', ...parts)}`;

/**
 * Deliveries of webhooks, in and out, each with what it holds in a record of its own, for as many days as a setting says. Lists
 * are newest first.
 */
@Injectable()
export class Deliveries implements OnModuleDestroy {
  private readonly logger = new Logger(Deliveries.name);
  private readonly news = new Map<number, NodeJS.Timeout>();

  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(BROADCAST) private readonly broadcast: Broadcast,
    private readonly settings: InstallationSettings,
    private readonly clock: Clock,
  ) {}

  onModuleDestroy(): void {
    for (const timer of this.news.values()) clearTimeout(timer);
  }

  /** False when there is one with this id, or of the same id of the host. */
  async add(delivery: Delivery, payload: Payload | null): Promise<boolean> {
    const id = recordId(delivery.webhookId, delivery.id);
    if (payload) await this.keepPayload(delivery, payload);
    try {
      await this.accounts.insert('delivery', id, delivery, this.keysOf(delivery));
    } catch (error) {
      if (!(error instanceof KeyTaken)) throw error;
      if (error.key !== 'id' && payload) await this.accounts.remove('payload', id);
      return false;
    }
    this.tell(delivery.webhookId);
    return true;
  }

  async get(webhookId: number, id: string): Promise<Delivery | undefined> {
    return (await this.accounts.get<Delivery>('delivery', recordId(webhookId, id)))?.value;
  }

  async byHostKey(webhookId: number, hostKey: string): Promise<Delivery | undefined> {
    return (await this.accounts.byUnique<Delivery>('delivery', `in:${webhookId}:${hostKey}`))?.value;
  }

  /** Applies `change` to the newest state and keeps the result; undefined when it is gone, or there is nothing to change. */
  async change(
    { webhookId, id }: Pick<Delivery, 'webhookId' | 'id'>,
    change: (delivery: Delivery) => Delivery | null,
  ): Promise<Delivery | undefined> {
    const key = recordId(webhookId, id);
    return retryOptimistic(async () => {
      const known = await this.accounts.get<Delivery>('delivery', key);
      const next = known && change(known.value);
      if (!known || !next) return undefined;
      const kept = { ...next, attempts: next.attempts.slice(-maxAttempts) };
      if (!(await this.accounts.replace('delivery', key, known.version, kept, this.keysOf(kept)))) return again;
      this.tell(webhookId);
      return kept;
    });
  }

  /** The latest of each of these webhooks. */
  async latest(webhookIds: readonly number[]): Promise<ReadonlyMap<number, Delivery>> {
    const page = { descending: true, limit: 1 };
    const found = await Promise.all(
      webhookIds.map((id) => this.accounts.byRef<Delivery>('delivery', refOf(id, {}), page)),
    );
    return new Map(found.flat().map(({ value }) => [value.webhookId, value]));
  }

  async page(
    webhookId: number,
    filter: DeliveryFilter,
    { skip, limit }: { readonly skip: number; readonly limit: number },
  ): Promise<{ readonly items: readonly Delivery[]; readonly total: number }> {
    const ref = refOf(webhookId, filter);
    const [records, total] = await Promise.all([
      this.accounts.byRef<Delivery>('delivery', ref, { descending: true, skip, limit }),
      this.accounts.countByRef('delivery', ref),
    ]);
    return { items: records.map(({ value }) => value), total };
  }

  /** Returns pending deliveries, of one lane or of all (null), oldest first. */
  async pending(webhookId: number, lane: string | null, limit: number): Promise<readonly Delivery[]> {
    const records = await this.accounts.byRef<Delivery>('delivery', pendingRef(webhookId, lane), { limit });
    return records.map(({ value }) => value);
  }

  countPending(webhookId: number): Promise<number> {
    return this.accounts.countByRef('delivery', pendingRef(webhookId, null));
  }

  /** Returns incoming deliveries that wait for their processing, of all webhooks. */
  async toActOn(limit: number): Promise<readonly Delivery[]> {
    const records = await this.accounts.byRef<Delivery>('delivery', pendingIn, { limit });
    return records.map(({ value }) => value);
  }

  /** Returns the latest deliveries about an issue, newest first. */
  async ofIssue(webhookId: number, issueKey: string): Promise<readonly Delivery[]> {
    const page = { descending: true, limit: 20 };
    const records = await this.accounts.byRef<Delivery>('delivery', issueRef(webhookId, issueKey), page);
    return records.map(({ value }) => value);
  }

  async payload(webhookId: number, id: string): Promise<Payload | undefined> {
    const kept = (await this.accounts.get<Payload | Sent>('payload', recordId(webhookId, id)))?.value;
    if (kept === undefined || !('eventBody' in kept)) return kept;
    const { eventBody, ...sent } = kept;
    const event = await this.eventBody(eventBody);
    return event && { ...sent, body: event.body };
  }

  async eventBody(id: string): Promise<EventBody | undefined> {
    return (await this.accounts.get<EventBody>('payload', id))?.value;
  }

  /** Resolves with the body that was kept first. */
  async keepEventBody(id: string, body: EventBody): Promise<EventBody> {
    try {
      const now = this.clock.now();
      await this.accounts.insert('payload', id, { ...body, keptAt: now }, { expiresAt: now });
      return body;
    } catch (error) {
      const first = error instanceof KeyTaken ? await this.eventBody(id) : undefined;
      if (first === undefined) throw error;
      return first;
    }
  }

  /** The latest takes the place of the one before. */
  async keepSent({ webhookId, id }: Pick<Delivery, 'webhookId' | 'id'>, sent: Sent): Promise<void> {
    const expiresAt = this.clock.now();
    await putRecord(this.accounts, 'payload', recordId(webhookId, id), sent, { expiresAt });
    await this.keepLonger(sent.eventBody);
  }

  /** The body of an event lives as long as the last delivery that holds it. It is written once a day at most. */
  private async keepLonger(eventBody: string): Promise<void> {
    const now = this.clock.now();
    const record = await this.accounts.get<EventBody & { readonly keptAt?: number }>('payload', eventBody);
    if (!record || now - (record.value.keptAt ?? 0) < dayMs) return;
    const value = { ...record.value, keptAt: now };
    await this.accounts.replace('payload', eventBody, record.version, value, { expiresAt: now });
  }

  /** The latest takes the place of the one before. */
  keepPayload({ webhookId, id }: Pick<Delivery, 'webhookId' | 'id'>, payload: Payload): Promise<void> {
    return putRecord(this.accounts, 'payload', recordId(webhookId, id), payload, { expiresAt: this.clock.now() });
  }

  /** The instant before which nothing is kept, nor sent by itself any more. */
  oldest(): number {
    return this.clock.now() - Math.max(leastDays, this.settings.now.payloadDays) * dayMs;
  }

  async sweep(): Promise<void> {
    for (const kind of ['delivery', 'payload'] as const) await this.accounts.sweep(kind, this.oldest());
  }

  /** Notifies browsers of changes in a webhook's deliveries. */
  tell(webhookId: number): void {
    if (this.news.has(webhookId)) return;
    const timer = setTimeout(() => {
      this.news.delete(webhookId);
      const told: DeliveriesNews = { webhookId };
      this.broadcast.publish(deliveriesChannel, told).catch((error) => this.logger.warn(String(error)));
    }, newsMs);
    timer.unref();
    this.news.set(webhookId, timer);
  }

  private keysOf(delivery: Delivery) {
    const { webhookId, direction, status, hostKey, issueKey, sending } = delivery;
    const waitingRefs = sending ? [pendingRef(webhookId, null), pendingRef(webhookId, sending.lane)] : [pendingIn];
    return {
      unique: hostKey === null ? [] : [`in:${webhookId}:${hostKey}`],
      refs: [
        refOf(webhookId, {}),
        refOf(webhookId, { direction }),
        refOf(webhookId, { status }),
        refOf(webhookId, { direction, status }),
        ...(status === 'pending' ? waitingRefs : []),
        ...(issueKey === null ? [] : [issueRef(webhookId, issueKey)]),
      ],
      // The record's expiry is its age, so `sweep` finds older ones by it.
      expiresAt: this.clock.now(),
    };
  }
}
