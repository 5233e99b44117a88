import { createHash, createHmac, hkdfSync } from 'node:crypto';

/**
 * Tokens of mailed links. Only their hashes are stored. A token is an HMAC of something random under a key derived from the
 * installation's secret, so that a mail that is tried again carries the same link.
 */
export class MailedTokens {
  private readonly key: Buffer;

  /** @param purpose what the links are for; another purpose has other tokens */
  constructor(secret: string, purpose: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', `gos:${purpose}`, 32));
  }

  /** @param nonce random, at least 16 bytes of it */
  tokenOf(nonce: string): string {
    return createHmac('sha256', this.key).update(nonce).digest('base64url');
  }

  static hashOf(token: string): string {
    return createHash('sha256').update(token).digest('base64url');
  }
}
