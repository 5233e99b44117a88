import type { BoardAnswer } from '@gos/contract';
import { boardStream, canOfBoard, evolveBoard, type Instant, type TaskState, taskStates } from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import { type BoardDocument, boardModel, type ProjectDocument, projectModel, taskModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { SignedIn } from '../../http/request-context';
import { PastStates } from '../log/past-states';
import { People } from '../user/people';
import { refBy, UserAnswers } from '../user/user-answers';

/** An answer without what is the reader's right. */
type BoardDoc = Omit<BoardAnswer, 'can'>;

export interface PastBoards {
  readonly at: Instant;
  /** The number of tasks by state, by the id of the board. */
  readonly counts: ReadonlyMap<number, Record<TaskState, number>>;
}

/** Joins board documents with names and task counts. Counts need no visibility filter: who sees a board sees all its tasks. */
@Injectable()
export class BoardAnswers {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
    private readonly users: UserAnswers,
    private readonly states: PastStates,
  ) {}

  /** @param past the moment of past boards, and their counts then; their rights are those of today */
  async answers(given: readonly BoardDocument[], reader: SignedIn['actor'], past?: PastBoards): Promise<BoardAnswer[]> {
    const documents = past === undefined ? given : await this.described(given, past.at);
    const [docs, projects, present] = await Promise.all([
      this.docs(documents, past?.counts).then((found) => this.docsFor(found, reader)),
      this.readModels.getMany<ProjectDocument>(projectModel, [...new Set(documents.map(({ projectId }) => projectId))]),
      past === undefined
        ? null
        : this.readModels.getMany<BoardDocument>(
            boardModel,
            documents.map(({ id }) => id),
          ),
    ]);
    return docs.map((doc, index) => {
      const { id, projectId } = documents[index]!;
      const { board } = present?.get(id) ?? documents[index]!;
      return { ...doc, can: canOfBoard(board, reader, projects.get(String(projectId))?.project.active ?? false) };
    });
  }

  /** `docs` for one reader: assigned people whom they do not see have a number for a name. */
  async docsFor<D extends BoardDoc>(docs: readonly D[], reader: SignedIn['actor']): Promise<D[]> {
    const assigned = docs.map(({ assignedUser }) => assignedUser?.id ?? null);
    const person = await this.users.namesAmong(assigned, reader);
    return docs.map((doc) => ({ ...doc, assignedUser: refBy(person, doc.assignedUser?.id ?? null) }));
  }

  /** The part of the answers that depends on no reader, for one who sees everybody. */
  docs(documents: readonly BoardDocument[], counts?: PastBoards['counts']): Promise<BoardDoc[]> {
    return Promise.all(
      documents.map(async ({ board }) => ({
        id: board.id,
        name: board.name,
        projectId: board.projectId,
        assignedUser: this.people.ref(board.assignedUserId),
        description: board.description,
        deadline: board.deadline,
        section: board.section,
        order: board.order,
        taskCounts: counts?.get(board.id) ?? (await this.taskCounts(board.id)),
        revision: board.revision,
        ...(board.deleted && { deleted: true }),
      })),
    );
  }

  /** With the descriptions, which documents of the past leave out. */
  private described(documents: readonly BoardDocument[], at: Instant): Promise<BoardDocument[]> {
    return Promise.all(
      documents.map(async (document) => {
        const then = await this.states.at(boardStream(document.board.id), evolveBoard, at);
        return { ...document, board: { ...document.board, description: then?.description ?? '' } };
      }),
    );
  }

  private async taskCounts(boardId: number): Promise<Record<TaskState, number>> {
    const tally = await this.readModels.tally(taskModel, { 'task.boardId': boardId, deleted: false }, 'task.state');
    return tableOf(taskStates, (state) => tally.get(state) ?? 0);
  }
}
