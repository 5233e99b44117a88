import type { PersonRef } from '@gos/contract';
import { refuse, type User, userAggregate, userStream } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner';
import { Refused } from '../../../kernel/refused';
import { AccessChecks, type CheckedAccess } from '../../../shared/session/access-checks';
import { People } from '../../../shared/user/people';
import { comparedEmail, type PersonData } from '../../../shared/user/person';
import type { AccountRecord } from '../../../stores/accounts/accounts';
import { type AttemptRequest, Attempts } from './attempts';
import { Passwords } from './passwords';
import { Registration } from './registration';

/** A person who gave the right password, and the facts that the sign-in relies on. */
export interface Identified {
  readonly person: PersonRef;
  readonly access: CheckedAccess;
}

/** Sign-in by e-mail and password. */
@Injectable()
export class SignIn {
  constructor(
    private readonly people: People,
    private readonly passwords: Passwords,
    private readonly attempts: Attempts,
    private readonly registration: Registration,
    private readonly runner: CommandRunner,
    private readonly checks: AccessChecks,
  ) {}

  /**
   * Returns the person with this e-mail and password. Refusal and timing are the same for every cause.
   * @throws Refused
   */
  async identify(email: string, password: string, request: AttemptRequest, correlationId: string): Promise<Identified> {
    const found = await this.people.recordByEmail(email);
    const access = found && (await this.checks.begin(Number(found.id)));
    // Read after the facts: a later change of the password or the address raises the epoch.
    const now = found && (await this.people.record(Number(found.id)));
    const record = now && comparedEmail(now.value.email) === comparedEmail(email) ? now : undefined;
    const attempt = await this.attempts.begin({ userId: record ? Number(record.id) : null, email }, request);
    const right = await attempt.verify(record?.value.passwordHash ?? null, password);
    const user = record && right ? await this.userOf(record, correlationId) : null;
    if (!record || !access || !user?.active) {
      // A right password of a person who has left counts like a wrong one.
      if (right) attempt.failed();
      throw new Refused(refuse('auth.credentials'));
    }
    await this.renewHash(record, password);
    return { person: { id: user.id, name: record.value.name }, access };
  }

  /** The person's state from the log; completes a registration that a crash interrupted. */
  async userOf({ id, value }: AccountRecord<PersonData>, correlationId: string): Promise<User | null> {
    const user = await this.runner.load(userStream(Number(id)), userAggregate);
    return user ?? this.registration.finish(Number(id), value, correlationId);
  }

  private async renewHash({ id, value }: AccountRecord<PersonData>, password: string): Promise<void> {
    if (value.passwordHash === null || !this.passwords.isOutdated(value.passwordHash)) return;
    const passwordHash = await this.passwords.hash(password);
    await this.people.change(Number(id), (data) =>
      data.passwordHash === value.passwordHash ? { ...data, passwordHash } : data,
    );
  }
}
