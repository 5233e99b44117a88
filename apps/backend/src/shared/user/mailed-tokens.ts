import { createHash, createHmac } from 'node:crypto';

/**
 * Tokens of mailed links. Only their hashes are stored. A token is an HMAC of something random, so that a mail that is tried
 * again carries the same link.
 */
export class MailedTokens {
  /** @param key of `keyFor`, for what the links are for */
  constructor(private readonly key: Buffer) {}

  /** @param nonce random, at least 16 bytes of it */
  tokenOf(nonce: string): string {
    return createHmac('sha256', this.key).update(nonce).digest('base64url');
  }

  static hashOf(token: string): string {
    return createHash('sha256').update(token).digest('base64url');
  }
}
