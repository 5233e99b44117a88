import type { PersonRef } from '@gos/contract';
import { useEffect, useState } from 'react';
import { useKept } from '../../../lib/use-kept';
import { type KeptRepeated, keepRepeated, readRepeated } from './kept-repeated';
import { emptyRepeated, type RepeatedDraft, type RepeatedField } from './repeated-draft';

/** Whether a kept value is of the kind that the form expects; what may be nothing is a text or something with a name. */
function fits(empty: unknown, value: unknown): boolean {
  if (Array.isArray(empty)) return Array.isArray(value);
  if (empty !== null && typeof empty !== 'object') return typeof value === typeof empty;
  if (value === null) return empty === null;
  return typeof value === 'object' ? 'id' in value && 'name' in value : empty === null;
}

/** What was kept, as far as it still fits the form. */
function keptRepeated(reader: PersonRef, what: string): KeptRepeated | null {
  try {
    const kept = readRepeated(reader.id, what);
    if (typeof kept?.fields !== 'object' || kept.fields === null) return null;
    const empty = emptyRepeated(reader);
    const fields = Object.fromEntries(
      Object.entries(kept.fields).filter(
        ([field, value]) => field in empty && fits(empty[field as RepeatedField], value),
      ),
    );
    return Object.keys(fields).length === 0 ? null : { fields, revision: Number(kept.revision) || 0 };
  } catch {
    return null;
  }
}

interface Begun {
  readonly reader: PersonRef;
  /** Under what it is kept. */
  readonly what: string;
  /** What the fields say that are not the person's own. */
  readonly stands: RepeatedDraft;
  readonly revision: number;
}

/** The fields that the person wrote and that are not saved; the others follow what arrives. Nothing typed is lost. */
export function useOwnRepeated({ reader, what, stands, revision }: Begun) {
  const [kept] = useState(() => keptRepeated(reader, what));
  const [written, setWritten] = useState<Partial<RepeatedDraft>>(kept?.fields ?? {});
  /** The revision that the first written field was looked at. */
  const [lookedAt, setLookedAt] = useState<number | null>(kept?.revision ?? null);
  const [resumed, setResumed] = useState(kept !== null);
  const [begun, setBegun] = useState(0);
  const [finished, setFinished] = useState(false);
  const dirty = Object.keys(written).length > 0;

  // An editor takes its text once: what others wrote comes with a new edition, never over what is being typed.
  const text = useKept<{ readonly stood: string; readonly edition: number }>((before) => {
    if (before === undefined) return { stood: stands.description, edition: 0 };
    if ('description' in written || before.stood === stands.description) return before;
    return { stood: stands.description, edition: before.edition + 1 };
  });

  useEffect(() => {
    keepRepeated(reader.id, what, dirty && !finished ? { fields: written, revision: lookedAt ?? 0 } : null);
  }, [reader.id, what, dirty, written, lookedAt, finished]);

  return {
    draft: { ...stands, ...written },
    dirty,
    resumed: resumed && dirty,
    revision: lookedAt ?? revision,
    edition: `${begun} ${text.edition}`,
    change(part: Partial<RepeatedDraft>) {
      if (lookedAt === null) setLookedAt(revision);
      setWritten((present) => ({ ...present, ...part }));
    },
    /** What others wrote into these stands. */
    takeTheirs(fields: readonly RepeatedField[], theirRevision: number) {
      setWritten((present) =>
        Object.fromEntries(Object.entries(present).filter(([field]) => !fields.includes(field as RepeatedField))),
      );
      setLookedAt(theirRevision);
      setBegun((present) => present + 1);
    },
    forget() {
      setWritten({});
      setLookedAt(null);
      setResumed(false);
      setBegun((present) => present + 1);
    },
    /** It is saved: nothing is kept any more. */
    finish() {
      keepRepeated(reader.id, what, null);
      setFinished(true);
    },
  };
}
