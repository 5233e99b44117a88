import { type UserDocument, userModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { ACCOUNTS, type Accounts } from '../../stores/accounts/accounts';
import { People } from './people';

const batch = 500;

/**
 * People of the log whose account is missing: the accounts were lost, or come from an older copy. Erased people need none. Numbers
 * are ascending.
 */
@Injectable()
export class PeopleWithoutAccount {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
  ) {}

  /** As far as this process knows. */
  async known(): Promise<number[]> {
    return (await this.ofLog()).filter((id) => this.people.get(id) === undefined);
  }

  /** As the store says. */
  async find(): Promise<number[]> {
    const ids = await this.ofLog();
    const lacking: number[] = [];
    for (let at = 0; at < ids.length; at += batch) {
      const part = ids.slice(at, at + batch);
      const there = new Set((await this.accounts.getMany('person', part.map(String))).map(({ id }) => Number(id)));
      lacking.push(...part.filter((id) => !there.has(id)));
    }
    return lacking;
  }

  private async ofLog(): Promise<number[]> {
    const users = await this.readModels.find<UserDocument>(userModel, { 'user.erased': false });
    return users.map(({ user }) => user.id).sort((a, b) => a - b);
  }
}
