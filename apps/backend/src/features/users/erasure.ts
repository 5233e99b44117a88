import { type UserDocument, userModel, type WorkDocument, workModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { ApiTokens } from '../../shared/session/api-tokens';
import { Sessions } from '../../shared/session/sessions';
import { Invitations } from '../../shared/user/invitations';
import { People } from '../../shared/user/people';
import { SecondSteps } from '../../shared/user/second-steps';
import { WorkAddresses } from '../../shared/work/work-addresses';
import { ACCOUNTS, type AccountKind, type Accounts } from '../../stores/accounts/accounts';

/**
 * The fate of each kind of records when a person is erased. `theirs` are removed by the reference `person:N` and by the
 * person's number as id; `otherwise` are removed by the code below; `kept` hold nothing personal except the number. A
 * new kind without a fate does not compile.
 */
const fates: Readonly<Record<AccountKind, 'theirs' | 'otherwise' | 'kept'>> = {
  person: 'otherwise',
  session: 'theirs',
  device: 'theirs',
  apiToken: 'theirs',
  apiTokenName: 'theirs',
  secondStep: 'theirs',
  identity: 'theirs',
  // Refers to no person, and is kept for minutes.
  ssoReturn: 'kept',
  setup: 'kept',
  setAside: 'kept',
  logTree: 'kept',
  selfCheck: 'kept',
  checkpoint: 'kept',
  recovery: 'theirs',
  emailLink: 'theirs',
  preference: 'theirs',
  calendar: 'theirs',
  avatar: 'theirs',
  mailed: 'theirs',
  seen: 'theirs',
  invitation: 'otherwise',
  address: 'otherwise',
  upload: 'kept',
  setting: 'kept',
  token: 'kept',
  webhook: 'kept',
  // Deliveries and their payloads may name people; they expire after the days of the settings.
  delivery: 'kept',
  payload: 'kept',
};
const theirs = Object.entries(fates).flatMap(([kind, fate]) => (fate === 'theirs' ? [kind as AccountKind] : []));

const batch = 500;

/** Removes the data outside the log of people who were erased. */
@Injectable()
export class Erasure {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
    private readonly sessions: Sessions,
    private readonly tokens: ApiTokens,
    private readonly secondSteps: SecondSteps,
    private readonly invitations: Invitations,
    private readonly addresses: WorkAddresses,
  ) {}

  /**
   * Runs once `UserErased` is in the log; a repetition removes the rest. The person's record is removed last: while it
   * exists, `finish` finds that the removal was interrupted. After that, the e-mail is free for another person.
   * @throws StoreUnavailable
   */
  async empty(userId: number): Promise<void> {
    await this.sessions.endAll(userId);
    await this.tokens.revokeAll(userId);
    await this.secondSteps.forget(userId);
    for (const kind of theirs) {
      await this.accounts.removeByRef(kind, `person:${userId}`);
      await this.accounts.remove(kind, String(userId));
    }
    await this.forgetAddresses(userId);
    const record = await this.people.record(userId);
    if (record) await this.invitations.dropFor(record.value.email);
    await this.people.remove(userId);
  }

  /** Finishes removals that a crash interrupted. */
  async finish(): Promise<void> {
    const erased = await this.readModels.find<UserDocument>(userModel, { 'user.erased': true });
    for (const { user } of erased) if (await this.people.record(user.id)) await this.empty(user.id);
  }

  private async forgetAddresses(userId: number): Promise<void> {
    let after = 0;
    for (;;) {
      const documents = await this.readModels.find<WorkDocument>(
        workModel,
        { $and: [{ 'entry.userId': userId }, { 'entry.entryId': { $gt: after } }] },
        { sort: [{ field: 'entry.entryId', direction: 'asc' }], limit: batch },
      );
      const ids = documents.map(({ entry }) => entry.entryId);
      await this.addresses.forget(ids);
      if (documents.length < batch) return;
      after = ids.at(-1)!;
    }
  }
}
