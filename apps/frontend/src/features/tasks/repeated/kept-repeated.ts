import type { TaskDraft } from '../form/task-draft';
import type { RepeatedDraft } from './repeated-draft';

/** What was typed and not saved yet, with the revision that it was looked at. */
export interface KeptRepeated {
  readonly fields: Partial<RepeatedDraft>;
  readonly revision: number;
}

const keyOf = (readerId: number, what: string) => `gos-repeated-draft-${readerId}-${what}`;

/** @param what `new`, `from-` and the task that it begins as, or the definition */
export function keepRepeated(readerId: number, what: string, kept: KeptRepeated | null): void {
  try {
    if (kept === null) localStorage.removeItem(keyOf(readerId, what));
    else localStorage.setItem(keyOf(readerId, what), JSON.stringify(kept));
  } catch {
    // A full or forbidden storage only means that nothing is kept.
  }
}

/** @throws of what was not kept here */
export const readRepeated = (readerId: number, what: string): KeptRepeated | null =>
  JSON.parse(localStorage.getItem(keyOf(readerId, what)) ?? 'null');

/** A new definition as a task is, whether it exists or is being written. */
export function repeatedOfTask({ deadline, shownDate: _, ...fields }: TaskDraft): Partial<RepeatedDraft> {
  return { ...fields, firstDeadline: deadline };
}
