import type { TaskAnswer, TaskRowAnswer } from '@gos/contract';
import type { QueryClient } from '@tanstack/react-query';
import { serverNow } from '../../lib/server-clock';
import { boardKeys } from '../board/boards.api';
import type { Reader } from '../user/use-reader';
import { graphKeys } from './graph.api';
import type { TaskChange } from './task-changes';
import { type Discussion, type History, isUnsent, taskKeys } from './tasks.api';

const readDecisions = () =>
  import('./change-layer').then(({ showLayer, showNew, placeRow }) => ({ showLayer, showNew, placeRow }));
type Decisions = Awaited<ReturnType<typeof readDecisions>>;

/** The decision code is a chunk of its own, loaded when the browser is idle. */
let decisions: Decisions | null = null;

export async function loadDecisions(): Promise<Decisions> {
  decisions ??= await readDecisions();
  return decisions;
}

/** Shows a change that the server has done already. If the chunk cannot be loaded, the next fetch shows it. */
export const withDecisions = (show: (loaded: Decisions) => void): Promise<void> =>
  loadDecisions().then(show, () => undefined);

interface Shown {
  /** Keeps an accepted change until the task itself arrives from the server. */
  keep(): void;
  takeBack(): void;
}

/** Shows a change before the server has answered, until it is kept or, refused, taken back. */
export function showChange(client: QueryClient, taskId: number, change: TaskChange, reader: Reader): Shown {
  const comments = client.getQueryData<Discussion>(taskKeys.comments(taskId))?.items ?? [];
  const detail = client.getQueryData<TaskAnswer>(taskKeys.detail(taskId));
  const history = client.getQueryData<History>(taskKeys.activity(taskId))?.items ?? [];
  const before = {
    lastActivity: history.findLast((item) => !isUnsent(item))?.id ?? null,
    lastComment: Math.max(0, ...comments.map(({ id }) => id)),
    subtasks: detail?.subtasks.map(({ id }) => id) ?? [],
  };
  const at = new Date(serverNow()).toISOString();
  const show = (loaded: Decisions) => loaded.showLayer(client, taskId, change, reader, before, at);
  if (decisions !== null) return show(decisions);
  // The first change may come before what decides; what cannot be loaded is seen once it is answered.
  let shown: Shown | null = null;
  let over = false;
  loadDecisions().then(
    (loaded) => {
      if (!over) shown = show(loaded);
    },
    () => undefined,
  );
  return {
    keep() {
      over = true;
      shown?.keep();
    },
    takeBack() {
      over = true;
      shown?.takeBack();
    },
  };
}

/** Fetches everything again that a change of this task may have affected. */
export function refreshTask(client: QueryClient, taskId: number): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: taskKeys.detail(taskId) }),
    client.invalidateQueries({ queryKey: taskKeys.activity(taskId) }),
    client.invalidateQueries({ queryKey: taskKeys.comments(taskId) }),
    client.invalidateQueries({ queryKey: taskKeys.lists }),
    client.invalidateQueries({
      queryKey: boardKeys.taskLists,
      predicate: ({ state }) =>
        (state.data as readonly TaskRowAnswer[] | undefined)?.some(({ id }) => id === taskId) ?? false,
    }),
    client.invalidateQueries({ queryKey: graphKeys.all }),
    client.invalidateQueries({ queryKey: taskKeys.picks }),
    client.invalidateQueries({ queryKey: taskKeys.counts }),
  ]);
}
