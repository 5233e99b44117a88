import type { TaskListName } from '../../../entities/task/task-lists';

const lists: Readonly<Record<string, TaskListName>> = {
  '/tasks': 'to-complete',
  '/tasks/given': 'given',
  '/tasks/to-accept': 'to-accept',
  '/tasks/notified': 'notified',
  '/tasks/planned': 'planned',
  '/tasks/archive': 'archive',
  '/tasks/archive/finished': 'finished',
  '/tasks/archive/completed': 'completed',
  '/tasks/archive/accepted': 'accepted',
};

/** Returns the task list at a path. */
export const listOfPath = (path: string): TaskListName | undefined => lists[path.replace(/\/$/, '')];
