import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type Db, type Document, type IndexDescription, MongoNetworkTimeoutError, MongoServerError } from 'mongodb';
import { isAtFault, isUnconfirmed } from './failure';

/** Time until a longer build is first logged, and the longest pause between two such lines. */
const tellMs = { first: 3_000, most: 600_000 };
const pauseMs = 250;

type Tell = (sentence: string) => void;
const logger = new Logger('MongoDB');

/**
 * Builds indexes, without a time limit. Where there are members, most of those with data are enough: by default all that vote
 * have to be there. Says in the log that it waits, and for whom, after some seconds and then at growing intervals.
 * @param what the indexes are of, for the log
 */
export async function buildIndexes(
  db: Db,
  name: string,
  indexes: readonly IndexDescription[],
  { what = name, tell = (sentence: string) => logger.warn(sentence), firstMs = tellMs.first } = {},
): Promise<void> {
  // Not as long as a write waits for members: the build waits for them.
  const collection = db.collection(name, { writeConcern: { w: 'majority' } });
  let quorum = await hasMembers(db);
  const done = new AbortController();
  void tellOfWaiting(db, what, { tell, firstMs, signal: done.signal });
  try {
    for (;;) {
      try {
        await collection.createIndexes([...indexes], quorum ? { commitQuorum: 'majority' } : {});
        return;
      } catch (error) {
        // The server continues building; the repeated call resolves when the index is finished.
        const isSlow = error instanceof MongoNetworkTimeoutError || isUnconfirmed(error);
        // A server that only resembles a replica set may not support a quorum.
        const isOther = quorum && error instanceof MongoServerError && !isAtFault(error);
        if (!isSlow && !isOther) throw error;
        if (isOther) quorum = false;
        await sleep(pauseMs);
      }
    }
  } finally {
    done.abort();
  }
}

/** A standalone server rejects a quorum. */
async function hasMembers(db: Db): Promise<boolean> {
  const hello = await db.admin().command({ hello: 1 });
  return typeof hello.setName === 'string' || hello.msg === 'isdbgrid';
}

async function tellOfWaiting(
  db: Db,
  what: string,
  { tell, firstMs, signal }: { readonly tell: Tell; readonly firstMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const began = performance.now();
  for (let waitMs = firstMs; ; waitMs = Math.min(2 * waitMs, tellMs.most)) {
    const isOver = await sleep(waitMs, false, { signal, ref: false }).catch(() => true);
    if (isOver) return;
    const away = await membersAway(db);
    if (signal.aborted) return;
    const seconds = Math.round((performance.now() - began) / 1_000);
    const missing = away.length === 0 ? '' : ` MongoDB members that are away: ${away.join(', ')}.`;
    tell(
      `Indexes of ${what} have been building for ${seconds} s. What needs them waits until they are there.${missing}`,
    );
  }
}

/**
 * Returns members that do not take part at present, if the server reveals them: the state of the replica set needs a
 * right of its own.
 */
async function membersAway(db: Db): Promise<string[]> {
  try {
    const { members } = await db.admin().command({ replSetGetStatus: 1 });
    return (members as Document[])
      .filter(({ stateStr }) => !['PRIMARY', 'SECONDARY', 'ARBITER'].includes(stateStr as string))
      .map(({ name, stateStr }) => `${String(name)} (${String(stateStr).replace(/^\((.*)\)$/, '$1')})`);
  } catch {
    return [];
  }
}
