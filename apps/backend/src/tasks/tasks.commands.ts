import {
  type Actor,
  type DependencyCommand,
  dependenciesDecider,
  dependenciesStream,
  editableFields,
  fold,
  type Happened,
  type NewTask,
  partiesOf,
  partsOf,
  type RefusalCode,
  refusalOf,
  refuse,
  type Task,
  type TaskAction,
  type TaskCommand,
  type TaskEvent,
  type TaskFacts,
  taskActionOf,
  taskDecider,
  taskStream,
} from '@gos/domain';
import { isVisibleTo, type TaskDocument, taskModel, type UserDocument, userModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CLAIMS, type Claims } from '../claims/claims';
import { CONFIG, type Config } from '../config';
import { Clock } from '../cqrs/clock';
import { CommandRunner, type Outcome } from '../cqrs/command-runner';
import { derivedId } from '../cqrs/event-id';
import { Refused } from '../cqrs/refused';
import { Views } from '../cqrs/views';
import { EVENT_LOG, type EventLog } from '../event-log/event-log';
import type { HttpCommand } from '../http/request-context';
import { statuses } from '../http/statuses';

export interface TaskOutcome {
  readonly id: number;
  readonly revision: number;
  readonly position: string;
  /** The events of the command, for numbers that it gave out. */
  readonly events: readonly Pick<Happened<TaskEvent>, 'type' | 'data'>[];
}

/** A command on one task, on the network of predecessors, or to create a task. */
export type TaskRequest =
  | { readonly on: 'task'; readonly taskId: number; readonly command: Exclude<TaskCommand, { type: 'create' }> }
  | { readonly on: 'new'; readonly task: Omit<NewTask, 'taskId'> }
  | { readonly on: 'dependencies'; readonly command: DependencyCommand };

export class ChangeTask extends Command<TaskOutcome> {
  constructor(
    readonly request: TaskRequest,
    readonly context: HttpCommand,
  ) {
    super();
  }
}

const dayMs = 24 * 60 * 60 * 1_000;
const visible = (task: Task, actor: Actor) =>
  isVisibleTo({ parties: partiesOf(task), projectId: task.projectId }, actor);

