import { ssoBodies } from '@gos/domain';
import { object } from '@gos/domain/kernel/shape';
import { operations } from '../kernel/operation';
import { explained, param } from '../kernel/query';
import { ssoAnswers } from './sso.answers';
import { identityRoutes, ssoBeginRoute, ssoLogoutRoute, ssoRoutes } from './sso.routes';

export const ssoOperations = operations('Sso', ssoRoutes, {
  providers: { body: null, answer: ssoAnswers.providers },
  callback: { id: 'finishSso', body: ssoBodies.callback, answer: ssoAnswers.callback },
  link: { body: ssoBodies.link, answer: ssoAnswers.done },
  signOut: { id: 'logoutSso', body: object({}), answer: ssoAnswers.signOut },
});

export const ssoBegin = {
  id: 'beginSso',
  route: ssoBeginRoute,
  query: {
    own: {
      redirectTo: explained(param.text, 'a path of this application; by default that of the tasks'),
      setup: explained(param.text, 'the code by which the first person registers'),
    },
  },
} as const;

export const ssoLogout = { id: 'endSsoSessions', route: ssoLogoutRoute } as const;

export const identityOperations = operations('Identity', identityRoutes, {
  identities: { body: null, answer: ssoAnswers.identities },
  connect: { body: ssoBodies.connect, answer: ssoAnswers.connecting },
  disconnect: { body: null, answer: null },
});
