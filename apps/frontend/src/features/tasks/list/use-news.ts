import type { TaskAnswer, TaskRowAnswer } from '@gos/contract';
import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { lookedAt, noteLookedAt } from '../../../entities/task/looked-at';
import type { TaskListName } from '../../../entities/task/task-lists';
import { taskKeys } from '../../../entities/task/tasks.api';
import { useReader } from '../../../entities/user/use-reader';
import { serverNow } from '../../../lib/server-clock';
import { useDerivedState } from '../../../lib/use-derived-state';
import { useEventCallback } from '../../../lib/use-event-callback';
import { isNews, type Seen } from './seen';
import { rememberSeen, seenQuery } from './seen.api';

/** Milliseconds that a row must be shown to count as seen. */
const lookMs = 3_000;

interface Given {
  /** null keeps no account */
  readonly list: TaskListName | null;
  readonly rows: readonly TaskRowAnswer[] | undefined;
  /** Every row of the list is among them. */
  readonly whole: boolean;
}

/** A task that is open is looked at, also when it changes meanwhile. */
function useOpened(openId: number | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (openId === undefined) return;
    const cache = client.getQueryCache();
    const note = () => {
      const task = client.getQueryData<TaskAnswer>(taskKeys.detail(openId));
      if (task !== undefined) noteLookedAt(openId, task.revision);
    };
    note();
    const hash = hashKey(taskKeys.detail(openId));
    return cache.subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryHash === hash) note();
    });
  }, [client, openId]);
}

/** Rows that others changed since the reader last looked at this list; what is opened is news no more. */
export function useNews({ list, rows, whole }: Given, openId: number | undefined): ReadonlySet<number> {
  const client = useQueryClient();
  const { id: readerId } = useReader();
  const { data } = useQuery({ ...seenQuery, enabled: list !== null });
  // The record from before this visit; rows shown now are recorded for the next visit.
  const { seen: before } = useDerivedState<{ readonly list: TaskListName | null; readonly seen: Seen | null }>(
    (visit) =>
      visit?.list === list && (visit.seen !== null || data === undefined) ? visit : { list, seen: data ?? null },
  );
  useOpened(openId);
  const version = useSyncExternalStore(lookedAt.subscribe, lookedAt.version);

  const shown = useEventCallback(
    (): Seen => ({
      rows: new Map([...lookedAt.revisions, ...(rows ?? []).map(({ id, revision }) => [id, revision] as const)]),
      lists: list === null ? {} : { [list]: { at: new Date(serverNow()).toISOString(), whole } },
    }),
  );
  const ready = list !== null && rows !== undefined && data !== undefined;
  useEffect(() => {
    if (!ready) return;
    // A row visible in two consecutive ticks counts as seen, however often the rows change.
    let earlier: Seen | null = null;
    const turn = () => {
      const now = document.visibilityState === 'hidden' ? null : shown();
      if (earlier !== null && now !== null) {
        const stayed = [...earlier.rows].filter(([id]) => now.rows.has(id));
        void rememberSeen(client, { rows: new Map(stayed), lists: earlier.lists });
      }
      earlier = now;
    };
    // After an interruption a row needs two ticks again.
    const interrupt = () => {
      earlier = null;
    };
    turn();
    const timer = setInterval(turn, lookMs);
    document.addEventListener('visibilitychange', interrupt);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', interrupt);
    };
  }, [client, list, ready, shown]);

  return useMemo(() => {
    const fresh = (rows ?? []).filter(
      (row) =>
        before !== null &&
        list !== null &&
        row.id !== openId &&
        isNews(row, list, before, readerId) &&
        (lookedAt.revisions.get(row.id) ?? 0) < row.revision,
    );
    return new Set(fresh.map(({ id }) => id));
  }, [rows, before, list, readerId, openId, version]);
}
