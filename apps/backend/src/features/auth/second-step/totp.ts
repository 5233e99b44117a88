import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;
const digits = 6;
/** Time steps before and after the present one: clocks differ, and typing takes a while. */
const window = 1;

const appOf = (secret: string, more: { readonly issuer?: string; readonly label?: string } = {}) =>
  new TOTP({ ...more, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits, period: periodSeconds });

/** A new secret of an authenticator app, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The address that authenticator apps read from a QR code. */
export const totpUri = (secret: string, issuer: string, email: string): string =>
  appOf(secret, { issuer, label: email }).toString();

/**
 * The time step (since 1970) that the code belongs to, or null when it is of none that counts now. Blanks in the code do not
 * matter.
 * @param now milliseconds since 1970
 */
export function timeStepOf(secret: string, code: string, now: number): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = appOf(secret).validate({ token, timestamp: now, window });
  return delta === null ? null : TOTP.counter({ period: periodSeconds, timestamp: now }) + delta;
}
