import { limits } from '../kernel/limits';
import { nameCharactersError } from '../kernel/name-characters';
import type { FieldError } from '../kernel/refusal';
import { anyObject, choice, object, optional, text } from '../kernel/shape';
import { codePoints, normalizeText } from '../kernel/text';
import { password } from './user.bodies';

/** By what somebody signs in after the password: an authenticator app, a passkey, a recovery code. */
export const secondStepKinds = ['totp', 'passkey', 'recovery'] as const;
export type SecondStepKind = (typeof secondStepKinds)[number];

/** `required`: it is off and has to be set up before anything else. */
export const secondStepStates = ['off', 'on', 'required'] as const;
export type SecondStepState = (typeof secondStepStates)[number];

const given = (value: string, path: string): FieldError | null =>
  value.trim() === '' ? { path, code: 'validation.required' } : null;

const passkeyName = {
  ...text((value, path) => {
    const { max } = limits.passkeyName;
    return codePoints(normalizeText(value)) > max
      ? { path, code: 'validation.too-long', params: { max } }
      : (given(value, path) ?? nameCharactersError(value, path));
  }),
  normalize: normalizeText,
};

/** The request bodies around the second step of the sign-in; the log holds nothing of them. */
export const secondStepBodies = {
  /** A change of one's own second step, which the password confirms. */
  confirmed: object({ password: password(given) }),
  confirmTotp: object({ code: text(given) }),
  /** `attestation`: the answer of the browser, as WebAuthn's `RegistrationResponseJSON`. */
  addPasskey: object({ name: passkeyName, attestation: anyObject(limits.credential.max) }),
  renamePasskey: object({ name: passkeyName }),
  /** `assertion`: the answer of the browser, as WebAuthn's `AuthenticationResponseJSON`. */
  signIn: object(
    { kind: choice(secondStepKinds), code: optional(text()), assertion: optional(anyObject(limits.credential.max)) },
    ({ kind, code, assertion }) => {
      if (kind === 'passkey') return assertion ? null : { path: 'assertion', code: 'validation.required' };
      return code?.trim() ? null : { path: 'code', code: 'validation.required' };
    },
  ),
};
