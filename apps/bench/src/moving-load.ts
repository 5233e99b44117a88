import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { RecordedEvent } from '@gos/domain';
import { readExport } from '../../backend/src/operator/ops/export-file';
import { exportTo } from '../../backend/src/operator/ops/exporting';
import { importFrom } from '../../backend/src/operator/ops/importing';
import { SqliteAccounts } from '../../backend/src/stores/accounts/sqlite.accounts';
import { SqliteClaims } from '../../backend/src/stores/claims/sqlite.claims';
import { EventStoreDbEventLog } from '../../backend/src/stores/event-log/eventstoredb.event-log';
import { FolderFiles } from '../../backend/src/stores/files/folder.files';
import { withPorts } from './ports';

const atOnce = 64;
const silent = () => {};

/** Exports an installation; returns the number of its events. */
export function exportWorld({ folder, file }: { folder: string; file: string }): Promise<number> {
  return withPorts(folder, async ({ log, accounts, claims }) => {
    const stores = { log, accounts, claims, files: new FolderFiles(join(folder, 'files')) };
    await exportTo(file, stores, 'the key that signs the sessions of a bench', silent);
    let events = 0;
    await readExport(file, (carried) => void ('event' in carried && events++));
    return events;
  });
}

/** Appends an export's events by the bare client, 64 at a time, each as one append in its place; returns how many a second. */
export async function bareAppends({ url, prefix, file }: { url: string; prefix: string; file: string }) {
  const events: RecordedEvent[] = [];
  await readExport(file, (carried) => void ('event' in carried && events.push(carried.event as RecordedEvent)));
  const client = EventStoreDBClient.connectionString(url);
  let next = 0;
  const append = async () => {
    const { stream, revision, id, type, data, metadata } = events[next++]!;
    const event = { id, type, contentType: 'application/json', data, metadata } as const;
    const expectedRevision = revision === 0 ? 'no_stream' : BigInt(revision - 1);
    // The client's types require an index signature.
    await client.appendToStream(prefix + stream, [event as never], { expectedRevision });
  };
  const writer = async () => {
    while (next < events.length) await append();
  };
  const began = performance.now();
  // Calls keep their order only behind an answered one.
  await append();
  await Promise.all(Array.from({ length: atOnce }, writer));
  const rate = (events.length / (performance.now() - began)) * 1_000;
  await client.dispose();
  return rate;
}

export interface Moved {
  readonly wholeMs: number;
  /** The part of it in which events were sent and read back. */
  readonly writingMs: number;
}

/** Imports an export, its events into an event store and the rest into a folder. */
export async function importWorld(given: { url: string; prefix: string; file: string; folder: string }) {
  const { url, prefix, file, folder } = given;
  const log = new EventStoreDbEventLog({ url, prefix });
  let writingMs = 0;
  const restore: typeof log.restore = async (events, after) => {
    const began = performance.now();
    const last = await log.restore(events, after);
    writingMs += performance.now() - began;
    return last;
  };
  const stores = {
    log: Object.assign(Object.create(log) as typeof log, { restore }),
    accounts: new SqliteAccounts(join(folder, 'accounts.sqlite')),
    claims: new SqliteClaims(join(folder, 'claims.sqlite')),
    files: new FolderFiles(join(folder, 'files')),
  };
  const began = performance.now();
  await importFrom(file, stores, silent);
  const moved: Moved = { wholeMs: performance.now() - began, writingMs };
  await Promise.all([log.close(), stores.accounts.close(), stores.claims.close()]);
  return moved;
}
