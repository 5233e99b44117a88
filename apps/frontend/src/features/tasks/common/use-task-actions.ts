import type { PersonRef, Problem, TaskAnswer } from '@gos/contract';
import type { TaskFields } from '@gos/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { refreshTask, showChange } from '../../../entities/task/shown-changes';
import {
  type ChangeAnswer,
  changeMessages,
  editOf,
  isReordering,
  requestOf,
  type TaskChange,
} from '../../../entities/task/task-changes';
import { placingOf } from '../../../entities/task/task-copies';
import { sendChange, taskKeys } from '../../../entities/task/tasks.api';
import { undoOf } from '../../../entities/undo/undo.api';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import { ApiProblem, isAnswer } from '../../../lib/api';
import { randomId } from '../../../lib/random-id';
import { onSignOut } from '../../../lib/sign-out';
import { showProblem, showToast } from '../../../ui/toast';
import { useIsThere } from './use-is-there';

export type ChangeOutcome =
  | { readonly ok: true; readonly answer: ChangeAnswer }
  | { readonly ok: false; readonly problem: Problem | null }
  /** the same change is under way already */
  | { readonly ok: false; readonly ignored: true };

export interface EditConflict {
  readonly fields: Partial<TaskFields>;
  readonly revision: number;
  readonly conflicts: NonNullable<Problem['conflicts']>;
}

interface Sent {
  readonly change: TaskChange;
  readonly key: string;
}

/** Revisions that the reader's own edits made, by task and field: what one has written oneself is no conflict. */
const ownRevisions = new Map<string, number>();
onSignOut(() => ownRevisions.clear());

function revisionLookedAt(taskId: number, change: TaskChange): number | undefined {
  if (change.type !== 'edit') return undefined;
  const own = Object.keys(change.body).map((field) => ownRevisions.get(`${taskId}.${field}`) ?? 0);
  return Math.max(change.revision, ...own);
}

function noteOwnRevision(taskId: number, change: TaskChange, revision: number) {
  if (change.type !== 'edit') return;
  for (const field of Object.keys(change.body)) ownRevisions.set(`${taskId}.${field}`, revision);
}

/** Every action on one task: shown at once, settled with the answer, taken back with the server's sentence when refused. */
export function useTaskActions(taskId: number) {
  const client = useQueryClient();
  const reader = useReader();
  const t = useT();
  const underWay = useRef(new Set<string>());
  const unanswered = useRef(new Map<string, string>());
  const [conflict, setConflict] = useState<EditConflict | null>(null);
  const there = useIsThere();

  const { mutateAsync } = useMutation({
    mutationKey: taskKeys.sending(taskId),
    scope: { id: `task-${taskId}` },
    mutationFn: ({ change, key }: Sent) =>
      sendChange(taskId, change, { idempotencyKey: key, ifMatch: revisionLookedAt(taskId, change) }),
    onMutate: ({ change }) => ({ shown: showChange(client, taskId, change, reader) }),
    onError: (_error, _sent, context) => {
      context?.shown.takeBack();
    },
    onSuccess: (answer, { change }, context) => {
      context.shown.keep();
      noteOwnRevision(taskId, change, answer.revision);
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey: taskKeys.sending(taskId) }) <= 1) void refreshTask(client, taskId);
    },
  });

  const run = useCallback(
    async (change: TaskChange): Promise<ChangeOutcome> => {
      const request = requestOf(taskId, change).name;
      if (underWay.current.has(request)) return { ok: false, ignored: true };
      underWay.current.add(request);
      const key = unanswered.current.get(request) ?? randomId();
      unanswered.current.set(request, key);
      const before = change.type === 'move' ? placingOf(client, taskId) : null;
      try {
        const answer = await mutateAsync({ change, key });
        unanswered.current.delete(request);
        const { done } = changeMessages[change.type];
        if (done !== null && !isReordering(change, before)) {
          const refresh = () => refreshTask(client, taskId);
          showToast({ message: t(done, { id: taskId }), ...undoOf([answer], { refresh }) });
        }
        return { ok: true, answer };
      } catch (error) {
        const problem = error instanceof ApiProblem ? error.problem : null;
        if (isAnswer(problem)) unanswered.current.delete(request);
        // A person who has moved on to another task gets a message instead.
        if (there.current && change.type === 'edit' && problem?.code === 'conflict' && problem.conflicts?.length) {
          setConflict({
            fields: change.body,
            revision: problem.revision ?? change.revision,
            conflicts: problem.conflicts,
          });
        } else {
          const { failed } = changeMessages[change.type];
          // A decision of the server says by itself why; "try again" would lead astray.
          const said = failed === 'task.failure.action' && isAnswer(problem) ? undefined : t(failed);
          showProblem(error, said);
        }
        return { ok: false, problem };
      } finally {
        underWay.current.delete(request);
      }
    },
    [client, taskId, mutateAsync, t],
  );

  /** Edits plain fields as they were looked at when the editing began. */
  const edit = useCallback(
    (fields: Partial<TaskFields>, revision?: number, people?: readonly PersonRef[]) => {
      const looked = revision ?? client.getQueryData<TaskAnswer>(taskKeys.detail(taskId))?.revision ?? 0;
      return run(editOf(fields, looked, people));
    },
    [client, taskId, run],
  );

  return { run, edit, conflict, closeConflict: useCallback(() => setConflict(null), []) };
}

export type TaskActions = ReturnType<typeof useTaskActions>;
