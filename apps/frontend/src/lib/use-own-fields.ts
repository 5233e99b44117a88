import { useForm } from '@mantine/form';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type DraftPlace, keepDraft, readDraft } from './kept-draft';
import { useDerivedState } from './use-derived-state';

/** The unsaved fields of a form, with the revision that they are based on. */
export interface KeptFields<T> {
  readonly fields: Partial<T>;
  readonly revision: number;
}

export function keepFields<T>(key: string, kept: KeptFields<T> | null, place: DraftPlace = 'browser'): void {
  keepDraft(key, kept, place);
}

type Fits = (field: string, value: unknown) => boolean;

/** Returns the kept fields that still fit the form. */
export function keptFields<T>(key: string, fits: Fits, place: DraftPlace): KeptFields<T> | null {
  const kept = readDraft(key, place) as Partial<KeptFields<T>> | null;
  const fields = Object.fromEntries(Object.entries(kept?.fields ?? {}).filter(([field, value]) => fits(field, value)));
  return Object.keys(fields).length === 0
    ? null
    : { fields: fields as Partial<T>, revision: Number(kept?.revision) || 0 };
}

/** JSON has no NaN, the value of a text that is no number. */
export const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (!Number.isNaN(a) && !Number.isNaN(b) && JSON.stringify(a) === JSON.stringify(b));

const without = <T extends object>(all: T, names: Iterable<string>): T => {
  const rest = { ...all };
  for (const name of names) delete rest[name as keyof T];
  return rest;
};

const pickOf = <T extends object>(all: T, names: Iterable<string>) =>
  Object.fromEntries([...names].map((name) => [name, all[name as keyof T]])) as Partial<T>;

interface OwnFieldsOptions<T> {
  /** The key of the draft in this browser; without one no draft is kept. */
  readonly key?: string | undefined;
  readonly place?: DraftPlace | undefined;
  /** The values without the person's own changes. */
  readonly stands: T;
  /** The revision of these values; 0 for a new thing. */
  readonly revision: number;
  /** Whether a kept value is one that the field may have. */
  readonly fits?: Fits | undefined;
  /** Keeps the whole form with the changed fields: all values that differ from an empty form, once they are worth it. */
  readonly whole?: { readonly empty: T; readonly isWorth: (draft: T) => boolean } | undefined;
  /** Errors by the fields that the form opens with. */
  readonly initialErrors?: Readonly<Record<string, string>> | undefined;
  /** The value as it is sent; fields that would be sent unchanged are not dirty. */
  readonly sent?: ((field: keyof T, fields: T) => unknown) | undefined;
  /** The field of an editor, which reads its text only when it starts. */
  readonly text?: keyof T | undefined;
}

/**
 * The values of a form. Fields that the person changed and did not save are their own; all other fields follow the values that
 * arrive. Own fields are kept as a draft.
 */
