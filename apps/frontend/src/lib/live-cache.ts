import type { Change, Page, TaskRowAnswer } from '@gos/projections';
import type { QueryClient } from '@tanstack/react-query';

const lists = ['tasks', 'list'];
const settleMs = 60;

/**
 * Brings what others changed into what this tab holds: rows that are shown are replaced at once; which rows a list holds, counts,
 * details and histories are asked for again, several changes together.
 */
export function createLiveCache(client: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const touched = new Set<number>();
  const others = new Set<string>();

  function settle() {
    timer = null;
    const ids = [...touched];
    const models = [...others];
    touched.clear();
    others.clear();
    if (ids.length > 0) {
      void client.invalidateQueries({ queryKey: lists });
      void client.invalidateQueries({ queryKey: ['tasks', 'counts'] });
      void client.invalidateQueries({ queryKey: ['tasks', 'detail'] });
      for (const kind of ['activity', 'comments']) {
        for (const id of ids) void client.invalidateQueries({ queryKey: ['tasks', kind, id] });
      }
    }
    if (models.includes('user')) void client.invalidateQueries({ queryKey: ['users'] });
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
      if (timer === null) timer = setTimeout(settle, settleMs);
    },
    resync(): void {
      void client.invalidateQueries();
    },
  };
}
