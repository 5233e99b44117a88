import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config';

const databases = ['log', 'accounts', 'claims', 'views', 'jobs'].flatMap((name) =>
  ['', '-wal', '-shm', '-lock'].map((end) => `${name}.sqlite${end}`),
);
const files = [...databases, 'secret', 'running.json'];
const folders = ['files', 'files/incoming', 'files-on-the-way', 'mail'];

/**
 * Checks that each name in the data folder is a file or a folder, as it has to be. A missing one is made later.
 * @throws ConfigError with one sentence
 */
export function assertKinds(dataDir: string): void {
  for (const name of [...folders, ...files]) {
    const path = join(dataDir, name);
    const isFolder = folders.includes(name);
    // A link may lead to another disk; one that leads nowhere is no file either.
    const found = statSync(path, { throwIfNoEntry: false }) ?? lstatSync(path, { throwIfNoEntry: false });
    if (!found || (isFolder ? found.isDirectory() : found.isFile())) continue;
    const [is, needed] = isFolder ? ['no folder', 'a folder'] : ['no file', 'a file'];
    throw new ConfigError(`${path} is ${is}, and ${needed} has to be there: move it away, and start again.`);
  }
}
