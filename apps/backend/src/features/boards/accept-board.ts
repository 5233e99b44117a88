import type { BoardAcceptAnswer, NamedRef } from '@gos/contract';
import {
  type Board,
  boardAggregate,
  boardRefusalOf,
  boardStream,
  laterPosition,
  type RefusalCode,
  refuse,
  type TaskState,
  taskAggregate,
} from '@gos/domain';
import { type ListedTaskDocument, type TaskActivityDocument, taskActivityModel, taskModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import { IdempotencyKeys } from '../../engine/commands/idempotency-keys';
import { IfMatch } from '../../engine/commands/if-match';
import { RunCommand } from '../../engine/commands/run-command';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { commandEventId, derivedId } from '../../kernel/event-id';
import { Refused } from '../../kernel/refused';
import { ProjectMembers } from '../../shared/project/project-members';
import type { Filter } from '../../stores/read-models/read-models';

/** Accepts every fulfilled task of a board that the actor may accept. */
export class AcceptBoard extends Command<BoardAcceptAnswer> {
  constructor(
    readonly boardId: number,
    readonly sender: PersonSender,
  ) {
    super();
  }
}

type Decided = NamedRef & { readonly position: string | null; readonly code?: RefusalCode };

/** Commands in flight at once, so that the log can write them in one batch. */
const maxAtOnce = 16;

@CommandHandler(AcceptBoard)
@Injectable()
export class AcceptBoardHandler implements ICommandHandler<AcceptBoard> {
  constructor(
    private readonly commands: CommandBus,
    private readonly ifMatch: IfMatch,
    private readonly keys: IdempotencyKeys,
    private readonly runner: CommandRunner,
    private readonly readModels: ActiveReadModels,
    private readonly members: ProjectMembers,
  ) {}

  execute({ boardId, sender }: AcceptBoard): Promise<BoardAcceptAnswer> {
    return this.keys.serialize(sender, () => this.accept(boardId, sender));
  }

  private async accept(boardId: number, sender: PersonSender): Promise<BoardAcceptAnswer> {
    await this.keys.refuseReuse(sender, null);
    const board = await this.mustAccept(boardId, sender.actor);
    const tasks = await this.tasks(boardId, sender.idempotency ? ['fulfilled', 'solved'] : ['fulfilled']);
    const before = await this.acceptedBefore(tasks, sender);
    if (before.size === 0 && sender.ifMatch !== null) {
      const whole = { fields: boardAggregate.fields, yours: null };
      await this.ifMatch.refuseConflict(boardAggregate, boardId, board, sender.ifMatch, whole);
    }
    const held =
      tasks.length > 0 || (await this.readModels.count(taskModel, { 'task.boardId': boardId, deleted: false })) > 0;
    if (!held) throw new Refused(refuse('board.no-tasks'));
    const open = tasks.filter(({ task }) => before.has(task.id) || task.state === 'fulfilled');
    const decided = await inTurns(open, maxAtOnce, (task) => this.decide(task, sender));
    const position = decided.reduce((last, one) => laterPosition(last, one.position), null as string | null);
    return {
      id: boardId,
      revision: board.revision,
      position: this.readModels.answered(position),
      accepted: decided.flatMap(({ id, name, code }) => (code === undefined ? [{ id, name }] : [])),
      refused: decided.flatMap(({ id, name, code }) => (code === undefined ? [] : [{ id, name, code }])),
    };
  }

  private async mustAccept(boardId: number, given: PersonSender['actor']): Promise<Board> {
    const board = await this.runner.load(boardStream(boardId), boardAggregate);
    const seen = board && (await this.members.load(board.projectId, given));
    if (!seen || board.deleted) throw new Refused(refuse('board.not-found'));
    const refused = boardRefusalOf('accept', board, seen.actor, seen.project.active);
    if (refused) throw new Refused(refuse(refused));
    return board;
  }

  private tasks(boardId: number, states: readonly TaskState[]): Promise<ListedTaskDocument[]> {
    const filter: Filter = { 'task.boardId': boardId, deleted: false, 'task.state': { $in: states } };
    return this.readModels.find(taskModel, filter, { sort: [{ field: 'task.id', direction: 'asc' }] });
  }

  /** Ids of tasks that an earlier try with the same Idempotency-Key accepted, so that the retry gives the same answer. */
  private async acceptedBefore(
    tasks: readonly ListedTaskDocument[],
    sender: PersonSender,
  ): Promise<ReadonlySet<number>> {
    const events = new Map(
      tasks.flatMap(({ task }) => {
        const { idempotency, actor } = ofTask(task.id, sender);
        return idempotency && task.state === 'solved' ? [[commandEventId(actor.id, idempotency.key, 0), task.id]] : [];
      }),
    );
    const found = await this.readModels.getMany<TaskActivityDocument>(taskActivityModel, [...events.keys()]);
    return new Set([...found.keys()].map((id) => events.get(id)!));
  }

  private async decide({ task }: ListedTaskDocument, sender: PersonSender): Promise<Decided> {
    const named = { id: task.id, name: task.name };
    const command = { type: 'accept', body: {} } as const;
    try {
      const { position } = await this.commands.execute(
        new RunCommand(taskAggregate, task.id, command, ofTask(task.id, sender)),
      );
      return { ...named, position };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { ...named, position: null, code: error.refusal.refused };
    }
  }
}

/** The command sender for one task; its Idempotency-Key derives from that of the board command. */
function ofTask(taskId: number, { idempotency, ...sender }: PersonSender): PersonSender {
  return {
    ...sender,
    ifMatch: null,
    ...(idempotency && { idempotency: { ...idempotency, key: derivedId('accept-board', idempotency.key, taskId) } }),
  };
}

/** Runs at most `atOnce` actions at a time; results are in the order of the items. */
async function inTurns<T, R>(items: readonly T[], atOnce: number, action: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) results[index] = await action(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
