import type { Problem, RepeatedTaskAnswer, TaskAnswer } from '@gos/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import {
  createRepeatedTask,
  editRepeatedTask,
  type RepeatedTaskBody,
  type RepeatedTaskEditBody,
  repeatedTaskKeys,
  repeatedTaskQuery,
} from '../../../entities/repeated-task/repeated-tasks.api';
import { useReader } from '../../../entities/user/use-reader';
import { ApiProblem } from '../../../lib/api';
import { serverNow } from '../../../lib/server-clock';
import { useEventCallback } from '../../../lib/use-event-callback';
import { useKeyed } from '../../../lib/use-keyed';
import { useOwnFields } from '../../../lib/use-own-fields';
import { showProblem, showToast } from '../../../ui/toast';
import { fieldOfCode } from '../form/task-draft';
import { draftOfTask } from '../form/task-template';
import { useTemplate } from '../form/use-template';
import {
  bodyOfRepeated,
  changedBody,
  draftOfRepeated,
  emptyRepeated,
  fieldOfRepeatedPath,
  type RepeatedDraft,
  type RepeatedErrors,
  type RepeatedField,
  repeatedErrors,
} from './repeated-draft';
import { repeatedKey, repeatedOfTask } from './repeated-of-task';
import { useRepeatedT } from './repeated-texts';
import { usePreview } from './use-preview';

/** Too much is said while it is typed, and what no rule gives; what is missing only once the field was left or sent. */
const saidLater: ReadonlySet<string> = new Set([
  'validation.required',
  'task.name.too-short',
  'task.estimate.required',
  'validation.number',
  'validation.money',
  'validation.url',
]);

export interface RepeatedStart {
  /** The one that is edited; null of a new one. */
  readonly definition: RepeatedTaskAnswer | null;
  /** The task that a new one begins as. */
  readonly source: TaskAnswer | null;
}

export interface RepeatedConflict {
  readonly body: Partial<RepeatedTaskBody>;
  readonly revision: number;
  readonly conflicts: NonNullable<Problem['conflicts']>;
  /** The definition as others have left it. */
  readonly theirs: RepeatedDraft;
}

/** The form's fields that a part of a body is about. */
export const fieldsOfBody = (body: Partial<RepeatedTaskBody>, path: string): readonly RepeatedField[] =>
  Object.keys(path === 'template' ? (body.template ?? {}) : { [path]: 0 }).flatMap((name) => {
    const field = fieldOfRepeatedPath(name);
    return field === null ? [] : field === 'showFrom' ? [field, 'showFromUnit' as const] : [field];
  });

/** Whether a kept value is of the kind that an empty form has there; what may be nothing is a text or something with a name. */
function fitsRepeated(form: RepeatedDraft, field: string, value: unknown): boolean {
  if (!Object.hasOwn(form, field)) return false;
  const empty: unknown = form[field as RepeatedField];
  if (Array.isArray(empty)) return Array.isArray(value);
  if (empty !== null && typeof empty !== 'object') return typeof value === typeof empty;
  if (value === null) return empty === null;
  return typeof value === 'object' ? 'id' in value && 'name' in value : empty === null;
}

function useStands({ definition, source }: RepeatedStart) {
  const reader = useReader();
  return useMemo(() => {
    if (definition !== null) return draftOfRepeated(definition);
    const { id, name } = reader;
    const empty = emptyRepeated({ id, name });
    if (source === null) return empty;
    const { project, board } = source;
    return { ...empty, ...repeatedOfTask(draftOfTask(source, reader, serverNow())), project, board };
  }, [definition, source, reader]);
}

