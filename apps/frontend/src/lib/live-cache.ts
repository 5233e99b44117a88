import type { Change, Page, TaskRowAnswer } from '@gos/projections';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

const lists = ['tasks', 'list'];
const settleMs = 60;
/** An answer that does not come holds up the others no longer than this. */
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
    if (!settling && timer === null) timer = setTimeout(() => void settle(), settleMs);
  }

  /** One at a time: a stream of changes must not abandon every answer before it comes. */
  async function settle() {
    timer = null;
    settling = true;
    const keys: QueryKey[] = [];
    if (touched.size > 0) keys.push(lists, ['tasks', 'counts'], ['tasks', 'detail'], ['tasks', 'search']);
    for (const id of touched) keys.push(['tasks', 'activity', id], ['tasks', 'comments', id]);
    if (others.has('user')) keys.push(['users']);
    touched.clear();
    others.clear();
    const answered = Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
    settling = false;
    if (touched.size > 0 || others.size > 0) schedule();
  }

  function patch(id: number, change: (rows: readonly TaskRowAnswer[]) => readonly TaskRowAnswer[]) {
    client.setQueriesData<Page<TaskRowAnswer>>({ queryKey: lists }, (page) =>
      page?.items.some((row) => row.id === id) ? { ...page, items: change(page.items) } : page,
    );
  }

  return {
    changed(changes: readonly Change[]): void {
      for (const change of changes) {
        if (change.model !== 'task') {
          others.add(change.model);
          continue;
        }
        const { id } = change;
        touched.add(id);
        if ('gone' in change) {
          patch(id, (rows) => rows.filter((row) => row.id !== id));
          client.removeQueries({ queryKey: ['tasks', 'detail', id], type: 'inactive' });
        } else if ('doc' in change && change.doc) {
          const { doc } = change;
          patch(id, (rows) => rows.map((row) => (row.id === id && row.revision <= doc.revision ? doc : row)));
        }
      }
      schedule();
    },
    resync(): void {
      void client.invalidateQueries();
    },
  };
}
