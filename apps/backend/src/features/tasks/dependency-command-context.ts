import {
  type Dependencies,
  type DependencyCommand,
  type DependencyFacts,
  dependenciesAggregate,
  dependenciesStream,
  dependenciesUndoing,
  type Edge,
  refuse,
  type Task,
  taskAggregate,
  taskStream,
} from '@gos/domain';
import { type Answered, CommandContextOf, type Compared } from '../../engine/commands/command-context';
import type { CommandRun } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import { UndoScans } from '../../engine/commands/undo-scans';
import { Refused } from '../../kernel/refused';
import { assertVisible, seesTask } from '../../shared/task/seen-task';
import { TaskFactsReader } from './task-facts';

/** Loads what dependency commands need. Visibility and revision are those of the waiting task. */
@CommandContextOf(dependenciesAggregate)
export class DependencyCommandContext {
  constructor(
    private readonly tasks: TaskFactsReader,
    private readonly scans: UndoScans,
  ) {}

  async facts(_: Dependencies, { type, body }: DependencyCommand, { actor }: PersonSender): Promise<DependencyFacts> {
    if (type !== 'undo') return this.about(body, actor);
    const undo = await this.scans.of(dependenciesUndoing, dependenciesStream, body);
    const edge = undo.steps.find(({ event }) => event.type !== 'ActionUndone')?.event.data;
    if (edge === undefined) throw new Refused(refuse('undo.unknown'));
    return { ...(await this.about(edge as Edge, actor)), undo };
  }

  private async about({ taskId, predecessorId }: Edge, actor: PersonSender['actor']): Promise<DependencyFacts> {
    const task = assertVisible(await this.tasks.task(taskId), actor);
    const predecessor = await this.tasks.task(predecessorId);
    const known = predecessor !== null && !predecessor.deleted && seesTask(predecessor, actor);
    return { actor, task, predecessorKnown: known };
  }

  reliesOn({ type, body }: DependencyCommand): readonly string[] {
    return type === 'undo' ? [] : [taskStream(body.taskId), taskStream(body.predecessorId)];
  }

  compares({ type, body }: DependencyCommand): Compared<Task> | null {
    return type === 'undo' ? null : { aggregate: taskAggregate, id: body.taskId, fields: () => ({}) };
  }

  async answers({ events }: CommandRun<Dependencies>, { type, body }: DependencyCommand): Promise<Answered> {
    const { taskId } = type === 'undo' ? (events[0]!.data as Edge) : body;
    const task = await this.tasks.task(taskId);
    return { id: taskId, revision: task!.revision };
  }
}
