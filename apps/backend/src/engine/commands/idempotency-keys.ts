import { refuse } from '@gos/domain';
import { activityModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { commandEventId } from '../../kernel/event-id';
import { KeyedMutex } from '../../kernel/keyed-mutex';
import { Refused } from '../../kernel/refused';
import { ActiveReadModels } from '../projections/active-read-models';
import type { CommandSender } from './command-sender';

/**
 * The runner recognises a retry within its own stream. This class keeps what no single stream knows: that a key belongs
 * to one command, also across streams, and that two requests with one key run one after the other.
 */
@Injectable()
export class IdempotencyKeys {
  private readonly mutex = new KeyedMutex();

  constructor(private readonly readModels: ActiveReadModels) {}

  serialize<T>({ actor, idempotency }: CommandSender, action: () => Promise<T>): Promise<T> {
    return idempotency ? this.mutex.run(`${actor.id} ${idempotency.key}`, action) : action();
  }

  /**
   * @param stream null when it does not exist yet
   * @throws Refused when the key was used for another stream
   */
  async refuseReuse(sender: CommandSender, stream: string | null): Promise<void> {
    const used = await this.usedOn(sender);
    if (used !== null && used !== stream) throw new Refused(refuse('idempotency.reused'));
  }

  /** The stream that a command with this key changed first, as far as the read models know; null for none. */
  async usedOn({ actor, idempotency }: CommandSender): Promise<string | null> {
    if (!idempotency) return null;
    const first = await this.readModels.get(activityModel, commandEventId(actor.id, idempotency.key, 0));
    return first?.stream ?? null;
  }
}
