import { createRequire } from 'node:module';
import type Database from 'better-sqlite3';

/**
 * better-sqlite3 12 is the last version that runs on Node 20, but aborts the process on Node 24 (it uses an object
 * wrapper whose clean-up Node 24 changed); 13 uses Node-API and needs Node 22. So each Node version loads the one that
 * works.
 */
export const sqliteModule = Number(process.versions.node.split('.')[0]) >= 22 ? 'better-sqlite3-13' : 'better-sqlite3';

function load(): typeof Database {
  try {
    return createRequire(import.meta.url)(sqliteModule);
  } catch (cause) {
    const advice = 'Run "npm ci" with this version of Node. It needs make, a C++ compiler and Python.';
    throw new Error(`SQLite could not be loaded on Node ${process.versions.node}. ${advice}`, { cause });
  }
}

export const Sqlite = load();
