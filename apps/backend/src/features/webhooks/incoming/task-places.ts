import { Injectable } from '@nestjs/common';
import type { Acting } from './acting';
import { IssueTasks } from './issue-tasks';

/** Moves tasks to the webhook's done board and back. */
@Injectable()
export class TaskPlaces {
  constructor(private readonly tasks: IssueTasks) {}

  /** False when the board is named and not there: nothing is done then, so that it can be delivered again. */
  async moveToDone(acting: Acting): Promise<boolean> {
    const { projectId, doneBoardName } = acting.webhook;
    if (doneBoardName === null) return true;
    const board = await this.tasks.board(projectId, doneBoardName);
    if (board === null) acting.note('board.not-found');
    else if (acting.task!.boardId !== board.id) {
      await acting.run({ type: 'move', body: { boardId: board.id } }, 'moved');
    }
    return board !== null;
  }

  /** Moves a task from the done board to where it was before, or to the backlog board where that is gone. */
  async moveBack(acting: Acting): Promise<void> {
    const { projectId, doneBoardName, backlogBoardName } = acting.webhook;
    const { boardId, movedFrom } = acting.task!;
    const done = doneBoardName === null ? null : await this.tasks.board(projectId, doneBoardName);
    if (done === null || boardId !== done.id) return;
    const before = movedFrom?.projectId === projectId ? movedFrom.boardId : null;
    const isThere = before !== null && before !== done.id && (await this.tasks.hasBoard(projectId, before));
    const backlog = backlogBoardName === null ? null : await this.tasks.board(projectId, backlogBoardName);
    const wasOutside = movedFrom?.projectId === projectId && movedFrom.boardId === null;
    const to = isThere ? before : wasOutside ? null : (backlog?.id ?? null);
    if (to === done.id) return;
    await acting.run({ type: 'move', body: to === null ? { projectId, boardId: null } : { boardId: to } }, 'moved');
  }
}
