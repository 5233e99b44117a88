import type { Problem } from '@gos/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import type { DraftPlace } from '../../lib/kept-draft';
import { useKeyed } from '../../lib/use-keyed';
import { isSame, useOwnFields } from '../../lib/use-own-fields';
import { failureText } from '../failure-text';
import { type FieldOf, type FieldTexts, fieldOfPath, fieldsOf, focusFirst, refusedTexts } from './form-errors';
import { type FormInputsOptions, useFormInputs } from './use-form-inputs';

export interface FormConflict<B = object> {
  readonly revision: number;
  readonly conflicts: NonNullable<Problem['conflicts']>;
  /** The part of the body that was sent. */
  readonly changed: Partial<B>;
}

interface Sending<T, B> {
  readonly values: T;
  /** The whole body. */
  readonly body: B;
  /** The revision that the own fields are based on: for If-Match. */
  readonly revision: number;
  readonly idempotencyKey: string;
}

interface DraftFormOptions<T extends object, B extends object, A> extends FormInputsOptions<T> {
  /** The values without the person's own changes. They may change while the form is open. */
  readonly values: T;
  /** The revision of these values; none for a new thing. */
  readonly revision?: number | undefined;
  /** Keeps unsaved fields in this browser. `fits` rejects values of another version. */
  readonly draft?: {
    readonly key: string;
    readonly place?: DraftPlace;
    readonly fits: (field: string, value: unknown) => boolean;
    /** For one of several drafts: the form is taken up again in an empty one. */
    readonly whole?: { readonly empty: T; readonly isWorth: (draft: T) => boolean };
  };
  /** The field of an editor, which reads its text only when it starts. */
  readonly text?: keyof T;
  /** The body of the request, by the names of the fields. Only fields that change it are dirty. */
  readonly body?: (values: T) => B;
  /** A refusal from before the form was opened. */
  readonly refusal?: Problem | null;
  readonly initialErrors?: FieldTexts;
  readonly fieldOf?: FieldOf<T>;
  /** Something is on its way that the request needs: nothing is sent meanwhile. */
  readonly waits?: boolean;
  /** The first wrong field is about to get the focus. */
  readonly onWrong?: (field: HTMLElement) => void;
  readonly send: (changed: Partial<B>, sending: Sending<T, B>) => Promise<A>;
  /** The form stays open after it was saved: returns the new revision. */
  readonly savedRevision?: (answer: A) => number;
  /** Runs after the draft was removed. The form is busy until it resolves. */
  readonly onSent?: (answer: A, changed: Partial<B>) => unknown;
  /** Instead of sending a body without changes. @param settled because a conflict took all others' values */
  readonly onUnchanged?: (settled: boolean) => void;
  /** Runs before a conflict is shown, which waits for the others' values. */
  readonly onConflict?: () => unknown;
  /** Reports a failure. Returns other sentences for the fields, or false for the form's own line. */
  readonly onRefused?: (
    error: unknown,
    found: FieldTexts,
  ) => FieldTexts | false | undefined | Promise<FieldTexts | false | undefined>;
  /** The sentence of the form's own line; without it an error of another kind is thrown on. */
  readonly failureOf?: (error: unknown) => ReactNode;
}

/** Fields that the body names otherwise are compared as they are. */
const sentValue = <T extends object>(field: keyof T, values: T, body: object): unknown =>
  field in body ? (body as Partial<T>)[field] : values[field];

function changedPart<B extends object>(body: B, before: B): Partial<B> {
  const names = Object.keys(body) as (keyof B)[];
  const changed = names.filter((name) => !isSame(body[name], before[name]));
  return Object.fromEntries(changed.map((name) => [name, body[name]])) as Partial<B>;
}

/**
 * A form: its values, drafts, errors, sending and conflicts. A screen adds only its fields and their texts.
 * Spread `props` over `SendForm`, `field(name)` over each field.
 */
export function useDraftForm<T extends object, A, B extends object = T>(options: DraftFormOptions<T, B, A>) {
  const { values: stands, revision = 0, draft: kept, forgiving = false, fieldOf = fieldOfPath } = options;
  const t = useT();
  const keyed = useKeyed();
  const root = useRef<HTMLFormElement>(null);
  const busy = useRef(false);
  const [conflict, setConflict] = useState<FormConflict<B> | null>(null);
  const bodyOf = (values: T) => options.body?.(values) ?? (values as unknown as B);
  const own = useOwnFields<T>({
    ...kept,
    stands,
    revision,
    text: options.text,
    initialErrors: options.initialErrors,
    sent: (field, values) => sentValue(field, values, bodyOf(values)),
  });
  const { form, draft } = own;
  const { wrong, failure, setTried, setFailure, ...inputs } = useFormInputs(own, options);

  async function refuse(error: unknown, values: T, sentRevision: number, changed: Partial<B>) {
    const problem = error instanceof ApiProblem ? error.problem : null;
    if (problem?.code === 'conflict' && problem.conflicts?.length) {
      await options.onConflict?.();
      setConflict({ revision: problem.revision ?? sentRevision, conflicts: problem.conflicts, changed });
      return;
    }
    const found = refusedTexts(problem, (path) => fieldOf(path, values), t);
    const other = options.onRefused ? await options.onRefused(error, found) : false;
    form.setErrors(other || found);
    focusFirst(root, other || found, options.onWrong);
    if (other !== false || Object.keys(found).length > 0) return;
    const own = options.failureOf?.(error);
    if (own === undefined && !(error instanceof ApiProblem)) throw error;
    setFailure(own === undefined ? failureText(error as ApiProblem, t) : own);
  }

  useEffect(() => void (options.refusal && refuse(new ApiProblem(options.refusal), draft, revision, {})), []);

  async function run(request: () => Promise<A>, values: T, basedOn: number, changed: Partial<B>): Promise<void> {
    busy.current = true;
    form.setSubmitting(true);
    try {
      let answer: A;
      try {
        answer = await request();
      } catch (error) {
        return await refuse(error, values, basedOn, changed);
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

  async function send(values: T, basedOn: number, settled = false): Promise<void> {
    const body = bodyOf(values);
    const changed = changedPart(body, bodyOf(stands));
    if (options.onUnchanged && Object.keys(changed).length === 0) return options.onUnchanged(settled);
    const request = (idempotencyKey: string) =>
      options.send(changed, { values, body, revision: basedOn, idempotencyKey });
    // A new thing is sent as a whole, so any other body is another request.
    const what = options.revision === undefined ? body : changed;
    await run(() => keyed([what, basedOn], request), values, basedOn, changed);
  }

  async function submit(): Promise<void> {
    if (busy.current) return;
    setFailure(null);
    if (!forgiving) setTried(true);
    form.setErrors(forgiving ? wrong : {});
    focusFirst(root, wrong, options.onWrong);
    if (Object.keys(wrong).length === 0 && !options.waits) await send(draft, own.revision);
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
    ...inputs,
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
      const theirs = paths.flatMap((path) => fieldsOf(fieldOf(path, draft) ?? path));
      setConflict(null);
      void send({ ...stands, ...own.takeTheirs(theirs, conflict.revision) }, conflict.revision, true);
    },
    closeConflict: () => setConflict(null),
  };
}
