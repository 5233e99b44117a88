import type { ProjectAnswer } from '@gos/contract';
import type { LiveHandlers } from '../../lib/live-cache';
import { meQuery } from '../user/users.api';
import { projectKeys } from './projects.api';

export const projectHandlers: LiveHandlers = {
  project(change, client) {
    if ('gone' in change) {
      // A screen that shows it learns from its own next answer that it is gone.
      client.setQueryData<readonly ProjectAnswer[]>(projectKeys.active, (projects) =>
        projects?.filter(({ id }) => id !== change.id),
      );
      client.removeQueries({ queryKey: projectKeys.detail(change.id), type: 'inactive' });
    }
    // One's own permission may have changed with its members.
    return [{ queryKey: projectKeys.all }, { queryKey: meQuery.queryKey, exact: true }];
  },
};
