import { type HighestNumberDocument, highestNumberModel } from '@gos/projections';
import { originModel } from '../../engine/parts/log-origin';
import type { StoreIdentity } from '../../engine/parts/store-identity';
import { dropDocuments } from '../../engine/projections/collections';
import { raiseTo } from '../../engine/projections/numbers';
import { removeCheckpointsAfter } from '../../engine/proof/checkpoints';
import type { Accounts } from '../../stores/accounts/accounts';
import type { Claims } from '../../stores/claims/claims';
import type { EventLog } from '../../stores/event-log/event-log';
import type { ReadModels } from '../../stores/read-models/read-models';
import { OperationRefused, type ReportLine } from './operation-report';

interface Accepting {
  readonly accounts: Accounts;
  readonly parts: StoreIdentity;
  readonly log: EventLog;
  readonly claims: Claims;
  readonly readModels: ReadModels;
}

/**
 * Lets accounts and claims follow a log that lacks events which they have followed, and has the read models rebuilt.
 * Issued numbers stay issued. Resolves with false and changes nothing when the number of missing events was not given.
 * @throws OperationRefused when the log is not an older one, or another number is missing
 */
export async function acceptLog(stores: Accepting, said: string | null, report: ReportLine): Promise<boolean> {
  const { parts, log, claims } = stores;
  const { misfit } = await parts.comparison.find();
  if (misfit === null)
    throw new OperationRefused('The log is not older than the other parts: there is nothing to accept.');
  if (misfit.part !== 'event-log' || misfit.kind !== 'older') throw new OperationRefused(parts.sentenceOf(misfit));
  const number = misfit.missing === null ? 'unknown' : String(misfit.missing);
  const end = (await log.end())!;
  if (said === null) {
    report(`The log ends at position ${end} and lacks ${eventsOf(misfit.missing)} that other parts have followed.`);
    report('Accepting it loses their changes permanently: restore the newer log if there is one.');
    report(`To accept it: npm run ops -- accept-log ${number}`);
    return false;
  }
  if (said !== number)
    throw new OperationRefused(`The log lacks ${eventsOf(misfit.missing)}, not ${said}: nothing was changed.`);
  await raiseTo(await givenNumbers(stores.readModels), claims);
  await dropDocuments(stores.readModels);
  await stores.readModels.drop(originModel);
  const events = await log.count(null, end);
  await parts.follow({ position: end, id: (await log.at(end))!.id, events });
  const lost = await removeCheckpointsAfter(stores.accounts, events);
  if (lost > 0) report(`${lost} checkpoints of lost events were removed: copies kept elsewhere still show the loss`);
  report(
    `accepted: the other parts follow the log up to position ${end}; the read models are rebuilt at the next start`,
  );
  return true;
}

const eventsOf = (missing: number | null) =>
  missing === null ? 'events, nobody knows how many,' : missing === 1 ? '1 event' : `${missing} events`;

/** The highest numbers that the read models know, also of events that the log lacks. */
async function givenNumbers(store: ReadModels): Promise<Map<string, number>> {
  const version = await store.activeVersion(highestNumberModel.name);
  if (!version) return new Map();
  const model = { ...highestNumberModel, version };
  await store.open(model);
  const documents = await store.find<HighestNumberDocument>(model, {});
  return new Map(documents.map(({ id, highest }) => [id, highest]));
}
