import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { boardKeys, boardQuery } from '../../../entities/board/boards.api';
import { projectKeys } from '../../../entities/project/projects.api';
import { createTask, taskKeys } from '../../../entities/task/tasks.api';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import { ApiProblem } from '../../../lib/api';
import { uploadFile } from '../../../lib/files';
import { serverNow } from '../../../lib/server-clock';
import { useEventCallback } from '../../../lib/use-event-callback';
import { useKeyed } from '../../../lib/use-keyed';
import { useUploads } from '../../../ui/fields/use-uploads';
import { showProblem, showToast } from '../../../ui/toast';
import { type AskedPlace, askedDeadline, type NewTaskStart, validateNewTaskSearch } from './asked-place';
import {
  bodyOf,
  type DraftField,
  draftErrors,
  emptyDraft,
  fieldOfCode,
  fieldOfPath,
  type TaskDraft,
} from './task-draft';
import { draftOfTask } from './task-template';
import { useKeptDrafts } from './use-kept-drafts';
import { useTemplate } from './use-template';

/** Too much is said while it is typed; what is missing only once the field was left or sent. */
const saidAtOnce: ReadonlySet<string> = new Set([
  'validation.too-long',
  'task.name.too-long',
  'task.description.too-long',
  'task.description.too-large',
  'validation.characters',
  'task.tags.too-many',
  'task.tag.length',
]);

/** The board that is chosen, with its assigned person. */
function useChosenBoard({ board }: TaskDraft) {
  const { data } = useQuery({ ...boardQuery(board?.id ?? 0), enabled: board !== null });
  return data ?? null;
}

/** After the creation: back to where the task was begun, or to the list that holds it; open in both. */
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

export function useTaskForm({ asked, source }: NewTaskStart) {
  const t = useT();
  const reader = useReader();
  const client = useQueryClient();
  const asksFor = (all: object) => askedDeadline(validateNewTaskSearch(all as Record<string, unknown>));
  const deadline = useSearch({ strict: false, select: asksFor });
  const lead = useLeading(asked, asked !== null || deadline !== null || source !== null);
  const [draft, setDraft] = useState<TaskDraft>(() => ({
    ...(source === null ? emptyDraft(reader) : draftOfTask(source, reader, serverNow())),
    ...placeOf(asked),
    ...(deadline !== null && { deadline }),
  }));
  // A description that comes from outside makes the editor begin anew.
  const [edition, setEdition] = useState(0);
  const [imagesBusy, setImagesBusy] = useState(false);
  const board = useChosenBoard(draft);
  const drafts = useKeptDrafts(reader, draft);
  const [left, setLeft] = useState<ReadonlySet<DraftField>>(new Set());
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<DraftField, string>>>(() =>
    asked?.refused ? { project: t(asked.refused) } : {},
  );
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const keyed = useKeyed();
  const uploadFailed = useCallback((error: unknown) => showProblem(error, t('task.failure.files')), [t]);
  const files = useUploads(uploadFile, uploadFailed);
  const template = useTemplate(source, {
    onText(description) {
      setDraft((present) => ({ ...present, description }));
      setEdition((last) => last + 1);
    },
    onFiles: (found) => void files.add(found),
  });
  const copying = template?.copying === true;
  const waits = imagesBusy || copying ? 'images' : files.busy ? 'files' : null;

  const errors = useMemo(() => draftErrors(draft, serverNow()), [draft]);

  const change = useEventCallback((part: Partial<TaskDraft>) => {
    drafts.touch();
    setDraft((present) => ({ ...present, ...part }));
    setRefused((present) => {
      const rest = { ...present };
      for (const field of Object.keys(part)) delete rest[field as DraftField];
      return rest;
    });
  });

  const leave = useCallback((field: DraftField) => setLeft((fields) => new Set(fields).add(field)), []);

  function errorOf(field: DraftField): string | undefined {
    const error = errors[field];
    if (error !== undefined && (tried || left.has(field) || saidAtOnce.has(error.code))) {
      return t(error.code, error.params);
    }
    return refused[field];
  }

  /** Answers the first field that is wrong, so that the form can lead there. */
  async function submit(): Promise<DraftField | null> {
    if (busy.current) return null;
    setTried(true);
    const [wrong] = Object.keys(errors) as DraftField[];
    if (wrong !== undefined) return wrong;
    if (waits !== null) return null;
    busy.current = true;
    setSending(true);
    const stored = files.uploads.flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));
    const body = bodyOf(draft, reader, stored);
    try {
      const { id } = await keyed(body, (key) => createTask(body, key));
      drafts.finish();
      showToast({ message: t('task.done.create', { id }) });
      void client.invalidateQueries({ queryKey: taskKeys.lists });
      void client.invalidateQueries({ queryKey: taskKeys.counts });
      void client.invalidateQueries({ queryKey: taskKeys.picks });
      void client.invalidateQueries({ queryKey: boardKeys.all });
      await lead(id, (draft.solver ?? board?.assignedUser)?.id === reader.id);
      return null;
    } catch (error) {
      const problem = error instanceof ApiProblem ? error.problem : null;
      const found: Partial<Record<DraftField, string>> = {};
      for (const { path, message, code, params } of problem?.errors ?? []) {
        const field = fieldOfPath(path);
        if (field !== null) found[field] ??= t(code, params) || message;
      }
      const meant = problem && fieldOfCode(problem.code);
      if (problem && meant) {
        found[meant] ??= t(problem.code, problem.params);
        void client.invalidateQueries({ queryKey: projectKeys.all });
      }
      setRefused(found);
      showProblem(error, t('task.failure.create'));
      const [first] = Object.keys(found) as DraftField[];
      return first ?? null;
    } finally {
      busy.current = false;
      setSending(false);
    }
  }

  return {
    draft,
    board,
    change,
    leave,
    errorOf,
    submit,
    sending,
    files,
    template,
    copying,
    edition,
    setImagesBusy,
    waits,
    offered: drafts.offered,
    takeOffered() {
      const taken = drafts.take();
      if (taken === null) return;
      change({ ...taken, ...(taken.project === null && placeOf(asked)) });
      setEdition(edition + 1);
    },
    dropOffered: drafts.drop,
    /** What is written goes on in another form. */
    handOver(to: (written: TaskDraft) => void) {
      to(draft);
      drafts.finish();
    },
  };
}

export type TaskForm = ReturnType<typeof useTaskForm>;
