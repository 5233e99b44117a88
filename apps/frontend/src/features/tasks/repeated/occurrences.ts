import type { GeneratedTask, RepeatedTaskAnswer } from '@gos/contract';
import type { Instant } from '@gos/domain';

/** One date of a definition, with its tasks where it is some already. */
export interface ShownOccurrence {
  /** null of one that is no task yet */
  readonly number: number | null;
  readonly deadline: Instant | null;
  readonly tasks: readonly GeneratedTask[];
}

function generatedOf({ generated }: RepeatedTaskAnswer): ShownOccurrence[] {
  const byNumber = new Map<number, GeneratedTask[]>();
  for (const task of generated) byNumber.set(task.number, [...(byNumber.get(task.number) ?? []), task]);
  return [...byNumber].map(([number, tasks]) => ({ number, deadline: tasks[0]!.deadline, tasks }));
}

const isAhead = ({ deadline }: ShownOccurrence, now: number) => deadline !== null && Date.parse(deadline) > now;
const byDeadline = (one: ShownOccurrence, other: ShownOccurrence) =>
  (one.deadline ?? '') < (other.deadline ?? '') ? -1 : 1;

/** Returns coming tasks and dates in order. */
export function comingOf(definition: RepeatedTaskAnswer, now: number): ShownOccurrence[] {
  const dates = definition.upcoming.map((deadline): ShownOccurrence => ({ number: null, deadline, tasks: [] }));
  return [...generatedOf(definition).filter((one) => isAhead(one, now)), ...dates].sort(byDeadline);
}

/** The tasks whose deadline has passed, the latest first. */
export const earlierOf = (definition: RepeatedTaskAnswer, now: number): ShownOccurrence[] =>
  generatedOf(definition)
    .filter((one) => !isAhead(one, now))
    .sort(byDeadline)
    .reverse();
