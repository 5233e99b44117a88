import type { StoreIdentity } from '../../engine/parts/store-identity';
import type { Config } from '../../kernel/config';
import type { Accounts } from '../../stores/accounts/accounts';
import type { Broadcast } from '../../stores/broadcast/broadcast';
import { pingOperation } from './operation-names';
import { OperationRefused } from './operation-report';
import { RemoteOperations } from './remote-operations';
import { runningAnswers } from './running';
import { importMark } from './stores';

/** @throws OperationRefused while a process has the data folder open */
export async function assertStopped(config: Config): Promise<void> {
  if (await runningAnswers(config)) {
    throw new OperationRefused(`Gos is running on ${config.dataDir}: stop it first.`);
  }
}

/** @throws OperationRefused while any process of the installation runs, wherever that is */
export async function assertNobodyRuns(
  { servers }: Pick<Config, 'servers'>,
  { parts, broadcast }: { readonly parts: Pick<StoreIdentity, 'name'>; readonly broadcast: Broadcast },
): Promise<void> {
  // Where nothing is known of an installation, no process of one runs.
  if (servers.redis === null || !(await parts.name())) return;
  if ((await new RemoteOperations(broadcast).ask(pingOperation, [], () => {})) === null) return;
  throw new OperationRefused('Processes of this installation are running: stop them all first.');
}

/** @throws OperationRefused when data lies on servers: a copy of the data folder would lack it */
export function assertEmbedded({ servers: { eventStoreDb, mongoDb, s3 } }: Config): void {
  if (eventStoreDb === null && mongoDb === null && s3 === null) return;
  throw new OperationRefused(
    'This installation is kept on servers: back them up by their own means (docs/operations.md), or use "export".',
  );
}

/**
 * A partly imported installation must not start: people would find only some of their data.
 * @throws OperationRefused
 */
export async function assertImported(accounts: Accounts): Promise<void> {
  if (!(await accounts.get(importMark.kind, importMark.id))) return;
  throw new OperationRefused(
    'An import into this installation was cut off: let "npm run ops -- import FILE" go on, or empty its stores.',
  );
}
