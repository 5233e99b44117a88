import type { Shape, TypeOf } from '@gos/domain';
import type { SignedIn } from './request-context';

interface Answering {
  readonly answer: Shape;
}

/** What an operation of the contract answers. */
export type AnswerOf<O extends Answering> = TypeOf<O['answer']>;

/** For every question a reader, which answers what the operation of the same name does. */
export type AnswersTo<Questions, Operations extends Readonly<Record<keyof Questions, Answering>>> = {
  readonly [N in keyof Questions]: (
    question: Questions[N],
    reader: SignedIn['actor'],
  ) => Promise<AnswerOf<Operations[N]>>;
};
