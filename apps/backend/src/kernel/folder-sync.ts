import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes new directory entries durable: fsync of a file does not cover the entry that names it. */
export function syncFolder(folder: string): void {
  // Windows cannot open a directory for fsync, and does not need it.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
