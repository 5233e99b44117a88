import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that this process makes from now on is for its owner only. */
export const makeForOwnerOnly = (): void => void process.umask(0o077);

/** Bits of the group and of others. */
const others = 0o077;
/** The sticky bit, which shared folders such as `/tmp` have. */
const sticky = 0o1000;

/**
 * Closes a folder to all but its owner, and the files and folders in it; what lies deeper is shut off by them. Returns one sentence for
 * what cannot be closed, which belongs to somebody else: it is no reason not to run.
 */
export function closeToOthers(folder: string): string | null {
  if (process.platform === 'win32') return null;
  const { mode } = lstatSync(folder);
  if ((mode & sticky) !== 0)
    return `The data folder "${folder}" is shared by everybody: others can read what is in it.`;
  let failed: string | null = null;
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))]) {
    try {
      const found = lstatSync(path);
      const isOurs = found.isFile() || found.isDirectory();
      if (isOurs && (found.mode & others) !== 0) chmodSync(path, found.mode & 0o7777 & ~others);
    } catch (error) {
      // A file of the moment, such as of a database that is being closed.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failed ??= path;
    }
  }
  return failed && `Others can read "${failed}": it belongs to somebody else and cannot be closed to them.`;
}
