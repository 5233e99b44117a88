import type { AttendanceLog } from '@gos/contract';
import type { Instant } from '@gos/domain';
import {
  isVisibleTo,
  type TaskActivityDocument,
  type TaskDocument,
  taskActivityModel,
  taskModel,
} from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { TaskHistories } from '../../shared/task/task-histories';
import { TaskHistoryAnswers } from '../../shared/task/task-history-answers';
import type { Reader } from '../../shared/user/user-answers';
import type { Filter } from '../../stores/read-models/read-models';

/** The most entries in one answer. */
const maxLogs = 200;

/** One person's changes of tasks, as the histories of those tasks show them. */
@Injectable()
export class Written {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly answers: TaskHistoryAnswers,
    private readonly histories: TaskHistories,
  ) {}

  /** The latest of a span, latest first, of tasks that the reader sees. */
  async between(userId: number, start: Instant, end: Instant, reader: Reader, at?: Instant): Promise<AttendanceLog[]> {
    const filter: Filter = {
      $and: [
        { 'event.metadata.actor': userId },
        { taskId: { $ne: null } },
        { 'event.metadata.at': { $gte: start, $lt: end } },
        ...(at === undefined ? [] : [{ 'event.metadata.at': { $lte: new Date(at).toISOString() } }]),
      ],
    };
    const found = await this.readModels.find<TaskActivityDocument>(taskActivityModel, filter, {
      sort: [{ field: 'event.metadata.at', direction: 'desc' }],
      limit: maxLogs,
    });
    const tasks = await this.readModels.getMany<TaskDocument>(taskModel, [
      ...new Set(found.map(({ taskId }) => taskId)),
    ]);
    const logs: AttendanceLog[] = [];
    for (const document of tasks.values()) {
      if (document.deleted || !isVisibleTo(document, reader)) continue;
      const { task } = document;
      const entries = found.filter(({ taskId }) => taskId === task.id).sort((a, b) => (a.order < b.order ? -1 : 1));
      const steps = await this.histories.steps(task.id, entries);
      const items = await this.answers.history(steps, task, reader);
      logs.push(...items.map((item) => ({ ...item, task: { id: task.id, name: task.name } })));
    }
    const place = new Map(found.map(({ id }, index) => [id, index]));
    return logs.sort((a, b) => place.get(a.id)! - place.get(b.id)!);
  }
}
