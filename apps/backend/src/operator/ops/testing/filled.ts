import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { SqliteAccounts } from '../../../stores/accounts/sqlite.accounts';
import { SqliteClaims } from '../../../stores/claims/sqlite.claims';
import { SqliteEventLog } from '../../../stores/event-log/sqlite.event-log';
import { FolderFiles } from '../../../stores/files/folder.files';
import { append } from '../../../testing/appended';
import { everySample } from '../../../testing/recorded';
import { partBytes } from '../export-item';
import type { Stores } from '../stores';

export interface OpenStores extends Stores {
  close(): Promise<void>;
}

export function storesIn(folder: string): OpenStores {
  const stores = {
    log: new SqliteEventLog(join(folder, 'log.sqlite')),
    accounts: new SqliteAccounts(join(folder, 'accounts.sqlite')),
    claims: new SqliteClaims(join(folder, 'claims.sqlite')),
    files: new FolderFiles(join(folder, 'files')),
  };
  return {
    ...stores,
    async close() {
      await Promise.all([stores.log, stores.accounts, stores.claims].map((store) => store.close()));
    },
  };
}

/** Pseudo-random bytes, the same for a seed; they do not compress. */
export function noise(bytes: number, seed = 'noise'): Buffer {
  const parts: Buffer[] = [];
  for (let n = 0; n * 32 < bytes; n++) parts.push(createHash('sha256').update(`${seed} ${n}`).digest());
  return Buffer.concat(parts).subarray(0, bytes);
}

export const storeFile = ({ files }: Pick<Stores, 'files'>, content: Buffer) =>
  files.put(Readable.from([content], { objectMode: false }), content.length);

/**
 * Fills the stores with every type of event, accounts of several kinds with their keys, counters, claims, and files of
 * several parts.
 */
export async function fill(stores: Stores, { events = 60, people = 30 } = {}): Promise<void> {
  const { log, accounts, claims } = stores;
  for (const { stream, events } of everySample) await append(log, stream, events);
  for (let n = 0; n < events; n++) {
    const text = `${n} Příliš žluťoučký 😀 \u0000 \ud800`;
    await append(
      log,
      `task-${100 + (n % 20)}`,
      [{ type: 'CommentAdded', data: { n, text } }],
      `2026-11-20T08:00:${String(n % 60).padStart(2, '0')}.000Z`,
    );
  }
  for (let n = 0; n < people; n++) {
    const keys = { unique: [`email:ž${n}`, `oidc:${n}`], refs: [`person:${n % 7}`] };
    await accounts.insert('person', String(n), { name: `Žaneta ${n}`, list: [null, 1.5, { b: 1, a: 2 }] }, keys);
  }
  await accounts.replace('person', '7', 1, { name: 'Changed' });
  await accounts.insert('session', 'abc', { hash: 'x' }, { refs: ['person:1'], expiresAt: 1_900_000_000_000 });
  await accounts.insert('preference', '1:theme', 'dark');
  for (const [counter, value] of [
    ['task', 734],
    ['user', 230],
    ['file', 12],
  ] as const)
    await claims.raise(counter, value);
  await claims.claim('create-task:a', '700', { now: 1_000, ttlMs: 172_800_000 });
  await claims.claim('for ever', 'open', { now: 1_000 });
  for (const bytes of [0, 1, partBytes - 1, partBytes, partBytes + 1, 3 * partBytes + 5]) {
    await storeFile(stores, noise(bytes));
  }
}

export const linesOf = (file: string) => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
/** The lines of an export without header and ending: equal for equal content. */
export const contentLines = (file: string) => linesOf(file).slice(1, -1);

/** Stores whose `at`-th write, counted over all of them, fails. */
export function failing(stores: Stores, at: number, error: Error): Stores {
  let calls = 0;
  const changing = new Set(['restore', 'raise', 'claim', 'put', 'insert', 'remove']);
  const watched = <T extends object>(store: T): T =>
    new Proxy(store, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== 'function') return value;
        if (!changing.has(String(name))) return value.bind(target);
        return (...args: unknown[]) => (calls++ === at ? Promise.reject(error) : value.apply(target, args));
      },
    });
  const { log, accounts, claims, files } = stores;
  return { log: watched(log), accounts: watched(accounts), claims: watched(claims), files: watched(files) };
}