@CommandHandler(ChangeTask)
@Injectable()
export class ChangeTaskHandler implements ICommandHandler<ChangeTask> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly views: Views,
    private readonly clock: Clock,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(CLAIMS) private readonly claims: Claims,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ request, context }: ChangeTask): Promise<TaskOutcome> {
    const outcome = await this.run(request, context);
    const position = outcome.position ?? this.views.applied ?? '0';
    await this.views.settled(outcome.position);
    return { ...outcome, position };
  }

  private async run(request: TaskRequest, context: HttpCommand) {
    switch (request.on) {
      case 'task':
        return this.change(request.taskId, request.command, context);
      case 'new':
        return this.create(request.task, context);
      case 'dependencies':
        return this.connect(request.command, context);
    }
  }

  private async change(taskId: number, command: Exclude<TaskCommand, { type: 'create' }>, context: HttpCommand) {
    const target = { stream: taskStream(taskId), decider: taskDecider };
    const outcome = await this.runner.run(target, command as TaskCommand, context, async (task) => {
      this.mustSee(task, context.actor, command.type === 'undelete');
      const facts = await this.facts(task, command, context.actor);
      await this.mustBeUnchanged(task, command, context, facts);
      return facts;
    });
    return answerOf(outcome);
  }

  private async connect(command: DependencyCommand, context: HttpCommand) {
    const target = { stream: dependenciesStream, decider: dependenciesDecider };
    const stream = taskStream(command.taskId);
    const outcome = await this.runner.run(target, command, context, async () => {
      const task = this.mustSee(await this.runner.load(stream, taskDecider), context.actor);
      const surroundings = { waiting: false, openSubtasks: 0 };
      const refused = refusalOf('predecessors', task, partsOf(task, context.actor), surroundings);
      if (!refused) mustHaveRevision(task, context.ifMatch);
      const predecessor = await this.runner.load(taskStream(command.predecessorId), taskDecider);
      const known = predecessor !== null && !predecessor.deleted && visible(predecessor, context.actor);
      return { actor: context.actor, task, predecessorKnown: known };
    });
    const task = await this.runner.load(stream, taskDecider);
    return { ...answerOf({ ...outcome, state: task }), events: [] };
  }

  /** Refusals come before a number is given out, so that none is lost to a wrong field. */
  private async create(given: Omit<NewTask, 'taskId'>, context: HttpCommand) {
    const attempt = (taskId: number): TaskCommand => ({ type: 'create', task: { ...given, taskId } });
    const facts = await this.factsOfCreation(given, context.actor);
    const refused = taskDecider.decide(null, attempt(1), facts);
    const { idempotency, actor } = context;
    const now = this.clock.now();
    const key = idempotency && `create-task:${derivedId(actor.id, idempotency.key)}`;
    const known = key ? await this.claims.claim(key, 'open', { now, ttlMs: 2 * dayMs }) : null;
    if ('refused' in refused && (known === null || known.value === 'open')) throw new Refused(refused);
    const taskId = known && known.value !== 'open' ? Number(known.value) : await this.number(key);
    const target = { stream: taskStream(taskId), decider: taskDecider };
    return answerOf(await this.runner.run(target, attempt(taskId), context, () => facts));
  }

  /** The number of a new task; a retry with the same key gets the one that its first try was given. */
  private async number(key: string | undefined): Promise<number> {
    const next = await this.claims.next('task');
    if (key === undefined || (await this.claims.reclaim(key, 'open', String(next)))) return next;
    const { value } = await this.claims.claim(key, 'open', { now: this.clock.now(), ttlMs: 2 * dayMs });
    return Number(value);
  }

  private mustSee(task: Task | null, actor: Actor, deletedToo = false): Task {
    if (task === null || !visible(task, actor) || (task.deleted && !deletedToo))
      throw new Refused(refuse('task.not-found'));
    return task;
  }

  /** If-Match: an edit conflicts when one of its own fields changed since, an action when anything did. Rights come first. */
  private async mustBeUnchanged(
    task: Task | null,
    command: Exclude<TaskCommand, { type: 'create' }>,
    { actor, ifMatch }: HttpCommand,
    facts: TaskFacts,
  ): Promise<void> {
    if (task === null || ifMatch === null || ifMatch === task.revision) return;
    const surroundings = { waiting: facts.waitingFor.length > 0, openSubtasks: facts.openSubtasks.length };
    const refused: RefusalCode | null = refusalOf(
      taskActionOf[command.type] as TaskAction,
      task,
      partsOf(task, actor),
      surroundings,
    );
    if (refused !== null && statuses[refused] === 403) return;
    const base = await this.asOf(task.id, ifMatch);
    const yours: Record<string, unknown> = command.type === 'edit' ? command.fields : {};
    const fields =
      command.type === 'edit' ? editableFields.filter((field) => yours[field] !== undefined) : conflictFields;
    const conflicts = fields
      .filter((field) => base !== null && JSON.stringify(base[field]) !== JSON.stringify(task[field]))
      .map((field) => ({ path: field, base: base![field], theirs: task[field], yours: yours[field] ?? null }));
    if (command.type === 'edit' && base !== null && conflicts.length === 0) return;
    throw new Refused(refuse('conflict'), { revision: task.revision, conflicts });
  }

  private async asOf(taskId: number, revision: number): Promise<Task | null> {
    const events = (await this.log.readStream(taskStream(taskId))) as unknown as Happened<TaskEvent>[];
    let task: Task | null = null;
    for (const event of events) {
      if (task?.revision === revision) return task;
      task = fold({ initial: task, evolve: taskDecider.evolve }, [event]);
    }
    return task?.revision === revision ? task : null;
  }

  private async facts(task: Task | null, command: TaskCommand, actor: HttpCommand['actor']): Promise<TaskFacts> {
    const named =
      command.type === 'assign' ? [command.solverId] : command.type === 'addParticipant' ? [command.userId] : [];
    return {
      actor,
      at: this.clock.instant(),
      zone: this.config.timeZone,
      currency: this.config.currency,
      nameable: await this.nameable(
        named.filter((id) => id !== null),
        actor,
      ),
      waitingFor: task && command.type === 'complete' ? await this.waitingFor(task) : [],
      openSubtasks:
        task && (command.type === 'complete' || command.type === 'end') ? await this.openSubtasks(task, actor) : [],
    };
  }

  private async factsOfCreation(given: Omit<NewTask, 'taskId'>, actor: HttpCommand['actor']): Promise<TaskFacts> {
    const people = [given.contractorId, given.solverId, ...(given.acknowledged ?? []), ...(given.passive ?? [])];
    const parentId = given.parentId ?? null;
    const parent = parentId === null ? undefined : await this.runner.load(taskStream(parentId), taskDecider);
    const predecessors = await Promise.all(
      (given.predecessors ?? []).map((id) => this.runner.load(taskStream(id), taskDecider)),
    );
    const seen = (task: Task | null): task is Task => task !== null && !task.deleted && visible(task, actor);
    return {
      ...(await this.facts(null, { type: 'create', task: { ...given, taskId: 0 } }, actor)),
      nameable: await this.nameable(
        people.filter((id) => id !== null && id !== undefined),
        actor,
      ),
      parent: parent === undefined || seen(parent) ? parent : null,
      knownPredecessors: predecessors.filter(seen).map(({ id }) => id),
    };
  }

  /** Known, active, no auditors; for a collaborator only people of the tasks that they see. */
  private async nameable(ids: readonly number[], actor: HttpCommand['actor']): Promise<number[]> {
    if (ids.length === 0) return [];
    const users = await this.views.getMany<UserDocument>(userModel, ids);
    const fit = ids.filter((id) => {
      const user = users.get(String(id));
      return user?.active === true && user.role !== 'auditor';
    });
    if (actor.role !== 'collaborator') return fit;
    const shared = await Promise.all(
      fit.map(
        (id) => id === actor.id || this.views.count(taskModel, { $and: [{ parties: actor.id }, { parties: id }] }),
      ),
    );
    return fit.filter((_, index) => shared[index] === true || Number(shared[index]) > 0);
  }

  private async waitingFor(task: Task): Promise<number[]> {
    const document = await this.views.get<TaskDocument>(taskModel, task.id);
    const predecessors = await Promise.all(
      (document?.predecessors ?? []).map((id) => this.runner.load(taskStream(id), taskDecider)),
    );
    return predecessors.flatMap((other) => (other && !other.deleted && other.state !== 'solved' ? [other.id] : []));
  }

  private async openSubtasks(task: Task, actor: Actor) {
    const subtasks = await Promise.all(task.subtasks.map((id) => this.runner.load(taskStream(id), taskDecider)));
    return subtasks.flatMap((other) =>
      other && !other.deleted && other.state !== 'solved'
        ? [{ id: other.id, name: visible(other, actor) ? other.name : null }]
        : [],
    );
  }
}

/** What an action's conflict names as changed meanwhile. */
const conflictFields = [
  ...editableFields,
  'state',
  'deadline',
  'shownDate',
  'solverId',
  'estimateMinutes',
  'acknowledged',
  'passive',
  'result',
] as const;

function mustHaveRevision(task: Task, ifMatch: number | null): void {
  if (ifMatch !== null && ifMatch !== task.revision) {
    throw new Refused(refuse('conflict'), { revision: task.revision, conflicts: [] });
  }
}

function answerOf({ state, position, events }: Outcome<Task | null>) {
  return {
    id: state!.id,
    revision: state!.revision,
    position,
    events: events as unknown as TaskOutcome['events'],
  };
}
