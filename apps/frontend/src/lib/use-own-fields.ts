import { useEffect, useRef, useState } from 'react';
import { useDerivedState } from './use-derived-state';

/** What was typed and not saved yet, with the revision that it was looked at. */
export interface KeptFields<T> {
  readonly fields: Partial<T>;
  readonly revision: number;
}

export function keepFields<T>(key: string, kept: KeptFields<T> | null): void {
  try {
    if (kept === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A full or forbidden storage only means that nothing is kept.
  }
}

/** What was kept, as far as it still fits the form. */
function keptFields<T>(key: string, fits: (field: string, value: unknown) => boolean): KeptFields<T> | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}');
    const fields = Object.fromEntries(Object.entries(kept.fields ?? {}).filter(([field, value]) => fits(field, value)));
    if (Object.keys(fields).length === 0) return null;
    return { fields: fields as Partial<T>, revision: Number(kept.revision) || 0 };
  } catch {
    return null;
  }
}

export const without = <T extends object>(all: T, names: Iterable<string>): T => {
  const rest = { ...all };
  for (const name of names) delete rest[name as keyof T];
  return rest;
};

interface Form<T> {
  /** Under what it is kept in this browser. */
  readonly key: string;
  /** What the fields say that are not the person's own. */
  readonly stands: T;
  /** The revision of what stands; 0 for what is new. */
  readonly revision: number;
  /** Whether a kept value is one that the field may have. */
  readonly fits: (field: string, value: unknown) => boolean;
  /** What is sent of a field; what would be sent the same is not changed. */
  readonly sent?: (field: keyof T, fields: T) => unknown;
  /** The field of an editor, which takes its text once. */
  readonly text?: keyof T;
}

/** A form's own fields: those that the person wrote and that are not saved. The others follow what arrives. Nothing typed is lost. */
export function useOwnFields<T extends object>({ key, stands, revision, fits, sent, text }: Form<T>) {
  const [kept] = useState(() => keptFields<T>(key, fits));
  const [written, setWritten] = useState<Partial<T>>(kept?.fields ?? {});
  /** The oldest revision that a written field was looked at. */
  const [lookedAt, setLookedAt] = useState<number | null>(kept?.revision ?? null);
  const [resumed, setResumed] = useState(kept !== null);
  const [begun, setBegun] = useState(0);
  const [saved, setSaved] = useState<{ readonly revision: number; readonly fields: T } | null>(null);
  const finished = useRef(false);

  const sentOf = (field: keyof T, fields: T) => JSON.stringify(sent ? sent(field, fields) : fields[field]);
  /** The written fields that say something else. */
  const different = (fields: Partial<T>, than: T) => {
    const said = { ...stands, ...fields };
    return (Object.keys(fields) as (keyof T & string)[]).filter((field) => sentOf(field, said) !== sentOf(field, than));
  };

  // What was saved is nobody's own any more once it stands; what was typed meanwhile still is.
  const savedStands = saved !== null && revision >= saved.revision;
  function unsaved(fields: Partial<T>): Partial<T> {
    if (!savedStands) return fields;
    return Object.fromEntries(different(fields, saved.fields).map((field) => [field, fields[field]])) as Partial<T>;
  }
  const fields = unsaved(written);
  const dirty = different(fields, stands).length > 0;

  // What others wrote comes with a new edition of the editor, never over what is being typed.
  const stood = text === undefined ? undefined : stands[text];
  const edition = useDerivedState<{ readonly stood: unknown; readonly number: number }>((before) => {
    if (text === undefined || before === undefined) return before ?? { stood, number: 0 };
    if (text in fields || before.stood === stood) return before;
    return { stood, number: before.number + (saved?.fields[text] === stood ? 0 : 1) };
  });

  useEffect(() => {
    if (!finished.current) keepFields(key, dirty ? { fields, revision: lookedAt ?? 0 } : null);
  }, [key, dirty, written, savedStands, lookedAt]);

  return {
    fields,
    draft: { ...stands, ...fields },
    dirty,
    resumed: resumed && dirty,
    revision: lookedAt ?? revision,
    edition: `${begun} ${edition.number}`,
    change(part: Partial<T>) {
      if (lookedAt === null) setLookedAt(revision);
      setWritten((present) => ({ ...unsaved(present), ...part }));
      if (savedStands) setSaved(null);
    },
    /** What was sent has been written by others too: theirs is taken. */
    takeTheirs(names: readonly string[], theirRevision: number) {
      setWritten((present) => without(present, names));
      setLookedAt(theirRevision);
      setBegun((present) => present + 1);
    },
    /** It is saved and the form stays open. */
    noteSaved(sentFields: Partial<T>, savedRevision: number) {
      setSaved({ revision: savedRevision, fields: { ...stands, ...sentFields } });
      setLookedAt(savedRevision);
      setResumed(false);
    },
    /** It is saved, or given up, and the form closes: nothing is kept any more. */
    finish() {
      keepFields(key, null);
      finished.current = true;
    },
    forget() {
      setWritten({});
      setLookedAt(null);
      setResumed(false);
      setBegun((present) => present + 1);
    },
  };
}
