import type {
  ActivityItem,
  CommandAnswer,
  CommentAnswer,
  TaskAnswer,
  TaskCounts,
  TaskGraphAnswer,
  TaskRowAnswer,
} from '@gos/contract';
import { byRank, type Day, type NewTask, type Rank } from '@gos/domain';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { currency, timeZone } from '../../lib/installation';
import { type Held, type Layer, layerOn, layersOf } from '../../lib/query-layers';
import { boardKeys } from '../board/boards.api';
import type { Reader } from '../user/use-reader';
import type { Decided, Occurred } from './decided-task';
import { graphKeys } from './graph.api';
import type { ChangeNames, TaskChange, TaskPlacing } from './task-changes';
import { heldRows, placeRow, presentDay, rowsIn, rowsLayer } from './task-copies';
import { graphAfter } from './task-graph';
import { belongsToList } from './task-lists';
import { taskKeys } from './tasks.api';

const readDecisions = () => import('./decided-task').then(({ decided, rowOfNew }) => ({ decided, rowOfNew }));
type Decisions = Awaited<ReturnType<typeof readDecisions>>;

/** What decides is a chunk of its own, loaded when the browser is idle. */
let decisions: Decisions | null = null;

export async function loadDecisions(): Promise<Decisions> {
  decisions ??= await readDecisions();
  return decisions;
}

const dataOf = <T>(held: readonly Held[], key: QueryKey): T | undefined =>
  held.find((one) => one.key.length === key.length && key.every((part, index) => part === one.key[index]))?.data as
    | T
    | undefined;

type RankedRow = TaskRowAnswer & { readonly order: Rank };

/** The tasks of a board, as far as they are known here, in their order. */
function tasksOfBoard(rows: readonly TaskRowAnswer[], boardId: number): RankedRow[] {
  const ranked = rows.filter((row): row is RankedRow => row.board?.id === boardId && row.order !== null);
  return [...new Map(ranked.map((row) => [row.id, row])).values()].sort(byRank);
}

/** Where a task stands, so that it can come back there; null when it isn't known here. */
export function placingOf(client: QueryClient, taskId: number): TaskPlacing | null {
  const rows = heldRows(client);
  const row = rows.find(({ id }) => id === taskId) ?? client.getQueryData<TaskAnswer>(taskKeys.detail(taskId));
  if (row === undefined) return null;
  const { project, board } = row;
  if (board === null) return { project, board };
  const tasks = tasksOfBoard(rows, board.id);
  const at = tasks.findIndex(({ id }) => id === taskId);
  return { project, board, beforeId: at < 0 ? null : (tasks[at + 1]?.id ?? null) };
}

/** The ranks between which a task goes, as far as the neighbours are known here. */
function gapOf(rows: readonly TaskRowAnswer[], taskId: number, boardId?: number | null, beforeId?: number | null) {
  if (boardId === undefined || boardId === null) return { before: null, after: null };
  const others = tasksOfBoard(rows, boardId).filter(({ id }) => id !== taskId);
  const found = others.findIndex(({ id }) => id === beforeId);
  const at = found < 0 ? others.length : found;
  return { before: others[at - 1]?.order ?? null, after: others[at]?.order ?? null };
}

/** Moves the numbers in the sidebar together with the row. */
function countsAfter(
  counts: TaskCounts,
  before: TaskRowAnswer,
  after: TaskRowAnswer | null,
  readerId: number,
  today: Day,
) {
  const next: Record<string, number> = { ...counts };
  for (const list of Object.keys(counts)) {
    const was = belongsToList(list, before, readerId, today) ?? false;
    const is = after !== null && (belongsToList(list, after, readerId, today) ?? false);
    next[list] = Math.max(0, (next[list] ?? 0) + Number(is) - Number(was));
  }
  return next as TaskCounts;
}

/** What was there when the change was made; what came since may be the change itself. */
interface Before {
  readonly lastComment: number;
  readonly history: ReadonlySet<string>;
  readonly subtasks: readonly number[];
}

function commentsWith(
  comments: readonly CommentAnswer[],
  event: Occurred,
  reader: Reader,
  at: string,
  { lastComment }: Before,
): readonly CommentAnswer[] {
  if (event.type === 'CommentRemoved' || event.type === 'CommentRestored') {
    const removed = event.type === 'CommentRemoved';
    return comments.map((one) => {
      const { deleted: _, ...comment } = one;
      return one.id === event.data.commentId ? { ...comment, ...(removed && { deleted: true }) } : one;
    });
  }
  const accepted = event.type === 'TaskAccepted' ? event.data : null;
  const said = event.type === 'CommentAdded' ? event.data : accepted?.comment;
  if (!said) return comments;
  const { text } = said;
  if (comments.some(({ id, by, text: other }) => id > lastComment && by?.id === reader.id && other === text)) {
    return comments;
  }
  const { rating = null, costReduction = null } = accepted ?? {};
  // Below every real number until the answer brings the true one.
  const id = -1 - comments.length;
  return [...comments, { id, at, by: { id: reader.id, name: reader.name }, text, rating, costReduction }];
}

interface History {
  readonly items: readonly ActivityItem[];
  readonly total: number;
}

/** Not yet in the log, which gives everything its hash. */
export const isUnsent = (item: ActivityItem): boolean => item.hash === '';

