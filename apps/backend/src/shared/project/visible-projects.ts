import { type Actor, type Instant, refuse, seesDeletedBoards } from '@gos/domain';
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

  /**
   * @param at a moment as of which the project is returned, to readers who may see it today
   * @throws Refused with `project.not-found`
   */
  async project(projectId: number, reader: Actor, at?: Instant): Promise<ProjectDocument> {
    const document = await this.readModels.get<ProjectDocument>(projectModel, projectId);
    if (document === undefined || !isVisibleTo(document, reader)) throw new Refused(refuse('project.not-found'));
    if (at === undefined) return document;
    const then = await this.readModels.at(at).get<ProjectDocument>(projectModel, projectId);
    if (then === undefined) throw new Refused(refuse('project.not-found'));
    return then;
  }

  /**
   * @param at a moment as of which the board is returned, to readers who may see it today
   * @throws Refused with `board.not-found`
   */
  async board(
    boardId: number,
    reader: Actor,
    { deletedToo = false, at }: { readonly deletedToo?: boolean; readonly at?: Instant | undefined } = {},
  ): Promise<BoardDocument> {
    const document = await this.readModels.get<BoardDocument>(boardModel, boardId);
    const seen = document !== undefined && isVisibleTo(document, reader);
    const showsDeleted = (deletedToo || at !== undefined) && seen && seesDeletedBoards(document.projectId, reader);
    if (!seen || (document.deleted && !showsDeleted)) throw new Refused(refuse('board.not-found'));
    if (at === undefined) return document;
    const then = await this.readModels.at(at).get<BoardDocument>(boardModel, boardId);
    if (then === undefined || (then.deleted && !showsDeleted)) throw new Refused(refuse('board.not-found'));
    return then;
  }
}
