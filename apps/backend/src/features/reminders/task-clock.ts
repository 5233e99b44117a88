import { systemActor, type TaskBodies, type TaskFacts, targetOf, taskAggregate, unsolvedStates } from '@gos/domain';
import { type ListedTaskDocument, taskModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';
import { jobSender } from '../../engine/commands/command-sender';
import { DueDocuments } from '../../engine/jobs/due-documents';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import type { Filter } from '../../stores/read-models/read-models';

/** After a pause of the worker, reminders of what was due longer ago help nobody. */
const latestMs = 7 * 24 * 60 * 60 * 1_000;

/** Changes tasks when their time comes: reminds their solvers, and ends meetings that are over. */
@Injectable()
export class TaskClock {
  constructor(
    due: DueDocuments,
    private readonly runner: CommandRunner,
    private readonly readModels: ActiveReadModels,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone' | 'currency'>,
  ) {
    const tasks = { model: taskModel, number: 'task.id' };
    const act =
      (type: 'remind' | 'endAutomatically') =>
      ({ task }: ListedTaskDocument) =>
        this.run(task.id, type, `${type}-task-${task.id}`);
    due.tick({ ...tasks, name: 'reminders', filter: () => this.toRemind(), act: act('remind') });
    due.tick({ ...tasks, name: 'meetings', filter: () => this.over(), act: act('endAutomatically') });
  }

  /** Ends a task by itself, if it is over. @throws Refused when it is not */
  end(taskId: number, correlationId: string, more: Pick<TaskFacts, 'projectFinishDate'> = {}): Promise<unknown> {
    return this.run(taskId, 'endAutomatically', correlationId, more);
  }

  /** The continuous tasks of a project that have not ended. */
  continuousIn(projectId: number): Promise<ListedTaskDocument[]> {
    const filter = {
      projectId,
      deleted: false,
      'task.type': 'continuous',
      'task.state': { $in: unsolvedStates },
    };
    return this.readModels.find(taskModel, filter);
  }

  private toRemind(): Filter {
    const earliest = new Date(this.clock.now() - latestMs).toISOString();
    return { $and: [{ remindAt: { $lte: this.clock.instant() } }, { remindAt: { $gt: earliest } }] };
  }

  private over(): Filter {
    return { overAt: { $lte: this.clock.instant() } };
  }

  private run(
    taskId: number,
    type: keyof Pick<TaskBodies, 'remind' | 'endAutomatically'>,
    correlationId: string,
    more: Partial<TaskFacts> = {},
  ): Promise<unknown> {
    const { timeZone: zone, currency } = this.config;
    const at = this.clock.instant();
    const basics = { actor: systemActor, at, zone, currency, nameable: [], waitingFor: [], openSubtasks: [] };
    const target = targetOf(taskAggregate, taskId);
    return this.runner.run(target, { type, body: {} }, jobSender(correlationId), () => ({ ...basics, ...more }));
  }
}
