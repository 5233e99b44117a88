import { type RepeatedTaskActivity, repeatedTaskRoutes } from '@gos/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ChangeOptions } from '../../lib/api';
import { type BodyOf, type QueryOf, request } from '../../lib/request';

type ListQuery = QueryOf<typeof repeatedTaskRoutes.list>;
/** Query of a page of the list; also its cache key. */
export type RepeatedPageQuery = ListQuery & Required<Pick<ListQuery, 'page' | 'pageSize'>>;
export type RepeatedTaskBody = BodyOf<typeof repeatedTaskRoutes.create>;
export type RepeatedTaskEditBody = BodyOf<typeof repeatedTaskRoutes.edit>;

/** Every key of the cache of repeated tasks. */
export const repeatedTaskKeys = {
  all: ['repeated-tasks'],
  lists: ['repeated-tasks', 'list'],
  page: (query: RepeatedPageQuery) => ['repeated-tasks', 'list', query] as const,
  details: ['repeated-tasks', 'detail'],
  detail: (id: number) => ['repeated-tasks', 'detail', id] as const,
  activities: ['repeated-tasks', 'activity'],
  activity: (id: number) => ['repeated-tasks', 'activity', id] as const,
  preview: (body: RepeatedTaskBody | null) => ['repeated-tasks', 'preview', body] as const,
} as const;

export const fetchRepeatedPage = (query: RepeatedPageQuery, signal?: AbortSignal) =>
  request(repeatedTaskRoutes.list, { query: { ...query }, signal });

export const repeatedPageQuery = (query: RepeatedPageQuery) =>
  queryOptions({
    queryKey: repeatedTaskKeys.page(query),
    queryFn: ({ signal }) => fetchRepeatedPage(query, signal),
    placeholderData: keepPreviousData,
  });

export const repeatedTaskQuery = (id: number) =>
  queryOptions({
    queryKey: repeatedTaskKeys.detail(id),
    queryFn: ({ signal }) => request(repeatedTaskRoutes.detail, { id, signal }),
    // Another one is no placeholder for this one.
    placeholderData: undefined,
  });

const pageSize = 100;

/** The whole history, the oldest first. */
export const repeatedActivityQuery = (id: number) =>
  queryOptions({
    queryKey: repeatedTaskKeys.activity(id),
    queryFn: async ({ signal }): Promise<readonly RepeatedTaskActivity[]> => {
      const all: RepeatedTaskActivity[] = [];
      // A page of long items is smaller than requested, and so are those after it.
      for (let query = { page: 1, pageSize }; ; ) {
        const { items, total, ...given } = await request(repeatedTaskRoutes.activity, { id, query, signal });
        all.push(...items);
        if (items.length === 0 || all.length >= total) return all;
        query = { page: given.page + 1, pageSize: given.pageSize };
      }
    },
    placeholderData: undefined,
  });

export const previewRepeatedTask = (body: RepeatedTaskBody, signal?: AbortSignal) =>
  request(repeatedTaskRoutes.preview, { body, signal });

export const createRepeatedTask = (body: RepeatedTaskBody, idempotencyKey: string) =>
  request(repeatedTaskRoutes.create, { body, idempotencyKey });
export const editRepeatedTask = (id: number, body: RepeatedTaskEditBody, options: ChangeOptions) =>
  request(repeatedTaskRoutes.edit, { id, body, ...options });
export const setRepeatedActive = (id: number, active: boolean) =>
  request(active ? repeatedTaskRoutes.activate : repeatedTaskRoutes.deactivate, { id });
export const skipOccurrence = (id: number, body: BodyOf<typeof repeatedTaskRoutes.skip>, idempotencyKey: string) =>
  request(repeatedTaskRoutes.skip, { id, body, idempotencyKey });
export const generateOccurrence = (id: number, deadline: string, idempotencyKey: string) =>
  request(repeatedTaskRoutes.generateEarly, { id, body: { deadline }, idempotencyKey });
