import {
  type Dependencies,
  type DependencyBodies,
  type DependencyCommand,
  type DependencyFacts,
  dependenciesAggregate,
  edgesOf,
  noBlockers,
  taskRefusalOf,
  taskRolesOf,
} from '@gos/domain';
import { Injectable } from '@nestjs/common';
import type { PersonContext } from '../../engine/commands/command-context';
import type { CommandRun } from '../../engine/commands/command-runner';
import { type Answered, CommandSurroundings, type Surroundings } from '../../engine/commands/command-surroundings';
import { mustHaveRevision, mustSee, seesTask, TaskFactsReader } from './task-facts';

/** Loads what dependency commands need. Visibility and revision are those of the waiting task. */
@Injectable()
export class DependencySurroundings implements Surroundings<DependencyBodies, Dependencies, DependencyFacts> {
  constructor(
    all: CommandSurroundings,
    private readonly tasks: TaskFactsReader,
  ) {
    all.add(dependenciesAggregate, this);
  }

  async facts(
    dependencies: Dependencies,
    { type, body: { taskId, predecessorId } }: DependencyCommand,
    { actor, ifMatch }: PersonContext,
  ): Promise<DependencyFacts> {
    const task = mustSee(await this.tasks.task(taskId), actor);
    const refused = taskRefusalOf('predecessors', task, taskRolesOf(task, actor), noBlockers);
    const missing = type === 'removePredecessor' && !edgesOf(dependencies).get(taskId)?.has(predecessorId);
    if (!refused && !missing) mustHaveRevision(task, ifMatch);
    const predecessor = await this.tasks.task(predecessorId);
    const known = predecessor !== null && !predecessor.deleted && seesTask(predecessor, actor);
    return { actor, task, predecessorKnown: known };
  }

  async answers(_: CommandRun<Dependencies>, { body: { taskId } }: DependencyCommand): Promise<Answered> {
    const task = await this.tasks.task(taskId);
    return { id: taskId, revision: task!.revision };
  }
}
