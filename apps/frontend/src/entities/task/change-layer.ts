import type {
  ActivityItem,
  CommandAnswer,
  CommentAnswer,
  TaskAnswer,
  TaskCounts,
  TaskGraphAnswer,
  TaskRowAnswer,
} from '@gos/contract';
import type { Day, NewTask } from '@gos/domain';
import { withoutReaction, withReaction } from '@gos/domain/task/task.reactions';
import { partialMatchKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { currency, timeZone } from '../../lib/installation';
import { type Held, type Layer, layerOn, layersOf } from '../../lib/query-layers';
import { serverNow } from '../../lib/server-clock';
import type { Reader } from '../user/use-reader';
import { type Decided, decided, type Occurred, rowOfNew } from './decided-task';
import { graphKeys } from './graph.api';
import type { ChangeNames, TaskChange } from './task-changes';
import { heldRows, placeRow, presentDay, rowsIn, rowsLayer, tasksOfBoard } from './task-copies';
import { graphAfter } from './task-graph';
import { belongsToList } from './task-lists';
import { type Discussion, type History, isUnsent, taskKeys } from './tasks.api';

export { placeRow } from './task-copies';

const dataOf = <T>(held: readonly Held[], key: QueryKey): T | undefined =>
  held.find((one) => one.key.length === key.length && partialMatchKey(one.key, key))?.data as T | undefined;

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

/** The newest parts known when the change was made; later ones may come from the change itself. */
export interface Before {
  readonly lastComment: number;
  /** The newest of the history that is known. */
  readonly lastActivity: string | null;
  readonly subtasks: readonly number[];
}

const withOne = (all: Discussion, id: number, changed: (comment: CommentAnswer) => CommentAnswer): Discussion => ({
  ...all,
  items: all.items.map((comment) => (comment.id === id ? changed(comment) : comment)),
});

function commentsWith(
  all: Discussion,
  event: Occurred,
  reader: Reader,
  at: string,
  { lastComment }: Before,
): Discussion {
  const { items: comments } = all;
  if (event.type === 'CommentRemoved' || event.type === 'CommentRestored') {
    const removed = event.type === 'CommentRemoved';
    const items = comments.map((one) => {
      const { deleted: _, ...comment } = one;
      return one.id === event.data.commentId ? { ...comment, ...(removed && { deleted: true }) } : one;
    });
    const deletedOf = (some: Discussion['items']) => some.filter(({ deleted }) => deleted === true).length;
    return { ...all, items, deleted: all.deleted + deletedOf(items) - deletedOf(comments) };
  }
  if (event.type === 'CommentEdited') {
    const { commentId, text } = event.data;
    return withOne(all, commentId, (comment) => ({ ...comment, text, editedAt: at }));
  }
  if (event.type === 'ReactionAdded' || event.type === 'ReactionRemoved') {
    const { commentId, emoji } = event.data;
    const after = event.type === 'ReactionAdded' ? withReaction : withoutReaction;
    const person = { id: reader.id, name: reader.name };
    return withOne(all, commentId, (comment) => ({
      ...comment,
      reactions: [...after(comment.reactions, emoji, person)],
    }));
  }
  const accepted = event.type === 'TaskAccepted' ? event.data : null;
  const said = event.type === 'CommentAdded' ? event.data : accepted?.comment;
  if (!said) return all;
  const { text } = said;
  if (comments.some(({ id, by, text: other }) => id > lastComment && by?.id === reader.id && other === text)) {
    return all;
  }
  const { rating = null, costReduction = null } = accepted ?? {};
  // Below every real number until the answer brings the true one.
  const id = -1 - comments.length;
  const replyTo = (event.type === 'CommentAdded' && event.data.replyTo) || null;
  const plain = { html: null, editedAt: null, replyTo, reactions: [] };
  const comment = { id, at, by: { id: reader.id, name: reader.name }, text, ...plain, rating, costReduction };
  return { ...all, items: [...comments, comment], total: all.total + 1 };
}

/** Only what one says is shown before it is stored; the rest is seen where it changes something. */
function historyWith(
  all: History,
  event: Occurred,
  taskId: number,
  reader: Reader,
  at: string,
  { lastActivity }: Before,
): History {
  if (event.type !== 'CommentAdded') return all;
  const { text } = event.data;
  const isStored = (item: ActivityItem) =>
    item.event === event.type && item.by?.id === reader.id && item.text === text && !isUnsent(item);
  // A part before what was known may have been loaded since.
  const since = all.items.slice(all.items.findIndex(({ id }) => id === lastActivity) + 1);
  if (since.some(isStored)) return all;
  const item: ActivityItem = {
    id: `unsent-${all.items.length}`,
    event: event.type,
    class: 'comment',
    at,
    by: { id: reader.id, name: reader.name },
    byThen: null,
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

/** Returns the newest copy as the basis of the decision; among equals, the one with the most fields. */
function bestKnown(held: readonly Held[], taskId: number): TaskRowAnswer | null {
  const copies = [dataOf<TaskAnswer>(held, taskKeys.detail(taskId)) ?? [], ...rowsIn(held)].flat();
  const own = copies.filter(({ id }) => id === taskId);
  return own.reduce<TaskRowAnswer | null>((best, one) => (best && best.revision >= one.revision ? best : one), null);
}

/** Returns the layer that applies a change to every cached copy of its task. */
function changeLayer(taskId: number, change: TaskChange, reader: Reader, before: Before, at: string): Layer {
  const decide = (held: readonly Held[], best: TaskRowAnswer | null): Decided | null => {
    const detail = dataOf<TaskAnswer>(held, taskKeys.detail(taskId));
    if (isMade(change, detail, before)) return null;
    const graphs = held.flatMap(({ key, data }) =>
      partialMatchKey(key, graphKeys.all) ? ((data as TaskGraphAnswer | undefined) ?? []) : [],
    );
    const waitedFor = detail?.predecessors.map(({ id: from }) => ({ from, to: taskId })) ?? [];
    return decided(taskId, best, change, {
      reader,
      at,
      zone: timeZone(),
      currency: currency(),
      comments: dataOf<Discussion>(held, taskKeys.comments(taskId))?.items ?? [],
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
      layerOn(taskKeys.comments(taskId), (all: Discussion) =>
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

export const showLayer = (client: QueryClient, ...of: Parameters<typeof changeLayer>) =>
  layersOf(client).show(changeLayer(...of));

/** Shows a task that the server has just created until its row arrives. */
export function showNew(
  client: QueryClient,
  answer: CommandAnswer,
  body: NewTask,
  names: ChangeNames,
  reader: Reader,
): void {
  const row = rowOfNew(answer, body, names, {
    reader,
    at: new Date(serverNow()).toISOString(),
    zone: timeZone(),
    currency: currency(),
    gap: gapOf(heldRows(client), answer.id, body.boardId),
  });
  if (row !== null) placeRow(client, row);
}
