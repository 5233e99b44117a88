import type { Problem } from '@gos/contract';
import type { FieldError } from '@gos/domain';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type Say, useT } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import type { DraftPlace } from '../../lib/kept-draft';
import { useKeyed } from '../../lib/use-keyed';
import { isSame, useOwnFields } from '../../lib/use-own-fields';
import { failureText } from '../failure-text';
import { focusFieldSoon } from '../send-form';

/** Sentences by the path of their field. */
export type FieldTexts = Readonly<Record<string, string>>;
/** Errors by the path of their field: codes of the domain, or sentences of the form. */
export type FieldErrors = Readonly<Record<string, FieldError | string | false | null | undefined>>;

export interface FormConflict {
  readonly revision: number;
  readonly conflicts: NonNullable<Problem['conflicts']>;
}

interface Sending<T, B> {
  readonly values: T;
  /** The whole body. */
  readonly body: B;
  /** The revision that the own fields are based on: for If-Match. */
  readonly revision: number;
  readonly idempotencyKey: string;
}

interface DraftFormOptions<T extends object, B extends object, A> {
  /** The values without the person's own changes. They may change while the form is open. */
  readonly values: T;
  /** The revision of these values; none for a new thing. */
  readonly revision?: number | undefined;
  /** Keeps unsaved fields in this browser. `fits` rejects values of another version. */
  readonly draft?: {
    readonly key: string;
    readonly place?: DraftPlace;
    readonly fits: (field: string, value: unknown) => boolean;
  };
  /** The field of an editor, which reads its text only when it starts. */
  readonly text?: keyof T;
  /** The body of the request, by the names of the fields. Only fields that change it are dirty. */
  readonly body?: (values: T) => B;
  /** Errors in the order of the fields. Call the checks of the domain. */
  readonly check: (values: T) => FieldErrors;
  /** Codes that are shown while the field is typed, not only once it was left or sent. */
  readonly atOnce?: (code: string) => boolean;
  /** Checks only when the form is sent, and drops a field's error when the field is changed. */
  readonly forgiving?: boolean;
  /** A refusal is about several fields together: any change drops it. */
  readonly refusedTogether?: boolean;
  /** A refusal from before the form was opened. */
  readonly refusal?: Problem | null;
  /** The field of a path in the server's answer. */
  readonly fieldOf?: (path: string, values: T) => string | null;
  readonly send: (changed: Partial<B>, sending: Sending<T, B>) => Promise<A>;
  /** The form stays open after it was saved: returns the new revision. */
  readonly savedRevision?: (answer: A) => number;
  /** Runs after the draft was removed. The form is busy until it resolves. */
  readonly onSent?: (answer: A, changed: Partial<B>) => unknown;
  /** Instead of sending a body without changes. */
  readonly onUnchanged?: () => void;
  readonly onConflict?: () => void;
  /** Reports a failure. Returns other sentences for the fields, or false for the form's own line. */
  readonly onRefused?: (
    error: unknown,
    found: FieldTexts,
  ) => FieldTexts | false | undefined | Promise<FieldTexts | false | undefined>;
  /** The sentence of the form's own line; without it an error of another kind is thrown on. */
  readonly failureOf?: (error: unknown) => ReactNode;
}

const fieldOfPath = (path: string, values: object) => (path.split('.')[0]! in values ? path : null);

/** Fields that the body names otherwise are compared as they are. */
const sentValue = <T extends object>(field: keyof T, values: T, body: object): unknown =>
  field in body ? (body as Partial<T>)[field] : values[field];

function changedPart<B extends object>(body: B, before: B): Partial<B> {
  const names = Object.keys(body) as (keyof B)[];
  const changed = names.filter((name) => !isSame(body[name], before[name]));
  return Object.fromEntries(changed.map((name) => [name, body[name]])) as Partial<B>;
}

const textsOf = (errors: FieldErrors, t: Say): FieldTexts =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, error]) =>
      error ? [[path, typeof error === 'string' ? error : t(error.code, error.params)]] : [],
    ),
  );

/** The refusals of the server at their fields, the first of each. */
function refusedTexts(problem: Problem | null, fieldOf: (path: string) => string | null, t: Say): FieldTexts {
  const found: Record<string, string> = {};
  for (const { path, message, code, params } of problem?.errors ?? []) {
    const field = fieldOf(path);
    if (field !== null) found[field] ??= t(code, params) || message;
  }
  return found;
}

function focusFirst(form: RefObject<HTMLElement | null>, found: FieldTexts) {
  if (Object.keys(found).length === 0) return;
  focusFieldSoon(() => {
    const fields = form.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [];
    return [...fields].find(({ dataset }) => dataset.field! in found);
  });
}

/**
 * A form: its values, drafts, errors, sending and conflicts. A screen adds only its fields and their texts.
 * Spread `props` over `SendForm`, `field(name)` over each field.
 */
