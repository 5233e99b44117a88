import type { BoardAnswer, CommandAnswer, TaskRowAnswer } from '@gos/contract';
import type { BoardSection, Rank } from '@gos/domain';
import type { QueryClient } from '@tanstack/react-query';
import {
  type BoardPlaceId,
  boardKeys,
  boardsQuery,
  boardTasksQuery,
  moveBoard,
  moveTask,
  noBoard,
} from '../../../entities/board/boards.api';
import { withDecisions } from '../../../entities/task/shown-changes';
import { ApiProblem } from '../../../lib/api';
import {
  type Dashboard,
  dashboardOf,
  isSection,
  type Lifted,
  orderAt,
  type PendingMove,
  type Place,
  placeNow,
  type Tasks,
} from './board-model';

type Watcher = () => void;

/**
 * The moves of a project that are under way. They are shown over what the server says, not written into it: taking one back takes
 * nothing else along, and what others move meanwhile stays where they put it.
 */
export class Moves {
  private pending: readonly PendingMove[] = [];
  private readonly watchers = new Set<Watcher>();
  /** One after the other: a move may name a neighbour that the move before it put there. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly client: QueryClient,
    private readonly projectId: number,
  ) {}

  subscribe = (watcher: Watcher): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  present = (): readonly PendingMove[] => this.pending;

  /**
   * Shows a move at once. Resolves with the answer when the server accepts it, else rejects with the reason.
   */
  run(lifted: Lifted, wanted: Place): Promise<CommandAnswer> {
    const dashboard = this.dashboard();
    const to = placeNow(dashboard, wanted, lifted.id);
    const move: PendingMove = { lifted, to, order: orderAt(dashboard, to, lifted.id) };
    const { kind, id } = lifted;
    this.set([...this.pending.filter(({ lifted: other }) => other.kind !== kind || other.id !== id), move]);
    const done = this.last.then(() => this.send(move));
    this.last = done.catch(() => undefined);
    return done.finally(() => this.set(this.pending.filter((other) => other !== move)));
  }

  private set(pending: readonly PendingMove[]): void {
    this.pending = pending;
    for (const watcher of this.watchers) watcher();
  }

  private dashboard(pending = this.pending): Dashboard {
    const boards = this.client.getQueryData<readonly BoardAnswer[]>(boardKeys.list(this.projectId)) ?? [];
    return dashboardOf(boards, tasksOf(this.client, this.projectId), pending);
  }

  private rowOf(id: number) {
    return [...tasksOf(this.client, this.projectId).values()].flat().find((row) => row.id === id);
  }

  private async send(move: PendingMove): Promise<CommandAnswer> {
    const was = this.rowOf(move.lifted.id)?.order ?? null;
    const { lifted, to } = move;
    let answer: CommandAnswer;
    try {
      answer = await this.command(lifted, to);
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'board.neighbour-moved') throw error;
      // The neighbour is elsewhere by now: the same place once more, by the order that there is.
      await this.refresh(to);
      answer = await this.command(lifted, placeNow(this.dashboard([]), to, lifted.id));
    }
    const row = lifted.kind === 'task' ? this.settledRow(move, was, answer) : null;
    if (row !== null) await withDecisions(({ placeRow }) => placeRow(this.client, row));
    // Fetch the counts and ranks that the server computed.
    await this.client.invalidateQueries({ queryKey: boardKeys.list(this.projectId) });
    return answer;
  }

  private command({ kind, id }: Lifted, { container, beforeId }: Place): Promise<CommandAnswer> {
    if (kind === 'board') return moveBoard(id, { section: container as BoardSection, beforeId });
    const boardId = container === noBoard ? null : (container as number);
    return moveTask(id, { projectId: this.projectId, boardId, beforeId });
  }

  /** Fetches the project's boards and their tasks again. */
  refreshAll(): Promise<unknown> {
    return Promise.all([
      this.client.invalidateQueries({ queryKey: boardKeys.list(this.projectId) }),
      this.client.invalidateQueries({ queryKey: boardKeys.tasksOf(this.projectId) }),
    ]);
  }

  private async refresh({ container }: Place): Promise<void> {
    if (isSection(container)) await this.client.fetchQuery({ ...boardsQuery(this.projectId), staleTime: 0 });
    else await this.client.fetchQuery({ ...boardTasksQuery(this.projectId, container), staleTime: 0 });
  }

  /**
   * Applies the answer to the row until the row itself arrives; a newer row is kept. A move within a board keeps the
   * revision, so there a row is older if its place is the earlier one.
   */
  private settledRow(
    { lifted, to, order }: PendingMove,
    was: Rank | null,
    { revision }: CommandAnswer,
  ): TaskRowAnswer | null {
    const row = this.rowOf(lifted.id);
    if (row === undefined || row.revision > revision || (row.revision === revision && row.order !== was)) return null;
    const board = this.client
      .getQueryData<readonly BoardAnswer[]>(boardKeys.list(this.projectId))
      ?.find(({ id }) => id === to.container);
    return { ...row, board: board === undefined ? null : { id: board.id, name: board.name }, order, revision };
  }
}

/** The loaded tasks of a project by their boards. */
function tasksOf(client: QueryClient, projectId: number): Tasks {
  return new Map(
    client
      .getQueriesData<readonly TaskRowAnswer[]>({ queryKey: boardKeys.tasksOf(projectId) })
      .flatMap(([key, rows]) => (rows === undefined ? [] : [[key[3] as BoardPlaceId, rows] as const])),
  );
}
