import { type Actor, may, refuse, taskRolesOf } from '@gos/domain';
import { isVisibleTo, type ListedTaskDocument, type TaskDocument, taskModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { inParts } from '../../kernel/pieces';
import { Refused } from '../../kernel/refused';

type Reader = Actor & { readonly id: number };

/** Number of tasks in one query. */
const batch = 500;

/** Whether a task is present, or deleted and, with `deletedToo`, one that the reader may read all the same. */
export const isThere = ({ deleted, task }: ListedTaskDocument, reader: Reader, deletedToo: boolean): boolean =>
  !deleted || (deletedToo && may(taskRolesOf(task, reader), 'seeDeleted'));

/**
 * Tasks that the reader may see; all others, and deleted ones, do not exist for them. A deleted task exists with `deletedToo` for
 * readers who may restore it, for admins and for auditors.
 */
@Injectable()
export class VisibleTasks {
  constructor(private readonly readModels: ActiveReadModels) {}

  async find(taskId: number, reader: Reader, { deletedToo = false } = {}): Promise<TaskDocument | null> {
    const document = await this.readModels.get<TaskDocument>(taskModel, taskId);
    if (document === undefined || !isVisibleTo(document, reader)) return null;
    return isThere(document, reader, deletedToo) ? document : null;
  }

  /** Returns tasks by id without their long fields, whatever their visibility, deleted ones too. */
  async listed(taskIds: Iterable<number>): Promise<ReadonlyMap<number, ListedTaskDocument>> {
    const ids = [...new Set(taskIds)].map(String);
    const found = new Map<number, ListedTaskDocument>();
    for await (const part of inParts(ids, batch)) {
      const documents = await this.readModels.find(taskModel, { id: { $in: part } });
      for (const document of documents) found.set(document.task.id, document);
    }
    return found;
  }

  /** @throws Refused with `task.not-found` */
  async get(taskId: number, reader: Reader, options?: { readonly deletedToo?: boolean }): Promise<TaskDocument> {
    const document = await this.find(taskId, reader, options);
    if (document === null) throw new Refused(refuse('task.not-found'));
    return document;
  }
}
