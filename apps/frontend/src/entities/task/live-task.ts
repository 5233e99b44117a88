import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers, Stale } from '../../lib/live-cache';
import { boardKeys } from '../board/boards.api';
import { graphKeys } from './graph.api';
import { dropRow, placeRow } from './task-copies';
import { taskKeys } from './tasks.api';

/**
 * Cards move to the place in their rows without a new request. Only an answer that is under way may be older
 * than the change.
 */
const boardsUnderWay = (client: QueryClient): readonly Stale[] =>
  client
    .getQueryCache()
    .findAll({ queryKey: boardKeys.taskLists, fetchStatus: 'fetching' })
    .map(({ queryKey }) => ({ queryKey, exact: true }));

export const taskHandlers: LiveHandlers = {
  task(change, client) {
    const { id } = change;
    const known = 'gone' in change || change.doc !== undefined;
    const boards = known ? boardsUnderWay(client) : [{ queryKey: boardKeys.taskLists }];
    if ('gone' in change) {
      dropRow(client, id);
      client.removeQueries({ queryKey: taskKeys.detail(id), type: 'inactive' });
    } else if (change.doc) {
      placeRow(client, change.doc);
    }
    return [
      ...boards,
      { queryKey: taskKeys.lists },
      { queryKey: taskKeys.counts },
      { queryKey: taskKeys.details },
      { queryKey: taskKeys.found },
      { queryKey: graphKeys.all },
      { queryKey: taskKeys.activity(id) },
      { queryKey: taskKeys.comments(id) },
    ];
  },
  // Tasks contain the project's name.
  project: () => [{ queryKey: taskKeys.lists }, { queryKey: taskKeys.details }],
};
