import { createHash } from 'node:crypto';

const namespace = Buffer.from('8c1d7f3e5b0a4c0f9d7a6f1e2b3c4d5e', 'hex');

/** A UUID version 5 in Gos's own namespace: the same parts always give the same id. */
export function derivedId(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha1').update(namespace).update(JSON.stringify(parts)).digest().subarray(0, 16);
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The id of the n-th event of a command with an Idempotency-Key. */
export function commandEventId(actor: number | null, key: string, n: number): string {
  return derivedId(actor ?? 'system', key, n);
}
