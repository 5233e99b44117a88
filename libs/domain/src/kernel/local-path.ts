const longest = 2_000;
/** Controls, which browsers leave out, and the backslash, which they read as a slash. */
const unsafe = /[\\\p{Cc}\u2028\u2029]/u;
const dots = /^(\.|%2e){1,2}$/i;

/**
 * Returns an address of this application as path, query and fragment; undefined for anything else. An address that a
 * browser reads differently than it looks is refused, not corrected: `//host`, `/\host`, `/x/..//host`.
 */
export function localPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > longest || !value.startsWith('/') || unsafe.test(value)) {
    return undefined;
  }
  const [path = ''] = value.split(/[?#]/);
  const segments = path.slice(1).split('/');
  // Only the last one may be empty: `/tasks/`.
  return segments.some((one, index) => dots.test(one) || (one === '' && index < segments.length - 1))
    ? undefined
    : value;
}
