import type { RepeatedTaskAnswer, TaskAnswer } from '@gos/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import {
  createRepeatedTask,
  editRepeatedTask,
  type RepeatedTaskBody,
  type RepeatedTaskEditBody,
  repeatedTaskKeys,
  repeatedTaskQuery,
} from '../../../entities/repeated-task/repeated-tasks.api';
import { useReader } from '../../../entities/user/use-reader';
import { serverNow } from '../../../lib/server-clock';
import { useDraftForm } from '../../../ui/form/use-draft-form';
import { showProblem, showToast } from '../../../ui/toast';
import { useFold } from '../form/folded';
import { fitsDraft, refusedByCode } from '../form/task-draft';
import { draftOfTask } from '../form/task-template';
import { useTemplate } from '../form/use-template';
import {
  bodyOfRepeated,
  draftOfRepeated,
  emptyRepeated,
  fieldsOfRepeatedPath,
  nestedBody,
  type RepeatedErrors,
  type RepeatedField,
  repeatedErrors,
} from './repeated-draft';
import { repeatedKey, repeatedOfTask } from './repeated-of-task';
import { useRepeatedT } from './repeated-texts';
import { usePreview } from './use-preview';

/** These errors are shown once the field was left or sent; all others while it is typed. */
const shownLater: ReadonlySet<string> = new Set([
  'validation.required',
  'task.name.too-short',
  'task.estimate.required',
  'validation.number',
  'validation.money',
  'validation.url',
]);

export interface RepeatedStart {
  /** The edited definition; null for a new one. */
  readonly definition: RepeatedTaskAnswer | null;
  /** The task that a new one begins as. */
  readonly source: TaskAnswer | null;
}

/** The values without the person's own changes. @param text the description of the source with copied images */
function useValues({ definition, source }: RepeatedStart, text: string | null) {
  const reader = useReader();
  return useMemo(() => {
    if (definition !== null) return draftOfRepeated(definition);
    const { id, name } = reader;
    const empty = emptyRepeated({ id, name });
    if (source === null) return empty;
    const { project, board } = source;
    const task = repeatedOfTask(draftOfTask(source, reader, serverNow()));
    return { ...empty, ...task, ...(text !== null && { description: text }), project, board };
  }, [definition, source, reader, text]);
}

const isRule = new Set<string>(['firstDeadline', 'period', 'repeatDay', 'repeatCount', 'endDate']);

/** The definition of a repeated task: a new one, or one that is edited. */
export function useRepeatedForm(start: RepeatedStart) {
  const { definition, source } = start;
  const t = useRepeatedT();
  const reader = useReader();
  const client = useQueryClient();
  const navigate = useNavigate();
  const isNew = definition === null;
  const [imagesBusy, setImagesBusy] = useState(false);
  const template = useTemplate(source, () => undefined);
  const copying = template?.copying === true;
  const values = useValues(start, template?.text ?? null);
  const what = definition !== null ? String(definition.id) : source !== null ? `from-${source.id}` : 'new';
  const fold = useFold();
  const waits = imagesBusy || copying;

  async function lead(id: number): Promise<void> {
    showToast({ message: t(isNew ? 'repeated.done.create' : 'repeated.done.edit') });
    void client.invalidateQueries({ queryKey: repeatedTaskKeys.all });
    await navigate({ to: '/tasks/repeated/$repeatedTaskId', params: { repeatedTaskId: id }, replace: true });
  }

  const errorsIn = (draft: typeof values) => repeatedErrors(draft, definition && values, serverNow());
  const form = useDraftForm({
    values,
    revision: definition?.revision,
    draft: {
      key: repeatedKey(reader.id, what),
      fits: (field, value) => fitsDraft(emptyRepeated(reader), field, value),
    },
    text: 'description',
    check: errorsIn,
    atOnce: (code) => !shownLater.has(code),
    fieldOf: fieldsOfRepeatedPath,
    onWrong: fold.onWrong,
    waits,
    body: bodyOfRepeated,
    async send({ updateGenerated, ...changed }, { body, revision, idempotencyKey }) {
      if (definition === null) return createRepeatedTask(nestedBody(body) as RepeatedTaskBody, idempotencyKey);
      const edit = nestedBody(changed) as RepeatedTaskEditBody;
      if (Object.keys(edit).length === 0) return definition;
      const update = updateGenerated && { updateGenerated };
      return editRepeatedTask(definition.id, { ...edit, ...update }, { idempotencyKey, ifMatch: revision });
    },
    onSent: ({ id }) => lead(id),
    onUnchanged:
      definition === null
        ? undefined
        : (settled) => {
            if (settled) return;
            form.discard();
            void lead(definition.id);
          },
    // The dialog shows the definition as others left it.
    onConflict: () =>
      definition && client.fetchQuery({ ...repeatedTaskQuery(definition.id), staleTime: 0 }).catch(() => undefined),
    onRefused(error, found) {
      showProblem(error, t(isNew ? 'repeated.failure.create' : 'repeated.failure.change'));
      return { ...refusedByCode(error, t), ...found };
    },
  });

  const isRuleWrong = Object.entries(errorsIn(form.draft)).some(
    ([field, error]) => isRule.has(field) && error.code !== 'task.deadline.past',
  );
  const preview = usePreview(form.draft, isRuleWrong);

  return {
    ...form,
    isNew,
    theirs: values,
    errorOf(field: RepeatedField): string | undefined {
      const previewed = (preview.refused as RepeatedErrors)[field];
      return form.errorOf(field) ?? (previewed && t(previewed.code, previewed.params));
    },
    preview,
    fold,
    copying,
    waits,
    setImagesBusy,
  };
}

export type RepeatedForm = ReturnType<typeof useRepeatedForm>;
