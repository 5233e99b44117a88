interface PressedKey {
  readonly key: string;
  readonly code: string;
}

const signs: Readonly<Record<string, string>> = {
  Slash: '/',
  Period: '.',
  Comma: ',',
  BracketLeft: '[',
  BracketRight: ']',
};

/**
 * Name of a pressed key for shortcuts: a letter in lower case, or a name such as `Enter`. A letter of a layout that is not Latin
 * counts as the letter in its place on a Latin keyboard; Latin layouts, Czech among them, keep their own letters.
 */
export function keyOf({ key, code }: PressedKey): string {
  if (key.length !== 1) return key;
  if (/\p{L}/u.test(key) && !/\p{Script=Latin}/u.test(key)) {
    return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : (signs[code] ?? key);
  }
  return key.toLowerCase();
}
