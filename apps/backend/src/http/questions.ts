import type { Shape, TypeOf } from '@gos/domain';
import type { SignedIn } from './request-context';

interface Answering {
  readonly answer: Shape;
}

/** The answer of an operation of the contract. */
export type AnswerOf<O extends Answering> = TypeOf<O['answer']>;

/** A reader for every question; it answers like the operation of the same name. */
export type AnswersTo<Questions, Operations extends Readonly<Record<keyof Questions, Answering>>> = {
  readonly [N in keyof Questions]: (
    question: Questions[N],
    reader: SignedIn['actor'],
  ) => Promise<AnswerOf<Operations[N]>>;
};
