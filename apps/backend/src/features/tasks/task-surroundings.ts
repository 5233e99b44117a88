import {
  type EventWithTime,
  evolveTask,
  type Task,
  type TaskBodies,
  type TaskCommand,
  type TaskEvent,
  type TaskFacts,
  taskAggregate,
  taskStream,
} from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import type { PersonContext } from '../../engine/commands/command-context';
import type { CommandRun } from '../../engine/commands/command-runner';
import {
  type Answered,
  CommandSurroundings,
  type Compared,
  type Surroundings,
} from '../../engine/commands/command-surroundings';
import { mustSee } from '../../entities/task/seen-task';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { TaskFactsReader } from './task-facts';

@Injectable()
export class TaskSurroundings implements Surroundings<TaskBodies, Task, TaskFacts> {
  constructor(
    all: CommandSurroundings,
    private readonly tasks: TaskFactsReader,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {
    all.add(taskAggregate, this);
  }

  async facts(state: Task | null, command: TaskCommand, { actor }: PersonContext): Promise<TaskFacts> {
    if (command.type === 'create') return this.tasks.ofCreation(command.body, actor);
    if (command.type === 'createSubtask') {
      const { underId, ...body } = command.body;
      mustSee(await this.tasks.task(underId), actor);
      return this.tasks.ofCreation({ ...body, parentId: underId }, actor);
    }
    return this.tasks.of(mustSee(state, actor, command.type === 'undelete'), command, actor);
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
    let parent: Task | null = null;
    for (const recorded of await this.log.readStream(taskStream(underId))) {
      const event = recorded as unknown as EventWithTime<TaskEvent>;
      parent = evolveTask(parent, event);
      if (event.type === 'SubtaskAdded' && event.data.taskId === state!.id) break;
    }
    return { id: underId, revision: parent!.revision };
  }
}
