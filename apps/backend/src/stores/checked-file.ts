import { Logger } from '@nestjs/common';
import type { StoreDamaged } from '../kernel/store-errors';
import { withTimeout } from '../kernel/time-limit';
import { isSmall } from './drivers/sqlite/database';
import { checkFile } from './drivers/sqlite/file-check';

/** A start waits this long for the check of a large file; then the check continues in the background. */
const patienceMs = 3_000;

interface Checkable {
  /** Has the store refuse writes, or replace its content where that is derived from the log. */
  noteDamage(code: string): StoreDamaged;
  close(): Promise<void>;
}

/**
 * Opens a store, and checks its file where it is too large to be checked while it is opened.
 * @throws StoreDamaged where the file cannot be rebuilt
 */
export async function openChecked<T extends Checkable>(file: string, open: (file: string) => T): Promise<T> {
  const store = open(file);
  if (isSmall(file)) return store;
  const found = checkFile(file);
  const early = await withTimeout(patienceMs, () => found).catch(() => undefined);
  if (early === undefined) {
    void found.then((code) => {
      if (code !== null) new Logger('Installation').error(store.noteDamage(code).message);
    });
  } else if (early !== null) {
    const damage = store.noteDamage(early);
    if (damage.isRebuilt) return store;
    await store.close();
    throw damage;
  }
  return store;
}
