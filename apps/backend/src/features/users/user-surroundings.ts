import { refuse, type User, type UserBodies, type UserCommand, type UserFacts, userAggregate } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import type { PersonContext } from '../../engine/commands/command-context';
import type { CommandRun } from '../../engine/commands/command-runner';
import { CommandSurroundings, type Surroundings } from '../../engine/commands/command-surroundings';
import { Locks } from '../../engine/coordination/locks';
import { Sessions } from '../../entities/session/sessions';
import { ActiveAdmins } from '../../entities/user/active-admins';
import { UserAnswers } from '../../entities/user/user-answers';
import { CONFIG, type Config } from '../../kernel/config';
import { Refused } from '../../kernel/refused';

@Injectable()
export class UserSurroundings implements Surroundings<UserBodies, User, UserFacts> {
  constructor(
    all: CommandSurroundings,
    private readonly people: UserAnswers,
    private readonly admins: ActiveAdmins,
    private readonly sessions: Sessions,
    private readonly locks: Locks,
    @Inject(CONFIG) private readonly config: Pick<Config, 'currency'>,
  ) {
    all.add(userAggregate, this);
  }

  /** Serialises these commands: "one admin must remain" is a rule over all people, which no single stream can enforce. */
  async around(run: () => Promise<CommandRun<User | null>>): Promise<CommandRun<User | null>> {
    const outcome = await this.locks.hold('admins', run);
    const { id, active } = outcome.state!;
    if (!active) await this.sessions.endAll(id);
    return outcome;
  }

  async facts(user: User | null, _: UserCommand, { actor }: PersonContext): Promise<UserFacts> {
    const visible = await this.people.visible(actor);
    if (user === null || (visible !== null && !visible.has(user.id))) throw new Refused(refuse('user.not-found'));
    return { actor, otherAdmins: await this.admins.besides(user.id), currency: this.config.currency };
  }
}
