import type { TaskGraphAnswer } from '@gos/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { graphKeys } from '../../../entities/task/graph.api';
import { refreshTask, showChange, takeBack } from '../../../entities/task/optimistic-cache';
import {
  type ChangeAnswer,
  failureMessages,
  successMessages,
  type TaskChange,
} from '../../../entities/task/task-changes';
import { sendChange, taskKeys } from '../../../entities/task/tasks.api';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import { randomId } from '../../../lib/random-id';
import { showProblem, showToast } from '../../../ui/toast';
import { graphAfter } from './graph-change';

type Predecessor = Extract<TaskChange, { kind: 'addPredecessor' }>['task'];

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
  const key = graphKeys.of(graphId);

  const { mutateAsync } = useMutation({
    mutationKey: ['graph-change', graphId],
    scope: { id: `graph-${graphId}` },
    mutationFn: (sent: Sent) => sendChange(sent.taskId, sent.change, { idempotencyKey: sent.key }),
    onMutate: async ({ taskId, change }) => {
      const snapshot = [...showChange(client, taskId, change, reader), [key, client.getQueryData(key)] as const];
      client.setQueryData<TaskGraphAnswer>(key, (graph) => graph && graphAfter(graph, taskId, change));
      await client.cancelQueries({ queryKey: key, exact: true });
      await client.cancelQueries({ queryKey: taskKeys.detail(taskId), exact: true });
      return { snapshot };
    },
    onError: (_error, _sent, context) => {
      if (context) takeBack(client, context.snapshot);
    },
    onSettled: (_answer, _error, { taskId }) => {
      if (client.isMutating({ mutationKey: ['graph-change', graphId] }) <= 1) void refreshTask(client, taskId);
    },
  });

  /** Null when it was refused, which has been said by then. */
  const run = useCallback(
    async (taskId: number, change: TaskChange): Promise<ChangeAnswer | null> => {
      try {
        const answer = await mutateAsync({ taskId, change, key: randomId() });
        const said = successMessages[change.kind];
        if (said !== undefined) showToast({ message: t(said, { id: taskId }) });
        return answer;
      } catch (error) {
        showProblem(error, t(failureMessages[change.kind]));
        return null;
      }
    },
    [mutateAsync, t],
  );

  const connect = useCallback(
    (predecessor: Predecessor, taskId: number) => run(taskId, { kind: 'addPredecessor', task: predecessor }),
    [run],
  );

  const disconnect = useCallback(
    async (predecessor: Predecessor, taskId: number) => {
      const answer = await run(taskId, { kind: 'removePredecessor', taskId: predecessor.id });
      if (answer) showToast({ message: t('task.graph.removed'), undo: () => void connect(predecessor, taskId) });
      return answer;
    },
    [run, connect, t],
  );

  const addSubtask = useCallback(
    (change: Omit<Extract<TaskChange, { kind: 'createSubtask' }>, 'kind' | 'solver'>) =>
      run(graphId, { kind: 'createSubtask', solver: null, ...change }),
    [run, graphId],
  );

  return { connect, disconnect, addSubtask };
}
