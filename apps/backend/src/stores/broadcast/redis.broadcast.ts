import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import type { InstallationId } from '../../kernel/belonging';
import { namesIn } from '../drivers/redis/names';
import type { Broadcast } from './broadcast';

const shutdownTimeoutMs = 1_000;
/** Limit of messages in flight to a Redis that does not answer; further ones are dropped. */
const maxOnTheWay = 10_000;
/** Interval of pings that detect a dead connection. */
const pingIntervalMs = 10_000;
const silenceMs = 15_000;

interface Listener {
  readonly hear: (message: unknown) => void;
  readonly onGap: () => void;
}

/**
 * The publisher, the number of its messages in the channel so far, and the message; without one when the last messages
 * were lost.
 */
type Envelope =
  | readonly [publisher: string, count: number]
  | readonly [publisher: string, count: number, message: unknown];

export interface RedisBroadcastOptions {
  /** redis:// or rediss:// */
  readonly url: string;
  /** The installation by which the channels are named: nothing is sent or received before it is known. */
  readonly owner?: InstallationId;
  /** Prefix of all channel names; by default it names the Redis database. */
  readonly prefix?: string;
  readonly onError?: (error: unknown) => void;
}

/** Null for a malformed message: anybody who reaches Redis may publish. */
function envelopeIn(text: string): Envelope | null {
  try {
    const read = JSON.parse(text) as unknown;
    const isOurs = Array.isArray(read) && typeof read[0] === 'string' && Number.isSafeInteger(read[1]);
    return isOurs && read.length <= 3 ? (read as unknown as Envelope) : null;
  } catch {
    return null;
  }
}

/**
 * Broadcast over Redis channels, which store nothing: messages are lost to a process that is not connected. A gap is
 * reported after each reconnection, and when a publisher's count jumps: publishers count messages even while they
 * cannot reach Redis.
 */
export class RedisBroadcast implements Broadcast {
  private readonly id = randomUUID();
  private prefix: string;
  /** Whether the owner's part of the prefix is still to be found. */
  private isNameless: boolean;
  private readonly publisher: Redis;
  private readonly subscriber: Redis;
  private readonly pulse: NodeJS.Timeout;
  private readonly listeners = new Map<string, Set<Listener>>();
  /** By channel and publisher: the number of messages that the publisher had sent with the last one received. */
  private readonly heard = new Map<string, Map<string, number>>();
  private readonly published = new Map<string, number>();
  /** Channels whose last messages were dropped. */
  private readonly lost = new Set<string>();
  private readonly owner: InstallationId | undefined;
  private onTheWay = 0;
  private isFull = false;
  private isAway = false;
  private closed = false;

  constructor({ url, owner, prefix, onError = () => {} }: RedisBroadcastOptions) {
    this.isNameless = owner !== undefined;
    const connection: RedisOptions = {
      retryStrategy: (times) => Math.min(50 * 2 ** times, 1_000),
      socketTimeout: silenceMs,
      // A message is sent once or not at all: after a wait it would be outdated.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      autoResubscribe: false,
    };
    this.publisher = new Redis(url, connection);
    this.subscriber = new Redis(url, connection);
    // Redis channels span all its databases, while the installation's other data is in the database that the URL names.
    const { db } = this.publisher.options;
    this.prefix = prefix ?? (db ? `gos:${db}:` : 'gos:');
    // Logged once per outage, however many reconnections fail.
    this.publisher.on('error', (error) => {
      if (!this.isAway) onError(error);
      this.isAway = true;
    });
    this.publisher.on('ready', () => {
      this.isAway = false;
      if (this.isNameless) void this.name();
      else this.admitLosses();
    });
    void owner?.known.then(() => this.name());
    this.subscriber.on('error', () => {});
    this.subscriber.on('ready', () => void this.listenTo([...this.listeners.keys()]));
    this.owner = owner;
    this.subscriber.on('message', (name, text) => {
      const envelope = envelopeIn(text);
      if (envelope) this.deliver(name.slice(this.prefix.length), envelope);
    });
    this.pulse = setInterval(() => {
      for (const client of [this.publisher, this.subscriber]) client.ping().catch(() => {});
    }, pingIntervalMs).unref();
  }

