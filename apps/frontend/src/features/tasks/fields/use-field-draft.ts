import { useState } from 'react';

interface Draft<T> {
  readonly value: T;
  /** What stood there when the editing began. */
  readonly base: T;
  readonly revision: number;
}

/**
 * Editing in place: what is typed belongs to the person alone, whatever arrives meanwhile; that something arrived is told by
 * `changed`.
 */
export function useFieldDraft<T>(value: T, revision: number) {
  const [draft, setDraft] = useState<Draft<T> | null>(null);
  return {
    editing: draft !== null,
    value: draft === null ? value : draft.value,
    base: draft?.base,
    revision: draft?.revision ?? revision,
    changed: draft !== null && draft.base !== value,
    start: () => setDraft({ value, base: value, revision }),
    type: (next: T) => setDraft((present) => present && { ...present, value: next }),
    end: () => setDraft(null),
  };
}
