import { expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import { newTotpSecret, timeStepOf, totpUri } from './totp';

const periodMs = 30_000;

it('are the codes of RFC 6238', () => {
  const secret = Secret.fromLatin1('12345678901234567890').base32;
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ] as const) {
    expect(timeStepOf(secret, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  }
});

it('count one step early and late, with blanks, and never else', () => {
  const secret = newTotpSecret();
  const at = 1_000_000 * periodMs;
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at });
  expect(timeStepOf(secret, ` ${code.slice(0, 3)} ${code.slice(3)}`, at)).toBe(1_000_000);
  expect(timeStepOf(secret, code, at + 2 * periodMs - 1)).toBe(1_000_000);
  expect(timeStepOf(secret, code, at - 1)).toBe(1_000_000);
  expect(timeStepOf(secret, code, at + 2 * periodMs)).toBeNull();
  expect(timeStepOf(secret, code, at - periodMs - 1)).toBeNull();
  for (const wrong of ['', '12345', `${code}0`, 'abcdef', '-12345']) expect(timeStepOf(secret, wrong, at)).toBeNull();
});

it('are set up by an address that apps read', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(totpUri(secret, 'Firma a syn', 'jan@example.com'));
  expect(decodeURIComponent(uri.pathname)).toContain('Firma a syn:jan@example.com');
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret,
    issuer: 'Firma a syn',
    digits: '6',
    period: '30',
  });
});