/** Only what one says is shown before it is stored; the rest is seen where it changes something. */
function historyWith(
  all: History,
  event: Occurred,
  taskId: number,
  reader: Reader,
  at: string,
  before: Before,
): History {
  if (event.type !== 'CommentAdded') return all;
  const { text } = event.data;
  const isStored = (item: ActivityItem) =>
    item.event === event.type && item.by?.id === reader.id && item.text === text && !before.history.has(item.id);
  if (all.items.some(isStored)) return all;
  const item: ActivityItem = {
    id: `unsent-${all.items.length}`,
    event: event.type,
    class: 'comment',
    at,
    by: { id: reader.id, name: reader.name },
    via: 'web',
    taskId,
    revision: 0,
    changes: [],
    text,
    hash: '',
  };
  return { items: [...all.items, item], total: all.total + 1 };
}

/** A subtask that was made meanwhile under that name is the one that is being made. */
const isMade = (change: TaskChange, detail: TaskAnswer | undefined, before: Before) =>
  change.type === 'createSubtask' &&
  (detail?.subtasks.some(({ id, name }) => name === change.body.name && !before.subtasks.includes(id)) ?? false);

/** The copy that the decision is made on: the newest one, of equals the one that tells most. */
function bestKnown(held: readonly Held[], taskId: number): TaskRowAnswer | null {
  const copies = [dataOf<TaskAnswer>(held, taskKeys.detail(taskId)) ?? [], ...rowsIn(held)].flat();
  const own = copies.filter(({ id }) => id === taskId);
  return own.reduce<TaskRowAnswer | null>((best, one) => (best && best.revision >= one.revision ? best : one), null);
}

/** What a change makes of everything that holds a copy of its task. */
function layerOf(
  { decided }: Decisions,
  taskId: number,
  change: TaskChange,
  reader: Reader,
  before: Before,
  at: string,
): Layer {
  const decide = (held: readonly Held[], best: TaskRowAnswer | null): Decided | null => {
    const detail = dataOf<TaskAnswer>(held, taskKeys.detail(taskId));
    if (isMade(change, detail, before)) return null;
    const graphs = held.flatMap(({ key, data }) =>
      key[0] === graphKeys.all[0] && key[1] === graphKeys.all[1] ? ((data as TaskGraphAnswer | undefined) ?? []) : [],
    );
    const waitedFor = detail?.predecessors.map(({ id: from }) => ({ from, to: taskId })) ?? [];
    return decided(taskId, best, change, {
      reader,
      at,
      zone: timeZone(),
      currency: currency(),
      comments: dataOf<readonly CommentAnswer[]>(held, taskKeys.comments(taskId)) ?? [],
      gap: gapOf(rowsIn(held), taskId, ...(change.type === 'move' ? [change.body.boardId, change.body.beforeId] : [])),
      edges: [...waitedFor, ...graphs.flatMap(({ edges }) => edges)],
    });
  };

  return (beneath) => {
    const best = bestKnown(beneath, taskId);
    const decision = decide(beneath, best);
    if (decision === null) return beneath;
    const { events, rowAfter, detailAfter } = decision;
    const row = best && rowAfter(best);
    const layers = [
      rowsLayer({ id: taskId, after: rowAfter, row }, reader.id),
      layerOn(taskKeys.detail(taskId), (detail: TaskAnswer, key) => (key.length === 3 ? detailAfter(detail) : detail)),
      layerOn(taskKeys.comments(taskId), (all: readonly CommentAnswer[]) =>
        events.reduce((comments, event) => commentsWith(comments, event, reader, at, before), all),
      ),
      layerOn(taskKeys.activity(taskId), (all: History) =>
        events.reduce((history, event) => historyWith(history, event, taskId, reader, at, before), all),
      ),
      layerOn(taskKeys.counts, (counts: TaskCounts) =>
        best ? countsAfter(counts, best, row, reader.id, presentDay()) : counts,
      ),
      layerOn(graphKeys.all, (graph: TaskGraphAnswer, key) =>
        graphAfter(graph, key[2] as number, taskId, events, change.names ?? {}),
      ),
    ];
    return layers.reduce((held, layer) => layer(held), beneath);
  };
}

interface Shown {
  /** The server has taken it: it stays until the server tells the task itself. */
  keep(): void;
  takeBack(): void;
}

/** Shows a change before the server has answered, until it is kept or, refused, taken back. */
export function showChange(client: QueryClient, taskId: number, change: TaskChange, reader: Reader): Shown {
  const comments = client.getQueryData<readonly CommentAnswer[]>(taskKeys.comments(taskId)) ?? [];
  const detail = client.getQueryData<TaskAnswer>(taskKeys.detail(taskId));
  const history = client.getQueryData<History>(taskKeys.activity(taskId))?.items ?? [];
  const before = {
    history: new Set(history.map(({ id }) => id)),
    lastComment: Math.max(0, ...comments.map(({ id }) => id)),
    subtasks: detail?.subtasks.map(({ id }) => id) ?? [],
  };
  const at = new Date().toISOString();
  const show = (loaded: Decisions) => layersOf(client).show(layerOf(loaded, taskId, change, reader, before, at));
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

/** Shows a task that the server has just created, until it tells the row itself. */
export async function showNew(
  client: QueryClient,
  answer: CommandAnswer,
  body: NewTask,
  names: ChangeNames,
  reader: Reader,
): Promise<void> {
  const { rowOfNew } = await loadDecisions();
  const row = rowOfNew(answer, body, names, {
    reader,
    at: new Date().toISOString(),
    zone: timeZone(),
    currency: currency(),
    gap: gapOf(heldRows(client), answer.id, body.boardId),
  });
  if (row !== null) placeRow(client, row);
}

/** Asks the server for everything that a change of this task may have moved. */
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
