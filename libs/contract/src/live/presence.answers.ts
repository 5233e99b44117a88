import type { TypeOf } from '@gos/domain';
import { choice, instant } from '@gos/domain/kernel/shape';
import { answer, named, page, type TaskRef, unchecked } from '../kernel/answer';

const nothingYet = { nullable: true, description: 'null until there are work times and plans' };

/** A person who has the application open. */
const item = answer({
  user: named,
  state: choice(['connected']),
  since: instant,
  task: unchecked<TaskRef | null>(nothingYet),
  plan: unchecked<string | null>(nothingYet),
});
export type PresenceItem = TypeOf<typeof item>;

export const presenceAnswers = { list: page(item) };
