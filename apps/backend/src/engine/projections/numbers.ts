import { type HighestNumberDocument, highestNumberModel, numbersIn } from '@gos/projections';
import type { Claims } from '../../stores/claims/claims';
import { ByteBudget } from '../../stores/event-log/byte-budget';
import type { EventLog } from '../../stores/event-log/event-log';
import type { ActiveReadModels } from './active-read-models';

const batch = 500;

/**
 * Raises all counters to the highest numbers of the log, after which `next` gives none twice: counters may have been lost, or come
 * from an older copy.
 * @throws StoreUnavailable
 */
export async function raiseCounters(
  claims: Pick<Claims, 'counters' | 'raise'>,
  log: EventLog,
  readModels: ActiveReadModels,
): Promise<void> {
  const { applied } = readModels;
  const documents = await readModels.find<HighestNumberDocument>(highestNumberModel, {});
  const highest = new Map<string, number>(documents.map(({ id, highest: number }) => [id, number]));
  // Events that the documents do not contain yet.
  for (let position = applied; ; ) {
    const budget = new ByteBudget();
    const events = await log.readAll(position, batch, budget);
    for (const [counter, number] of events.flatMap(numbersIn)) {
      highest.set(counter, Math.max(highest.get(counter) ?? 0, number));
    }
    if (events.length < batch && !budget.isSpent) break;
    position = events.at(-1)!.position;
  }
  await raiseTo(highest, claims);
}

/** @param numbers by counter */
export async function raiseTo(
  numbers: ReadonlyMap<string, number>,
  claims: Pick<Claims, 'counters' | 'raise'>,
): Promise<void> {
  const given = new Map((await claims.counters()).map(({ name, value }) => [name, value]));
  for (const [counter, number] of numbers) {
    if ((given.get(counter) ?? 0) < number) await claims.raise(counter, number);
  }
}
