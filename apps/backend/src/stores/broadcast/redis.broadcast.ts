import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import type { Broadcast } from './broadcast';

const goodbyeMs = 1_000;
/** Messages on their way to a Redis that does not answer; further ones are lost. */
const mostOnTheWay = 10_000;
/** A connection that went dead without a word is noticed by this. */
const pulseMs = 10_000;
const silenceMs = 15_000;

interface Listener {
  readonly hear: (message: unknown) => void;
  readonly onGap: () => void;
}

/** Who publishes, how many messages that makes in the channel, and the message; without one when the last ones were lost. */
type Envelope =
  | readonly [publisher: string, count: number]
  | readonly [publisher: string, count: number, message: unknown];

export interface RedisBroadcastOptions {
  /** redis:// or rediss:// */
  readonly url: string;
  /** Before the name of every channel; otherwise one that tells the database of Redis. */
  readonly prefix?: string;
  readonly onError?: (error: unknown) => void;
}

/** Null for what none of us has published: anybody may who reaches Redis. */
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
 * Broadcast over Redis's channels, which keep nothing: what is published while a process can't be reached is lost to it. It is told of
 * a gap after each connection of its own, and by the publishers' counts, which go on while they can't reach Redis.
 */
export class RedisBroadcast implements Broadcast {
  private readonly id = randomUUID();
  private readonly prefix: string;
  private readonly publisher: Redis;
  private readonly subscriber: Redis;
  private readonly pulse: NodeJS.Timeout;
  private readonly listeners = new Map<string, Set<Listener>>();
  /** How many messages each publisher has published in a channel that is listened to, as far as heard. */
  private readonly heard = new Map<string, Map<string, number>>();
  private readonly published = new Map<string, number>();
  /** Channels whose last messages were lost. */
  private readonly lost = new Set<string>();
  private onTheWay = 0;
  private isFull = false;
  private isAway = false;
  private closed = false;

  constructor({ url, prefix, onError = () => {} }: RedisBroadcastOptions) {
    const connection: RedisOptions = {
      retryStrategy: (times) => Math.min(50 * 2 ** times, 1_000),
      socketTimeout: silenceMs,
      // A message is sent once or not at all: what waited would be old news.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      autoResubscribe: false,
    };
    this.publisher = new Redis(url, connection);
    this.subscriber = new Redis(url, connection);
    // Channels are those of the whole Redis, while all else of an installation lies in the database that its address names.
    const { db } = this.publisher.options;
    this.prefix = prefix ?? (db ? `gos:${db}:` : 'gos:');
    // One sentence for each time that it is away, however often it is tried.
    this.publisher.on('error', (error) => {
      if (!this.isAway) onError(error);
      this.isAway = true;
    });
    this.publisher.on('ready', () => {
      this.isAway = false;
      this.admitLosses();
    });
    this.subscriber.on('error', () => {});
    this.subscriber.on('ready', () => void this.listenTo([...this.listeners.keys()]));
    this.subscriber.on('message', (name, text) => {
      const envelope = envelopeIn(text);
      if (envelope) this.deliver(name.slice(this.prefix.length), envelope);
    });
    this.pulse = setInterval(() => {
      for (const client of [this.publisher, this.subscriber]) client.ping().catch(() => {});
    }, pulseMs).unref();
  }

  /** Resolves once Redis is reached. */
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
    // What was published before has left when this is answered.
    const goodbye = this.publisher.quit().catch(() => {});
    await Promise.race([goodbye, sleep(goodbyeMs, undefined, { ref: false })]);
    this.publisher.disconnect();
    this.subscriber.disconnect();
  }

  private async send(channel: string, envelope: Envelope): Promise<void> {
    if (this.closed) return;
    if (this.onTheWay >= mostOnTheWay) {
      this.lost.add(channel);
      this.isFull = true;
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

  /** Those who hear the count know that they missed something, without waiting for the next message. */
  private admitLosses(): void {
    for (const channel of this.lost) void this.send(channel, [this.id, this.published.get(channel)!]);
  }

  /** When Redis goes away meanwhile, it is done once it is back. */
  private async listenTo(channels: readonly string[]): Promise<void> {
    if (channels.length === 0) return;
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
      // Whoever fails to hear a message polls; the others shall hear it.
      try {
        what(listener);
      } catch {}
    }
  }
}
