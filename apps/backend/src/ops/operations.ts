import type { RecordedEvent } from '@gos/domain';
import { type Alteration, alterationOf } from '../cqrs/event-hash';
import type { Projections } from '../cqrs/projections';
import type { EventLog } from '../event-log/event-log';

export const operations = ['rebuild', 'verify', 'lag'] as const;
export type Operation = (typeof operations)[number];

/** What operations say while they work: one line each. */
export type Say = (line: string) => void;

/** Checks the chain of hashes of every stream, in the order of the log. */
export async function verifyLog(
  log: EventLog,
): Promise<{ checked: number; errors: (Alteration & { position: string })[] }> {
  const heads = new Map<string, Pick<RecordedEvent, 'revision' | 'metadata'>>();
  const errors: (Alteration & { position: string })[] = [];
  let checked = 0;
  let position: string | null = null;
  for (;;) {
    const events = await log.readAll(position, 2_000);
    if (events.length === 0) return { checked, errors };
    for (const event of events) {
      const altered = alterationOf(event, heads.get(event.stream) as RecordedEvent | undefined);
      if (altered) errors.push({ ...altered, position: event.position });
      const { previousHash, hash } = event.metadata;
      heads.set(event.stream, {
        revision: event.revision,
        metadata: { previousHash, hash } as RecordedEvent['metadata'],
      });
    }
    checked += events.length;
    position = events.at(-1)!.position;
  }
}

/** Runs one operation; false when something is wrong. */
export async function operate(
  operation: Operation,
  argument: string | null,
  { projections, log }: { projections: Projections; log: EventLog },
  say: Say,
): Promise<boolean> {
  switch (operation) {
    case 'lag': {
      const { applied, end, caughtUp } = await projections.lag();
      say(`applied ${applied ?? 'nothing'} of ${end ?? 'nothing'}: ${caughtUp ? 'caught up' : 'catching up'}`);
      return true;
    }
    case 'rebuild': {
      let said = 0;
      await projections.rebuild(argument, ({ model, events }) => {
        if (Date.now() - said < 1_000) return;
        said = Date.now();
        say(`${model}: ${events} events`);
      });
      say('rebuilt');
      return true;
    }
    case 'verify': {
      const { checked, errors } = await verifyLog(log);
      for (const { stream, revision, reason } of errors) say(`${stream} revision ${revision}: ${reason}`);
      say(`${checked} events checked, ${errors.length} altered`);
      return errors.length === 0;
    }
  }
}
