import { secondStepKinds, type TypeOf } from '@gos/domain';
import { choice, component, described, flag, instant, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, type PersonRef, unchecked } from '../kernel/answer';

const kinds = described(arrayOf(choice(secondStepKinds)), { description: 'By what the sign-in may be finished' });

const asked = answer('SecondStepAsked', { secondStep: kinds });
export type SecondStepAsked = TypeOf<typeof asked>;

/** The answer to a sign-in: the person, or the need for a second step, for which a cookie of five minutes is set. */
export type SignInAnswer = PersonRef | SecondStepAsked;
const signIn = component(
  'SignIn',
  unchecked<SignInAnswer>({
    type: 'object',
    description: 'Who is signed in; or `secondStep`, by what the sign-in is to be finished within five minutes',
    properties: { id: integer().schema, name: text().schema, secondStep: kinds.schema },
  }),
);

/** Options of WebAuthn for the browser, in JSON. */
const options = component(
  'WebAuthnOptions',
  unchecked<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }),
);

const codes = described(arrayOf(text()), { description: 'told this once' });

const totp = answer('Totp', {
  active: flag,
  /** null while it is not active */
  since: orNull(instant),
  lost: described(flag, {
    description: 'It was switched off, because the secret of the installation was lost under which it was kept',
  }),
});
export type TotpAnswer = TypeOf<typeof totp>;

const begunTotp = answer('BegunTotp', {
  secret: described(text(), { description: 'in base32, to be typed where no picture can be read' }),
  uri: described(text(), { description: 'otpauth://, to be shown as a QR code' }),
});
export type BegunTotpAnswer = TypeOf<typeof begunTotp>;

/** Recovery codes, where the change made them: with the first factor. */
const withCodes = answer('FirstFactor', { recoveryCodes: orNull(codes) });
export type WithCodesAnswer = TypeOf<typeof withCodes>;

const passkeyFields = {
  id: text(),
  name: text(),
  createdAt: instant,
  lastUsedAt: orNull(instant),
  usable: described(flag, { description: 'false when it belongs to another address of the installation' }),
};
const passkey = answer('Passkey', passkeyFields);
export type PasskeyAnswer = TypeOf<typeof passkey>;

const passkeys = answer('Passkeys', {
  items: arrayOf(passkey),
  available: described(flag, { description: 'Whether passkeys can be added at this address' }),
});
export type PasskeysAnswer = TypeOf<typeof passkeys>;

const addedPasskey = answer('AddedPasskey', { ...passkeyFields, recoveryCodes: orNull(codes) });
export type AddedPasskeyAnswer = TypeOf<typeof addedPasskey>;

const recoveryCodes = answer('RecoveryCodes', { left: integer(), madeAt: orNull(instant) });
export type RecoveryCodesAnswer = TypeOf<typeof recoveryCodes>;

const madeCodes = answer('RenewedRecoveryCodes', { recoveryCodes: codes });
export type MadeCodesAnswer = TypeOf<typeof madeCodes>;

const ofPerson = answer('UserSecondStep', { methods: arrayOf(choice(secondStepKinds)) });
export type PersonSecondStepAnswer = TypeOf<typeof ofPerson>;

export const secondStepAnswers = {
  signIn,
  options,
  totp,
  begunTotp,
  withCodes,
  passkey,
  passkeys,
  addedPasskey,
  recoveryCodes,
  madeCodes,
  ofPerson,
};
