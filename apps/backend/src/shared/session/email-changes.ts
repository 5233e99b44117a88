import { randomUUID } from 'node:crypto';
import {
  type Actor,
  normalizeText,
  refuse,
  refuseField,
  targetOf,
  type User,
  userAggregate,
  userStream,
} from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';
import { Locks } from '../../engine/coordination/locks';
import { PermissionLock } from '../../engine/coordination/permission-lock';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { Refused } from '../../kernel/refused';
import { KeyTaken } from '../../stores/accounts/accounts';
import { Invitations } from '../user/invitations';
import { People } from '../user/people';
import { comparedEmail, type NextEmail, type PersonData, withNextEmail, withoutNextEmail } from '../user/person';
import { AccessChecks, type CheckedAccess } from './access-checks';

export interface EmailChange extends Pick<NextEmail, 'email' | 'how' | 'by' | 'correlationId'> {
  readonly userId: number;
  /** Called once nobody else changes the address; throws when this change may not begin. */
  begins?(): Promise<void>;
}

/**
 * Changes people's e-mail addresses in four durable steps: the account claims the new address next to the present one,
 * the claim is confirmed once the checked facts still hold, the log gets the event, and the account drops the present
 * address. After a crash `settle` finishes a confirmed change and drops any other claim.
 */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly people: People,
    private readonly invitations: Invitations,
    private readonly checks: AccessChecks,
    private readonly runner: CommandRunner,
    private readonly locks: Locks,
    private readonly lock: PermissionLock,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'currency'>,
  ) {}

  /**
   * Returns the position of the event; null when the person has the address already.
   * @param access of the person who changes it; null for an operator
   * @throws Refused
   */
  change(wanted: EmailChange, access: CheckedAccess | null): Promise<string | null> {
    const { userId, email, how, by, correlationId } = wanted;
    return this.alone(userId, async () => {
      await this.finish(userId);
      const present = (await this.people.record(userId))?.value;
      if (!present) throw new Refused(refuse((await this.userOf(userId))?.erased ? 'user.erased' : 'user.not-found'));
      if (comparedEmail(present.email) === comparedEmail(email)) return null;
      await wanted.begins?.();
      const eventId = randomUUID();
      const next: NextEmail = { email: normalizeText(email), how, by, correlationId, eventId, isConfirmed: false };
      await this.claim(userId, next);
      try {
        return await this.confirmed(userId, next, access);
      } catch (error) {
        if (error instanceof Refused) await this.drop(userId, eventId);
        throw error;
      }
    });
  }

  /** Finishes or drops what a crash left of a change. */
  async settle(userId: number): Promise<void> {
    const record = await this.people.record(userId);
    if (record?.value.nextEmail) await this.alone(userId, () => this.finish(userId));
  }

  async settleAll(): Promise<void> {
    for (const userId of await this.people.changingEmail()) await this.settle(userId);
  }

  private alone<T>(userId: number, action: () => Promise<T>): Promise<T> {
    return this.locks.hold(`email-${userId}`, action);
  }

  /** @throws Refused when the address belongs to another person */
  private async claim(userId: number, nextEmail: NextEmail): Promise<void> {
    try {
      await this.people.change(userId, (data) => ({ ...data, nextEmail }));
    } catch (error) {
      if (error instanceof KeyTaken) throw new Refused(refuseField('email', 'user.email.taken'));
      throw error;
    }
  }

  /** The person's rights change before this or after it, never meanwhile. */
  private confirmed(userId: number, next: NextEmail, access: CheckedAccess | null): Promise<string | null> {
    const run = async () => {
      if (access) await this.checks.confirm(access, () => this.drop(userId, next.eventId));
      const data = await this.people.change(userId, (now) =>
        now.nextEmail?.eventId === next.eventId ? { ...now, nextEmail: { ...next, isConfirmed: true } } : now,
      );
      if (data?.nextEmail?.eventId !== next.eventId) throw new Refused(refuse('auth.access-changed'));
      return this.append(userId, next, data);
    };
    return next.by === null ? run() : this.lock.during(next.by, run);
  }

  private async finish(userId: number): Promise<void> {
    const data = (await this.people.record(userId))?.value;
    const next = data?.nextEmail;
    if (!next) return;
    if (!next.isConfirmed) return this.drop(userId, next.eventId);
    try {
      await this.append(userId, next, data);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await this.drop(userId, next.eventId);
    }
  }

  /** Appends the event, unless it is in the log already, and lets the address count. */
  private async append(userId: number, next: NextEmail, data: PersonData): Promise<string | null> {
    const { how, by, correlationId, eventId } = next;
    // Whether `by` may change the address was decided before it was confirmed.
    const actor: Actor = { id: by, role: 'admin', projects: {} };
    const { position } = await this.runner.run(
      targetOf(userAggregate, userId),
      { type: 'changeEmail', body: { how } },
      { actor, via: how === 'operator' ? 'api' : 'web', correlationId, eventId },
      () => ({
        actor,
        otherAdmins: 0,
        currency: this.config.currency,
        knownPositions: [],
        formerEmails: data.formerEmails?.length ?? 0,
      }),
    );
    // Sign-ins by the former address fail from here on, also where the next step is done after a crash.
    await this.checks.raise(userId);
    const at = this.clock.instant();
    await this.people.change(userId, (now) =>
      now.nextEmail?.eventId === eventId ? withNextEmail(now, now.nextEmail, at) : now,
    );
    await this.checks.raise(userId);
    await this.invitations.dropFor(next.email);
    return position;
  }

  private async drop(userId: number, eventId: string): Promise<void> {
    await this.people.change(userId, (data) => (data.nextEmail?.eventId === eventId ? withoutNextEmail(data) : data));
  }

  private userOf(userId: number): Promise<User | null> {
    return this.runner.load(userStream(userId), userAggregate);
  }
}
