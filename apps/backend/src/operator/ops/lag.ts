import { comparePositions } from '@gos/domain';
import { readModels } from '@gos/projections';
import type { EventLog } from '../../stores/event-log/event-log';
import type { ReadModels } from '../../stores/read-models/read-models';
import type { ReportLine } from './operation-report';

interface Workings {
  readonly projections: {
    readonly leads: boolean;
    lag(): Promise<{ applied: string | null; end: string | null; caughtUp: boolean }>;
  };
  readonly log: EventLog;
  readonly store: ReadModels;
}

/** The most events that are counted as behind. */
const maxCounted = 1_000;
const reactor = { name: 'reactor', version: 1, indexes: [] };

/** Reports how far every follower of the log has come. Resolves with true also when one is behind. */
export async function reportLag({ projections, log, store }: Workings, report: ReportLine): Promise<boolean> {
  const { applied, end, caughtUp } = await projections.lag();
  report(`applied ${applied ?? 'nothing'} of ${end ?? 'nothing'}: ${caughtUp ? 'caught up' : 'catching up'}`);
  report(`the read models are kept by ${projections.leads ? 'this process' : 'another process'}`);
  for (const model of readModels) {
    const version = await store.activeVersion(model.name);
    const position = version ? await store.checkpoint({ ...model, version }) : null;
    report(`  ${model.name}: ${await distance(log, position, end)}`);
  }
  report(`  what follows in other streams: ${await distance(log, await store.checkpoint(reactor), end)}`);
  return true;
}

async function distance(log: EventLog, position: string | null, end: string | null): Promise<string> {
  if (end === null || (position !== null && comparePositions(position, end) >= 0)) return 'caught up';
  const missing = (await log.readAll(position, maxCounted)).length;
  if (missing === 0) return 'caught up';
  return `at ${position ?? 'the beginning'}, ${missing === maxCounted ? `${missing} or more` : missing} events behind`;
}
