import { projectBodies } from '@gos/domain';
import { commandDone } from '../kernel/command-done';
import { command, query } from '../kernel/route';
import { projectAnswers } from './project.answers';

/** Commands are called by their types. */
export const projectRoutes = {
  list: query('/projects', projectAnswers.list),
  detail: query('/projects/{id}', projectAnswers.detail),
  members: query('/projects/{id}/members', projectAnswers.members),
  create: command('POST', '/projects', projectBodies.create, commandDone),
  edit: command('PATCH', '/projects/{id}', projectBodies.edit, commandDone),
  addMember: command('POST', '/projects/{id}/members', projectBodies.addMember, commandDone),
  changeMember: command('PATCH', '/projects/{id}/members/{userId}', projectBodies.changeMember, commandDone),
  removeMember: command('DELETE', '/projects/{id}/members/{userId}', null, commandDone),
};
