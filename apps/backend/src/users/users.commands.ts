import {
  type Actor,
  fold,
  type GlobalRole,
  type Money,
  refuse,
  type User,
  type UserCommand,
  type UserEvent,
  userDecider,
  userStream,
} from '@gos/domain';
import { type CommandAnswer, type UserDocument, userModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sessions } from '../auth/sessions';
import { CommandRunner, type Outcome } from '../cqrs/command-runner';
import { Locks } from '../cqrs/locks';
import { Refused } from '../cqrs/refused';
import { Views } from '../cqrs/views';
import { EVENT_LOG, type EventLog } from '../event-log/event-log';
import type { HttpCommand } from '../http/request-context';
import { UserAnswers } from './user-answers';

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
    readonly context: HttpCommand,
  ) {
    super();
  }
}

@CommandHandler(ChangeUser)
@Injectable()
export class ChangeUserHandler implements ICommandHandler<ChangeUser> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly views: Views,
    private readonly answers: UserAnswers,
    private readonly sessions: Sessions,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly locks: Locks,
  ) {}

  /** One after the other: that an admin has to stay is a rule over all people, which no one stream keeps. */
  async execute(command: ChangeUser): Promise<CommandAnswer> {
    const { state, position } = await this.locks.hold('admins', () => this.change(command));
    if (!state!.active) await this.sessions.endAll(command.userId);
    await this.views.settled(position);
    return { id: command.userId, revision: state!.revision, position: position ?? this.views.applied ?? '0' };
  }

  private change({ userId, changes, context }: ChangeUser): Promise<Outcome<User | null>> {
    const target = { stream: userStream(userId), decider: userDecider };
    const command: UserCommand = { type: 'change', ...changes };
    return this.runner.run(target, command, context, async (user) => {
      const { actor } = context;
      const visible = await this.answers.visible(actor);
      if (visible !== null && !visible.has(userId)) throw new Refused(refuse('user.not-found'));
      if (user !== null && actor.role === 'admin') await this.mustBeUnchanged(user, changes, context.ifMatch);
      return { actor: actor as Actor, otherAdmins: await this.otherAdmins(userId) };
    });
  }

  /** 1 when there is another active admin: the documents name them, the log confirms one. */
  private async otherAdmins(userId: number): Promise<number> {
    const admins = await this.views.find<UserDocument>(userModel, { role: 'admin', active: true });
    for (const { userId: other } of admins) {
      if (other === userId) continue;
      const user = await this.runner.load(userStream(other), userDecider);
      if (user?.role === 'admin' && user.active) return 1;
    }
    return 0;
  }

  /** If-Match: a conflict when one of the fields to be changed is another one since. */
  private async mustBeUnchanged(user: User, changes: UserChanges, ifMatch: number | null): Promise<void> {
    if (ifMatch === null || ifMatch >= user.revision) return;
    const events = (await this.log.readStream(userStream(user.id), { limit: ifMatch })) as unknown as UserEvent[];
    const base = fold<User | null, UserEvent>(userDecider, events);
    const conflicts = (['role', 'active', 'hourlyRate'] as const)
      .filter((field) => changes[field] !== undefined)
      .map((path) => ({ path, base: base?.[path] ?? null, theirs: user[path], yours: changes[path] ?? null }))
      .filter(({ base, theirs }) => JSON.stringify(base) !== JSON.stringify(theirs));
    if (conflicts.length > 0) throw new Refused(refuse('conflict'), { revision: user.revision, conflicts });
  }
}
