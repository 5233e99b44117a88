import type { Config } from '../../kernel/config';
import type { Accounts } from '../../stores/accounts/accounts';
import { OperationRefused } from './operation-report';
import { runningAnswers } from './running';
import { importMark } from './stores';

/** @throws OperationRefused while a process has the data folder open */
export async function assertStopped(config: Config): Promise<void> {
  if (await runningAnswers(config)) {
    throw new OperationRefused(`Gos is running on ${config.dataDir}: stop it first.`);
  }
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
