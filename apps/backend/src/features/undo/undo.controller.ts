import { type CommandAnswer, type OwnAction, undoOperations } from '@gos/contract';
import { type LaterChange, refuse, taskAggregate } from '@gos/domain';
import { type TaskActivityDocument, taskActivityModel } from '@gos/projections';
import { Controller, Body as RequestBody } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { PersonSender } from '../../engine/commands/command-sender';
import { RunCommand } from '../../engine/commands/run-command';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Body } from '../../http/body-class';
import { commandAnswer } from '../../http/commands';
import { CommandRequest, Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { Refused } from '../../kernel/refused';
import { refBy, UserAnswers } from '../../shared/user/user-answers';
import { maxActions, ReadOwnActions } from './own-actions.query';

class UndoActionDto extends Body(undoOperations.undo.body) {}

@ApiTags('me')
@Controller()
export class UndoController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readModels: ActiveReadModels,
    private readonly users: UserAnswers,
  ) {}

  @Serves(undoOperations.list, `One's own last actions, the latest first; at most ${maxActions}`)
  async list(@Me() me: SignedIn['actor']): Promise<{ readonly items: readonly OwnAction[] }> {
    return { items: await this.queries.execute(new ReadOwnActions(me)) };
  }

  @Serves(undoOperations.undo, "Undo an action of one's own")
  async undo(@RequestBody() body: UndoActionDto, @CommandRequest() sender: PersonSender): Promise<CommandAnswer> {
    const entry = await this.readModels.get<TaskActivityDocument>(taskActivityModel, body.eventId);
    if (entry === undefined) throw new Refused(refuse('undo.unknown'));
    if (!/^task-\d+$/.test(entry.stream)) throw new Refused(refuse('undo.none'));
    try {
      const command = { type: 'undo', body } as const;
      return commandAnswer(await this.commands.execute(new RunCommand(taskAggregate, entry.taskId, command, sender)));
    } catch (error) {
      throw await this.named(error, sender);
    }
  }

  /** Names the person whose change came after, and does not reveal a task that the sender does not see. */
  private async named(error: unknown, { actor }: PersonSender): Promise<unknown> {
    if (!(error instanceof Refused)) return error;
    if (error.refusal.refused === 'task.not-found') return new Refused(refuse('undo.unknown'));
    if (error.refusal.refused !== 'undo.too-late') return error;
    const { later } = error.refusal.details as { readonly later: LaterChange };
    const by = refBy(await this.users.namesAmong([later.by], actor, []), later.by);
    return new Refused({ ...error.refusal, details: { later: { ...later, by } } });
  }
}
