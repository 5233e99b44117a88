import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedEvent } from '@gos/domain';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Checkpoints } from '../../engine/proof/checkpoints';
import { LogKeys } from '../../engine/proof/log-keys';
import { LogTree } from '../../engine/proof/log-tree';
import { Clock } from '../../kernel/clock';
import { canonicalJson } from '../../kernel/event-hash';
import { SqliteAccounts } from '../../stores/accounts/sqlite.accounts';
import { SqliteEventLog } from '../../stores/event-log/sqlite.event-log';
import { append } from '../../testing/appended';
import { sampled } from '../../testing/full';
import { LogProofOperations } from './log-proof';
import { verifyLog } from './verify-log';

const streams = ['task-1', 'task-2'];
let folder: string;
let file: string;
let bytes: Buffer;
let events: readonly RecordedEvent[];
let accounts: SqliteAccounts;

/** The events as commands and projections read them. */
async function contentOf(log: SqliteEventLog): Promise<string> {
  const byStream = [];
  for (const stream of streams) byStream.push(await log.readStream(stream));
  return canonicalJson([await log.readAll(null, 100), byStream]);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gos-flipped-'));
  file = join(folder, 'log.sqlite');
  accounts = new SqliteAccounts(join(folder, 'accounts.sqlite'));
  const log = new SqliteEventLog(file);
  for (const stream of streams) {
    await append(log, stream, [
      { type: 'CommentAdded', data: { text: `Základy ${stream}` } },
      { type: 'CommentAdded', data: { text: `Zdi ${stream}` } },
    ]);
  }
  const tree = new LogTree(log, accounts);
  await new Checkpoints(tree, new LogKeys(accounts, new Clock(), { secret: 'a secret' }), new Clock(), accounts).make();
  events = await log.readAll(null, 100);
  await log.close();
  bytes = readFileSync(file);
});
afterAll(async () => {
  await accounts.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The first error of a verification, or of SQLite; null when there is none. */
async function errorOf(flipped: string): Promise<{ error: string | null; content: string | null }> {
  let log: SqliteEventLog | undefined;
  try {
    log = new SqliteEventLog(flipped);
    const tree = new LogTree(log, accounts);
    const keys = new LogKeys(accounts, new Clock(), { secret: 'a secret' });
    const proof = new LogProofOperations(tree, new Checkpoints(tree, keys, new Clock(), accounts), keys);
    const found: string[] = [];
    const check = await proof.check(null, (line) => found.push(line));
    const { errors } = await verifyLog(log, undefined, async (some) => {
      for (const event of some) await check.take(event);
    });
    check.end();
    const error = [...errors, ...found][0] ?? null;
    return { error, content: error === null ? await contentOf(log) : null };
  } catch (error) {
    return { error: (error as Error).message, content: null };
  } finally {
    await log?.close().catch(() => {});
  }
}

const parts = 16;
const count = { found: 0, unchanged: 0 };
let right: string;

it('the untouched file has all events and no error', async () => {
  const copy = join(folder, 'copy.sqlite');
  copyFileSync(file, copy);
  const { error, content } = await errorOf(copy);
  expect([events.length, error]).toEqual([4, null]);
  right = content!;
});

it.each(Array.from({ length: parts }, (_, part) => part))(
  'a flipped byte of the file of the log is found, or changes no event (part %i of 0 to 15)',
  async (part) => {
    const missed: number[] = [];
    for (const at of sampled([...bytes.keys()], 29).filter((one) => one % parts === part)) {
      const flipped = join(folder, `flipped-${at}.sqlite`);
      const altered = Buffer.from(bytes);
      altered[at]! ^= 1 << (at % 8);
      writeFileSync(flipped, altered);
      const { error, content } = await errorOf(flipped);
      if (error !== null) count.found++;
      else if (content === right) count.unchanged++;
      else missed.push(at);
      for (const end of ['', '-wal', '-shm']) rmSync(flipped + end, { force: true });
    }
    expect(missed).toEqual([]);
  },
  600_000,
);

it('some flipped bytes are found, and some change nothing', () => {
  expect(count.found).toBeGreaterThan(0);
  expect(count.unchanged).toBeGreaterThan(0);
});
