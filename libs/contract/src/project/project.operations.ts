import { notificationLevels, projectBodies, projectPermissions } from '@gos/domain';
import { commandDone } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { describedAsList, describedAsTexts, orNone, param, textKey } from '../kernel/query';
import { projectAnswers } from './project.answers';
import { projectRoutes } from './project.routes';

export const projectOperations = operations(projectRoutes, {
  list: {
    body: null,
    query: {
      sort: ['name', 'id', 'finishDate', 'active', 'revision'],
      filters: {
        id: describedAsTexts(param.id),
        name: describedAsList(textKey),
        finishDate: describedAsTexts(orNone(param.day)),
        active: param.flag,
        revision: describedAsTexts(param.integer),
      },
      words: 'words of the name and of the contracts',
      untyped: true,
    },
    answer: projectAnswers.list,
  },
  detail: { body: null, answer: projectAnswers.detail },
  members: {
    body: null,
    query: {
      sort: ['user', 'name', 'id', 'permission', 'notification'],
      filters: {
        user: describedAsList(param.id),
        permission: describedAsList(param.choice(projectPermissions)),
        notification: describedAsList(param.choice(notificationLevels)),
      },
      words: 'words of the name',
      untyped: true,
    },
    answer: projectAnswers.members,
  },
  create: { body: projectBodies.create, answer: commandDone, status: 201 },
  edit: { body: projectBodies.edit, answer: commandDone },
  addMember: { body: projectBodies.addMember, answer: commandDone, status: 201 },
  changeMember: { body: projectBodies.changeMember, answer: commandDone },
  removeMember: { body: null, answer: commandDone },
});
