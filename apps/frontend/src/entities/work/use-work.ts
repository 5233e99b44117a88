import type { NamedRef, Problem } from '@gos/contract';
import { minutesBetween, type RefusalCode } from '@gos/domain';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useT } from '../../i18n';
import { ApiProblem, isAnswer } from '../../lib/api';
import { layersOf } from '../../lib/query-layers';
import { randomId } from '../../lib/random-id';
import { serverNow } from '../../lib/server-clock';
import { onSignOut } from '../../lib/sign-out';
import { showProblem, showRefusal, showToast } from '../../ui/toast';
import { projectQuery } from '../project/projects.api';
import { durationText } from '../task/duration';
import { taskKeys } from '../task/tasks.api';
import { undoOf } from '../undo/undo.api';
import { useReader } from '../user/use-reader';
import { askContract, type Contract } from './asked-contract';
import { askReason } from './asked-reason';
import { activeWorkQuery, workKeys } from './work.api';
import { forReason, type WorkableTask, type WorkChange, workRequestOf, workSuccesses } from './work-changes';
import { workLayer } from './work-layer';

interface Sent {
  readonly change: WorkChange;
  readonly key: string;
}

export type WorkOutcome = { readonly ok: true } | { readonly ok: false; readonly problem: Problem | null };

/** The server decides which corrections need a reason, so it is requested after the first try. */
const lacksReason = (problem: Problem | null): boolean =>
  problem?.errors?.some(({ path, code }) => path === 'reason' && code === 'validation.required') ?? false;

/** Keys of changes that were sent and not answered: sent again they are the same change. */
const unanswered = new Map<string, string>();
onSignOut(() => unanswered.clear());

/** The contracts of a project; none where one does not see them. */
async function contractsOf(client: QueryClient, project: NamedRef | null): Promise<readonly Contract[]> {
  if (project === null) return [];
  try {
    return (await client.ensureQueryData(projectQuery(project.id))).contracts;
  } catch {
    return [];
  }
}

const taskOf = (change: WorkChange): number | null =>
  'task' in change ? change.task.id : 'entry' in change ? change.entry.task.id : null;

function refreshWork(client: QueryClient, taskId: number | null): void {
  void client.invalidateQueries({ queryKey: workKeys.all });
  if (taskId === null) return;
  void client.invalidateQueries({ queryKey: taskKeys.detail(taskId) });
  void client.invalidateQueries({ queryKey: taskKeys.activity(taskId) });
}

/** The person whose time a change names; null for that of the reader. */
const workerOf = (change: WorkChange) =>
  'entry' in change ? change.entry.user : change.type === 'add' ? (change.user ?? null) : null;

/** Changes work times: shown at once, settled with the answer, taken back with the server's sentence when refused. */
export function useWorkChanges() {
  const client = useQueryClient();
  const reader = useReader();
  const t = useT();
  const { mutateAsync } = useMutation({
    mutationKey: workKeys.sending,
    scope: { id: 'work' },
    mutationFn: ({ change, key }: Sent) => workRequestOf(change).send({ idempotencyKey: key }),
    onMutate: ({ change }) => ({
      shown: layersOf(client).show(
        workLayer(change, { id: reader.id, name: reader.name }, new Date(serverNow()).toISOString()),
      ),
    }),
    onError: (_error, _sent, context) => context?.shown.takeBack(),
    onSuccess: (_answer, _sent, { shown }) => shown.keep(),
    onSettled(_answer, _error, { change }) {
      if (client.isMutating({ mutationKey: workKeys.sending }) > 1) return;
      refreshWork(client, taskOf(change));
    },
  });

  return useCallback(
    async function run(change: WorkChange, told?: { readonly quiet: boolean }): Promise<WorkOutcome> {
      const { name } = workRequestOf(change);
      const key = unanswered.get(name) ?? randomId();
      unanswered.set(name, key);
      const running = client.getQueryData(activeWorkQuery.queryKey)?.entry;
      try {
        const answer = await mutateAsync({ change, key });
        unanswered.delete(name);
        const time =
          running && durationText(Math.max(0, minutesBetween(running.from, new Date(serverNow()).toISOString())));
        if (change.type === 'start') {
          showToast({
            message:
              running && running.task.id !== change.task.id
                ? t('work.switched', { name: running.task.name ?? t('work.hidden-task'), time: time! })
                : t('work.started'),
          });
        } else if (change.type === 'stop') {
          showToast({ message: time === undefined ? t('work.stopped') : t('work.stopped-after', { time }) });
        } else {
          const taskId = taskOf(change)!;
          const refresh = () => refreshWork(client, taskId);
          showToast({ message: t(workSuccesses[change.type]), ...undoOf([answer], { refresh }) });
        }
        return { ok: true };
      } catch (error) {
        const problem = error instanceof ApiProblem ? error.problem : null;
        if (isAnswer(problem)) unanswered.delete(name);
        if (lacksReason(problem)) {
          const worker = workerOf(change);
          const of = worker === null || worker.id === reader.id ? null : worker;
          const reason = await new Promise<string | null>((answer) => askReason({ of, answer }));
          return reason === null ? { ok: false, problem: null } : run(forReason(change, reason), told);
        }
        // A decision of the server says by itself why; a form says it at its field.
        if (!isAnswer(problem)) showProblem(error, t('work.failure'));
        else if (!told?.quiet) showProblem(error);
        return { ok: false, problem };
      }
    },
    [client, mutateAsync, reader.id, t],
  );
}

/** Changes work times from a form, where a refusal is thrown and shown. */
export function useWorkSending() {
  const run = useWorkChanges();
  return async (change: WorkChange): Promise<void> => {
    const outcome = await run(change, { quiet: true });
    if (!outcome.ok) throw outcome.problem === null ? new Error('not sent') : new ApiProblem(outcome.problem);
  };
}

/** Starts and stops work; with several contracts, a dialog requests the one that the work counts for. */
export function useWork() {
  const client = useQueryClient();
  const t = useT();
  const run = useWorkChanges();
  const { data: active } = useQuery(activeWorkQuery);
  const activeTaskId = active?.entry.task.id ?? null;

  const start = useCallback(
    async (task: WorkableTask) => {
      const contracts = await contractsOf(client, task.project);
      const answer = (contractId: string | null) => void run({ type: 'start', task, contractId });
      if (contracts.length > 1) askContract({ task, contracts, answer });
      else answer(null);
    },
    [client, run],
  );
  const stop = useCallback(() => void run({ type: 'stop' }), [run]);
  /** Begins work on the task or, where it runs, ends it. */
  const toggle = useCallback(
    (task: WorkableTask, refused: RefusalCode | null) => {
      if (client.getQueryData(activeWorkQuery.queryKey)?.entry.task.id === task.id) stop();
      else if (refused !== null) showRefusal(t(refused));
      else void start(task);
    },
    [client, start, stop, t],
  );
  return useMemo(() => ({ active, activeTaskId, start, stop, toggle }), [active, activeTaskId, start, stop, toggle]);
}
