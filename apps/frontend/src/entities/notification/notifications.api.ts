import { meRoutes, type NotificationAnswer, type NotificationPage, notificationRoutes } from '@gos/contract';
import { deliveriesOf, type NotificationDeliveries, notificationPreference } from '@gos/domain';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';
import type { NotificationNews } from '../../lib/live';
import { fetchPreference, preferenceKeys } from '../../lib/preferences';
import { request } from '../../lib/request';
import { showProblem } from '../../ui/toast';

/** Every key of the cache of notifications. */
const notificationKeys = {
  all: ['notifications'],
  list: ['notifications', 'list'],
  muted: (taskId: number) => ['notifications', 'muted', taskId] as const,
} as const;

type Pages = Pick<InfiniteData<NotificationPage>, 'pages'>;

const pageSize = 20;

/** The reader's notifications by page; the first page includes the number of unread ones. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: notificationKeys.list,
  queryFn: ({ pageParam, signal }) =>
    request(notificationRoutes.list, { query: { page: pageParam, pageSize }, signal }),
  initialPageParam: 1,
  getNextPageParam: ({ page, total }) => (page * pageSize < total ? page + 1 : undefined),
  staleTime: Number.POSITIVE_INFINITY,
});

const unreadIn = ({ pages }: Pages) => pages[0]?.unread ?? 0;

/** Returns the number of unread notifications; 0 until the bell has loaded it. */
export function useUnread(): number {
  return useInfiniteQuery({ ...notificationsQuery, enabled: false, select: unreadIn }).data ?? 0;
}

const mostCounted = 99;
export const countText = (unread: number) => (unread > mostCounted ? `${mostCounted}+` : String(unread));

/** Returns each notification once: a new one shifts older ones to the next page, which then repeats them. */
export const itemsIn = ({ pages }: Pages): readonly NotificationAnswer[] => [
  ...new Map(pages.flatMap(({ items }) => items.map((item) => [item.id, item] as const))).values(),
];

type Change = (page: NotificationPage, index: number) => NotificationPage;

const change = (client: QueryClient, next: Change) =>
  client.setQueryData(notificationsQuery.queryKey, (data) => data && { ...data, pages: data.pages.map(next) });

const withUnread =
  (unread: number): Change =>
  (page, index) =>
    index === 0 ? { ...page, unread } : page;

/** Applies live news to the list; fetches the list again when the news is incomplete. */
export function takeNews(client: QueryClient, news: NotificationNews): void {
  const data = client.getQueryData(notificationsQuery.queryKey);
  if (news === null || data === undefined) return void client.invalidateQueries({ queryKey: notificationKeys.list });
  const known = new Set(itemsIn(data).map(({ id }) => id));
  const came = news.items.filter(({ id }) => !known.has(id));
  const isWhole = unreadIn(data) + came.filter(({ read }) => !read).length === news.unread;
  change(client, (page, index) =>
    index === 0
      ? { ...page, unread: news.unread, total: page.total + came.length, items: [...came, ...page.items] }
      : page,
  );
  if (!isWhole) void client.invalidateQueries({ queryKey: notificationKeys.list });
}

/** Shows the change at once; fetches the list again when the change fails. */
async function read(
  client: QueryClient,
  body: { readonly ids: readonly string[] } | { readonly all: true },
): Promise<void> {
  try {
    const { unread } = await request(notificationRoutes.read, { body });
    change(client, withUnread(unread));
  } catch (error) {
    void client.invalidateQueries({ queryKey: notificationKeys.list });
    showProblem(error);
  }
}

export function readOne(client: QueryClient, { id, read: isRead }: NotificationAnswer): void {
  if (isRead) return;
  change(client, (page, index) => ({
    ...page,
    unread: index === 0 ? Math.max(0, page.unread - 1) : page.unread,
    items: page.items.map((item) => (item.id === id ? { ...item, read: true } : item)),
  }));
  void read(client, { ids: [id] });
}

export function readAll(client: QueryClient): void {
  change(client, (page) => ({ ...page, unread: 0, items: page.items.map((item) => ({ ...item, read: true })) }));
  void read(client, { all: true });
}

/** Whether the reader muted the task, so that only mentions notify them. */
export const mutedQuery = (taskId: number) =>
  queryOptions({
    queryKey: notificationKeys.muted(taskId),
    queryFn: async ({ signal }) => (await request(notificationRoutes.muted, { id: taskId, signal })).muted,
    // Another task is no placeholder for this one.
    placeholderData: undefined,
  });

export async function setMuted(client: QueryClient, taskId: number, muted: boolean): Promise<boolean> {
  const { queryKey } = mutedQuery(taskId);
  client.setQueryData(queryKey, muted);
  try {
    await request(muted ? notificationRoutes.mute : notificationRoutes.unmute, { id: taskId });
    return true;
  } catch (error) {
    void client.invalidateQueries({ queryKey });
    showProblem(error);
    return false;
  }
}

/** How each kind is mailed to the reader. */
export const deliveriesQuery = queryOptions({
  queryKey: preferenceKeys.of(notificationPreference),
  queryFn: async ({ signal }): Promise<NotificationDeliveries> =>
    deliveriesOf(await fetchPreference(notificationPreference, signal)),
});

export const saveDeliveries = (value: NotificationDeliveries) =>
  request(meRoutes.setPreference, { key: notificationPreference, body: { value } });
