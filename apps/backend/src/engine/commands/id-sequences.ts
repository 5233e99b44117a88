import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { derivedId } from '../../kernel/event-id';
import { CLAIMS, type Claims } from '../../stores/claims/claims';
import type { CommandSender } from './command-sender';

const dayMs = 24 * 60 * 60 * 1_000;
const open = 'open';

/**
 * Sequential ids for what is created. A retry with the same Idempotency-Key gets the id of its first try, and so finds
 * its own stream.
 */
@Injectable()
export class IdSequences {
  private readonly given = new WeakMap<CommandSender, Promise<number>>();
  private readonly many = new WeakMap<CommandSender, number[]>();

  constructor(
    @Inject(CLAIMS) private readonly claims: Claims,
    private readonly clock: Clock,
  ) {}

  /** The id issued to an earlier try with this key; null when there is none. */
  async issued(counter: string, sender: CommandSender): Promise<number | null> {
    const key = keyOf(counter, sender);
    const value = key === null ? open : await this.claimed(key);
    return value === open ? null : Number(value);
  }

  /**
   * Returns the number of a new part of a stream: the same for every attempt of the command, and for its retry with the
   * same key. Called once the command is not refused.
   */
  of(counter: string, sender: CommandSender): Promise<number> {
    const known = this.given.get(sender) ?? this.issued(counter, sender).then((id) => id ?? this.next(counter, sender));
    this.given.set(sender, known);
    return known;
  }

  /** As many numbers as a command needs for what it makes in other streams; every attempt of the command gets the same ones. */
  async several(counter: string, count: number, sender: CommandSender): Promise<readonly number[]> {
    const given = this.many.get(sender) ?? [];
    this.many.set(sender, given);
    while (given.length < count) given.push(await this.claims.next(counter));
    return given.slice(0, count);
  }

  /** Called after all checks, so that no id is lost to a refused command. */
  async next(counter: string, sender: CommandSender): Promise<number> {
    const number = await this.claims.next(counter);
    const key = keyOf(counter, sender);
    if (key === null || (await this.claims.replaceClaim(key, open, String(number)))) return number;
    return Number(await this.claimed(key));
  }

  /** The next number after one that turned out to be taken by something else; a retry with the same key gets it too. */
  async nextInstead(counter: string, taken: number, sender: CommandSender): Promise<number> {
    const number = await this.claims.next(counter);
    const key = keyOf(counter, sender);
    if (key === null || (await this.claims.replaceClaim(key, String(taken), String(number)))) return number;
    return Number(await this.claimed(key));
  }

  private async claimed(key: string): Promise<string> {
    return (await this.claims.claim(key, open, { now: this.clock.now(), ttlMs: 2 * dayMs })).value;
  }
}

function keyOf(counter: string, { actor, idempotency }: CommandSender): string | null {
  return idempotency ? `create-${counter}:${derivedId(actor.id ?? 'system', idempotency.key)}` : null;
}
