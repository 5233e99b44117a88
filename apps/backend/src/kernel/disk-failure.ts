/** Error codes by what the operator has to do; of Node and of SQLite. */
const remedies: readonly (readonly [RegExp, (path: string) => string])[] = [
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)/, (path) => `The disk is full: make room where ${path} is, and start again.`],
  [
    /^(EMFILE|ENFILE)$/,
    () => 'The process may not open enough files: allow 1,024 or more ("ulimit -n", LimitNOFILE=), and start again.',
  ],
  [
    /^(EACCES|EPERM|EROFS|SQLITE_CANTOPEN|SQLITE_READONLY|SQLITE_PERM|SQLITE_AUTH)/,
    (path) =>
      `${path} cannot be opened for writing: it has to be a file of the user that Gos runs as, in a folder where that user may write.`,
  ],
  [
    /^(EISDIR|ENOTDIR|EEXIST)$/,
    (path) => `${path} is a file where a folder has to be, or a folder where a file has to be: move it away.`,
  ],
  [/^(EIO|SQLITE_IOERR)/, (path) => `The disk fails to read or write ${path}: look at the disk before anything else.`],
];

/** One sentence for a failure of the disk, or null for any other error. */
export function diskFailure(error: unknown, path: string): string | null {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  if (typeof code !== 'string') return null;
  return remedies.find(([codes]) => codes.test(code))?.[1](path) ?? null;
}
