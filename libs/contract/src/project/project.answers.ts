import { notificationLevels, type Of, projectActions, projectPermissions } from '@gos/domain';
import { choice, day, described, flag, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, eachOf, many, named, page, right } from '../kernel/answer';

const member = answer({
  user: named,
  permission: choice(projectPermissions),
  notification: choice(notificationLevels),
});
export type MemberAnswer = Of<typeof member>;

const project = answer({
  id: integer(),
  name: text(),
  description: described(text(), { description: 'Sanitised HTML' }),
  externalTicketSystemUrl: orNull(text()),
  finishDate: orNull(day),
  active: flag,
  contracts: many(answer({ contractId: text(), name: text(), client: text() })),
  members: many(member),
  revision: integer(),
  can: eachOf(projectActions, right),
});
export type ProjectAnswer = Of<typeof project>;

export const projectAnswers = { detail: project, list: page(project), members: page(member) };