  /** Resolves once Redis is connected. */
  async open(): Promise<void> {
    const isReady = (client: Redis) =>
      client.status === 'ready' || new Promise((resolve) => client.once('ready', resolve));
    await Promise.all([isReady(this.publisher), isReady(this.subscriber)]);
  }

  async publish(channel: string, message: unknown): Promise<void> {
    const count = (this.published.get(channel) ?? 0) + 1;
    this.published.set(channel, count);
    await this.send(channel, [this.id, count, message]);
  }

  subscribe(channel: string, hear: (message: unknown) => void, onGap: () => void = () => {}): () => void {
    const listener = { hear, onGap };
    const listeners = this.listeners.get(channel) ?? new Set();
    this.listeners.set(channel, listeners.add(listener));
    if (listeners.size === 1) void this.listenTo([channel]);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.listeners.get(channel) !== listeners) return;
      this.listeners.delete(channel);
      this.heard.delete(channel);
      this.subscriber.unsubscribe(this.prefix + channel).catch(() => {});
    };
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.listeners.clear();
    clearInterval(this.pulse);
    // Redis answers in order: when it answers this, earlier messages have been sent.
    const goodbye = this.publisher.quit().catch(() => {});
    await Promise.race([goodbye, sleep(shutdownTimeoutMs, undefined, { ref: false })]);
    this.publisher.disconnect();
    this.subscriber.disconnect();
  }

  /** Finds the channels of the installation; tried again with the next connection when Redis does not answer. */
  private async name(): Promise<void> {
    const belonging = await this.owner!.known;
    if (!this.isNameless || this.publisher.status !== 'ready') return;
    try {
      const { channels } = await namesIn(this.publisher, belonging);
      if (!this.isNameless) return;
      this.prefix += channels;
      this.isNameless = false;
    } catch {
      return;
    }
    await this.listenTo([...this.listeners.keys()]);
    this.admitLosses();
  }

  private async send(channel: string, envelope: Envelope): Promise<void> {
    if (this.closed) return;
    if (this.isNameless || this.onTheWay >= maxOnTheWay) {
      this.lost.add(channel);
      this.isFull = !this.isNameless;
      return;
    }
    this.onTheWay++;
    try {
      await this.publisher.publish(this.prefix + channel, JSON.stringify(envelope));
      this.lost.delete(channel);
    } catch {
      this.lost.add(channel);
    }
    this.onTheWay--;
    if (this.isFull && this.onTheWay === 0) {
      this.isFull = false;
      this.admitLosses();
    }
  }

  /**
   * Publishes the counts of channels that lost messages, so that listeners notice the loss without waiting for the next
   * message.
   */
  private admitLosses(): void {
    for (const channel of this.lost) void this.send(channel, [this.id, this.published.get(channel)!]);
  }

  /** When Redis is away, the subscription is made once it is back. */
  private async listenTo(channels: readonly string[]): Promise<void> {
    if (channels.length === 0 || this.isNameless) return;
    try {
      await this.subscriber.subscribe(...channels.map((channel) => this.prefix + channel));
    } catch {
      return;
    }
    for (const channel of channels) {
      this.heard.set(channel, new Map());
      this.tell(channel, ({ onGap }) => onGap());
    }
  }

  private deliver(channel: string, [publisher, count, ...messages]: Envelope): void {
    const counts = this.heard.get(channel);
    const before = counts?.get(publisher);
    counts?.set(publisher, count);
    const expected = (before ?? count - messages.length) + messages.length;
    if (count > expected || (before === undefined && messages.length === 0)) this.tell(channel, ({ onGap }) => onGap());
    for (const message of messages) this.tell(channel, ({ hear }) => hear(message));
  }

  private tell(channel: string, what: (listener: Listener) => void): void {
    for (const listener of this.listeners.get(channel) ?? []) {
      // A listener that throws must not keep the message from the others; it polls instead.
      try {
        what(listener);
      } catch {}
    }
  }
}
