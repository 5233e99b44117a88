import {
  refuse,
  type User,
  type UserBodies,
  type UserCommand,
  type UserFacts,
  userAggregate,
  userStream,
} from '@gos/domain';
import { type UserDocument, userModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import type { PersonContext } from '../../engine/commands/command-context';
import { type CommandRun, CommandRunner } from '../../engine/commands/command-runner';
import { CommandSurroundings, type Surroundings } from '../../engine/commands/command-surroundings';
import { Locks } from '../../engine/coordination/locks';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Sessions } from '../../entities/session/sessions';
import { UserAnswers } from '../../entities/user/user-answers';
import { CONFIG, type Config } from '../../kernel/config';
import { Refused } from '../../kernel/refused';

@Injectable()
export class UserSurroundings implements Surroundings<UserBodies, User, UserFacts> {
  constructor(
    all: CommandSurroundings,
    private readonly runner: CommandRunner,
    private readonly readModels: ActiveReadModels,
    private readonly people: UserAnswers,
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
    return { actor, otherAdmins: await this.otherAdmins(user.id), currency: this.config.currency };
  }

  /** 1 when there is another active admin, otherwise 0. The read model gives the candidates, the log confirms one. */
  private async otherAdmins(userId: number): Promise<number> {
    const admins = await this.readModels.find<UserDocument>(userModel, { 'user.role': 'admin', 'user.active': true });
    for (const {
      user: { id: other },
    } of admins) {
      if (other === userId) continue;
      const user = await this.runner.load(userStream(other), userAggregate);
      if (user?.role === 'admin' && user.active) return 1;
    }
    return 0;
  }
}
