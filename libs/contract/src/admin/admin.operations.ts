import { operations } from '../kernel/operation';
import { pagingOnly, param, required } from '../kernel/query';
import { adminAnswers } from './admin.answers';
import { adminBodies } from './admin.bodies';
import { adminRoutes } from './admin.routes';
import { jobStates } from './queues';

export const adminOperations = operations('', adminRoutes, {
  overview: { body: null, answer: adminAnswers.overview },
  rebuild: { id: 'rebuildModels', body: adminBodies.rebuild, answer: adminAnswers.rebuild, status: 202 },
  selfCheck: { id: 'checkModels', body: null, answer: null, status: 202 },
  setAside: { body: null, query: pagingOnly, answer: adminAnswers.setAsideEvents },
  retrySetAside: { body: adminBodies.setAsideEvents, answer: adminAnswers.count, status: 202 },
  dismissSetAside: { body: adminBodies.setAsideEvents, answer: adminAnswers.count },
  jobs: {
    body: null,
    query: { ...pagingOnly, own: { state: required(param.choice(jobStates)) } },
    answer: adminAnswers.jobs,
  },
  schedules: { body: null, answer: adminAnswers.schedules },
  pause: { id: 'pauseQueue', body: null, answer: null },
  resume: { id: 'resumeQueue', body: null, answer: null },
  retryJob: { body: null, answer: null },
  removeJob: { body: null, answer: null },
  retry: { id: 'retryJobs', body: adminBodies.deadLetters, answer: adminAnswers.count },
  remove: { id: 'removeJobs', body: adminBodies.deadLetters, answer: adminAnswers.count },
});
