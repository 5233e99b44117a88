import type { Change, Page, TaskRowAnswer } from '@gos/contract';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type PlacedQuery, rowsWith } from './task-places';

const lists = ['tasks', 'list'];
/**
 * Keys of screens that apply changes themselves while they are shown. Only their inactive queries are marked as stale, to be
 * fetched when the screen opens again.
 */
const followed: readonly QueryKey[] = [['boards'], ['statistics']];
const whileAway = { type: 'inactive', refetchType: 'none' } as const;
const batchMs = 60;
/** How long one round waits for its answers before the next one may begin. */
const patienceMs = 5_000;

/**
 * Brings what others changed into what this tab holds: rows that are shown are replaced at once; which rows a list holds, counts,
 * details and histories are asked for again, several changes together.
 */
export function createLiveCache(client: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let settling = false;
  const touched = new Set<number>();
  const others = new Set<string>();

  function schedule() {
    if (!settling && timer === null) timer = setTimeout(() => void settle(), batchMs);
  }

  /** One round at a time: asking again cancels the requests under way, so that under steady changes none would ever finish. */
  async function settle() {
    timer = null;
    settling = true;
    const keys: QueryKey[] = [];
    if (touched.size > 0)
      keys.push(
        lists,
        ['tasks', 'counts'],
        ['tasks', 'detail'],
        ['tasks', 'graph'],
        ['tasks', 'search'],
        ['tasks', 'changes'],
      );
    for (const id of touched) keys.push(['tasks', 'activity', id], ['tasks', 'comments', id]);
    if (others.has('user')) keys.push(['users']);
    // The name of a project stands in its tasks too.
    if (others.has('project')) keys.push(['projects'], lists, ['tasks', 'detail']);
    const moved = touched.size > 0 || others.has('board') || others.has('project');
    if (moved) for (const queryKey of followed) void client.invalidateQueries({ queryKey, ...whileAway });
    touched.clear();
    others.clear();
    const answered = Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
    settling = false;
    if (touched.size > 0 || others.size > 0) schedule();
  }

  function remove(id: number) {
    client.setQueriesData<Page<TaskRowAnswer>>({ queryKey: lists }, (page) =>
      page?.items.some((row) => row.id === id) ? { ...page, items: page.items.filter((row) => row.id !== id) } : page,
    );
  }

  /** Removes a project from the menus. A screen that shows it learns from its own next answer that it is gone. */
  function removeProject(id: number) {
    client.setQueriesData<unknown>({ queryKey: ['projects', 'list'] }, (data: unknown) =>
      Array.isArray(data) ? data.filter((project: { readonly id: number }) => project.id !== id) : data,
    );
    client.removeQueries({ queryKey: ['projects', 'detail', id], type: 'inactive' });
  }

  /** Updates the row in every list that is held; lists by project or board also gain or lose it. Ignored when a newer revision is shown. */
  function place(doc: TaskRowAnswer) {
    const pages = client.getQueriesData<Page<TaskRowAnswer>>({ queryKey: lists });
    const shown = pages.flatMap(([, page]) => page?.items.filter(({ id }) => id === doc.id) ?? []);
    if (shown.some(({ revision }) => revision > doc.revision)) return;
    for (const [key, page] of pages) {
      const next = page && rowsWith(page, key[2] as PlacedQuery, doc);
      if (next !== page) client.setQueryData(key, next);
    }
  }

  return {
    changed(changes: readonly Change[]): void {
      for (const change of changes) {
        if (change.model !== 'task') {
          others.add(change.model);
          if (change.model === 'project' && 'gone' in change) removeProject(change.id);
          continue;
        }
        const { id } = change;
        touched.add(id);
        if ('gone' in change) {
          remove(id);
          client.removeQueries({ queryKey: ['tasks', 'detail', id], type: 'inactive' });
        } else if ('doc' in change && change.doc) {
          place(change.doc);
        }
      }
      schedule();
    },
    resync(): void {
      void client.invalidateQueries();
    },
  };
}
