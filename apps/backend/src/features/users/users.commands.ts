import {
  type GlobalRole,
  type Money,
  refuse,
  type User,
  type UserCommand,
  type UserFacts,
  userDecider,
  userStream,
} from '@gos/domain';
import { type CommandAnswer, type UserDocument, userModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateCommands } from '../../engine/commands/aggregate-commands';
import type { PersonContext } from '../../engine/commands/command-context';
import { CommandRunner, type Outcome } from '../../engine/commands/command-runner';
import { IdempotencyKeys } from '../../engine/commands/idempotency';
import { Locks } from '../../engine/coordination/locks';
import { Views } from '../../engine/projections/views';
import { Sessions } from '../../entities/session/sessions';
import { UserAnswers } from '../../entities/user/user-answers';
import { CONFIG, type Config } from '../../kernel/config';
import { Refused } from '../../kernel/refused';

/** What an admin changes of a person. */
export interface UserChanges {
  readonly role?: GlobalRole;
  readonly active?: boolean;
  readonly hourlyRate?: Money | null;
}

export class ChangeUser extends Command<CommandAnswer> {
  constructor(
    readonly userId: number,
    readonly changes: UserChanges,
    readonly context: PersonContext,
  ) {
    super();
  }
}

const fieldsOf = ({ role, active, hourlyRate }: User) => ({ role, active, hourlyRate });

@CommandHandler(ChangeUser)
@Injectable()
export class ChangeUserHandler implements ICommandHandler<ChangeUser> {
  constructor(
    private readonly commands: AggregateCommands,
    private readonly keys: IdempotencyKeys,
    private readonly runner: CommandRunner,
    private readonly views: Views,
    private readonly answers: UserAnswers,
    private readonly sessions: Sessions,
    private readonly locks: Locks,
    @Inject(CONFIG) private readonly config: Pick<Config, 'currency'>,
  ) {}

  execute(command: ChangeUser): Promise<CommandAnswer> {
    return this.keys.inTurn(command.context, () => this.inTurn(command));
  }

  /** One after the other: that an admin has to stay is a rule over all people, which no one stream keeps. */
  private async inTurn(command: ChangeUser): Promise<CommandAnswer> {
    const { state, position } = await this.locks.hold('admins', () => this.change(command));
    if (!state!.active) await this.sessions.endAll(command.userId);
    await this.views.settled(position);
    return { id: command.userId, revision: state!.revision, position: position ?? this.views.applied ?? '0' };
  }

  private change({ userId, changes, context }: ChangeUser): Promise<Outcome<User | null>> {
    const target = { stream: userStream(userId), decider: userDecider };
    const command: UserCommand = { type: 'change', ...changes };
    return this.commands.change(target, command, context, () => this.facts(userId, context), {
      fields: fieldsOf,
      yours: { ...changes },
    });
  }

  private async facts(userId: number, { actor }: PersonContext): Promise<UserFacts> {
    const visible = await this.answers.visible(actor);
    if (visible !== null && !visible.has(userId)) throw new Refused(refuse('user.not-found'));
    return { actor, otherAdmins: await this.otherAdmins(userId), currency: this.config.currency };
  }

  /** 1 when there is another active admin: the documents name them, the log confirms one. */
  private async otherAdmins(userId: number): Promise<number> {
    const admins = await this.views.find<UserDocument>(userModel, { 'user.role': 'admin', 'user.active': true });
    for (const {
      user: { id: other },
    } of admins) {
      if (other === userId) continue;
      const user = await this.runner.load(userStream(other), userDecider);
      if (user?.role === 'admin' && user.active) return 1;
    }
    return 0;
  }
}
