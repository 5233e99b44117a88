import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A token from a request, the session id derived from it, and its hash. */
export interface PresentedToken {
  readonly token: string;
  readonly sessionId: string;
  readonly hash: string;
  /** the tokens that signed both */
  readonly by: SessionTokens;
}

const familyBytes = 16;
const tokenBytes = 32;

/**
 * Tokens are `FAMILY.RANDOM`; only their HMACs are stored. The family is secret: the session id, which its person may read, is a
 * hash of the family, so that nobody can derive a family from an id.
 */
export class SessionTokens {
  /** @param key of `keyFor` */
  constructor(private readonly key: Buffer) {}

  /** A token of a new session. */
  first(): string {
    return this.sibling(`${randomBytes(familyBytes).toString('base64url')}.`);
  }

  /** Another random token of the same session. */
  sibling(token: string): string {
    return `${token.split('.')[0]}.${randomBytes(tokenBytes).toString('base64url')}`;
  }

  /**
   * The successor of a rotated token. It is an HMAC, so that two tabs that present the old token get the same successor from any
   * process, although the token itself is not stored.
   */
  successor(token: string, salt: string, kind: 'access' | 'refresh'): string {
    return `${token.split('.')[0]}.${this.hmac(`${kind}:${salt}:${token}`)}`;
  }

  salt(): string {
    return randomBytes(tokenBytes).toString('base64url');
  }

  read(token: string | undefined): PresentedToken | null {
    if (token === undefined || !/^[\w-]{22}\.[\w-]{43}$/.test(token)) return null;
    return { token, sessionId: this.sessionId(token), hash: this.hash(token), by: this };
  }

  sessionId(token: string): string {
    return this.hmac(`session:${token.split('.')[0]}`).slice(0, 22);
  }

  hash(token: string): string {
    return this.hmac(`token:${token}`);
  }

  private hmac(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url');
  }
}

export function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
