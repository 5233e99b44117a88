import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@gos/domain';

/** 32 signs, none of which looks like another. */
const signs = 'abcdefghijkmnpqrstuvwxyz23456789';
const length = 28;

const plain = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '');

/** 140 random bits in seven groups: from 112 on a fast hash is enough (ASVS 5.0.0, 6.5.2). */
function newCode(): string {
  const letters = [...randomBytes(length)].map((byte) => signs[byte % signs.length]);
  return letters.join('').replace(/.{4}(?=.)/g, '$&-');
}

export const newRecoveryCodes = (): string[] => Array.from({ length: limits.recoveryCodes }, newCode);

/** How a code of whatever length is kept, whatever blanks, dashes and capitals it was typed with. */
export const recoveryHash = (code: string, userId: number): string =>
  createHash('sha256')
    .update(`${userId}:${plain(code)}`)
    .digest('base64url');
