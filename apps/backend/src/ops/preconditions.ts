import type { Config } from '../config';
import { runningAnswers } from './running';
import { OperationRefused } from './say';

/** @throws OperationRefused while a process has the data folder */
export async function mustBeStopped(config: Config): Promise<void> {
  if (await runningAnswers(config)) {
    throw new OperationRefused(`Gos is running on ${config.dataDir}: stop it first.`);
  }
}

/** @throws OperationRefused for what a copy of the data folder would not hold */
export function mustBeEmbedded({ servers: { eventStoreDb, mongoDb, s3 } }: Config): void {
  if (eventStoreDb === null && mongoDb === null && s3 === null) return;
  throw new OperationRefused(
    'This installation is kept on servers: back them up by their own means (docs/operations.md), or use "export".',
  );
}