export function useDraftForm<T extends object, A, B extends object = T>(options: DraftFormOptions<T, B, A>) {
  const { values: stands, revision = 0, draft: kept, check, forgiving = false, fieldOf = fieldOfPath } = options;
  const t = useT();
  const keyed = useKeyed();
  const root = useRef<HTMLFormElement>(null);
  const busy = useRef(false);
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<ReactNode>(null);
  const [conflict, setConflict] = useState<FormConflict | null>(null);
  const bodyOf = (values: T) => options.body?.(values) ?? (values as unknown as B);
  const own = useOwnFields<T>({
    ...kept,
    stands,
    revision,
    text: options.text,
    sent: (field, values) => sentValue(field, values, bodyOf(values)),
  });
  const { form, draft } = own;
  const errors = check(draft);
  const wrong = textsOf(errors, t);

  function errorOf(path: string): string | undefined {
    const error = forgiving ? null : errors[path];
    const isAtOnce = error && typeof error !== 'string' && options.atOnce?.(error.code);
    if (error && (tried || isAtOnce || form.getTouched()[path])) return wrong[path];
    return form.errors[path] as string | undefined;
  }

  function forgetRefusal() {
    if (!options.refusedTogether) return;
    form.clearErrors();
    setFailure(null);
  }

  function change(part: Partial<T>) {
    own.change(part);
    forgetRefusal();
  }

  /** Takes an event of an input, or a value. */
  function onChangeOf(name: keyof T & string) {
    const { onChange } = form.getInputProps(name, { withError: false, withFocus: false });
    return (given: unknown) => {
      onChange(given);
      forgetRefusal();
    };
  }

  const leave = (path: string) => form.setTouched((touched) => ({ ...touched, [path]: true }));

  async function refuse(error: unknown, values: T, sentRevision: number) {
    const problem = error instanceof ApiProblem ? error.problem : null;
    if (problem?.code === 'conflict' && problem.conflicts?.length) {
      setConflict({ revision: problem.revision ?? sentRevision, conflicts: problem.conflicts });
      options.onConflict?.();
      return;
    }
    const found = refusedTexts(problem, (path) => fieldOf(path, values), t);
    const other = options.onRefused ? await options.onRefused(error, found) : false;
    form.setErrors(other || found);
    focusFirst(root, other || found);
    if (other !== false || Object.keys(found).length > 0) return;
    const own = options.failureOf?.(error);
    if (own === undefined && !(error instanceof ApiProblem)) throw error;
    setFailure(own === undefined ? failureText(error as ApiProblem, t) : own);
  }

  useEffect(() => void (options.refusal && refuse(new ApiProblem(options.refusal), draft, revision)), []);

  async function run(request: () => Promise<A>, values: T, basedOn: number, changed: Partial<B>): Promise<void> {
    busy.current = true;
    form.setSubmitting(true);
    try {
      let answer: A;
      try {
        answer = await request();
      } catch (error) {
        return await refuse(error, values, basedOn);
      }
      if (options.savedRevision) {
        own.noteSaved(changed as unknown as Partial<T>, options.savedRevision(answer));
        setTried(false);
      } else {
        own.finish();
      }
      await options.onSent?.(answer, changed);
    } finally {
      busy.current = false;
      form.setSubmitting(false);
    }
  }

  async function send(values: T, basedOn: number): Promise<void> {
    const body = bodyOf(values);
    const changed = changedPart(body, bodyOf(stands));
    if (options.onUnchanged && Object.keys(changed).length === 0) return options.onUnchanged();
    const request = (idempotencyKey: string) =>
      options.send(changed, { values, body, revision: basedOn, idempotencyKey });
    await run(() => keyed([changed, basedOn], request), values, basedOn, changed);
  }

  async function submit(): Promise<void> {
    if (busy.current) return;
    setFailure(null);
    if (!forgiving) setTried(true);
    form.setErrors(forgiving ? wrong : {});
    focusFirst(root, wrong);
    if (Object.keys(wrong).length === 0) await send(draft, own.revision);
  }

  return {
    /** For `SendForm`. */
    props: { ref: root, onSend: () => void submit() },
    draft,
    dirty: own.dirty,
    resumed: own.resumed,
    edition: own.edition,
    busy: form.submitting,
    /** Why the whole was refused. */
    failure,
    conflict,
    change,
    errorOf,
    leave,
    /** For a field with a value. */
    field<K extends keyof T & string>(name: K) {
      return {
        value: draft[name],
        onChange: onChangeOf(name),
        onBlur() {
          if (!forgiving && draft[name] !== '') leave(name);
        },
        error: errorOf(name),
        'data-field': name,
      };
    },
    /** For a switch or a checkbox. */
    checkbox: (name: keyof T & string) => ({
      checked: draft[name] === true,
      onChange: onChangeOf(name),
      'data-field': name,
    }),
    submit,
    /** Runs another action of the form in the same way, such as removing. */
    act(request: () => Promise<A>) {
      if (!busy.current) void run(request, draft, own.revision, {});
    },
    forget() {
      own.forget();
      setTried(false);
      setFailure(null);
      form.clearErrors();
      form.resetTouched();
    },
    /** Gives the draft up, before the form closes. */
    discard: own.finish,
    /** Takes the person's decision about a conflict. @param yours the paths in which their own value stays */
    settle(yours: ReadonlySet<string>) {
      if (conflict === null) return;
      const paths = conflict.conflicts.map(({ path }) => path).filter((path) => !yours.has(path));
      const theirs = paths.map((path) => fieldOf(path, own.draft) ?? path);
      setConflict(null);
      void send({ ...stands, ...own.takeTheirs(theirs, conflict.revision) }, conflict.revision);
    },
    closeConflict: () => setConflict(null),
  };
}
