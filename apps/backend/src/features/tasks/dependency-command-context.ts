import {
  type Dependencies,
  type DependencyCommand,
  type DependencyFacts,
  dependenciesAggregate,
  type Task,
  taskAggregate,
  taskStream,
} from '@gos/domain';
import { type Answered, CommandContextOf, type Compared } from '../../engine/commands/command-context';
import type { CommandRun } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import { assertVisible, seesTask } from '../../shared/task/seen-task';
import { TaskFactsReader } from './task-facts';

/** Loads what dependency commands need. Visibility and revision are those of the waiting task. */
@CommandContextOf(dependenciesAggregate)
export class DependencyCommandContext {
  constructor(private readonly tasks: TaskFactsReader) {}

  async facts(
    _: Dependencies,
    { body: { taskId, predecessorId } }: DependencyCommand,
    { actor }: PersonSender,
  ): Promise<DependencyFacts> {
    const task = assertVisible(await this.tasks.task(taskId), actor);
    const predecessor = await this.tasks.task(predecessorId);
    const known = predecessor !== null && !predecessor.deleted && seesTask(predecessor, actor);
    return { actor, task, predecessorKnown: known };
  }

  reliesOn({ body: { taskId, predecessorId } }: DependencyCommand): readonly string[] {
    return [taskStream(taskId), taskStream(predecessorId)];
  }

  compares({ body: { taskId } }: DependencyCommand): Compared<Task> {
    return { aggregate: taskAggregate, id: taskId, fields: () => ({}) };
  }

  async answers(_: CommandRun<Dependencies>, { body: { taskId } }: DependencyCommand): Promise<Answered> {
    const task = await this.tasks.task(taskId);
    return { id: taskId, revision: task!.revision };
  }
}
