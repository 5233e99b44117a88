import { createHash } from 'node:crypto';
import type { SsoProviderId } from '@gos/domain';
import type { Tokens } from '../../http/cookies';
import type { PresentedToken, SessionTokens } from './session-tokens';

const minute = 60_000;
const day = 24 * 60 * minute;
export const sessionTimes = {
  accessMs: 15 * minute,
  refreshMs: 30 * day,
  /** After the sign-in, however often it was refreshed. */
  longestMs: 90 * day,
  graceMs: 10_000,
} as const;

export const person = (userId: number) => `person:${userId}`;

export interface Held {
  readonly accessHash: string;
  readonly accessExpiresAt: number;
  readonly refreshHash: string;
}

/** The session at a provider of single sign-on by which a session here began. */
export interface ProviderSession {
  readonly provider: SsoProviderId;
  readonly issuer: string;
  readonly subject: string;
  /** Null where the provider names none. */
  readonly sid: string | null;
  /** When the provider issued its ID token, in seconds since 1970; absent in sessions of earlier versions. */
  readonly issuedAt?: number;
  /** Present where the provider ends its session on request; `hint` is the sealed ID token, null where none is kept. */
  readonly signOut?: { readonly hint: string | null };
}

/** One browser's sign-in, with the tokens that are rotated from it. */
export interface Session extends Held {
  readonly userId: number;
  readonly createdAt: number;
  readonly refreshedAt: number;
  readonly refreshExpiresAt: number;
  readonly userAgent: string | null;
  /** Absent in sessions that began by a password. */
  readonly by?: ProviderSession;
  /** The tokens before the last rotation, which requests in flight still carry. */
  readonly previous: (Held & { readonly salt: string }) | null;
}

type TokenPair = Pick<Tokens, 'accessToken' | 'refreshToken'>;

export const successors = ({ by, token }: PresentedToken, salt: string): TokenPair => ({
  accessToken: by.successor(token, salt, 'access'),
  refreshToken: by.successor(token, salt, 'refresh'),
});

export const held = (tokens: SessionTokens, { accessToken, refreshToken }: TokenPair) => ({
  accessHash: tokens.hash(accessToken),
  refreshHash: tokens.hash(refreshToken),
});

/** When tokens of now end. */
export function expiriesAt(now: number, createdAt: number): Pick<Session, 'accessExpiresAt' | 'refreshExpiresAt'> {
  const end = createdAt + sessionTimes.longestMs;
  return {
    accessExpiresAt: Math.min(now + sessionTimes.accessMs, end),
    refreshExpiresAt: Math.min(now + sessionTimes.refreshMs, end),
  };
}

/** When a session ends by itself. Earlier versions refreshed it without an end. */
export const expiryOf = ({ createdAt, refreshExpiresAt }: Session) =>
  Math.min(refreshExpiresAt, createdAt + sessionTimes.longestMs);

/** Key of the sessions of one session, or else of one account, at a provider. */
export function providerRef(
  { provider, issuer }: Pick<ProviderSession, 'provider' | 'issuer'>,
  kind: 'sid' | 'subject',
  value: string,
): string {
  return `sso:${createHash('sha256')
    .update(JSON.stringify([provider, issuer, kind, value]))
    .digest('base64url')}`;
}

const providerRefs = (by: ProviderSession) => [
  providerRef(by, 'subject', by.subject),
  ...(by.sid === null ? [] : [providerRef(by, 'sid', by.sid)]),
];

export const keysOf = ({ userId, by, refreshExpiresAt }: Session) => ({
  refs: [person(userId), ...(by ? providerRefs(by) : [])],
  expiresAt: refreshExpiresAt,
});

export const expirations = ({ accessExpiresAt, refreshExpiresAt }: Session) => ({
  accessExpiration: accessExpiresAt,
  refreshExpiration: refreshExpiresAt,
});
