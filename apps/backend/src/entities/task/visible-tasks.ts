import { type Actor, may, partsOf, refuse } from '@gos/domain';
import { isVisibleTo, type TaskDocument, taskModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { Views } from '../../engine/projections/views';
import { Refused } from '../../kernel/refused';

type Reader = Actor & { readonly id: number };

/** What one may not see, and what is deleted, is not there; a deleted task is there for whoever may bring it back and asks for it. */
@Injectable()
export class VisibleTasks {
  constructor(private readonly views: Views) {}

  async find(taskId: number, reader: Reader, { deletedToo = false } = {}): Promise<TaskDocument | null> {
    const document = await this.views.get<TaskDocument>(taskModel, taskId);
    if (document === undefined || !isVisibleTo(document, reader)) return null;
    const there = !document.deleted || (deletedToo && may(partsOf(document.task, reader), 'undelete'));
    return there ? document : null;
  }

  /** @throws Refused with `task.not-found` */
  async get(taskId: number, reader: Reader, options?: { readonly deletedToo?: boolean }): Promise<TaskDocument> {
    const document = await this.find(taskId, reader, options);
    if (document === null) throw new Refused(refuse('task.not-found'));
    return document;
  }
}
