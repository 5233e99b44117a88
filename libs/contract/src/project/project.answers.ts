import { notificationLevels, projectActions, projectPermissions, type TypeOf } from '@gos/domain';
import { choice, day, described, flag, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, page, person, recordOf, right } from '../kernel/answer';

const member = answer('ProjectMember', {
  user: person,
  permission: choice(projectPermissions),
  notification: choice(notificationLevels),
});
export type MemberAnswer = TypeOf<typeof member>;

const project = answer('Project', {
  id: integer(),
  name: text(),
  description: described(text(), { description: 'Sanitised HTML' }),
  externalTicketSystemUrl: orNull(text()),
  finishDate: orNull(day),
  active: flag,
  contracts: arrayOf(answer('ProjectContract', { contractId: text(), name: text(), client: text() })),
  members: arrayOf(member),
  revision: integer(),
  can: recordOf('ProjectRights', projectActions, right),
});
export type ProjectAnswer = TypeOf<typeof project>;

export const projectAnswers = { detail: project, list: page(project), members: page(member) };
