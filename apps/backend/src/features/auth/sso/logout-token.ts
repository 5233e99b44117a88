import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { ProviderRefused, ProviderUnavailable } from './provider-refused';

/** A logout at the provider: of one session there, or of an account. */
export interface LoggedOut {
  readonly subject: string | null;
  readonly sid: string | null;
  /** Different for each logout token, which counts once. */
  readonly id: string;
  /** Seconds since 1970, by the provider's clock. */
  readonly at: number;
  /** In milliseconds since 1970; later the token is refused without a note of it. */
  readonly until: number;
}

const event = 'http://schemas.openid.net/event/backchannel-logout';
const skewSeconds = 60;
/** A logout token is sent at once; an older one is a replay. */
const longestSeconds = 5 * 60;

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/**
 * The claims of a logout token, once its signature is right.
 * @throws ProviderUnavailable when the keys cannot be read; ProviderRefused
 */
export async function verifiedLogout(
  token: string,
  keys: JWTVerifyGetKey,
  of: { readonly issuer: string; readonly clientId: string; readonly algorithms: string[]; readonly now: number },
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: of.issuer,
      audience: of.clientId,
      algorithms: of.algorithms,
      requiredClaims: ['iat', 'jti', 'events'],
      clockTolerance: skewSeconds,
      currentDate: new Date(of.now),
    });
    return payload;
  } catch (error) {
    const ofKeys = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']);
    if (!(error instanceof errors.JOSEError) || ofKeys.has(error.code)) {
      throw new ProviderUnavailable(`the keys of ${of.issuer}: ${(error as Error).message}`);
    }
    throw new ProviderRefused(`the logout token: ${error.message}`);
  }
}

/**
 * The logout that the claims of a verified logout token name (OpenID Connect Back-Channel Logout 1.0, 2.6).
 * @throws ProviderRefused
 */
export function loggedOutBy(
  claims: JWTPayload & { readonly sid?: unknown; readonly events?: unknown },
  at: number,
): LoggedOut {
  const { iss, sub, sid, jti, iat = 0, exp = 0, nonce, events } = claims;
  const now = Math.floor(at / 1_000);
  const [subject, session, id] = [textOrNull(sub), textOrNull(sid), textOrNull(jti)];
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, event);
  if (!isLogout || nonce !== undefined) throw new ProviderRefused('the logout token: another kind of token');
  if (id === null) throw new ProviderRefused('the logout token: no id');
  if (iat > now + skewSeconds || iat < now - longestSeconds) throw new ProviderRefused('the logout token: not of now');
  if (subject === null && session === null) throw new ProviderRefused('the logout token: names nobody');
  const until = Math.max(exp, iat + longestSeconds) + skewSeconds;
  return { subject, sid: session, id: JSON.stringify(['logout', iss, id]), at: iat, until: until * 1_000 };
}
