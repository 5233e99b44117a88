import type { DependencyBodies, FieldCommand, SystemTaskCommand, TaskBodies } from '@gos/domain';
import { keysOf, tableOf } from '@gos/domain/kernel/tables';
import { type Kebab, kebab } from '@gos/domain/kernel/text';
import { fieldCommands } from '@gos/domain/task/task.registry';
import type { RoutesOf } from '../kernel/route';

/** `addFile` is among `fileRoutes`. */
type CommandOnTask = Exclude<keyof TaskBodies, 'addFile' | SystemTaskCommand> | keyof DependencyBodies;

const fieldCommandRoutes = tableOf(keysOf(fieldCommands), (name) => `POST /tasks/{id}/${kebab(name)}`) as {
  readonly [N in FieldCommand]: `POST /tasks/{id}/${Kebab<N>}`;
};

/** The keys of commands are the command types. Routes that accept or answer a file are in `fileRoutes`. */
export const taskRoutes = {
  list: 'GET /tasks',
  counts: 'GET /tasks/counts',
  detail: 'GET /tasks/{id}',
  comments: 'GET /tasks/{id}/comments',
  activity: 'GET /tasks/{id}/activity',
  diff: 'GET /tasks/{id}/diff',
  graph: 'GET /tasks/{id}/graph',
  create: 'POST /tasks',
  createSubtask: 'POST /tasks/{id}/subtasks',
  edit: 'PATCH /tasks/{id}',
  delete: 'DELETE /tasks/{id}',
  undelete: 'POST /tasks/{id}/undelete',
  assign: 'POST /tasks/{id}/assign',
  complete: 'POST /tasks/{id}/complete',
  accept: 'POST /tasks/{id}/accept',
  return: 'POST /tasks/{id}/return',
  end: 'POST /tasks/{id}/end',
  restore: 'POST /tasks/{id}/restore',
  deadline: 'POST /tasks/{id}/deadline',
  plan: 'POST /tasks/{id}/plan',
  estimate: 'POST /tasks/{id}/estimate',
  budget: 'POST /tasks/{id}/budget',
  move: 'POST /tasks/{id}/move',
  ...fieldCommandRoutes,
  comment: 'POST /tasks/{id}/comments',
  editComment: 'PATCH /tasks/{id}/comments/{commentId}',
  react: 'PUT /tasks/{id}/comments/{commentId}/reactions/{emoji}',
  removeReaction: 'DELETE /tasks/{id}/comments/{commentId}/reactions/{emoji}',
  removeComment: 'DELETE /tasks/{id}/comments/{commentId}',
  restoreComment: 'POST /tasks/{id}/comments/{commentId}/undelete',
  addParticipant: 'POST /tasks/{id}/participants',
  removeParticipant: 'DELETE /tasks/{id}/participants/{userId}',
  addPredecessor: 'POST /tasks/{id}/predecessors',
  removePredecessor: 'DELETE /tasks/{id}/predecessors/{taskId}',
  removeFile: 'DELETE /tasks/{id}/files/{fileId}',
  restoreFile: 'POST /tasks/{id}/files/{fileId}/undelete',
} as const satisfies RoutesOf<CommandOnTask>;
