import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedEvent } from '@gos/domain';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Checkpoints } from '../../engine/proof/checkpoints';
import { LogKeys } from '../../engine/proof/log-keys';
import { LogTree } from '../../engine/proof/log-tree';
import { treeKind } from '../../engine/proof/tree-kind';
import { Clock } from '../../kernel/clock';
import { canonicalJson } from '../../kernel/event-hash';
import { SqliteAccounts } from '../../stores/accounts/sqlite.accounts';
import type { EventLog } from '../../stores/event-log/event-log';
import { SqliteEventLog } from '../../stores/event-log/sqlite.event-log';
import { parsed, recordedEvent } from '../../stores/event-log/stored-event';
import { append } from '../../testing/appended';
import { LogProofOperations } from './log-proof';
import { verifyLog } from './verify-log';

const secret = 'a secret of the installation';
let folder: string;
let log: SqliteEventLog;
let accounts: SqliteAccounts;
let events: RecordedEvent[];
let proof: LogProofOperations;
let elsewhere: string;

function proofOf(store: SqliteAccounts, of: EventLog) {
  const tree = new LogTree(of, store);
  const keys = new LogKeys(store, new Clock(), { secret });
  const checkpoints = new Checkpoints(tree, keys, new Clock(), store);
  return { checkpoints, proof: new LogProofOperations(tree, checkpoints, keys) };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gos-verify-'));
  log = new SqliteEventLog(join(folder, 'log.sqlite'));
  accounts = new SqliteAccounts(join(folder, 'accounts.sqlite'));
  await append(log, 'task-1', [{ type: 'CommentAdded', data: { text: 'Základy' } }]);
  await append(log, 'task-2', [{ type: 'CommentAdded', data: { text: 'Zdi' } }]);
  const own = proofOf(accounts, log);
  await own.checkpoints.make();
  await append(log, 'task-1', [{ type: 'CommentAdded', data: { text: 'Střecha' } }]);
  await append(log, 'task-3', [{ type: 'CommentAdded', data: { text: 'Okna' } }]);
  elsewhere = (await own.checkpoints.make())!.note;
  events = await log.readAll(null, 10);
  proof = own.proof;
});
afterAll(async () => {
  await Promise.all([log.close(), accounts.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** A log with these events, as a store would give them. */
const logOf = (rows: readonly RecordedEvent[], hasConsecutivePositions = true) =>
  ({
    hasConsecutivePositions,
    readAll: async (after: string | null) =>
      rows.slice(after === null ? 0 : rows.findIndex((row) => row.position === after) + 1),
    readStream: async (stream: string, { from = 0, limit = rows.length } = {}) =>
      rows.filter((row) => row.stream === stream && row.revision >= from).slice(0, limit),
  }) as unknown as EventLog;

async function misfits(of: EventLog, given: string | null = null, by = proof) {
  const found: string[] = [];
  const tree = await by.check(given, (line) => found.push(line));
  const { errors } = await verifyLog(of, undefined, async (some) => {
    for (const event of some) await tree.take(event);
  });
  tree.end();
  return { chains: errors, tree: found };
}

const renumbered = (rows: readonly RecordedEvent[]) => rows.map((row, at) => ({ ...row, position: String(at + 1) }));

describe('a verification', () => {
  it('finds nothing in a log that is as it was, also with a checkpoint from elsewhere', async () => {
    expect(await misfits(logOf(events), elsewhere)).toEqual({ chains: [], tree: [] });
  });

  it('finds every single byte that was flipped', async () => {
    for (const [at, { position, ...row }] of events.entries()) {
      const bytes = Buffer.from(JSON.stringify(row));
      for (let byte = 0; byte < bytes.length; byte++) {
        const flipped = Buffer.from(bytes);
        flipped[byte]! ^= 1;
        const read = parsed(flipped.toString()) as Partial<RecordedEvent> | undefined;
        const { stream, revision, id, type, data, metadata } = { ...row, ...read };
        const altered = recordedEvent({ stream, revision, id, type, data, metadata, position });
        // A flipped bit in a name of the row itself leaves every value as it was; an unreadable row is no row.
        const isSame = canonicalJson(altered) === canonicalJson({ ...row, position });
        const { chains } = await misfits(logOf(events.map((one, n) => (n === at ? altered : one))));
        expect({ byte, isFound: chains.length > 0 }).toEqual({ byte, isFound: !isSame });
      }
    }
  });

  it('finds every row that was removed, doubled or swapped, and names the first event', async () => {
    for (let at = 0; at < events.length; at++) {
      const removed = renumbered(events.filter((_, n) => n !== at));
      expect((await misfits(logOf(removed))).tree.join('\n')).toMatch(/of another log|cut off/);
      const doubled = renumbered([...events.slice(0, at + 1), ...events.slice(at)]);
      const { chains, tree } = await misfits(logOf(doubled));
      expect(chains).not.toEqual([]);
      if (at < events.length - 1) expect(tree[0]).toMatch(/^the checkpoint of|^event/);
      const other = (at + 1) % events.length;
      const swapped = [...events];
      [swapped[at], swapped[other]] = [events[other]!, events[at]!];
      expect((await misfits(logOf(renumbered(swapped)))).tree).not.toEqual([]);
    }
    const [first, second, third, fourth] = events as [RecordedEvent, RecordedEvent, RecordedEvent, RecordedEvent];
    const { chains, tree } = await misfits(logOf(renumbered([first, second, fourth, third])));
    // Each chain is whole: only the tree knows the order of streams.
    expect(chains).toEqual([]);
    expect(tree).toContain('event 3, task-3 revision 0: the tree has another event there, or none');
    expect(tree).toContain('the checkpoint of 4 events: one of the events 3 to 4 was altered, removed, added or moved');
  });

  it('finds an end that was cut off, by its own tree and by a checkpoint from elsewhere alone', async () => {
    const cut = logOf(events.slice(0, 3));
    expect((await misfits(cut)).tree).toEqual([
      'the checkpoint of 4 events: it has 4 events, the log only 3: the end of the log was cut off',
      'the tree has 4 events, the log only 3: the end of the log was cut off',
    ]);
    // The intruder cut off tree and checkpoints too.
    const store = new SqliteAccounts(join(folder, 'cut.sqlite'));
    const keys = (await accounts.get('setting', 'log-keys'))!;
    await store.insert('setting', 'log-keys', keys.value);
    const shorter = new SqliteEventLog(join(folder, 'cut-log.sqlite'));
    await shorter.restore(events.slice(0, 3), null);
    const own = proofOf(store, shorter);
    await own.checkpoints.make();
    expect((await misfits(shorter, null, own.proof)).tree).toEqual([]);
    expect((await misfits(shorter, elsewhere, own.proof)).tree).toEqual([
      'the given checkpoint: it has 4 events, the log only 3: the end of the log was cut off',
    ]);
    await Promise.all([store.close(), shorter.close()]);
  });

  it('finds an altered checkpoint, and one of another installation', async () => {
    for (let at = 0; at < Buffer.byteLength(elsewhere); at++) {
      const bytes = Buffer.from(elsewhere);
      bytes[at]! ^= 1;
      expect((await misfits(logOf(events), bytes.toString())).tree).toHaveLength(1);
    }
    const store = new SqliteAccounts(join(folder, 'other.sqlite'));
    const otherLog = new SqliteEventLog(join(folder, 'other-log.sqlite'));
    await append(otherLog, 'task-1', [{ type: 'CommentAdded', data: { text: 'Jinde' } }]);
    const { note } = (await proofOf(store, otherLog).checkpoints.make())!;
    const [found] = (await misfits(logOf(events), note)).tree;
    expect(found).toMatch(/^the given checkpoint: No known key signed the note; it is of another log, gos\/log\//);
    await Promise.all([store.close(), otherLog.close()]);
  });

  it('finds an altered tree', async () => {
    const { value, version } = (await accounts.get<{ edge: string[] }>(treeKind, 'state'))!;
    const tile = Buffer.from(value.edge[0]!, 'base64');
    tile[40]! ^= 1;
    await accounts.replace(treeKind, 'state', version, { ...value, edge: [tile.toString('base64')] });
    expect((await misfits(logOf(events))).tree).toEqual([
      'event 2, task-2 revision 0: the tree has another event there, or none',
    ]);
    await accounts.replace(treeKind, 'state', version + 1, value);
  });
});
