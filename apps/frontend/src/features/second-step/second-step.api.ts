import { type AddedPasskeyAnswer, ownSecondStepRoutes, personSecondStepRoutes } from '@gos/contract';
import { startRegistration } from '@simplewebauthn/browser';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { userKeys } from '../../entities/user/users.api';
import { request } from '../../lib/request';

const secondStepKeys = {
  all: ['second-step'],
  totp: ['second-step', 'totp'],
  passkeys: ['second-step', 'passkeys'],
  recoveryCodes: ['second-step', 'recovery-codes'],
  person: (id: number) => ['second-step', 'person', id] as const,
} as const;

// Another tab or an admin may have changed them, and they are looked at seldom.
const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;

export const totpQuery = queryOptions({
  ...fresh,
  queryKey: secondStepKeys.totp,
  queryFn: ({ signal }) => request(ownSecondStepRoutes.totp, { signal }),
});

export const passkeysQuery = queryOptions({
  ...fresh,
  queryKey: secondStepKeys.passkeys,
  queryFn: ({ signal }) => request(ownSecondStepRoutes.passkeys, { signal }),
});

export const recoveryCodesQuery = queryOptions({
  ...fresh,
  queryKey: secondStepKeys.recoveryCodes,
  queryFn: ({ signal }) => request(ownSecondStepRoutes.recoveryCodes, { signal }),
});

export const personSecondStepQuery = (id: number) =>
  queryOptions({
    ...fresh,
    queryKey: secondStepKeys.person(id),
    queryFn: ({ signal }) => request(personSecondStepRoutes.secondStep, { id, signal }),
  });

/** Refetches the sign-in methods and the signed-in person after a change. */
export const lookAgain = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: secondStepKeys.all }),
    client.invalidateQueries({ queryKey: userKeys.me, exact: true }),
  ]);

export const beginTotp = (password: string) => request(ownSecondStepRoutes.beginTotp, { body: { password } });
export const confirmTotp = (code: string) => request(ownSecondStepRoutes.confirmTotp, { body: { code } });
export const removeTotp = (password: string) => request(ownSecondStepRoutes.removeTotp, { body: { password } });

/** Has the browser make a passkey. @throws what the browser says when none was made, as when its dialog was closed */
export async function addPasskey(name: string, password: string): Promise<AddedPasskeyAnswer> {
  const options = await request(ownSecondStepRoutes.passkeyOptions, { body: { password } });
  const attestation = await startRegistration({ optionsJSON: options as never });
  return request(ownSecondStepRoutes.addPasskey, { body: { name, attestation: { ...attestation } } });
}

export const renamePasskey = (id: string, name: string) =>
  request(ownSecondStepRoutes.renamePasskey, { id, body: { name } });
export const removePasskey = (id: string, password: string) =>
  request(ownSecondStepRoutes.removePasskey, { id, body: { password } });

export const renewRecoveryCodes = (password: string) =>
  request(ownSecondStepRoutes.renewRecoveryCodes, { body: { password } });

export const resetSecondStep = (id: number) => request(personSecondStepRoutes.reset, { id });
