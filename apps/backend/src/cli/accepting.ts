import type { Config } from '../kernel/config';
import { acceptLog } from '../operator/ops/accept-log';
import type { ReportLine } from '../operator/ops/operation-report';
import { assertNobodyRuns, assertStopped } from '../operator/ops/preconditions';
import { withStores } from './standalone';

/**
 * Lets the other parts of this stopped installation follow its older log.
 * @param said the number of missing events, as the operator typed it; null says it only
 * @throws OperationRefused
 */
export async function acceptLogHere(config: Config, said: string | null, report: ReportLine): Promise<boolean> {
  await assertStopped(config);
  return withStores(config, async (stores) => {
    await assertNobodyRuns(config, stores);
    return acceptLog(stores, said, report);
  });
}
