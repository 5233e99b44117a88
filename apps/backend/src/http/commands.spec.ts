import type { CommandAnswer } from '@gos/contract';
import { expect, it } from '@jest/globals';
import type { Handles } from './commands';

interface Bodies {
  readonly open: object;
  readonly close: object;
}
const answer = async (): Promise<CommandAnswer> => ({ id: 1, revision: 1, position: '1' });

it('a controller without a route for a command does not compile', () => {
  // @ts-expect-error closing is forgotten
  class Forgetful implements Handles<Bodies> {
    open = answer;
  }
  class Partial implements Handles<Bodies, 'close'> {
    open = answer;
  }
  expect([new Forgetful(), new Partial()]).toHaveLength(2);
});
