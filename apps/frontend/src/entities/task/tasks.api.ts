import {
  type ActivityItem,
  type CommandAnswer,
  type CommentAnswer,
  fileContentRoutes,
  fileRoutes,
  meRoutes,
  taskRoutes,
} from '@gos/contract';
import type { Instant } from '@gos/domain';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { UploadOptions } from '../../lib/api';
import { apiUrl } from '../../lib/api-url';
import { everyPage, everyPageSize } from '../../lib/every-page';
import { preferenceKeys } from '../../lib/preferences';
import { type BodyOf, type QueryOf, request } from '../../lib/request';
import { onSignOut } from '../../lib/sign-out';
import { keepEarlier, type Part, pageSize, readPart, readWholePage, type Source } from './loaded-part';
import { noteLookedAt } from './looked-at';
import { type ChangeAnswer, requestOf, type TaskChange } from './task-changes';
import type { TaskListName } from './task-lists';
import type { PlaceFilter } from './task-places';
import {
  chosenFilters,
  type ListFilterName,
  preferenceOf,
  type TaskListPreference,
  type TaskListView,
} from './task-search';

type TaskQuery = QueryOf<typeof taskRoutes.list>;

/** Query of a list; also its cache key. */
export interface TaskListQuery
  extends PlaceFilter,
    Required<Pick<TaskQuery, 'page' | 'pageSize'>>,
    Omit<Pick<TaskQuery, 'sort' | ListFilterName | 'q'>, keyof PlaceFilter> {
  /** `all` is everything that the reader may see */
  readonly list: TaskListName | 'all';
}

/** A query is fetched again on mount only when a change has invalidated it, not because of its age. */
const whenInvalidated = {
  refetchOnMount: (query: { readonly state: { readonly isInvalidated: boolean } }) => query.state.isInvalidated,
} as const;

/** Every key of the tasks' cache. */
export const taskKeys = {
  all: ['tasks'],
  lists: ['tasks', 'list'],
  list: (query: TaskListQuery) => ['tasks', 'list', query] as const,
  details: ['tasks', 'detail'],
  detail: (id: number) => ['tasks', 'detail', id] as const,
  deleted: (id: number) => ['tasks', 'detail', id, 'deleted'] as const,
  at: (id: number, at: string) => ['tasks', 'detail', id, 'at', at] as const,
  diff: (id: number, from: string, to: string) => ['tasks', 'diff', id, from, to] as const,
  activity: (id: number) => ['tasks', 'activity', id] as const,
  wholeActivity: (id: number) => ['tasks', 'activity', id, 'whole'] as const,
  /** The first entry, which no later entry changes. */
  firstActivity: (id: number) => ['tasks', 'first-activity', id] as const,
  lastReturn: (id: number) => ['tasks', 'last-return', id] as const,
  comments: (id: number) => ['tasks', 'comments', id] as const,
  fileText: (id: number, fileId: number) => ['tasks', 'file-text', id, fileId] as const,
  counts: ['tasks', 'counts'],
  preference: (list: string) => preferenceKeys.of(`tasks.${list}`),
  picks: ['tasks', 'pick'],
  pick: (q: string) => ['tasks', 'pick', q] as const,
  tags: ['tasks', 'tags'],
  /** Search results among all tasks; a change of any task makes them stale. */
  found: ['tasks', 'found'],
  search: (asked: unknown) => ['tasks', 'found', 'search', asked] as const,
  changes: (since: Instant | null) => ['tasks', 'found', 'changes', since] as const,
  ownActions: ['tasks', 'found', 'own-actions'],
  /** Mutation key of changes in flight. */
  sending: (id: number) => ['task-change', id] as const,
} as const;

/** The division by projects keeps the chosen order inside each project. */
function sortOf(view: TaskListView): TaskQuery['sort'] {
  if (!view.byProject) return view.sort ?? undefined;
  return view.sort && view.sort !== 'project' ? `project,${view.sort}` : 'project';
}

export function listQueryOf(list: TaskListName, view: TaskListView): TaskListQuery {
  const sort = sortOf(view);
  return {
    list,
    page: view.page,
    pageSize: view.pageSize,
    ...(sort !== undefined && { sort }),
    ...chosenFilters(view),
    ...(view.q !== '' && { q: view.q }),
  };
}

const fetchList = (query: TaskListQuery, signal?: AbortSignal) =>
  request(taskRoutes.list, { query: { ...query }, signal });

export const taskListQuery = (query: TaskListQuery) =>
  queryOptions({
    queryKey: taskKeys.list(query),
    queryFn: ({ signal }) => fetchList(query, signal),
    // The rows of another list are no placeholder for these.
    placeholderData: (before, asked) => (asked?.queryKey[2].list === query.list ? before : undefined),
    ...whenInvalidated,
  });

