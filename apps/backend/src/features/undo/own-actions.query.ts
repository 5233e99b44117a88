import type { OwnAction } from '@gos/contract';
import { isRefusal, type RefusalCode, type Task, taskAggregate, taskStream } from '@gos/domain';
import { type TaskActivityDocument, taskActivityModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CommandContexts } from '../../engine/commands/command-context';
import { CommandRunner } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import { namingDamage } from '../../engine/commands/damaged-streams';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { pageBytes } from '../../http/cut-page';
import type { SignedIn } from '../../http/request-context';
import { turn } from '../../kernel/pieces';
import { Refused } from '../../kernel/refused';
import { EventDamaged } from '../../kernel/store-errors';
import { TaskAnswers } from '../../shared/task/task-answers';
import { TaskHistories } from '../../shared/task/task-histories';
import { ByteBudget, sizeOf } from '../../stores/event-log/byte-budget';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';

type Reader = SignedIn['actor'];

/** The most actions answered, and how many of the last events are examined. */
export const maxActions = 20;
const looked = 100;

const latestFirst = [
  { field: 'event.metadata.at', direction: 'desc' },
  { field: 'order', direction: 'desc' },
] as const;

export class ReadOwnActions extends Query<readonly OwnAction[]> {
  constructor(readonly reader: Reader) {
    super();
  }
}

const isOfTask = ({ stream }: TaskActivityDocument) => /^task-\d+$/.test(stream);

/** The entry that represents each command: the undo itself, or the first event. All events of a command have the same instant. */
function headsOf(latest: readonly TaskActivityDocument[]): TaskActivityDocument[] {
  const heads = new Map<string, TaskActivityDocument>();
  for (const entry of latest) {
    const command = `${entry.stream} ${entry.event.metadata.at}`;
    if (heads.get(command)?.event.type !== 'ActionUndone') heads.set(command, entry);
  }
  return [...heads.values()];
}

/** Nothing of a task with a damaged event can be undone. */
function unlessDamaged(error: unknown): null {
  if (error instanceof EventDamaged) return null;
  throw error;
}

/** Returns the reader's last actions in tasks that they see, each with the reason where it cannot be undone. */
@QueryHandler(ReadOwnActions)
@Injectable()
export class ReadOwnActionsHandler implements IQueryHandler<ReadOwnActions> {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly runner: CommandRunner,
    private readonly contexts: CommandContexts,
    private readonly histories: TaskHistories,
    private readonly answers: TaskAnswers,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  async execute({ reader }: ReadOwnActions): Promise<readonly OwnAction[]> {
    const latest = await this.readModels.find<TaskActivityDocument>(
      taskActivityModel,
      { 'event.metadata.actor': reader.id },
      { sort: latestFirst, limit: looked },
    );
    const actions: OwnAction[] = [];
    const budget = new ByteBudget(pageBytes);
    for (const entry of headsOf(latest.filter(isOfTask))) {
      const action = await namingDamage(this.log, () => this.actionOf(entry, reader)).catch(unlessDamaged);
      if (action === null) continue;
      actions.push(action);
      budget.spend(sizeOf(action));
      if (budget.isSpent || actions.length === maxActions) break;
      await turn();
    }
    return actions;
  }

  /** Null where the reader does not see the task any more, or not this part of it. */
  private async actionOf(entry: TaskActivityDocument, reader: Reader): Promise<OwnAction | null> {
    const task = await this.runner.load(taskStream(entry.taskId), taskAggregate);
    if (task === null) return null;
    const refused = await this.refusalOf(task, entry, reader);
    if (refused === 'task.not-found') return null;
    const steps = await this.histories.steps(task.id, [entry]);
    const [action] = await this.answers.history(steps, task, reader);
    return action ? { task: { id: task.id, name: task.name }, action, refused } : null;
  }

  /** Decides the undo as the command does, without running it. */
  private async refusalOf(
    task: Task,
    { id: eventId }: TaskActivityDocument,
    actor: Reader,
  ): Promise<RefusalCode | null> {
    const command = { type: 'undo', body: { eventId } } as const;
    const sender: PersonSender = { actor, via: 'web', correlationId: eventId, ifMatch: null };
    try {
      const facts = await this.contexts.of(taskAggregate).facts(task, command, sender);
      const decided = taskAggregate.decide(task, command, facts, task.id);
      return isRefusal(decided) ? decided.refused : null;
    } catch (error) {
      if (error instanceof Refused) return error.refusal.refused;
      throw error;
    }
  }
}
