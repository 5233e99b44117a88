import { basename } from 'node:path';
import type { RecordedEvent } from '@gos/domain';
import type { LoggerService } from '@nestjs/common';
import type { SetAside } from '../../stores/read-models/read-models';

/** A document that has just been set aside, and why. */
export interface NewlySetAside {
  readonly model: string;
  readonly setAside: SetAside;
  /** The thrown error; null when the store refused the document. */
  readonly error: unknown;
}

const maxTold = 100;

/**
 * Returns the thrown error's type and place. Its message may contain the document's data, so it is left out. The place
 * is the function that threw; its name is more useful than the line of a bundled file.
 */
export function reasonOf(error: unknown, event: RecordedEvent, what = 'could not be applied'): string {
  if (!(error instanceof Error)) return `${event.type} ${what}: it threw no error`;
  const line = error.stack?.split('\n').find((one) => /^\s+at /.test(one)) ?? '';
  const [, name, path, at] = /^\s+at (?:async )?(?:(.+) \()?([^\s()]+):(\d+):\d+\)?$/.exec(line) ?? [];
  const place = path === undefined ? '' : `${name === undefined ? '' : ` in ${name}`} at ${basename(path)}:${at}`;
  return `${event.type} ${what}: ${error.name}${place}`;
}

/** Warns of each document that is set aside; of the first ones only when there are very many. */
export function warnOfSetAside(logger: Pick<LoggerService, 'warn'>): (documents: readonly NewlySetAside[]) => void {
  let told = 0;
  return (documents) => {
    for (const { model, setAside, error } of documents) {
      const { id, position, since, reason } = setAside;
      told++;
      if (told <= maxTold) {
        const thrown = error !== null && { err: error };
        logger.warn({ message: 'A document is set aside', model, id, position, since, reason, ...thrown });
      } else if (told === maxTold + 1) {
        logger.warn('More documents are set aside: npm run ops -- set-aside lists all of them');
      }
    }
  };
}