/** A definition that is written: a new one, or one that is edited. */
export function useRepeatedForm(start: RepeatedStart) {
  const { definition, source } = start;
  const t = useRepeatedT();
  const reader = useReader();
  const client = useQueryClient();
  const navigate = useNavigate();
  const stands = useStands(start);
  const what = definition !== null ? String(definition.id) : source !== null ? `from-${source.id}` : 'new';
  const own = useOwnFields({
    key: repeatedKey(reader.id, what),
    stands,
    revision: definition?.revision ?? 0,
    fits: (field, value) => fitsRepeated(emptyRepeated(reader), field, value),
    text: 'description',
  });
  const { draft } = own;
  const [updateGenerated, setUpdateGenerated] = useState(false);
  const [imagesBusy, setImagesBusy] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<RepeatedField>>(new Set());
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<RepeatedField, string>>>({});
  const [conflict, setConflict] = useState<RepeatedConflict | null>(null);
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const keyed = useKeyed();
  const template = useTemplate(source, {
    onText: (description) => draft.description === '' && own.change({ description }),
    onFiles: () => undefined,
  });

  const errors = useMemo(
    () => repeatedErrors(draft, definition && stands, serverNow()),
    [JSON.stringify(draft), definition, stands],
  );
  const ruleIsWrong = (['firstDeadline', 'period', 'repeatDay', 'repeatCount', 'endDate'] as const).some(
    (field) => errors[field] !== undefined && errors[field].code !== 'task.deadline.past',
  );
  const preview = usePreview(draft, ruleIsWrong);

  const change = useEventCallback((part: Partial<RepeatedDraft>) => {
    own.change(part);
    setRefused((present) => Object.fromEntries(Object.entries(present).filter(([field]) => !(field in part))));
  });

  function errorOf(field: RepeatedField): string | undefined {
    const error = errors[field];
    if (error !== undefined && (tried || left.has(field) || !saidLater.has(error.code))) {
      return t(error.code, error.params);
    }
    const previewed = (preview.refused as RepeatedErrors)[field];
    return refused[field] ?? (previewed && t(previewed.code, previewed.params));
  }

  async function done(id: number): Promise<void> {
    own.finish();
    showToast({ message: t(definition === null ? 'repeated.done.create' : 'repeated.done.edit') });
    void client.invalidateQueries({ queryKey: repeatedTaskKeys.all });
    await navigate({ to: '/tasks/repeated/$repeatedTaskId', params: { repeatedTaskId: id }, replace: true });
  }

  /** Said at the fields; answers the first of them. */
  function refuse(error: unknown, problem: Problem | null): RepeatedField | null {
    const found: Partial<Record<RepeatedField, string>> = {};
    for (const { path, message, code, params } of problem?.errors ?? []) {
      const field = fieldOfRepeatedPath(path);
      if (field !== null) found[field] ??= t(code, params) || message;
    }
    const meant = problem && fieldOfCode(problem.code);
    if (problem && meant) found[meant] ??= t(problem.code, problem.params);
    setRefused(found);
    showProblem(error, t(definition === null ? 'repeated.failure.create' : 'repeated.failure.change'));
    return (Object.keys(found)[0] as RepeatedField | undefined) ?? null;
  }

  async function send(body: Partial<RepeatedTaskBody>, revision: number): Promise<RepeatedField | null> {
    busy.current = true;
    setSending(true);
    try {
      const answer = await keyed([body, revision, updateGenerated], (idempotencyKey) =>
        definition === null
          ? createRepeatedTask(body as RepeatedTaskBody, idempotencyKey)
          : editRepeatedTask(
              definition.id,
              { ...(body as RepeatedTaskEditBody), ...(updateGenerated && { updateGenerated }) },
              { idempotencyKey, ifMatch: revision },
            ),
      );
      await done(answer.id);
      return null;
    } catch (error) {
      const problem = error instanceof ApiProblem ? error.problem : null;
      if (definition === null || problem?.code !== 'conflict' || !problem.conflicts?.length) {
        return refuse(error, problem);
      }
      const theirs = await client
        .fetchQuery({ ...repeatedTaskQuery(definition.id), staleTime: 0 })
        .catch(() => definition);
      setConflict({
        body,
        revision: problem.revision ?? theirs.revision,
        conflicts: problem.conflicts,
        theirs: draftOfRepeated(theirs),
      });
      return null;
    } finally {
      busy.current = false;
      setSending(false);
    }
  }

  /** Answers the first field that is wrong, so that the form can lead there. */
  async function submit(): Promise<RepeatedField | null> {
    if (busy.current || imagesBusy || template?.copying) return null;
    setTried(true);
    const [wrong] = Object.keys(errors) as RepeatedField[];
    if (wrong !== undefined) return wrong;
    if (definition === null) return send(bodyOfRepeated(draft), 0);
    const body = changedBody(draft, stands);
    if (Object.keys(body).length > 0) return send(body, own.revision);
    await done(definition.id);
    return null;
  }

  /** What the person decided about fields that somebody else has written meanwhile. */
  function settle({ body, revision, conflicts }: RepeatedConflict, overwritten: ReadonlySet<string>) {
    const theirs = conflicts.map(({ path }) => path).filter((path) => !overwritten.has(path));
    setConflict(null);
    own.takeTheirs(
      theirs.flatMap((path) => fieldsOfBody(body, path)),
      revision,
    );
    const mine = Object.fromEntries(Object.entries(body).filter(([path]) => !theirs.includes(path)));
    if (Object.keys(mine).length > 0) void send(mine, revision);
  }

  return {
    isNew: definition === null,
    draft,
    change,
    leave: (field: RepeatedField) => setLeft((fields) => new Set(fields).add(field)),
    errorOf,
    submit,
    sending,
    preview,
    resumed: own.resumed,
    edition: own.edition,
    forget() {
      own.forget();
      setTried(false);
      setRefused({});
      setLeft(new Set());
    },
    updateGenerated,
    setUpdateGenerated,
    copying: template?.copying === true,
    waits: imagesBusy || template?.copying === true,
    setImagesBusy,
    conflict,
    settle,
    closeConflict: () => setConflict(null),
  };
}

export type RepeatedForm = ReturnType<typeof useRepeatedForm>;
