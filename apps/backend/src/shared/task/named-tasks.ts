import type { TaskRef } from '@gos/contract';
import { type Actor, may, taskRolesOf } from '@gos/domain';
import { isVisibleTo, type ListedTaskDocument, taskModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { ModelReader } from '../../engine/projections/past-read-models';

/** Tasks by their ids, as far as they exist. */
export type TasksById = ReadonlyMap<string, ListedTaskDocument>;

/** Reads tasks that others refer to. */
@Injectable()
export class NamedTasks {
  constructor(private readonly readModels: ActiveReadModels) {}

  /** Without what is long: a task may have a thousand subtasks. */
  async of(ids: readonly number[], from: ModelReader = this.readModels): Promise<TasksById> {
    if (ids.length === 0) return new Map();
    const found = await from.find(taskModel, { id: { $in: [...new Set(ids)].map(String) } });
    return new Map(found.map((document) => [document.id, document]));
  }
}

/** A deleted task has a name only with `deletedToo`, for readers who may read it. */
export function taskRef(id: number | null, tasks: TasksById, reader: Actor, deletedToo = false): TaskRef | null {
  if (id === null) return null;
  const other = tasks.get(String(id));
  if (!other || !isVisibleTo(other, reader)) return { id, name: null };
  const isShown = !other.deleted || (deletedToo && may(taskRolesOf(other.task, reader), 'seeDeleted'));
  return { id, name: isShown ? other.task.name : null };
}
