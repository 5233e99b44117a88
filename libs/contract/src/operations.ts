import type { boardOperations } from './board/board.operations';
import type { Operation } from './kernel/operation';
import type { projectOperations } from './project/project.operations';
import type { taskOperations } from './task/task.operations';
import type { userOperations } from './user/user.operations';

type ByRoute<All extends Readonly<Record<string, Operation>>> = {
  readonly [N in keyof All as All[N]['route']]: All[N];
};

/** What the browser asks for, by its route. */
export type Operations = ByRoute<typeof taskOperations> &
  ByRoute<typeof projectOperations> &
  ByRoute<typeof boardOperations> &
  ByRoute<typeof userOperations>;
