import type { TaskDraft } from '../form/task-draft';
import type { RepeatedDraft } from './repeated-draft';

/**
 * Under what it is kept that is written of a definition.
 * @param what `new`, `from-` and the task that it begins as, or the definition
 */
export const repeatedKey = (readerId: number, what: string) => `gos-repeated-draft-${readerId}-${what}`;

/** A new definition as a task is, whether it exists or is being written. */
export function repeatedOfTask({ deadline, shownDate: _, ...fields }: TaskDraft): Partial<RepeatedDraft> {
  return { ...fields, firstDeadline: deadline };
}
