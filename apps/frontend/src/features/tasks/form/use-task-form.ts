import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { boardKeys, boardQuery } from '../../../entities/board/boards.api';
import { projectKeys } from '../../../entities/project/projects.api';
import { createTask, taskKeys } from '../../../entities/task/tasks.api';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import { serverNow } from '../../../lib/server-clock';
import { forgetShared } from '../../../lib/shared-content';
import type { useUploads } from '../../../ui/fields/use-uploads';
import { useDraftForm } from '../../../ui/form/use-draft-form';
import { showProblem, showToast } from '../../../ui/toast';
import { type AskedPlace, askedDeadline, type NewTaskStart, validateNewTaskSearch } from './asked-place';
import { useFold } from './folded';
import { draftOfShared } from './shared-draft';
import {
  bodyOf,
  draftErrors,
  emptyDraft,
  fieldOfPath,
  fitsDraft,
  isWorthKeeping,
  refusedByCode,
  type TaskDraft,
} from './task-draft';
import type { TaskDrafts } from './task-drafts';
import { draftOfTask } from './task-template';
import { useTemplate } from './use-template';

/** Excess is shown while it is typed; a missing value only once the field was left or sent. */
const isAtOnce = (code: string) => /too-(long|large|many)$/.test(code) || /characters$|tag\.length$/.test(code);

/** The board that is chosen, with its assigned person. */
function useChosenBoard({ board }: TaskDraft) {
  const { data } = useQuery({ ...boardQuery(board?.id ?? 0), enabled: board !== null });
  return data ?? null;
}

/** After the creation: back to the screen on which the task was begun, or to a list that shows it; open in both. */
function useLeading(asked: AskedPlace | null, isBegunElsewhere: boolean) {
  const router = useRouter();
  return async (taskId: number, mine: boolean) => {
    if (isBegunElsewhere && router.history.canGoBack()) {
      const arrived = new Promise<void>((resolve) => {
        const stop = router.subscribe('onResolved', () => {
          stop();
          resolve();
        });
      });
      router.history.back();
      await arrived;
      await router.navigate({ to: '.', search: (previous: object) => ({ ...previous, taskId }), replace: true });
    } else if (asked === null) {
      await router.navigate({ to: mine ? '/tasks' : '/tasks/given', search: { taskId } });
    } else {
      const projectId = asked.project.id;
      await router.navigate({ to: '/tasks/project/$projectId', params: { projectId }, search: { taskId } });
    }
  };
}

const placeOf = (asked: AskedPlace | null) => asked && { project: asked.project, board: asked.board };
const asksFor = (all: object) => askedDeadline(validateNewTaskSearch(all as Record<string, unknown>));

export interface TaskFormOptions {
  readonly start: NewTaskStart;
  readonly drafts: TaskDrafts;
  readonly files: ReturnType<typeof useUploads>;
}

export function useTaskForm({ start: { asked, source, shared }, drafts, files }: TaskFormOptions) {
  const t = useT();
  const reader = useReader();
  const client = useQueryClient();
  const { key, taken } = drafts;
  const deadline = useSearch({ strict: false, select: asksFor });
  const lead = useLeading(asked, asked !== null || deadline !== null || source !== null);
  const [imagesBusy, setImagesBusy] = useState(false);
  const template = useTemplate(taken === null ? source : null, (found) => void files.add(found));
  const copying = template?.copying === true;
  const waits = imagesBusy || copying ? 'images' : files.busy ? 'files' : null;
  const fold = useFold();

  const text = template?.text ?? null;
  const values = useMemo((): TaskDraft => {
    const empty = emptyDraft(reader);
    if (taken !== null) return { ...empty, ...(taken.project === undefined && placeOf(asked)) };
    return {
      ...(source === null ? empty : draftOfTask(source, reader, serverNow())),
      ...(text !== null && { description: text }),
      ...(shared !== null && draftOfShared(shared)),
      ...placeOf(asked),
      ...(deadline !== null && { deadline }),
    };
  }, [reader, taken, source, text, shared, asked, deadline]);

  const form = useDraftForm({
    values,
    draft: {
      key,
      fits: (field, value) => fitsDraft(emptyDraft(reader), field, value),
      whole: { empty: emptyDraft(reader), isWorth: isWorthKeeping },
    },
    text: 'description',
    initialErrors: taken === null && asked?.refused ? { project: t(asked.refused) } : undefined,
    check: (draft) => draftErrors(draft, serverNow()),
    atOnce: isAtOnce,
    fieldOf: fieldOfPath,
    onWrong: fold.onWrong,
    waits: waits !== null,
    body: (draft) =>
      bodyOf(
        draft,
        reader,
        files.uploads.flatMap(({ fileId }) => (fileId === null ? [] : [fileId])),
      ),
    send: (_, { body, idempotencyKey }) => createTask(body, idempotencyKey),
    async onSent({ id }) {
      if (shared !== null) void forgetShared();
      showToast({ message: t('task.done.create', { id }) });
      void client.invalidateQueries({ queryKey: taskKeys.lists });
      void client.invalidateQueries({ queryKey: taskKeys.counts });
      void client.invalidateQueries({ queryKey: taskKeys.picks });
      void client.invalidateQueries({ queryKey: boardKeys.all });
      await lead(id, (form.draft.solver ?? board?.assignedUser)?.id === reader.id);
    },
    onRefused(error, found) {
      const byCode = refusedByCode(error, t);
      if (Object.keys(byCode).length > 0) void client.invalidateQueries({ queryKey: projectKeys.all });
      showProblem(error, t('task.failure.create'));
      return { ...byCode, ...found };
    },
  });
  const board = useChosenBoard(form.draft);

  return { ...form, board, fold, template, copying, setImagesBusy, waits };
}

export type TaskForm = ReturnType<typeof useTaskForm>;
