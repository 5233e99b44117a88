import { recoveryBodies, userBodies } from '@gos/domain';
import { object } from '@gos/domain/kernel/shape';
import { operations } from '../kernel/operation';
import { invitationAnswers } from '../user/invitation.answers';
import { userAnswers } from '../user/user.answers';
import { authRoutes } from './auth.routes';
import { secondStepAnswers } from './second-step.answers';

const noFields = object({});

export const authOperations = operations('', authRoutes, {
  register: { body: userBodies.register, answer: userAnswers.registered, status: 201 },
  login: { body: userBodies.login, answer: secondStepAnswers.signIn },
  logout: { body: noFields, answer: null },
  forgotten: { id: 'forgotPassword', body: recoveryBodies.forgotten, answer: null },
  recover: { id: 'resetPassword', body: recoveryBodies.recover, answer: null },
  invitation: { id: 'showInvitation', body: recoveryBodies.invitation, answer: invitationAnswers.shown },
  refresh: { id: 'refreshSession', body: noFields, answer: userAnswers.identity },
});