export function useOwnFields<T extends object>(options: OwnFieldsOptions<T>) {
  const { key, place = 'browser', stands, revision, fits = () => false, whole, sent, text } = options;
  const [kept] = useState(() => (key === undefined ? null : keptFields<T>(key, fits, place)));
  const [own, setOwn] = useState<ReadonlySet<string>>(() => new Set(Object.keys(kept?.fields ?? {})));
  /** The oldest revision that an own field is based on. */
  const [basedOn, setBasedOn] = useState<number | null>(kept?.revision ?? null);
  const [resumed, setResumed] = useState(kept !== null);
  const [begun, setBegun] = useState(0);
  const [saved, setSaved] = useState<{ readonly revision: number; readonly fields: T } | null>(null);
  const following = useRef(false);
  const finished = useRef(false);

  const form = useForm({
    initialValues: { ...stands, ...kept?.fields } as Record<string, unknown>,
    initialErrors: options.initialErrors,
    clearInputErrorOnChange: false,
    touchTrigger: 'focus',
    onValuesChange(values, before) {
      if (following.current) return;
      const changed = Object.keys(values).filter((name) => !isSame(values[name], before[name]));
      if (changed.length === 0) return;
      if (basedOn === null) setBasedOn(revision);
      setOwn((present) => new Set([...present, ...changed]));
      form.setErrors((errors) =>
        without(
          errors,
          Object.keys(errors).filter((path) => changed.includes(path.split('.')[0]!)),
        ),
      );
    },
  });

  const sentOf = (field: keyof T, fields: T) => (sent ? sent(field, fields) : fields[field]);
  /** The fields that differ from the other values. */
  const different = (fields: Partial<T>, than: T) => {
    const all = { ...stands, ...fields };
    return (Object.keys(fields) as (keyof T & string)[]).filter(
      (field) => !isSame(sentOf(field, all), sentOf(field, than)),
    );
  };
  const pick = (names: Iterable<string>) => pickOf(form.values as T, names);

  // Saved fields are nobody's own any more once their revision has arrived; those changed meanwhile still are.
  const savedStands = saved !== null && revision >= saved.revision;
  const written = pick(own);
  const fields = savedStands ? pick(different(written, saved.fields)) : written;
  const dirty = different(fields, stands).length > 0;
  const draft = { ...stands, ...fields };

  function keep(name: string) {
    const isKept = dirty && whole?.isWorth(draft) !== false;
    const unlike = (field: string) => !isSame(draft[field as keyof T], whole?.empty[field as keyof T]);
    const part = whole === undefined ? fields : pickOf(draft, Object.keys(draft).filter(unlike));
    keepFields(name, isKept ? { fields: part, revision: basedOn ?? 0 } : null, place);
  }

  // A text that others changed comes with a new edition of the editor, never over a text that is being typed.
  const stood = text === undefined ? undefined : stands[text];
  const edition = useDerivedState<{ readonly stood: unknown; readonly number: number }>((before) => {
    if (text === undefined || before === undefined) return before ?? { stood, number: 0 };
    if (text in fields || before.stood === stood) return before;
    return { stood, number: before.number + (saved?.fields[text] === stood ? 0 : 1) };
  });

  useLayoutEffect(() => {
    if (savedStands) {
      setOwn(new Set(Object.keys(fields)));
      setSaved(null);
    }
    const others = Object.entries(without(stands, Object.keys(fields)));
    const arrived = others.filter(([name, value]) => !isSame(value, form.values[name]));
    if (arrived.length === 0) return;
    following.current = true;
    form.setValues(Object.fromEntries(arrived));
    following.current = false;
  });

  useEffect(() => {
    if (key !== undefined && !finished.current) keep(key);
  }, [key, place, dirty, form.values, own, basedOn]);

  return {
    form,
    fields,
    draft,
    dirty,
    resumed: resumed && dirty,
    revision: basedOn ?? revision,
    edition: `${begun} ${edition.number}`,
    change: (part: Partial<T>) => form.setValues(part),
    /** Takes the others' values of these fields after a conflict. Returns the fields that stay the person's own. */
    takeTheirs(names: readonly string[], theirRevision: number): Partial<T> {
      setOwn((present) => new Set([...present].filter((name) => !names.includes(name))));
      setBasedOn(theirRevision);
      setBegun((present) => present + 1);
      return without(fields, names);
    },
    /** The form is saved and stays open. */
    noteSaved(sentFields: Partial<T>, savedRevision: number) {
      setSaved({ revision: savedRevision, fields: { ...stands, ...sentFields } });
      setBasedOn(savedRevision);
      setResumed(false);
    },
    /** The form is saved or given up, and closes. */
    finish() {
      if (key !== undefined) keepFields(key, null, place);
      finished.current = true;
    },
    forget() {
      setOwn(new Set());
      setBasedOn(null);
      setResumed(false);
      setBegun((present) => present + 1);
    },
  };
}
