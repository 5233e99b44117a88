import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A token that was presented: which session it claims to be of, and its hash. */
export interface PresentedToken {
  readonly token: string;
  readonly sessionId: string;
  readonly hash: string;
}

const familyBytes = 16;
const tokenBytes = 32;

/**
 * Tokens are `FAMILY.RANDOM`; the store keeps keyed hashes of them. The family is known only to who holds a token of it; the session's
 * id, which its person may read, is a hash of it, so that nobody makes a token-like text out of an id.
 */
export class SessionTokens {
  constructor(private readonly secret: string) {}

  /** A token of a new family. */
  first(): string {
    return this.sibling(`${randomBytes(familyBytes).toString('base64url')}.`);
  }

  /** Another random token of the same family. */
  sibling(token: string): string {
    return `${token.split('.')[0]}.${randomBytes(tokenBytes).toString('base64url')}`;
  }

  /**
   * The successor of a rotated token: unforeseeable without the secret and the salt, and the same for each of two tabs that present
   * the old one, whichever process answers, though none of it is stored.
   */
  successor(token: string, salt: string, kind: 'access' | 'refresh'): string {
    return `${token.split('.')[0]}.${this.hmac(`${kind}:${salt}:${token}`)}`;
  }

  salt(): string {
    return randomBytes(tokenBytes).toString('base64url');
  }

  read(token: string | undefined): PresentedToken | null {
    if (token === undefined || !/^[\w-]{22}\.[\w-]{43}$/.test(token)) return null;
    return { token, sessionId: this.sessionId(token), hash: this.hash(token) };
  }

  sessionId(token: string): string {
    return this.hmac(`session:${token.split('.')[0]}`).slice(0, 22);
  }

  hash(token: string): string {
    return this.hmac(`token:${token}`);
  }

  private hmac(text: string): string {
    return createHmac('sha256', this.secret).update(text).digest('base64url');
  }
}

export function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
