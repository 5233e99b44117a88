import { useState } from 'react';
import { isAnswer } from '../../../lib/api';
import type { ChangeOutcome } from '../common/use-task-actions';

export interface FieldDraft<T> {
  readonly value: T;
  /** The value when editing began. */
  readonly base: T;
  readonly revision: number;
}

/** True when nobody decided: the connection was lost, or the server failed. */
export const isUnsent = (outcome: ChangeOutcome): boolean =>
  !outcome.ok && 'problem' in outcome && !isAnswer(outcome.problem);

/**
 * Holds the draft of a field edited in place. A new value from the server never replaces the draft; `changed` reports it.
 * A draft that could not be sent returns to the field, so that the person can send it again.
 */
export function useFieldDraft<T>(value: T, revision: number) {
  const [draft, setDraft] = useState<FieldDraft<T> | null>(null);
  const [resumed, setResumed] = useState(false);
  return {
    editing: draft !== null,
    present: draft,
    /** It came back by itself, so it takes the cursor from nobody. */
    resumed,
    value: draft === null ? value : draft.value,
    base: draft?.base,
    revision: draft?.revision ?? revision,
    changed: draft !== null && draft.base !== value,
    start() {
      setResumed(false);
      setDraft({ value, base: value, revision });
    },
    type: (next: T) => setDraft((present) => present && { ...present, value: next }),
    end: () => setDraft(null),
    take(kept: FieldDraft<T>) {
      setResumed(false);
      setDraft(kept);
    },
    /** Closes the field, and opens it again with what was typed when that could not be sent. */
    async settle(sent: Promise<ChangeOutcome>) {
      setDraft(null);
      if (!isUnsent(await sent)) return;
      setResumed(true);
      setDraft((present) => present ?? draft);
    },
  };
}
