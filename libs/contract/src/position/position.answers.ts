import type { TypeOf } from '@gos/domain';
import { described, integer, text } from '@gos/domain/kernel/shape';
import { answer, page } from '../kernel/answer';

const position = answer('Position', {
  id: integer(),
  name: text(),
  people: described(integer(), { description: 'How many of the people that the reader sees hold it' }),
  revision: integer(),
});
export type PositionAnswer = TypeOf<typeof position>;

export const positionAnswers = { detail: position, list: page(position) };
