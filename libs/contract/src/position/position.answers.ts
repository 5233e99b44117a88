import type { TypeOf } from '@gos/domain';
import { described, flag, integer, text } from '@gos/domain/kernel/shape';
import { answer, page } from '../kernel/answer';

const position = answer('Position', {
  id: integer(),
  name: text(),
  attendance: described(flag, { description: 'The attendance of others is granted to its holders' }),
  people: described(integer(), { description: 'How many of the people that the reader sees hold it' }),
  revision: integer(),
});
export type PositionAnswer = TypeOf<typeof position>;

export const positionAnswers = { detail: position, list: page(position) };
