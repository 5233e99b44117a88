import { type TaskActivityDocument, taskActivityModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { Filter } from '../../stores/read-models/read-models';

/** What happened to tasks, each history in the order of the log. */
@Injectable()
export class TaskHistories {
  constructor(private readonly readModels: ActiveReadModels) {}

  of(taskId: number): Promise<readonly TaskActivityDocument[]> {
    return this.find({ taskId });
  }

  /** What came after this place (`order`) of the history; null: all of it. */
  after(taskId: number, order: string | null): Promise<readonly TaskActivityDocument[]> {
    return order === null ? this.of(taskId) : this.find({ $and: [{ taskId }, { order: { $gt: order } }] });
  }

  async ofEach(taskIds: readonly number[]): Promise<ReadonlyMap<number, readonly TaskActivityDocument[]>> {
    const histories = new Map<number, TaskActivityDocument[]>();
    for (const item of await this.find({ taskId: { $in: [...taskIds] } })) {
      const history = histories.get(item.taskId);
      if (history) history.push(item);
      else histories.set(item.taskId, [item]);
    }
    return histories;
  }

  private find(which: Filter): Promise<TaskActivityDocument[]> {
    const sort = [{ field: 'order', direction: 'asc' }] as const;
    return this.readModels.find<TaskActivityDocument>(taskActivityModel, which, { sort });
  }
}
