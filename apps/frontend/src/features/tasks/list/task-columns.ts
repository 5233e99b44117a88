import type { TaskColumn } from '../../../entities/task/task-search';
import type { MessageId } from '../../../i18n';

export const columnMessages = {
  id: 'task.field.id',
  name: 'task.field.name',
  tags: 'task.field.tags',
  state: 'task.field.state',
  priority: 'task.field.priority',
  project: 'task.field.project',
  board: 'task.field.board',
  deadline: 'task.field.deadline',
  shownDate: 'task.field.shown-date',
  contractor: 'task.field.contractor',
  solver: 'task.field.solver',
  createdAt: 'task.field.created',
} as const satisfies Record<TaskColumn, MessageId>;

/** Pixels of each column, beside the name, which has what is left. */
export const columnWidths: Record<TaskColumn, number> = {
  id: 60,
  name: 240,
  tags: 150,
  state: 108,
  priority: 66,
  project: 128,
  board: 128,
  deadline: 126,
  shownDate: 100,
  contractor: 140,
  solver: 140,
  createdAt: 110,
};