/** Every row that the filters let through. */
export const allRows = (query: TaskListQuery, onShare?: (share: number) => void) =>
  everyPage((page) => fetchList({ ...query, page, pageSize: everyPageSize }), onShare);

export const taskQuery = (id: number) =>
  queryOptions({
    queryKey: taskKeys.detail(id),
    queryFn: ({ signal }) => request(taskRoutes.detail, { id, signal }),
    // Another task is no placeholder for this one.
    placeholderData: undefined,
    ...whenInvalidated,
  });

/** A deleted task, for readers who may restore it, admins and auditors; everybody else gets 404. */
export const deletedTaskQuery = (id: number) =>
  queryOptions({
    queryKey: taskKeys.deleted(id),
    queryFn: ({ signal }) => request(taskRoutes.detail, { id, query: { deleted: true }, signal }),
    // It may have been deleted, brought back and deleted again since.
    staleTime: 0,
    refetchOnMount: true,
    placeholderData: undefined,
  });

/** A past state never changes, so it is fetched once. */
export const taskAtQuery = (id: number, at: string) =>
  queryOptions({
    queryKey: taskKeys.at(id, at),
    queryFn: ({ signal }) => request(taskRoutes.detail, { id, query: { at, deleted: true }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const taskDiffQuery = (id: number, from: string, to: string) =>
  queryOptions({
    queryKey: taskKeys.diff(id, from, to),
    queryFn: ({ signal }) => request(taskRoutes.diff, { id, query: { from, to, deleted: true }, signal }),
    placeholderData: undefined,
  });

/** Histories are requested with `deleted`: those who may read a deleted task read its history, too. */
export type History = Part<ActivityItem>;

/** Not yet in the log, which gives everything its hash. */
export const isUnsent = (item: ActivityItem): boolean => item.hash === '';

export const taskActivity = (id: number): Source<ActivityItem> => ({
  key: taskKeys.activity(id),
  fetchPage: (page, signal) =>
    readWholePage(
      (at, size) =>
        request(taskRoutes.activity, { id, query: { sort: '-at', page: at, pageSize: size, deleted: true }, signal }),
      page,
    ),
  isUnsent,
});

/** The newest part of it, and what has been loaded before that. */
export const taskActivityQuery = (id: number) =>
  queryOptions({
    queryKey: taskKeys.activity(id),
    queryFn: ({ client, signal }): Promise<History> => readPart(client, taskActivity(id), signal),
    structuralSharing: keepEarlier,
  });

export const wholeActivityQuery = (id: number) =>
  queryOptions({
    queryKey: taskKeys.wholeActivity(id),
    queryFn: async ({ signal }): Promise<History> => {
      const items = await everyPage((page) =>
        readWholePage(
          (at, size) =>
            request(taskRoutes.activity, { id, query: { page: at, pageSize: size, deleted: true }, signal }),
          page,
        ),
      );
      return { items, total: items.length };
    },
    placeholderData: undefined,
  });

export const firstActivityQuery = (id: number) =>
  queryOptions({
    queryKey: taskKeys.firstActivity(id),
    queryFn: async ({ signal }) => {
      const { items } = await request(taskRoutes.activity, { id, query: { pageSize: 1, deleted: true }, signal });
      return items[0] ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: undefined,
  });

/** Fetches the last return if the loaded part lacks it; a later return will be in that part. */
export const lastReturnQuery = (id: number) =>
  queryOptions({
    queryKey: taskKeys.lastReturn(id),
    queryFn: async ({ signal }) => {
      for (let page = 1; ; page++) {
        const { items, total } = await taskActivity(id).fetchPage(page, signal);
        const found = items.find(({ event }) => event === 'TaskReturned');
        if (found !== undefined || page * pageSize >= total) return found ?? null;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: undefined,
  });

/** With the deleted ones that the reader may read. */
export interface Discussion extends Part<CommentAnswer> {
  /** How many of all are deleted. */
  readonly deleted: number;
}

export const taskComments = (id: number): Source<CommentAnswer> => ({
  key: taskKeys.comments(id),
  fetchPage: (page, signal) =>
    request(taskRoutes.comments, { id, query: { deleted: true, sort: '-at', page, pageSize }, signal }),
  isUnsent: (comment) => comment.id < 0,
});

/** The newest part of them, and what has been loaded before that. */
export const taskCommentsQuery = (id: number) =>
  queryOptions({
    queryKey: taskKeys.comments(id),
    queryFn: async ({ client, signal }): Promise<Discussion> => {
      const { fetchPage, ...comments } = taskComments(id);
      let present: number | undefined;
      const part = await readPart(client, {
        ...comments,
        async fetchPage(page) {
          const answer = await fetchPage(page, signal);
          if (page === 1 && answer.total > answer.items.length) {
            present = (await request(taskRoutes.comments, { id, query: { pageSize: 1 }, signal })).total;
          }
          return answer;
        },
      });
      present ??= part.items.filter(({ deleted }) => deleted !== true).length;
      return { ...part, deleted: part.total - present };
    },
    structuralSharing: keepEarlier,
    placeholderData: undefined,
    ...whenInvalidated,
  });

/** Tasks to be named as predecessors. */
export const pickTaskQuery = (q: string) =>
  queryOptions({
    queryKey: taskKeys.pick(q),
    queryFn: ({ signal }) =>
      request(taskRoutes.list, {
        query: { list: 'all', pageSize: 20, ...(q && { q }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Tags of the latest tasks, the latest first. */
export const tagsQuery = queryOptions({
  queryKey: taskKeys.tags,
  queryFn: async ({ signal }) => {
    const { items } = await request(taskRoutes.list, { query: { list: 'all', sort: '-id', pageSize: 100 }, signal });
    return [...new Set(items.flatMap(({ tags }) => tags))];
  },
});

export const listPreferenceQuery = (list: string) =>
  queryOptions({
    queryKey: taskKeys.preference(list),
    queryFn: async ({ signal }): Promise<TaskListPreference> => {
      try {
        const { value } = await request(meRoutes.preference, { key: `tasks.${list}`, signal });
        return preferenceOf(list, value);
      } catch {
        // A view that cannot be remembered must not keep the list from being read.
        return preferenceOf(list, null);
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

interface Saving {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly part: Partial<TaskListPreference>;
}

const saving = new Map<string, Saving>();
onSignOut(() => {
  for (const { timer } of saving.values()) clearTimeout(timer);
  saving.clear();
});

/** Merges the changed part into what is stored, so that what another tab has saved is kept. */
async function saveView(list: string, part: Partial<TaskListPreference>): Promise<void> {
  const key = `tasks.${list}`;
  try {
    const { value } = await request(meRoutes.preference, { key });
    await request(meRoutes.setPreference, { key, body: { value: { ...preferenceOf(list, value), ...part } } });
  } catch {
    // It is shown all the same, and forgotten with the tab.
  }
}

/** Updates the cache at once and saves a moment later, so that several clicks make one request. */
export function rememberView(client: QueryClient, list: string, part: Partial<TaskListPreference>): void {
  client.setQueryData<TaskListPreference>(taskKeys.preference(list), (before) => ({
    ...(before ?? preferenceOf(list, null)),
    ...part,
  }));
  const waiting = saving.get(list);
  clearTimeout(waiting?.timer);
  const all = { ...waiting?.part, ...part };
  const timer = setTimeout(() => {
    saving.delete(list);
    void saveView(list, all);
  }, 600);
  saving.set(list, { timer, part: all });
}

export type NewTaskBody = BodyOf<typeof taskRoutes.create>;

/** Marks one's own change as seen. */
async function noted<A extends CommandAnswer>(answer: Promise<A>, taskId?: number): Promise<A> {
  const { id, revision } = await answer;
  noteLookedAt(taskId ?? id, revision);
  return answer;
}

export const createTask = (body: NewTaskBody, idempotencyKey: string) =>
  noted(request(taskRoutes.create, { body, idempotencyKey }));

export const addFile = (taskId: number, file: File, options?: UploadOptions) =>
  request(fileRoutes.addToTask, { ...options, id: taskId, file });

export const fileAddress = (taskId: number, fileId: number) => apiUrl(fileContentRoutes.ofTask, { id: taskId, fileId });

/** The address of a deleted file or of a file of a deleted task. */
export const deletedFileAddress = (taskId: number, fileId: number) => `${fileAddress(taskId, fileId)}?deleted=true`;

/** How much of a text is shown, in bytes. */
export const shownText = 256 * 1024;

/** The beginning of a file as text; what it holds never changes. */
export const fileTextQuery = (taskId: number, fileId: number, address: string) =>
  queryOptions({
    queryKey: taskKeys.fileText(taskId, fileId),
    queryFn: async ({ signal }) => {
      const answer = await fetch(address, {
        headers: { range: `bytes=0-${shownText - 1}` },
        signal,
      });
      if (!answer.ok) throw new Error(`the file could not be read: ${answer.status}`);
      return answer.text();
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: undefined,
  });

/** Sends a change; a retry carries the same key, so that it happens once. */
export function sendChange(
  taskId: number,
  change: TaskChange,
  options: { readonly idempotencyKey: string; readonly ifMatch?: number },
): Promise<ChangeAnswer> {
  return noted(requestOf(taskId, change).send(options), taskId);
}
