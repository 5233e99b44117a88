import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Checkpoints } from '../../backend/src/engine/proof/checkpoints';
import { LogKeys } from '../../backend/src/engine/proof/log-keys';
import { LogTree } from '../../backend/src/engine/proof/log-tree';
import { Clock } from '../../backend/src/kernel/clock';
import { LogProofOperations } from '../../backend/src/operator/ops/log-proof';
import { verifyLog } from '../../backend/src/operator/ops/verify-log';
import { SqliteAccounts } from '../../backend/src/stores/accounts/sqlite.accounts';
import type { EventLog } from '../../backend/src/stores/event-log/event-log';
import { SqliteEventLog } from '../../backend/src/stores/event-log/sqlite.event-log';
import { append } from '../../backend/src/testing/appended';
import { Chance, sentence } from '../../backend/src/testing/chance';

const ofStream = 100;
const atOnce = 20;
const readAtOnce = 500;

export interface ProofCosts {
  /** Milliseconds of a verification of chains, tree and checkpoints, and of reading the same events. */
  readonly verifyMs: number;
  readonly readMs: number;
  /** Milliseconds from the log to the first checkpoint, and of reading the same events. */
  readonly firstMs: number;
  readonly readAllMs: number;
  /** Milliseconds from one more event to the next checkpoint, the median of several. */
  readonly nextMs: number;
}

const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

async function grow(log: EventLog, from: number, to: number, chance: Chance): Promise<void> {
  for (let stream = from / ofStream; stream < to / ofStream; stream += atOnce) {
    const many = Array.from({ length: Math.min(atOnce, to / ofStream - stream) }, (_, at) => {
      const events = Array.from({ length: ofStream }, () => ({
        type: 'CommentAdded',
        data: { text: sentence(chance, 4, 40) },
      }));
      return append(log, `task-${stream + at + 1}`, events);
    });
    await Promise.all(many);
  }
}

async function readBare(log: EventLog): Promise<void> {
  for (let after: string | null = null; ; ) {
    const last = (await log.readAll(after, readAtOnce)).at(-1);
    if (!last) return;
    after = last.position;
  }
}

/** Measures a log that grows to `verified` events, which are verified, and then to `signed` events. */
export async function proofCosts(given: { folder: string; verified: number; signed: number }): Promise<ProofCosts> {
  mkdirSync(given.folder, { recursive: true });
  const log = new SqliteEventLog(join(given.folder, 'log.sqlite'));
  const accounts = new SqliteAccounts(join(given.folder, 'accounts.sqlite'));
  const chance = new Chance(41);
  const partsOf = (kept: SqliteAccounts) => {
    const keys = new LogKeys(kept, new Clock(), { secret: 'a secret of the benchmark' });
    const tree = new LogTree(log, kept);
    const checkpoints = new Checkpoints(tree, keys, new Clock(), kept);
    return { checkpoints, operations: new LogProofOperations(tree, checkpoints, keys) };
  };
  try {
    await grow(log, 0, given.verified, chance);
    const { checkpoints, operations } = partsOf(accounts);
    await checkpoints.make();
    const readMs = await timed(() => readBare(log));
    const verifyMs = await timed(async () => {
      const found: string[] = [];
      const tree = await operations.check(null, (line) => found.push(line));
      const { errors } = await verifyLog(log, undefined, async (events) => {
        for (const event of events) await tree.take(event);
      });
      tree.end();
      if (errors.length + found.length > 0) throw new Error([...errors, ...found].join('; '));
    });
    await grow(log, given.verified, given.signed, chance);
    const fresh = new SqliteAccounts(join(given.folder, 'fresh.sqlite'));
    const first = partsOf(fresh).checkpoints;
    const readAllMs = await timed(() => readBare(log));
    const firstMs = await timed(() => first.make());
    const next: number[] = [];
    for (let n = 0; n < 11; n++) {
      await append(log, 'task-0', [{ type: 'CommentAdded', data: { n } }]);
      next.push(await timed(() => first.make()));
    }
    next.sort((a, b) => a - b);
    await fresh.close();
    return { verifyMs, readMs, firstMs, readAllMs, nextMs: next[5]! };
  } finally {
    await Promise.all([log.close(), accounts.close()]);
  }
}
