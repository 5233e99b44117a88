import {
  type Actor,
  commandRefusalOf,
  type DependencyCommand,
  dependenciesDecider,
  dependenciesStream,
  type EditableField,
  edgesOf,
  editableFields,
  type FieldError,
  type FileReference,
  fold,
  type Happened,
  isRefusal,
  may,
  type NewTask,
  nothingAround,
  partsOf,
  type RecordedEvent,
  refusalKinds,
  refusalOf,
  refuse,
  type Task,
  type TaskCommand,
  type TaskEvent,
  taskDecider,
  taskStream,
} from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PersonContext } from '../../engine/commands/command-context';
import { CommandRunner, type Outcome } from '../../engine/commands/command-runner';
import { IdempotencyKeys } from '../../engine/commands/idempotency';
import { Numbers } from '../../engine/commands/numbers';
import { Views } from '../../engine/projections/views';
import { Uploads } from '../../entities/file/uploads';
import { refusalOfErrors } from '../../http/validation';
import { Refused } from '../../kernel/refused';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { seesTask, TaskFactsReader } from './task-facts';

export interface TaskOutcome {
  readonly id: number;
  readonly revision: number;
  readonly position: string;
  /** The events of the command, for numbers that it gave out. */
  readonly events: readonly Pick<Happened<TaskEvent>, 'type' | 'data'>[];
  /** Whether there is something now that was not there before. */
  readonly created: boolean;
  readonly subtaskId?: number;
}

type CommandOnTask = Exclude<TaskCommand, { type: 'create' }>;

/** A task to be created, with the numbers of the uploads that become its files. */
export type TaskToCreate = Omit<NewTask, 'taskId' | 'files'> & { readonly fileIds?: readonly number[] };

/** A command on one task, on the network of predecessors, or to create a task or a subtask. */
export type TaskRequest =
  | { readonly on: 'task'; readonly taskId: number; readonly command: CommandOnTask }
  | { readonly on: 'new'; readonly task: TaskToCreate }
  | { readonly on: 'subtask'; readonly parentId: number; readonly task: TaskToCreate }
  | { readonly on: 'dependencies'; readonly command: DependencyCommand };

export class ChangeTask extends Command<TaskOutcome> {
  constructor(
    readonly request: TaskRequest,
    readonly context: PersonContext,
  ) {
    super();
  }
}

type Done = Omit<TaskOutcome, 'position'> & { readonly position: string | null };

