import { useEffect, useState } from 'react';
import { keepDraft, readDraft } from '../../../lib/kept-draft';
import { useEventCallback } from '../../../lib/use-event-callback';
import type { FieldDraft } from './use-field-draft';

type TextDraft = FieldDraft<string>;

function keptText(key: string): TextDraft | null {
  const { value, base, revision } = (readDraft(key, 'tab') ?? {}) as Partial<TextDraft>;
  return typeof value === 'string' && typeof base === 'string' && typeof revision === 'number'
    ? { value, base, revision }
    : null;
}

export const keepText = (key: string, draft: TextDraft | null): void => keepDraft(key, draft, 'tab');

/**
 * A long text in an editor outlives its screen: a panel that closes, a page that is left.
 * @returns the kept text, until it is taken up or dropped
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
    /** Keeps a text that the person leaves while the screen stays. */
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
