import type { Config } from '../kernel/config';
import { acceptLog } from '../operations/ops/accept-log';
import { pingOperation } from '../operations/ops/operation-names';
import { OperationRefused, type ReportLine } from '../operations/ops/operation-report';
import { assertStopped } from '../operations/ops/preconditions';
import { RemoteOperations } from '../operations/ops/remote-operations';
import { withStores } from './standalone';

/**
 * Lets the other parts of this stopped installation follow its older log.
 * @param said the number of missing events, as the operator typed it; null says it only
 * @throws OperationRefused
 */
export async function acceptLogHere(config: Config, said: string | null, report: ReportLine): Promise<boolean> {
  await assertStopped(config);
  return withStores(config, async (stores) => {
    if (
      config.servers.redis !== null &&
      (await stores.parts.name()) &&
      (await new RemoteOperations(stores.broadcast).ask(pingOperation, [], () => {})) !== null
    ) {
      throw new OperationRefused('Processes of this installation are running: stop them all first.');
    }
    return acceptLog(stores, said, report);
  });
}
