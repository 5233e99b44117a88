import type { BoardAnswer, Change, TaskAnswer } from '@gos/contract';
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { boardKeys, noBoard } from '../../entities/board/boards.api';
import { live } from '../../lib/live';
import { dropTask, putTask } from './moves';

const batchMs = 60;

/**
 * Brings what others change into the boards that are shown: cards go to where they say that they are, without asking again. Only
 * what was on its way when a change came, and what cannot be told card by card, is asked for.
 */
export function createBoardCache(client: QueryClient, projectId: number) {
  const stale = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let settling = false;

  const renew = (queryKey: QueryKey) => stale.set(JSON.stringify(queryKey), queryKey);

  /** An answer under way may be older than the change. */
  function renewUnderWay(prefix: QueryKey) {
    for (const query of client.getQueryCache().findAll({ queryKey: prefix, fetchStatus: 'fetching' })) {
      renew(query.queryKey);
    }
  }

  function schedule() {
    if (stale.size > 0 && !settling && timer === null) timer = setTimeout(() => void settle(), batchMs);
  }

  async function settle() {
    timer = null;
    settling = true;
    const keys = [...stale.values()];
    stale.clear();
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
    settling = false;
    schedule();
  }

  /** The tasks of a board that was deleted or brought back are elsewhere now. */
  function renewAround(id: number) {
    renew(boardKeys.list(projectId));
    renew(boardKeys.deleted(projectId));
    renew(boardKeys.tasks(projectId, noBoard));
    renew(boardKeys.tasks(projectId, id));
    renew(boardKeys.detail(id));
  }

  function boardChanged(change: Change) {
    const { id } = change;
    const list = boardKeys.list(projectId);
    const known = client.getQueryData<readonly BoardAnswer[]>(list)?.find((board) => board.id === id);
    const doc = 'doc' in change ? (change.doc as Omit<BoardAnswer, 'can'>) : undefined;
    if (doc !== undefined && doc.projectId !== projectId) return;
    renewUnderWay(list);
    if ('gone' in change || doc?.deleted) {
      if (known === undefined && !('gone' in change)) return;
      client.setQueryData<readonly BoardAnswer[]>(list, (boards) => boards?.filter((board) => board.id !== id));
      renewAround(id);
    } else if (doc === undefined || known === undefined) {
      renewAround(id);
    } else if (known.revision <= doc.revision) {
      const newer = (board: BoardAnswer) => ({ ...board, ...doc, can: board.can });
      client.setQueryData<readonly BoardAnswer[]>(list, (boards) =>
        boards?.map((board) => (board.id === id ? newer(board) : board)),
      );
      client.setQueryData<BoardAnswer>(boardKeys.detail(id), (board) => board && newer(board));
    }
  }

  /** Whether it takes tasks is said with each of its boards. */
  function projectChanged() {
    renew(boardKeys.list(projectId));
    renew(boardKeys.details);
  }

  function taskChanged(change: Change) {
    renewUnderWay([...boardKeys.taskLists, projectId]);
    if ('gone' in change) dropTask(client, projectId, change.id);
    else if (change.model === 'task' && 'doc' in change && change.doc) putTask(client, projectId, change.doc);
    else renew([...boardKeys.taskLists, projectId]);
  }

  return {
    changed(changes: readonly Change[]): void {
      for (const change of changes) {
        if (change.model === 'task') taskChanged(change);
        else if (change.model === 'board') boardChanged(change);
        else if (change.model === 'project' && change.id === projectId) projectChanged();
      }
      schedule();
    },
    stop(): void {
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** What the open task shows before the server has answered, its card shows too. */
function followOpenTask(client: QueryClient, projectId: number): () => void {
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { queryKey, state } = event.query;
    const [tasks, detail, , moment] = queryKey;
    if (tasks !== 'tasks' || detail !== 'detail' || moment !== undefined) return;
    if (state.data !== undefined) putTask(client, projectId, state.data as TaskAnswer);
  });
}

/** While a screen with boards is shown. */
export function useLiveBoards(projectId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const cache = createBoardCache(client, projectId);
    const deaf = live.hear(cache.changed);
    const unfollow = followOpenTask(client, projectId);
    return () => {
      deaf();
      unfollow();
      cache.stop();
    };
  }, [client, projectId]);
}
