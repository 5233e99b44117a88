import { type FieldCommand, fieldCommandBodies, fieldCommandNames, fieldCommandOf, taskBodies } from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import { commandDone, commandDoneWith, plainCommand, plainCommandWith } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { taskAnswers } from './task.answers';
import { taskQueries } from './task.queries';
import { taskRoutes } from './task.routes';
import { taskGraph } from './task-graph.answers';

const fieldCommandOperations = tableOf(fieldCommandNames, (name) => ({
  ...plainCommand(fieldCommandOf(name).summary),
  body: fieldCommandBodies[name],
})) satisfies Record<FieldCommand, object>;

export const taskOperations = operations('Task', taskRoutes, {
  list: { body: null, query: taskQueries.list, answer: taskAnswers.list },
  counts: { body: null, answer: taskAnswers.counts },
  detail: { body: null, query: taskQueries.detail, answer: taskAnswers.detail },
  comments: { body: null, query: taskQueries.comments, answer: taskAnswers.comments },
  activity: { body: null, query: taskQueries.activity, answer: taskAnswers.activity },
  diff: { body: null, query: taskQueries.diff, answer: taskAnswers.diff },
  graph: { body: null, query: taskQueries.graph, answer: taskGraph },
  create: { ...plainCommandWith('Create a task', taskBodies.create), status: 201 },
  createSubtask: {
    ...plainCommandWith('Create a subtask', taskBodies.create),
    answer: commandDoneWith('subtaskId'),
    status: 201,
  },
  edit: plainCommandWith('Edit fields of the task', taskBodies.edit),
  delete: plainCommand('Delete the task'),
  undelete: plainCommand('Bring a deleted task back'),
  assign: plainCommandWith('Give the task to a solver, or take it away', taskBodies.assign),
  complete: plainCommandWith('Hand the result over', taskBodies.complete),
  accept: plainCommandWith('Accept the result, with or without reservation', taskBodies.accept),
  return: plainCommandWith('Return the task to its solver', taskBodies.return),
  end: plainCommandWith('End the task as its contractor', taskBodies.end),
  restore: plainCommandWith('Open a solved task again', taskBodies.restore),
  deadline: { ...plainCommandWith('Move the deadline', taskBodies.deadline), id: 'setDeadline' },
  plan: plainCommandWith('Plan the day from which the task is shown', taskBodies.plan),
  estimate: plainCommandWith('Estimate the time', taskBodies.estimate),
  budget: { ...plainCommandWith('Set the budget', taskBodies.budget), id: 'setBudget' },
  move: plainCommandWith('Move the task to a project and board, or within its board', taskBodies.move),
  ...fieldCommandOperations,
  comment: {
    ...plainCommandWith('Comment the task', taskBodies.comment),
    id: 'addComment',
    answer: commandDoneWith('commentId'),
    status: 201,
  },
  editComment: plainCommandWith('Edit one’s own comment', taskBodies.editComment),
  react: { ...plainCommand('React to a comment'), id: 'addReaction' },
  removeReaction: plainCommand('Take a reaction to a comment back'),
  removeComment: plainCommand('Delete a comment'),
  restoreComment: plainCommand('Bring a deleted comment back'),
  addParticipant: { body: taskBodies.addParticipant, answer: commandDone, status: 201 },
  removeParticipant: plainCommand('Take a participant out'),
  addPredecessor: { body: taskBodies.addPredecessor, answer: commandDone, status: 201 },
  removePredecessor: { body: null, answer: commandDone },
  removeFile: plainCommand('Delete a file'),
  restoreFile: plainCommand('Bring a deleted file back'),
});
