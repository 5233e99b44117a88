import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { graphKeys } from '../../../entities/task/graph.api';
import { refreshTask, showChange } from '../../../entities/task/shown-changes';
import {
  addSubtask,
  type ChangeAnswer,
  changeMessages,
  type OtherTask,
  type TaskChange,
  type TaskPlacing,
  waitFor,
} from '../../../entities/task/task-changes';
import { sendChange } from '../../../entities/task/tasks.api';
import { undoOf } from '../../../entities/undo/undo.api';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import { randomId } from '../../../lib/random-id';
import { showProblem, showToast } from '../../../ui/toast';

interface Sent {
  readonly taskId: number;
  readonly change: TaskChange;
  readonly key: string;
}

/** Changes of the tasks of one network, one after the other: shown at once, taken back with the reason when refused. */
export function useGraphActions(graphId: number) {
  const client = useQueryClient();
  const reader = useReader();
  const t = useT();

  const { mutateAsync } = useMutation({
    mutationKey: graphKeys.sending(graphId),
    scope: { id: `graph-${graphId}` },
    mutationFn: (sent: Sent) => sendChange(sent.taskId, sent.change, { idempotencyKey: sent.key }),
    onMutate: ({ taskId, change }) => ({ shown: showChange(client, taskId, change, reader) }),
    onError: (_error, _sent, context) => context?.shown.takeBack(),
    onSuccess: (_answer, _sent, { shown }) => shown.keep(),
    onSettled: (_answer, _error, { taskId }) => {
      if (client.isMutating({ mutationKey: graphKeys.sending(graphId) }) <= 1) void refreshTask(client, taskId);
    },
  });

  /** Null when it was refused, which has been said by then. */
  const run = useCallback(
    async (taskId: number, change: TaskChange): Promise<ChangeAnswer | null> => {
      try {
        const answer = await mutateAsync({ taskId, change, key: randomId() });
        const { done } = changeMessages[change.type];
        if (done !== null) showToast({ message: t(done, { id: taskId }) });
        return answer;
      } catch (error) {
        showProblem(error, t(changeMessages[change.type].failed));
        return null;
      }
    },
    [mutateAsync, t],
  );

  const connect = useCallback((predecessor: OtherTask, taskId: number) => run(taskId, waitFor(predecessor)), [run]);

  const disconnect = useCallback(
    async (predecessor: OtherTask, taskId: number) => {
      const answer = await run(taskId, { type: 'removePredecessor', body: { taskId: predecessor.id } });
      const refresh = () => refreshTask(client, taskId);
      if (answer) showToast({ message: t('task.graph.removed'), ...undoOf([answer], { refresh }) });
      return answer;
    },
    [run, client, t],
  );

  const add = useCallback(
    (subtask: { readonly name: string; readonly place?: TaskPlacing; readonly predecessors?: readonly number[] }) =>
      run(graphId, addSubtask(subtask)),
    [run, graphId],
  );

  return { connect, disconnect, addSubtask: add };
}
