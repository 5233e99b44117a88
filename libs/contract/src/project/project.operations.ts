import { projectBodies } from '@gos/domain';
import { commandDone } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { projectAnswers } from './project.answers';
import { projectRoutes } from './project.routes';

export const projectOperations = operations(projectRoutes, {
  list: { body: null, answer: projectAnswers.list },
  detail: { body: null, answer: projectAnswers.detail },
  members: { body: null, answer: projectAnswers.members },
  create: { body: projectBodies.create, answer: commandDone, status: 201 },
  edit: { body: projectBodies.edit, answer: commandDone },
  addMember: { body: projectBodies.addMember, answer: commandDone, status: 201 },
  changeMember: { body: projectBodies.changeMember, answer: commandDone },
  removeMember: { body: null, answer: commandDone },
});
