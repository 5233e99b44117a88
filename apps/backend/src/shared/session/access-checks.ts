import { type GlobalRole, refuse, type User, userAggregate, userStream } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';
import { Refused } from '../../kernel/refused';
import { People } from '../user/people';
import { epochOf, factorsOf, SecondSteps } from '../user/second-steps';

/**
 * The facts about a person that a sign-in relies on, read before the credential itself. A session, token or linked
 * account begins only if they are the same once it is stored.
 */
export interface CheckedAccess {
  readonly userId: number;
  /** Rises with every new password and every sign-out from everywhere. */
  readonly epoch: number;
  /** The factors of the second step. */
  readonly factors: string;
  /** Null while the registration is incomplete. */
  readonly role: GlobalRole | null;
}

/**
 * Compares what was checked with what holds. Accounts have no transactions, so the order of steps makes the comparison
 * safe: a sign-in stores first and compares afterwards, a change raises the epoch first and removes afterwards. Whichever
 * comes second sees the other. Nobody knows the secret of a record that a crash leaves between both steps.
 */
@Injectable()
export class AccessChecks {
  constructor(
    private readonly secondSteps: SecondSteps,
    private readonly people: People,
    private readonly runner: CommandRunner,
  ) {}

  /** Reads the facts. Call it before the password or identity is read that is to be checked. */
  async begin(userId: number): Promise<CheckedAccess> {
    const step = await this.secondSteps.of(userId);
    const user = await this.userOf(userId);
    return { userId, epoch: epochOf(step), factors: factorsOf(step), role: user?.role ?? null };
  }

  async holds({ userId, epoch, factors, role }: CheckedAccess): Promise<boolean> {
    const step = await this.secondSteps.of(userId);
    const user = await this.userOf(userId);
    const isSame = epochOf(step) === epoch && factorsOf(step) === factors;
    return isSame && user?.active === true && user.role === (role ?? user.role);
  }

  /**
   * Undoes what was stored when the facts have changed since they were checked.
   * @throws Refused
   */
  async confirm(checked: CheckedAccess, undo: () => Promise<unknown>): Promise<void> {
    if (await this.holds(checked)) return;
    await undo();
    throw new Refused(refuse('auth.access-changed'));
  }

  /** Fails every sign-in of the person that is under way, and every change of their address that is not confirmed yet. */
  async raise(userId: number): Promise<void> {
    await this.secondSteps.raiseEpoch(userId);
    await this.people.dropUnconfirmedEmail(userId);
  }

  private userOf(userId: number): Promise<User | null> {
    return this.runner.load(userStream(userId), userAggregate);
  }
}
