import { hkdfSync } from 'node:crypto';
import type { Config } from './config';

/**
 * The purposes of keys. The words are part of the keys: a changed word invalidates everything that the key has sealed
 * or signed.
 */
type KeyPurpose =
  | 'session'
  | 'sso'
  | 'totp'
  | 'webhook'
  | 'unsubscribing'
  | 'recovery'
  | 'invitation'
  | 'email'
  | 'log'
  | 'security-log'
  | 'sign-in-attempts';

/**
 * Returns the key for one purpose: 32 bytes, by HKDF-SHA-256 from the installation's secret. Nothing else derives from
 * the secret, so that the output of one key reveals nothing of another.
 */
export function keyFor({ secret }: Pick<Config, 'secret'>, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `gos:${purpose}`, 32));
}

/**
 * Returns the key that signed sessions before keys had purposes: the secret itself. Sessions last 90 days at most, so
 * nobody needs it 90 days after the last process without purposes has stopped.
 */
export function formerSessionKey({ secret }: Pick<Config, 'secret'>): Buffer {
  return Buffer.from(secret);
}
