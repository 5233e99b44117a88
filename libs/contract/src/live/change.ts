import type { BoardAnswer } from '../board/board.answers';
import type { TaskRowAnswer } from '../task/task.answers';

/** The models whose documents browsers hear of. */
export type LiveModel = 'task' | 'project' | 'board' | 'user';

interface Changed<M extends LiveModel> {
  readonly model: M;
  readonly id: number;
  readonly revision: number;
  readonly position: string;
}

interface Gone {
  readonly model: Exclude<LiveModel, 'user'>;
  readonly id: number;
  readonly gone: true;
  readonly position: string;
}

interface TaskChanged extends Changed<'task'> {
  readonly doc?: TaskRowAnswer;
}

interface BoardChanged extends Changed<'board'> {
  readonly doc?: Omit<BoardAnswer, 'can'>;
}

/** One change in the socket event `changed`. */
export type Change = TaskChanged | BoardChanged | Changed<'project'> | Changed<'user'> | Gone;