@CommandHandler(ChangeTask)
@Injectable()
export class ChangeTaskHandler implements ICommandHandler<ChangeTask> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly keys: IdempotencyKeys,
    private readonly numbers: Numbers,
    private readonly views: Views,
    private readonly facts: TaskFactsReader,
    private readonly uploads: Uploads,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  execute({ request, context }: ChangeTask): Promise<TaskOutcome> {
    return this.keys.inTurn(context, async () => {
      const done = await this.run(request, context);
      await this.views.settled(done.position);
      return { ...done, position: done.position ?? this.views.applied ?? '0' };
    });
  }

  private run(request: TaskRequest, context: PersonContext): Promise<Done> {
    switch (request.on) {
      case 'task':
        return this.change(request.taskId, request.command, context);
      case 'new':
        return this.create(request.task, context);
      case 'subtask':
        return this.createSubtask(request.parentId, request.task, context);
      case 'dependencies':
        return this.connect(request.command, context);
    }
  }

  private async change(taskId: number, command: CommandOnTask, context: PersonContext): Promise<Done> {
    const target = { stream: taskStream(taskId), decider: taskDecider };
    await this.keys.mustFit(context, target.stream);
    const outcome = await this.runner.run(target, command as TaskCommand, context, async (found) => {
      const task = mustSee(found, context.actor, command.type === 'undelete');
      await this.mustBeUnchanged(task, command, context);
      return this.facts.of(task, command, context.actor);
    });
    return { ...answerOf(outcome), created: await this.hasCreated(command, outcome) };
  }

  /** A participant of the other kind, or one who was there, is nobody new. */
  private async hasCreated(command: CommandOnTask, { state, events }: Outcome<Task | null>): Promise<boolean> {
    if (command.type !== 'addParticipant') return true;
    if (events.length === 0) return false;
    const before = await this.asOf(state!.id, state!.revision - 1);
    return before !== null && ![...before.acknowledged, ...before.passive].includes(command.userId);
  }

  private async connect(command: DependencyCommand, context: PersonContext): Promise<Done> {
    const target = { stream: dependenciesStream, decider: dependenciesDecider };
    const { taskId, predecessorId } = command;
    await this.keys.mustFit(context, target.stream);
    const outcome = await this.runner.run(target, command, context, async (dependencies) => {
      const task = mustSee(await this.facts.task(taskId), context.actor);
      const refused = refusalOf('predecessors', task, partsOf(task, context.actor), nothingAround);
      const missing = command.type === 'removePredecessor' && !edgesOf(dependencies).get(taskId)?.has(predecessorId);
      if (!refused && !missing) mustHaveRevision(task, context.ifMatch);
      const predecessor = await this.facts.task(predecessorId);
      const known = predecessor !== null && !predecessor.deleted && seesTask(predecessor, context.actor);
      return { actor: context.actor, task, predecessorKnown: known };
    });
    const state = await this.facts.task(taskId);
    const created = outcome.events.length > 0;
    return { ...answerOf({ ...outcome, state }), events: [], created };
  }

  private async createSubtask(parentId: number, given: TaskToCreate, context: PersonContext): Promise<Done> {
    const task = { ...given, parentId };
    const subtask = await this.create(task, context, async () => {
      const parent = mustSee(await this.facts.task(parentId), context.actor);
      const refused = refusalOf('subtasks', parent, partsOf(parent, context.actor), nothingAround);
      if (!refused) mustHaveRevision(parent, context.ifMatch);
      if (!refused && (given.parentId ?? parentId) !== parentId) {
        throw new Refused(refusalOfErrors([{ path: 'parentId', code: 'task.parent.unknown' }]));
      }
    });
    const isTheirs = (event: RecordedEvent) =>
      event.type === 'SubtaskAdded' && (event.data as { taskId: number }).taskId === subtask.id;
    const history = await this.log.readStream(taskStream(parentId));
    const parent = folded(history.slice(0, history.findIndex(isTheirs) + 1));
    return { ...subtask, id: parentId, revision: parent!.revision, subtaskId: subtask.id };
  }

  /**
   * Refusals come before a number is given out, so that none is lost to a wrong field.
   * @param mayBegin asked unless this is a retry of what was done
   */
  private async create(given: TaskToCreate, context: PersonContext, mayBegin?: () => Promise<void>): Promise<Done> {
    const { actor } = context;
    const known = await this.numbers.given('task', context);
    await this.keys.mustFit(context, known === null ? null : taskStream(known));
    const isRetry = known !== null && (await this.facts.task(known)) !== null;
    if (!isRetry) await mayBegin?.();
    const { task, errors } = await this.withFiles(given, actor.id);
    const attempt = (taskId: number): TaskCommand => ({ type: 'create', task: { ...task, taskId } });
    const facts = await this.facts.ofCreation(task, actor);
    const refused = taskDecider.decide(null, attempt(1), facts);
    if (!isRetry && isRefusal(refused)) {
      const ofRules = refusalKinds[refused.refused] === 'rule';
      throw new Refused(ofRules ? refusalOfErrors([...(refused.errors ?? []), ...errors]) : refused);
    }
    if (!isRetry && errors.length > 0) throw new Refused(refusalOfErrors(errors));
    const taskId = known ?? (await this.numbers.next('task', context));
    const target = { stream: taskStream(taskId), decider: taskDecider };
    return { ...answerOf(await this.runner.run(target, attempt(taskId), context, () => facts)), created: true };
  }

  /** Uploads that the body names have to be one's own; pictures that the description shows become files too. */
  private async withFiles(
    { fileIds = [], ...rest }: TaskToCreate,
    actorId: number,
  ): Promise<{ task: Omit<NewTask, 'taskId'>; errors: readonly FieldError[] }> {
    const named = await this.uploads.references(fileIds, actorId);
    const errors = fileIds.flatMap((_, index): FieldError[] =>
      named[index] ? [] : [{ path: `files.${index}`, code: 'task.file.unknown' }],
    );
    const shown = await this.uploads.shownIn(rest.description ?? '', actorId);
    const files = new Map<number, FileReference>();
    for (const file of [...named, ...shown]) if (file) files.set(file.fileId, file);
    return { task: { ...rest, files: [...files.values()] }, errors };
  }

  /** If-Match: an edit conflicts when one of its own fields changed since, an action when anything did. Rights come first. */
  private async mustBeUnchanged(task: Task, command: CommandOnTask, { actor, ifMatch }: PersonContext): Promise<void> {
    if (ifMatch === null || ifMatch === task.revision) return;
    if (task.deleted !== (command.type === 'undelete') || commandRefusalOf(task, command, actor)) return;
    const base = await this.asOf(task.id, ifMatch);
    const yours: Partial<Record<EditableField, unknown>> = command.type === 'edit' ? command.fields : {};
    const fields =
      command.type === 'edit' ? editableFields.filter((field) => yours[field] !== undefined) : conflictFields;
    const conflicts = fields
      .filter((field) => base !== null && JSON.stringify(base[field]) !== JSON.stringify(task[field]))
      .map((field) => ({
        path: field,
        base: base![field],
        theirs: task[field],
        yours: yours[field as EditableField] ?? null,
      }));
    if (command.type === 'edit' && base !== null && conflicts.length === 0) return;
    throw new Refused(refuse('conflict'), { revision: task.revision, conflicts });
  }

  /** The task at a revision that it had; null for any other. */
  private async asOf(taskId: number, revision: number): Promise<Task | null> {
    let task: Task | null = null;
    for (const event of await this.log.readStream(taskStream(taskId))) {
      if (task?.revision === revision) return task;
      task = taskDecider.evolve(task, event as unknown as Happened<TaskEvent>);
    }
    return task?.revision === revision ? task : null;
  }
}

/** What an action's conflict names as changed meanwhile. */
const conflictFields = [
  ...editableFields,
  'state',
  'deadline',
  'shownDate',
  'solverId',
  'projectId',
  'boardId',
  'estimateMinutes',
  'acknowledged',
  'passive',
  'result',
] as const;

const folded = (history: readonly RecordedEvent[]) =>
  fold<Task | null, Happened<TaskEvent>>(taskDecider, history as unknown as Happened<TaskEvent>[]);

/** What is deleted is there only for whoever may bring it back and means to. */
function mustSee(task: Task | null, actor: Actor, deletedToo = false): Task {
  const seen = task !== null && seesTask(task, actor);
  const there = seen && (!task.deleted || (deletedToo && may(partsOf(task, actor), 'undelete')));
  if (!there) throw new Refused(refuse('task.not-found'));
  return task;
}

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
