import {
  entryIn,
  evolveWorklog,
  type Instant,
  isRefusal,
  noWorklog,
  type RateSince,
  runningIn,
  type Task,
  type TaskEvent,
  taskAggregate,
  taskStream,
  type UserEvent,
  userStream,
  type WorkEntry,
  type WorkedTask,
  type WorkFacts,
  type Worklog,
  type WorklogCommand,
  type WorklogEvent,
  type WorkPlace,
  worklogAggregate,
  worklogStream,
  worklogUndoing,
} from '@gos/domain';
import { type ProjectDocument, projectModel } from '@gos/projections';
import { Inject } from '@nestjs/common';
import { type Answered, CommandContextOf, type Compared } from '../../engine/commands/command-context';
import { type CommandRun, CommandRunner } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import { IdSequences } from '../../engine/commands/id-sequences';
import { UndoScans } from '../../engine/commands/undo-scans';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { assertVisible } from '../../shared/task/seen-task';
import { WorkAddresses } from '../../shared/work/work-addresses';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { backwards } from '../../stores/event-log/read-in-pieces';

/**
 * Loads the facts for commands on work times: the task, its contracts, the worker's rates, the number of a new entry.
 */
@CommandContextOf(worklogAggregate)
export class WorkCommandContext {
  constructor(
    private readonly runner: CommandRunner,
    private readonly readModels: ActiveReadModels,
    private readonly sequences: IdSequences,
    private readonly addresses: WorkAddresses,
    private readonly clock: Clock,
    private readonly scans: UndoScans,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  async facts(state: Worklog | null, command: WorklogCommand, sender: PersonSender): Promise<WorkFacts> {
    const { actor } = sender;
    const userId = ownerOf(command) ?? actor.id;
    const facts: WorkFacts = {
      actor,
      userId,
      at: this.clock.instant(),
      zone: this.config.timeZone,
      entryId: 1,
      task: await this.task(state ?? noWorklog, command, actor),
      rates: await this.rates(userId),
      ...(command.type === 'undo' && {
        undo: await this.scans.of(worklogUndoing, worklogStream(userId), command.body),
      }),
    };
    if (command.type !== 'start' && command.type !== 'add') return facts;
    const decided = worklogAggregate.decide(state, command, facts, userId);
    if (isRefusal(decided) || decided.length === 0) return facts;
    const entryId = await this.sequences.of('work-entry', sender);
    // Before the entry exists, so that no notification of it lacks its address.
    if (sender.address !== undefined) await this.addresses.keep(entryId, sender.address);
    return { ...facts, entryId };
  }

  /** The task's parties and state decide whether a person may work on it. */
  reliesOn({ body }: WorklogCommand): readonly string[] {
    return 'taskId' in body && body.taskId !== undefined ? [taskStream(body.taskId)] : [];
  }

  /** If-Match of a command on an entry is the entry's revision. */
  compares({ type, body }: WorklogCommand): Compared<Worklog> | null {
    if (type !== 'change' && type !== 'remove' && type !== 'restore') return null;
    const { entryId, userId, ...yours } = body;
    return {
      aggregate: {
        initial: noWorklog,
        streamOf: worklogStream,
        evolve: (worklog, event) => evolveWorklog(worklog ?? noWorklog, event as WorklogEvent),
        revisionOf: (worklog) => entryIn(worklog, entryId)?.revision ?? 0,
      },
      id: userId,
      fields: (worklog) => fieldsOf(entryIn(worklog, entryId)),
      ...(type === 'change' && { yours }),
    };
  }

  /** A command on an entry answers its number and revision. */
  async answers({ state, events }: CommandRun<Worklog | null>, command: WorklogCommand): Promise<Answered | null> {
    const worklog = state ?? noWorklog;
    const changed =
      command.type === 'undo' ? entryOf(events.slice(0, 1)) : (entryOf(events) ?? runningIn(worklog)?.entryId);
    const entryId = 'entryId' in command.body ? command.body.entryId : changed;
    if (command.type === 'closeMonth' || command.type === 'reopenMonth' || entryId === undefined) {
      return { id: ownerOf(command) ?? 0, revision: worklog.revision };
    }
    return { id: entryId, revision: entryIn(worklog, entryId)?.revision ?? 0 };
  }

  /** The named task has to be visible; an entry's own task may be deleted or hidden by now. */
  private async task(worklog: Worklog, { body }: WorklogCommand, actor: PersonSender['actor']) {
    const entry = 'entryId' in body ? entryIn(worklog, body.entryId) : null;
    if ('taskId' in body && body.taskId !== undefined && body.taskId !== entry?.taskId) {
      const task = assertVisible(await this.runner.load(taskStream(body.taskId), taskAggregate), actor);
      const from = 'from' in body ? (body.from ?? entry?.from ?? null) : (entry?.from ?? null);
      return this.worked(task, await this.projectThen(task, from));
    }
    if (entry === null) return null;
    const task = await this.runner.load(taskStream(entry.taskId), taskAggregate);
    return task && this.worked(task, entry.projectId);
  }

  private async worked(task: Task, projectId: number | null): Promise<WorkedTask> {
    const project =
      projectId === null ? undefined : await this.readModels.get<ProjectDocument>(projectModel, projectId);
    const contracts = project?.project.contracts.map(({ contractId }) => contractId) ?? [];
    return { ...task, projectId, contracts };
  }

  /** Returns the project of the task at the time when the work began; the present one when it begins now. */
  private async projectThen(task: Task, from: Instant | null): Promise<number | null> {
    if (from === null) return task.projectId;
    const stream = taskStream(task.id);
    const { revision } = await this.runner.loadedOf(stream, taskAggregate);
    let { projectId } = task;
    for await (const recorded of backwards(this.log, stream, revision)) {
      if (recorded.metadata.at <= from) break;
      const event = recorded as unknown as TaskEvent;
      if (event.type === 'TaskMoved') projectId = event.data.from.projectId;
    }
    return projectId;
  }

  private async rates(userId: number): Promise<RateSince[]> {
    const events = await this.log.readStream(userStream(userId));
    return events.flatMap((recorded) => {
      const event = recorded as unknown as UserEvent;
      return event.type === 'HourlyRateChanged' ? [{ since: recorded.metadata.at, rate: event.data.to }] : [];
    });
  }
}

const ownerOf = ({ type, body }: WorklogCommand): number | undefined =>
  type === 'undo' ? body.streamId : 'userId' in body ? body.userId : undefined;

function entryOf(events: readonly { readonly type: string; readonly data: unknown }[]): number | undefined {
  return events.map(({ data }) => (data as Partial<WorkEntry>).entryId).findLast((id) => id !== undefined);
}

function fieldsOf(entry: WorkEntry | null): Readonly<Record<string, unknown>> {
  const { taskId, from, to, note, contractId }: Partial<WorkEntry & WorkPlace> = entry ?? {};
  return { taskId, from, to, note, contractId };
}
