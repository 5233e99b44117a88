import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { sqliteModule } from './driver';

/** Plain JavaScript, because it runs in a thread of its own, where nothing is compiled. */
const script = `
  const { parentPort, workerData } = require('node:worker_threads');
  const Database = require(workerData.driver);
  let found = null;
  try {
    const database = new Database(workerData.file, { fileMustExist: true, timeout: 5000 });
    const first = database.pragma('quick_check(1)', { simple: true });
    if (first !== 'ok') found = 'SQLITE_CORRUPT';
    database.close();
  } catch (error) {
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code ?? '')) found = error.code;
  }
  parentPort.postMessage(found);
`;

/**
 * Checks a database in a separate thread, parallel to the work of this process. Resolves with SQLite's code for the
 * damage, or null when none was found.
 */
export function checkFile(file: string): Promise<string | null> {
  const driver = createRequire(import.meta.url).resolve(sqliteModule);
  const worker = new Worker(script, { eval: true, workerData: { driver, file } });
  worker.unref();
  return new Promise<string | null>((resolve) => {
    worker.once('message', resolve);
    worker.once('error', () => resolve(null));
    worker.once('exit', () => resolve(null));
  });
}
