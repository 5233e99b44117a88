import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes new names in a folder durable: syncing a file does not sync the entry that names it. */
export function syncFolder(folder: string): void {
  // Windows can't open folders and needs none of this.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
