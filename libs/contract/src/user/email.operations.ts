import { emailBodies, type TypeOf } from '@gos/domain';
import { described, instant, orNull, text } from '@gos/domain/kernel/shape';
import { answer } from '../kernel/answer';
import { operations } from '../kernel/operation';
import { ownEmailRoutes, personEmailRoutes } from './email.routes';
import { userAnswers } from './user.answers';

const ownEmail = answer('OwnEmail', {
  email: text(),
  pending: described(orNull(answer('PendingEmail', { email: text(), expiresAt: instant })), {
    description: 'The address that waits for the confirmation by its link; null without one',
  }),
});
export type OwnEmailAnswer = TypeOf<typeof ownEmail>;

export const ownEmailOperations = operations('Email', ownEmailRoutes, {
  email: { body: null, answer: ownEmail },
  ask: { id: 'requestEmailChange', body: emailBodies.ask, answer: null },
  withdraw: { id: 'withdrawEmailChange', body: null, answer: null },
  confirm: { body: emailBodies.confirm, answer: null },
});

export const personEmailOperations = operations('UserEmail', personEmailRoutes, {
  change: { body: emailBodies.change, answer: userAnswers.changed },
});
