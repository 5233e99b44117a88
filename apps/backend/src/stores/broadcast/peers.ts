import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { BROADCAST, type Broadcast } from './broadcast';

interface PeerMessage {
  readonly from: string;
  readonly content: unknown;
}

/** Every process says something every two seconds; who was not heard of for three times that counts as gone. */
const goneMs = 6_500;

/** Messages to the other processes; a process does not get its own. In order and at most once. */
@Injectable()
export class Peers implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(Peers.name);
  private readonly self = randomUUID();
  /** When each other process was last heard of, on a clock that only goes forward. */
  private readonly heard = new Map<string, number>();
  private readonly subscriptions: (() => void)[] = [];

  constructor(@Inject(BROADCAST) private readonly broadcast: Broadcast) {}

  onModuleInit(): void {
    this.subscribe(
      'left',
      (_, from) => this.heard.delete(from),
      () => {},
    );
  }

  onModuleDestroy(): void {
    this.publish('left', null);
    for (const end of this.subscriptions) end();
  }

  /** The other processes that were heard of lately. */
  others(): string[] {
    const now = performance.now();
    for (const [id, at] of this.heard) if (now - at > goneMs) this.heard.delete(id);
    return [...this.heard.keys()];
  }

  publish(subject: string, content: unknown): void {
    const told: PeerMessage = { from: this.self, content };
    this.broadcast.publish(`elsewhere-${subject}`, told).catch((error) => {
      this.logger.warn(`Could not notify other processes of ${subject}: ${String(error)}`);
    });
  }

  /**
   * Subscribes until the process stops. Returns a function that ends the subscription earlier.
   * @param listener also gets the process that sent a message
   * @param onGap called when messages may have been missed: remembered state of other processes has to be fetched again
   */
  subscribe<T>(subject: string, listener: (content: T, from: string) => void, onGap: () => void): () => void {
    const take = (message: unknown) => {
      const { from, content } = message as PeerMessage;
      if (from === this.self) return;
      this.heard.set(from, performance.now());
      listener(content as T, from);
    };
    const end = this.broadcast.subscribe(`elsewhere-${subject}`, take, onGap);
    this.subscriptions.push(end);
    return end;
  }
}
