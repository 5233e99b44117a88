import type { MyChange } from '@gos/contract';
import type { Instant } from '@gos/domain';
import { historyOf, type TaskActivityDocument, type TaskDocument, taskModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { TaskAnswers } from '../../entities/task/task-answers';
import { TaskHistories } from '../../entities/task/task-histories';
import type { SignedIn } from '../../http/request-context';
import type { Filter } from '../../stores/read-models/read-models';

type Reader = SignedIn['actor'];

/** The most tasks answered, and how many of the last changed tasks are examined. */
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

/** What others did since an instant in tasks that the reader is a party to: each task once, with its last event. */
@QueryHandler(ReadMyChanges)
@Injectable()
export class ReadMyChangesHandler implements IQueryHandler<ReadMyChanges> {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly histories: TaskHistories,
    private readonly answers: TaskAnswers,
  ) {}

  async execute({ since, reader }: ReadMyChanges): Promise<readonly MyChange[]> {
    const mine: Filter = {
      $and: [{ parties: reader.id }, { deleted: false }, ...(since === null ? [] : [{ changedAt: { $gt: since } }])],
    };
    const sort = [
      { field: 'changedAt', direction: 'desc' },
      { field: 'task.id', direction: 'desc' },
    ] as const;
    const tasks = await this.readModels.find<TaskDocument>(taskModel, mine, { sort, limit: looked });
    const histories = await this.histories.ofEach(tasks.map(({ task }) => task.id));
    const changed = tasks.flatMap((document) => {
      const items = histories.get(document.task.id) ?? [];
      const news = items.filter(
        (item) =>
          item.event.metadata.actor !== reader.id &&
          (since === null || item.event.metadata.at > since) &&
          this.answers.tells(item, document.task, reader),
      );
      const last = news.at(-1);
      return last === undefined ? [] : [{ document, items, last, count: news.length }];
    });
    // Sorts by the time shown to the reader. Log order may differ by milliseconds, because clocks of processes differ.
    const placeOf = ({ last }: { readonly last: TaskActivityDocument }) => `${last.event.metadata.at} ${last.order}`;
    changed.sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
    return Promise.all(
      changed.slice(0, maxChanges).map(async ({ document: { task }, items, last, count }) => {
        const step = historyOf(items).find(({ item }) => item.id === last.id)!;
        const [shown] = await this.answers.history([step], task, reader);
        return { task: { id: task.id, name: task.name, state: task.state }, last: shown!, count };
      }),
    );
  }
}
