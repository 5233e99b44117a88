import { notificationLevels, projectBodies, projectPermissions } from '@gos/domain';
import { plainCommand, plainCommandWith } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import {
  describedAsList,
  describedAsTexts,
  htmlFilter,
  moment,
  orNone,
  type Parameter,
  param,
  sortedAndFiltered,
  textKey,
} from '../kernel/query';
import { type ProjectAnswer, projectAnswers } from './project.answers';
import { projectRoutes } from './project.routes';

/** The fields of a row. Contracts are filtered by their ids, members by theirs. */
const fields = sortedAndFiltered({
  id: describedAsTexts(param.id),
  name: describedAsList(textKey),
  description: describedAsList(htmlFilter),
  externalTicketSystemUrl: describedAsList(orNone(textKey)),
  finishDate: describedAsTexts(orNone(param.day)),
  active: param.flag,
  contracts: describedAsList(orNone(param.text)),
  members: describedAsTexts(orNone(param.id)),
  revision: describedAsTexts(param.integer),
} satisfies Readonly<Record<Exclude<keyof ProjectAnswer, 'can'>, Parameter>>);

export const projectOperations = operations('Project', projectRoutes, {
  list: {
    body: null,
    query: {
      own: { at: moment },
      ...fields,
      words: 'words of the name and of the contracts',
    },
    answer: projectAnswers.list,
  },
  detail: { body: null, query: { own: { at: moment } }, answer: projectAnswers.detail },
  members: {
    body: null,
    query: {
      own: { at: moment },
      sort: ['user', 'name', 'id', 'permission', 'notification'],
      filters: {
        user: describedAsList(param.id),
        permission: describedAsList(param.choice(projectPermissions)),
        notification: describedAsList(param.choice(notificationLevels)),
      },
      words: 'words of the name',
    },
    answer: projectAnswers.members,
  },
  create: { ...plainCommandWith('Create a project, which its creator manages', projectBodies.create), status: 201 },
  edit: plainCommandWith('Edit the project', projectBodies.edit),
  addMember: { ...plainCommandWith('Add a member', projectBodies.addMember), status: 201 },
  changeMember: plainCommandWith(
    'Change the permission or notifications of a member; everybody may change their own notifications',
    projectBodies.changeMember,
  ),
  removeMember: plainCommand('Take a member out; everybody themselves'),
});
