import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StoreDamaged } from '../../../kernel/store-errors';
import { closeDatabase, lockForWriting } from './database';

/** A logger that reports a file that was set aside. */
interface Warned {
  warn(sentence: string): void;
}

/**
 * Opens a store whose content follows from the event log. A damaged file is set aside under another name, and an empty one takes its
 * place.
 */
export function openDerived<T>(file: string, logger: Warned, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error;
    setAside(file, error, logger);
    return open();
  }
}

/** Renames a file that is not open, with its WAL. One that was set aside before is removed, so that damage does not fill the disk. */
export function setAside(file: string, { message }: StoreDamaged, logger: Warned): void {
  const aside = `${file}.damaged-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const lock = lockForWriting(file);
  try {
    const older = readdirSync(dirname(file)).filter((name) => name.startsWith(`${basename(file)}.damaged-`));
    for (const name of older) rmSync(join(dirname(file), name), { force: true });
    for (const end of ['', '-wal']) renameIfThere(`${file}${end}`, `${aside}${end}`);
    rmSync(`${file}-shm`, { force: true });
  } finally {
    closeDatabase(lock);
  }
  logger.warn(`${message} The damaged file is kept as ${basename(aside)}.`);
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
