import type { PersonRef } from '@gos/contract';
import { refuse, type User, userAggregate, userStream } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';
import { People } from '../../entities/user/people';
import { comparedEmail, type PersonData } from '../../entities/user/person';
import { Refused } from '../../kernel/refused';
import type { AccountRecord } from '../../stores/accounts/accounts';
import { Passwords } from './passwords';
import { RateLimits } from './rate-limits';
import { Registration } from './registration';

/** Sign-in by e-mail and password. */
@Injectable()
export class SignIn {
  constructor(
    private readonly people: People,
    private readonly passwords: Passwords,
    private readonly limits: RateLimits,
    private readonly registration: Registration,
    private readonly runner: CommandRunner,
  ) {}

  /**
   * The person with this e-mail and password. Refusal and timing are the same whatever is wrong.
   * @throws Refused
   */
  async identify(email: string, password: string, address: string, correlationId: string): Promise<PersonRef> {
    const compared = comparedEmail(email);
    this.limits.checkSignIn(address, compared);
    const record = await this.people.recordByEmail(email);
    // Checked again after the queue, so that many simultaneous attempts cannot pass the limit together.
    const checkAgain = () => this.limits.checkSignIn(address, compared);
    const right = await this.passwords.verify(record?.value.passwordHash ?? null, password, checkAgain);
    const user = record && right ? await this.userOf(record, correlationId) : null;
    if (!record || !user?.active) {
      this.limits.signInFailed(address, compared);
      throw new Refused(refuse('auth.credentials'));
    }
    await this.renewHash(record, password);
    return { id: user.id, name: record.value.name };
  }

  /** The person's state from the log; completes a registration that a crash interrupted. */
  async userOf({ id, value }: AccountRecord<PersonData>, correlationId: string): Promise<User | null> {
    const user = await this.runner.load(userStream(Number(id)), userAggregate);
    return user ?? this.registration.finish(Number(id), value.admitted, correlationId, value.invited);
  }

  private async renewHash({ id, value }: AccountRecord<PersonData>, password: string): Promise<void> {
    if (value.passwordHash === null || !this.passwords.isOutdated(value.passwordHash)) return;
    const passwordHash = await this.passwords.hash(password);
    await this.people.change(Number(id), (data) =>
      data.passwordHash === value.passwordHash ? { ...data, passwordHash } : data,
    );
  }
}
