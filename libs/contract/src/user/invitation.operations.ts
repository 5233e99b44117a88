import { recoveryBodies } from '@gos/domain';
import { operations } from '../kernel/operation';
import { pagingOnly } from '../kernel/query';
import { invitationAnswers } from './invitation.answers';
import { invitationRoutes } from './invitation.routes';

export const invitationOperations = operations('Invitation', invitationRoutes, {
  invite: { id: 'invitePeople', body: recoveryBodies.invite, answer: invitationAnswers.results },
  invitations: { body: null, query: pagingOnly, answer: invitationAnswers.list },
  link: { id: 'readInvitationLink', body: null, answer: invitationAnswers.link, ids: 'text' },
  withdraw: { body: null, answer: null, ids: 'text' },
});
