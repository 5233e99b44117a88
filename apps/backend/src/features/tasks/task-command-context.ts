import {
  countsAsRevision,
  type Task,
  type TaskCommand,
  type TaskEvent,
  type TaskFacts,
  taskAggregate,
  taskStream,
  taskUndoing,
} from '@gos/domain';
import { Inject } from '@nestjs/common';
import { type Answered, CommandContextOf, type Compared } from '../../engine/commands/command-context';
import { type CommandRun, CommandRunner } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import { UndoScans } from '../../engine/commands/undo-scans';
import { assertVisible } from '../../shared/task/seen-task';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { backwards } from '../../stores/event-log/read-in-pieces';
import { TaskFactsReader } from './task-facts';

@CommandContextOf(taskAggregate)
export class TaskCommandContext {
  constructor(
    private readonly tasks: TaskFactsReader,
    private readonly runner: CommandRunner,
    private readonly scans: UndoScans,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  async facts(state: Task | null, command: TaskCommand, { actor }: PersonSender): Promise<TaskFacts> {
    if (command.type === 'create') return this.tasks.ofCreation(command.body, actor);
    if (command.type === 'createSubtask') {
      const { underId, ...body } = command.body;
      assertVisible(await this.tasks.task(underId), actor);
      return this.tasks.ofCreation({ ...body, parentId: underId }, actor);
    }
    if (command.type === 'undo') {
      const task = assertVisible(state, actor, true);
      return this.tasks.ofUndo(task, await this.scans.of(taskUndoing, taskStream(task.id), command.body), actor);
    }
    return this.tasks.of(assertVisible(state, actor, command.type === 'undelete'), command, actor);
  }

  reliesOn({ type, body }: TaskCommand): readonly string[] {
    const above = type === 'createSubtask' ? body.underId : type === 'create' ? body.parentId : null;
    return above == null ? [] : [taskStream(above)];
  }

  /** If-Match of `createSubtask` is the parent's revision. */
  compares(command: TaskCommand): Compared<Task> | null {
    if (command.type !== 'createSubtask') return null;
    return { aggregate: taskAggregate, id: command.body.underId, fields: () => ({}) };
  }

  /** `createSubtask` answers with the parent's revision, not the subtask's. */
  async answers({ state }: CommandRun<Task | null>, command: TaskCommand): Promise<Answered | null> {
    if (command.type !== 'createSubtask') return null;
    const { underId } = command.body;
    return { id: underId, revision: await this.revisionOfAddition(underId, state!.id) };
  }

  /** The parent's revision when the subtask was added, counted back from its present one. */
  private async revisionOfAddition(parentId: number, subtaskId: number): Promise<number> {
    const stream = taskStream(parentId);
    const { state, revision } = await this.runner.loadedOf(stream, taskAggregate);
    let counted = state!.revision;
    for await (const recorded of backwards(this.log, stream, revision)) {
      const event = recorded as unknown as TaskEvent;
      if (event.type === 'SubtaskAdded' && event.data.taskId === subtaskId) return counted;
      if (countsAsRevision(event.type)) counted--;
    }
    return state!.revision;
  }
}
