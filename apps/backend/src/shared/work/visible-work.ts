import { type Actor, refuse, seesAttendance } from '@gos/domain';
import {
  guardOfWork,
  isVisibleTo,
  type ListedTaskDocument,
  type WorkDocument,
  workEntryId,
  workModel,
} from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Refused } from '../../kernel/refused';
import { VisibleTasks } from '../task/visible-tasks';

type Reader = Actor & { readonly id: number };

/** Entries of work that the reader may see; with `deletedToo` a deleted one exists for its worker and people who see everybody's attendance. */
@Injectable()
export class VisibleWork {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly tasks: VisibleTasks,
  ) {}

  /** @throws Refused with `work.not-found` */
  async get(entryId: number, reader: Reader, { deletedToo = false } = {}): Promise<WorkDocument> {
    const document = await this.readModels.get<WorkDocument>(workModel, workEntryId(entryId));
    if (document === undefined) throw new Refused(refuse('work.not-found'));
    const tasks = await this.tasks.listed([document.taskId]);
    const isThere = !document.deleted || (deletedToo && seesDeletedWork(document, reader));
    if (!isThere || !seesWork(document, tasks, reader)) throw new Refused(refuse('work.not-found'));
    return document;
  }
}

/** @param tasks that of the entry among them, where there is one */
export const seesWork = (document: WorkDocument, tasks: ReadonlyMap<number, ListedTaskDocument>, reader: Reader) =>
  isVisibleTo(guardOfWork(document, tasks.get(document.taskId)), reader);

export const seesDeletedWork = ({ entry }: WorkDocument, reader: Reader) =>
  seesAttendance(reader) || entry.userId === reader.id;
