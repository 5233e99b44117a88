import { type Actor, refuse, seesDeletedBoards } from '@gos/domain';
import { type BoardDocument, boardModel, isVisibleTo, type ProjectDocument, projectModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Refused } from '../../kernel/refused';

/**
 * Projects and boards that the reader may see; all others do not exist for them. A deleted board exists with `deletedToo` for
 * readers who may restore it and for auditors.
 */
@Injectable()
export class VisibleProjects {
  constructor(private readonly readModels: ActiveReadModels) {}

  /** @throws Refused with `project.not-found` */
  async project(projectId: number, reader: Actor): Promise<ProjectDocument> {
    const document = await this.readModels.get<ProjectDocument>(projectModel, projectId);
    if (document === undefined || !isVisibleTo(document, reader)) throw new Refused(refuse('project.not-found'));
    return document;
  }

  /** @throws Refused with `board.not-found` */
  async board(boardId: number, reader: Actor, { deletedToo = false } = {}): Promise<BoardDocument> {
    const document = await this.readModels.get<BoardDocument>(boardModel, boardId);
    const seen = document !== undefined && isVisibleTo(document, reader);
    const there = seen && (!document.deleted || (deletedToo && seesDeletedBoards(document.projectId, reader)));
    if (!there) throw new Refused(refuse('board.not-found'));
    return document;
  }
}
