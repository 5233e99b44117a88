import { taskBodies } from '@gos/domain';
import { commandDone, commandDoneWith } from '../kernel/command-done';
import { command, query } from '../kernel/route';
import { taskAnswers } from './task.answers';
import { taskGraph } from './task-graph.answers';

/** Commands are called by their types. Files come in by a request of another kind and are told of where they are taken. */
export const taskRoutes = {
  list: query('/tasks', taskAnswers.list),
  counts: query('/tasks/counts', taskAnswers.counts),
  detail: query('/tasks/{id}', taskAnswers.detail),
  comments: query('/tasks/{id}/comments', taskAnswers.comments),
  activity: query('/tasks/{id}/activity', taskAnswers.activity),
  diff: query('/tasks/{id}/diff', taskAnswers.diff),
  graph: query('/tasks/{id}/graph', taskGraph),
  create: command('POST', '/tasks', taskBodies.create, commandDone),
  createSubtask: command('POST', '/tasks/{id}/subtasks', taskBodies.create, commandDoneWith('subtaskId')),
  edit: command('PATCH', '/tasks/{id}', taskBodies.edit, commandDone),
  delete: command('DELETE', '/tasks/{id}', null, commandDone),
  undelete: command('POST', '/tasks/{id}/undelete', null, commandDone),
  assign: command('POST', '/tasks/{id}/assign', taskBodies.assign, commandDone),
  complete: command('POST', '/tasks/{id}/complete', taskBodies.complete, commandDone),
  accept: command('POST', '/tasks/{id}/accept', taskBodies.accept, commandDone),
  return: command('POST', '/tasks/{id}/return', taskBodies.return, commandDone),
  end: command('POST', '/tasks/{id}/end', taskBodies.end, commandDone),
  restore: command('POST', '/tasks/{id}/restore', taskBodies.restore, commandDone),
  deadline: command('POST', '/tasks/{id}/deadline', taskBodies.deadline, commandDone),
  plan: command('POST', '/tasks/{id}/plan', taskBodies.plan, commandDone),
  estimate: command('POST', '/tasks/{id}/estimate', taskBodies.estimate, commandDone),
  budget: command('POST', '/tasks/{id}/budget', taskBodies.budget, commandDone),
  move: command('POST', '/tasks/{id}/move', taskBodies.move, commandDone),
  comment: command('POST', '/tasks/{id}/comments', taskBodies.comment, commandDoneWith('commentId')),
  removeComment: command('DELETE', '/tasks/{id}/comments/{commentId}', null, commandDone),
  restoreComment: command('POST', '/tasks/{id}/comments/{commentId}/undelete', null, commandDone),
  addParticipant: command('POST', '/tasks/{id}/participants', taskBodies.addParticipant, commandDone),
  removeParticipant: command('DELETE', '/tasks/{id}/participants/{userId}', null, commandDone),
  addPredecessor: command('POST', '/tasks/{id}/predecessors', taskBodies.addPredecessor, commandDone),
  removePredecessor: command('DELETE', '/tasks/{id}/predecessors/{taskId}', null, commandDone),
  removeFile: command('DELETE', '/tasks/{id}/files/{fileId}', null, commandDone),
  restoreFile: command('POST', '/tasks/{id}/files/{fileId}/undelete', null, commandDone),
};
