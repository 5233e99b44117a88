import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProcessBroadcast } from '../stores/broadcast/process.broadcast';
import { SqliteClaims } from '../stores/claims/sqlite.claims';
import { SqliteEventLog } from '../stores/event-log/sqlite.event-log';
import { SqliteReadModels } from '../stores/read-models/sqlite.read-models';
import { append } from './appended';
import { everySample } from './recorded';

export type SharedStores = Awaited<ReturnType<typeof openSharedStores>>;

/**
 * Opens the stores that the processes of one installation share, in a folder of their own, with every sample in the
 * log.
 */
export async function openSharedStores() {
  const folder = mkdtempSync(join(tmpdir(), 'gos-shared-'));
  const log = new SqliteEventLog(join(folder, 'log.sqlite'));
  const store = new SqliteReadModels(join(folder, 'views.sqlite'));
  const claims = new SqliteClaims(join(folder, 'claims.sqlite'));
  const broadcast = new ProcessBroadcast();
  for (const { stream, events } of everySample) await append(log, stream, events);
  return {
    log,
    store,
    claims,
    broadcast,
    async close() {
      await Promise.all([broadcast.close(), claims.close(), store.close(), log.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
