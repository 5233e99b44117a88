import { useEffect, useState } from 'react';
import { useEventCallback } from '../../../lib/use-event-callback';
import type { FieldDraft } from './use-field-draft';

type TextDraft = FieldDraft<string>;

function keptText(key: string): TextDraft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { value, base, revision } = kept as Partial<TextDraft>;
    return typeof value === 'string' && typeof base === 'string' && typeof revision === 'number'
      ? { value, base, revision }
      : null;
  } catch {
    return null;
  }
}

export function keepText(key: string, draft: TextDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // A full or forbidden storage only means that nothing is kept.
  }
}

/**
 * A long text that is being written outlives what stands around it: a panel that closes, a page that is left.
 * @returns what was kept when it was last left, until it is taken up or dropped
 */
export function useKeptText(key: string, present: TextDraft | null) {
  const [kept, setKept] = useState(() => keptText(key));
  const keepPresent = useEventCallback((under: string) => {
    if (present !== null && present.value !== present.base) keepText(under, present);
  });
  useEffect(() => {
    const keep = () => keepPresent(key);
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [key, keepPresent]);
  return {
    kept,
    /** For whoever leaves the text while it stands there. */
    keep(draft: TextDraft) {
      keepText(key, draft);
      setKept(draft);
    },
    drop() {
      keepText(key, null);
      setKept(null);
    },
  };
}
