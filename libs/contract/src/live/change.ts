import type { BoardAnswer } from '../board/board.answers';
import type { TaskRowAnswer } from '../task/task.answers';

/** One change in the socket event `changed`. */
export type Change =
  | {
      readonly model: 'task';
      readonly id: number;
      readonly revision: number;
      readonly position: string;
      readonly doc?: TaskRowAnswer;
    }
  | { readonly model: 'user' | 'project'; readonly id: number; readonly revision: number; readonly position: string }
  | {
      readonly model: 'board';
      readonly id: number;
      readonly revision: number;
      readonly position: string;
      readonly doc?: Omit<BoardAnswer, 'can'>;
    }
  | { readonly model: string; readonly id: number; readonly gone: true; readonly position: string };
