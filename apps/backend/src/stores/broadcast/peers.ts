import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { BROADCAST, type Broadcast } from './broadcast';

interface PeerMessage {
  readonly from: string;
  readonly content: unknown;
}

/** Messages to the other processes; a process does not get its own. In order and at most once. */
@Injectable()
export class Peers {
  private readonly logger = new Logger(Peers.name);
  private readonly self = randomUUID();

  constructor(@Inject(BROADCAST) private readonly broadcast: Broadcast) {}

  publish(subject: string, content: unknown): void {
    const told: PeerMessage = { from: this.self, content };
    this.broadcast.publish(`elsewhere-${subject}`, told).catch((error) => {
      this.logger.warn(`Other processes could not be told of ${subject}: ${String(error)}`);
    });
  }

  /**
   * Returns a function that ends the subscription.
   * @param onGap called when messages may have been missed: state remembered of other processes has to be fetched anew
   */
  subscribe<T>(subject: string, listener: (content: T) => void, onGap: () => void): () => void {
    const take = (message: unknown) => {
      const { from, content } = message as PeerMessage;
      if (from !== this.self) listener(content as T);
    };
    return this.broadcast.subscribe(`elsewhere-${subject}`, take, onGap);
  }
}
