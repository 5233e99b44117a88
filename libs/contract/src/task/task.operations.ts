import { taskBodies } from '@gos/domain';
import { commandDone, commandDoneWith } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { taskAnswers } from './task.answers';
import { taskQueries } from './task.queries';
import { taskRoutes } from './task.routes';
import { taskGraph } from './task-graph.answers';

export const taskOperations = operations('Task', taskRoutes, {
  list: { body: null, query: taskQueries.list, answer: taskAnswers.list },
  counts: { body: null, answer: taskAnswers.counts },
  detail: { body: null, query: taskQueries.detail, answer: taskAnswers.detail },
  comments: { body: null, query: taskQueries.comments, answer: taskAnswers.comments },
  activity: { body: null, query: taskQueries.activity, answer: taskAnswers.activity },
  diff: { body: null, query: taskQueries.diff, answer: taskAnswers.diff },
  graph: { body: null, query: taskQueries.graph, answer: taskGraph },
  create: { body: taskBodies.create, answer: commandDone, status: 201 },
  createSubtask: { body: taskBodies.create, answer: commandDoneWith('subtaskId'), status: 201 },
  edit: { body: taskBodies.edit, answer: commandDone },
  delete: { body: null, answer: commandDone },
  undelete: { body: null, answer: commandDone },
  assign: { body: taskBodies.assign, answer: commandDone },
  complete: { body: taskBodies.complete, answer: commandDone },
  accept: { body: taskBodies.accept, answer: commandDone },
  return: { body: taskBodies.return, answer: commandDone },
  end: { body: taskBodies.end, answer: commandDone },
  restore: { body: taskBodies.restore, answer: commandDone },
  deadline: { id: 'setDeadline', body: taskBodies.deadline, answer: commandDone },
  plan: { body: taskBodies.plan, answer: commandDone },
  estimate: { body: taskBodies.estimate, answer: commandDone },
  budget: { id: 'setBudget', body: taskBodies.budget, answer: commandDone },
  move: { body: taskBodies.move, answer: commandDone },
  comment: { id: 'addComment', body: taskBodies.comment, answer: commandDoneWith('commentId'), status: 201 },
  removeComment: { body: null, answer: commandDone },
  restoreComment: { body: null, answer: commandDone },
  addParticipant: { body: taskBodies.addParticipant, answer: commandDone, status: 201 },
  removeParticipant: { body: null, answer: commandDone },
  addPredecessor: { body: taskBodies.addPredecessor, answer: commandDone, status: 201 },
  removePredecessor: { body: null, answer: commandDone },
  removeFile: { body: null, answer: commandDone },
  restoreFile: { body: null, answer: commandDone },
});
