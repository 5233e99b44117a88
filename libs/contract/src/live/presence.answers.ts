import type { Of } from '@gos/domain';
import { choice, instant } from '@gos/domain/kernel/shape';
import { answer, named, page, type TaskRef, told } from '../kernel/answer';

const nothingYet = { nullable: true, description: 'null until there are work times and plans' };

/** A person who has the application open. */
const item = answer({
  user: named,
  state: choice(['connected']),
  since: instant,
  task: told<TaskRef | null>(nothingYet),
  plan: told<string | null>(nothingYet),
});
export type PresenceItem = Of<typeof item>;

export const presenceAnswers = { list: page(item) };
