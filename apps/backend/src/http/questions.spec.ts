import { type boardOperations, type TaskAnswer, taskOperations } from '@gos/contract';
import { expect, it } from '@jest/globals';
import type { AnswerOf, AnswersTo } from './questions';

interface Questions {
  readonly counts: object;
  readonly detail: { readonly taskId: number };
}
const counts = { 'to-complete': 0, given: 0, 'to-accept': 0, notified: 0, planned: 0 };

it('a question is answered with what its operation answers, or does not compile', () => {
  const right: Pick<AnswersTo<Questions, typeof taskOperations>, 'counts'> = { counts: async () => counts };
  const wrong: Pick<AnswersTo<Questions, typeof taskOperations>, 'detail'> = {
    // @ts-expect-error the counts are no task
    detail: async () => counts,
  };
  // @ts-expect-error no operation on boards is called counts
  type Unknown = AnswersTo<Questions, typeof boardOperations>;
  const forgetful = (detail: AnswersTo<Questions, typeof taskOperations>['detail'], none?: Unknown) => {
    // @ts-expect-error the counts are forgotten
    const all: AnswersTo<Questions, typeof taskOperations> = { detail };
    return [all, none];
  };
  const same = (answer: AnswerOf<typeof taskOperations.detail>): TaskAnswer => answer;
  expect([right, wrong, forgetful, same]).toHaveLength(4);
});
