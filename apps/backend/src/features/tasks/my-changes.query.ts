import type { MyChange } from '@gos/contract';
import type { Instant } from '@gos/domain';
import { seesBudget, type TaskActivityDocument, type TaskDocument, taskModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { pageBytes } from '../../http/cut-page';
import type { SignedIn } from '../../http/request-context';
import { TaskHistories } from '../../shared/task/task-histories';
import { TaskHistoryAnswers } from '../../shared/task/task-history-answers';
import { ByteBudget, sizeOf } from '../../stores/event-log/byte-budget';
import type { Filter } from '../../stores/read-models/read-models';

type Reader = SignedIn['actor'];

/** The most tasks answered, fewer where their last changes are long, and how many of the last changed tasks are examined. */
export const maxChanges = 20;
const looked = 60;

export class ReadMyChanges extends Query<readonly MyChange[]> {
  constructor(
    readonly since: Instant | null,
    readonly reader: Reader,
  ) {
    super();
  }
}

/**
 * Returns others' changes since an instant to tasks that the reader is a party to: each task once, with its last event.
 */
@QueryHandler(ReadMyChanges)
@Injectable()
export class ReadMyChangesHandler implements IQueryHandler<ReadMyChanges> {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly histories: TaskHistories,
    private readonly answers: TaskHistoryAnswers,
  ) {}

  async execute({ since, reader }: ReadMyChanges): Promise<readonly MyChange[]> {
    const mine: Filter = {
      $and: [{ parties: reader.id }, { deleted: false }, ...(since === null ? [] : [{ changedAt: { $gt: since } }])],
    };
    const sort = [
      { field: 'changedAt', direction: 'desc' },
      { field: 'id', direction: 'desc' },
    ] as const;
    const tasks = await this.readModels.find(taskModel, mine, { sort, limit: looked });
    const found = await Promise.all(
      tasks.map(async ({ task }) => {
        const news = await this.histories.lastOfOthers(task.id, reader.id, since, seesBudget(task, reader));
        return news ? [{ task, ...news }] : [];
      }),
    );
    // Sorts by the time shown to the reader. Log order may differ by milliseconds, because clocks of processes differ.
    const placeOf = ({ last }: { readonly last: TaskActivityDocument }) => `${last.event.metadata.at} ${last.order}`;
    const changed = found.flat().sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
    const told = changed.slice(0, maxChanges);
    const wholes = await this.readModels.getMany<TaskDocument>(
      taskModel,
      told.map(({ task }) => task.id),
    );
    const changes: MyChange[] = [];
    const budget = new ByteBudget(pageBytes);
    for (const { task: listed, last, count } of told) {
      const task = wholes.get(String(listed.id))?.task;
      if (!task) continue;
      const steps = await this.histories.steps(task.id, [last]);
      const [shown] = await this.answers.history(steps, task, reader);
      changes.push({ task: { id: task.id, name: task.name, state: task.state }, last: shown!, count });
      budget.spend(sizeOf(shown));
      if (budget.isSpent) break;
    }
    return changes;
  }
}
