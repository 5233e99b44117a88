import { byRank, type Rank, type Task, type TaskFacts } from '@gos/domain';

/** The tasks of every board in their order, as far as the plan has been played. */
export class Shelves {
  private readonly boards = new Map<number, Map<number, Rank>>();
  private readonly of = new Map<number, number>();

  put({ id, boardId, order, deleted }: Task): void {
    const before = this.of.get(id);
    if (before !== undefined) this.boards.get(before)!.delete(id);
    this.of.delete(id);
    if (boardId === null || order === null || deleted) return;
    this.of.set(id, boardId);
    this.boards.set(boardId, (this.boards.get(boardId) ?? new Map()).set(id, order));
  }

  /** The ranks on both sides of the place ahead of a task, or at the end. */
  gap(boardId: number, beforeId: number | null, movedId: number | null): NonNullable<TaskFacts['gap']> | null {
    const tasks = [...(this.boards.get(boardId) ?? [])]
      .map(([id, order]) => ({ id, order }))
      .filter(({ id }) => id !== movedId)
      .sort(byRank);
    if (beforeId === null) return { before: tasks.at(-1)?.order ?? null, after: null };
    const at = tasks.findIndex(({ id }) => id === beforeId);
    return at < 0 ? null : { before: tasks[at - 1]?.order ?? null, after: tasks[at]!.order };
  }
}
