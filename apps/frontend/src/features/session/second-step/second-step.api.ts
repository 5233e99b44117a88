import { secondStepRoutes } from '@gos/contract';
import { startAuthentication } from '@simplewebauthn/browser';
import { request } from '../../../lib/request';

export const finishByCode = (kind: 'totp' | 'recovery', code: string) =>
  request(secondStepRoutes.finish, { body: { kind, code } });

/** Finishes the sign-in by a passkey. @throws the browser's error when there was none, such as after its dialog was closed */
export async function finishByPasskey() {
  const options = await request(secondStepRoutes.options);
  const assertion = await startAuthentication({ optionsJSON: options as never });
  return request(secondStepRoutes.finish, { body: { kind: 'passkey', assertion: { ...assertion } } });
}
