import { hkdfSync } from 'node:crypto';
import type { Config } from './config';

/** What keys are for. The words are part of the keys: with another word, what a key has sealed or signed is lost. */
type KeyPurpose =
  | 'session'
  | 'sso'
  | 'totp'
  | 'webhook'
  | 'unsubscribing'
  | 'recovery'
  | 'invitation'
  | 'email'
  | 'security-log'
  | 'sign-in-attempts';

/**
 * The key for one purpose: 32 bytes, by HKDF-SHA-256 from the installation's secret. Nothing else is made from the secret, so that
 * what one key signs or seals tells nothing of another.
 */
export function keyFor({ secret }: Pick<Config, 'secret'>, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `gos:${purpose}`, 32));
}

/**
 * What sessions were signed with before keys had purposes: the secret itself. Sessions last 90 days at most, so nobody needs it
 * 90 days after the last process without purposes has stopped.
 */
export function formerSessionKey({ secret }: Pick<Config, 'secret'>): Buffer {
  return Buffer.from(secret);
}
