import { secondStepBodies } from '@gos/domain';
import { operations } from '../kernel/operation';
import { userAnswers } from '../user/user.answers';
import { secondStepAnswers } from './second-step.answers';
import { ownSecondStepRoutes, personSecondStepRoutes, secondStepRoutes } from './second-step.routes';

const { confirmed, confirmTotp, addPasskey, renamePasskey, signIn } = secondStepBodies;

export const secondStepOperations = operations('SecondStep', secondStepRoutes, {
  options: { id: 'getSecondStepOptions', body: null, answer: secondStepAnswers.options },
  finish: { body: signIn, answer: userAnswers.identity },
});

export const ownSecondStepOperations = operations('', ownSecondStepRoutes, {
  totp: { body: null, answer: secondStepAnswers.totp },
  beginTotp: { body: confirmed, answer: secondStepAnswers.begunTotp, status: 201 },
  confirmTotp: { body: confirmTotp, answer: secondStepAnswers.withCodes },
  removeTotp: { body: confirmed, answer: null },
  passkeys: { body: null, answer: secondStepAnswers.passkeys },
  passkeyOptions: { id: 'getPasskeyOptions', body: confirmed, answer: secondStepAnswers.options },
  addPasskey: { body: addPasskey, answer: secondStepAnswers.addedPasskey, status: 201 },
  renamePasskey: { body: renamePasskey, answer: secondStepAnswers.passkey, ids: 'text' },
  removePasskey: { body: confirmed, answer: null, ids: 'text' },
  recoveryCodes: { body: null, answer: secondStepAnswers.recoveryCodes },
  renewRecoveryCodes: { body: confirmed, answer: secondStepAnswers.madeCodes, status: 201 },
});

export const personSecondStepOperations = operations('User', personSecondStepRoutes, {
  secondStep: { body: null, answer: secondStepAnswers.ofPerson },
  reset: { id: 'resetSecondStep', body: null, answer: null },
});
