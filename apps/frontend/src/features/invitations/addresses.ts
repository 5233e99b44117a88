import { personChecks } from '@gos/domain';

export interface Addresses {
  /** each once, as typed, in the order in which they came */
  readonly emails: readonly string[];
  /** Words that are not an address or part of one. */
  readonly leftOut: readonly string[];
}

const isEmail = (text: string) => text.includes('@') && personChecks.email(text) === null;

/**
 * Returns the addresses in a pasted text: separated by commas, semicolons, spaces or lines, plain or as `Name <address>`. The names
 * are dropped.
 */
export function addressesIn(text: string): Addresses {
  const emails = new Map<string, string>();
  const leftOut: string[] = [];
  // A quoted name may have a comma in it.
  const pieces = text.replace(/"[^"\n]*"/g, ' ').split(/[,;\n\t]+/);
  for (const piece of pieces) {
    const bracketed = [...piece.matchAll(/<([^<>]*)>/g)].map(([, inside = '']) => inside);
    const words = (bracketed.length > 0 ? bracketed : piece.split(/\s+/)).map((word) =>
      word
        .trim()
        .replace(/^mailto:/i, '')
        .replace(/^[('[]+|[)'\].]+$/g, ''),
    );
    const found = words.filter(isEmail);
    for (const email of found) if (!emails.has(email.toLowerCase())) emails.set(email.toLowerCase(), email);
    const meant = words.filter((word) => word.includes('@') && !isEmail(word));
    leftOut.push(...(found.length === 0 && meant.length === 0 && piece.trim() !== '' ? [piece.trim()] : meant));
  }
  return { emails: [...emails.values()], leftOut };
}
