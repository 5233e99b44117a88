import type { BoardAnswer } from '../board/board.answers';
import type { TaskRowAnswer } from '../task/task.answers';
import type { WorkEntryAnswer } from '../work/work.answers';

/** A socket's document has no `can`, because rights depend on the reader. */
interface Documents {
  readonly task: TaskRowAnswer;
  readonly board: Omit<BoardAnswer, 'can'>;
  readonly project: never;
  readonly user: never;
  readonly installation: never;
  readonly plan: never;
  readonly 'repeated-task': never;
  readonly position: never;
  /** Also when a delivery came, went or was tried. */
  readonly webhook: never;
  readonly work: WorkEntryAnswer;
  /** The closed months of a person, by the person's id. */
  readonly worklog: never;
}

/** The models without parties: nobody ceases to see one of their documents. */
export type OpenModel = 'user' | 'installation' | 'position';

/** The models whose changed documents are sent to browsers. */
export type LiveModel = keyof Documents;

interface Changed<M extends LiveModel> {
  readonly model: M;
  readonly id: number;
  readonly revision: number;
  readonly position: string;
  readonly doc?: Documents[M];
}

/** Sent once to people who just lost sight of the document. */
interface Gone<M extends LiveModel> {
  readonly model: M;
  readonly id: number;
  readonly gone: true;
  readonly position: string;
}

/** One change of a model in the socket event `changed`. */
export type ChangeOf<M extends LiveModel> = Changed<M> | (M extends OpenModel ? never : Gone<M>);

export type Change = { [M in LiveModel]: ChangeOf<M> }[LiveModel];
