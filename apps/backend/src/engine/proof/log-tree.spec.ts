import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '../../kernel/clock';
import { StoreUnavailable } from '../../kernel/store-errors';
import { SqliteAccounts } from '../../stores/accounts/sqlite.accounts';
import { SqliteEventLog } from '../../stores/event-log/sqlite.event-log';
import { append } from '../../testing/appended';
import { openCheckpoint, readCheckpoint } from './checkpoint-text';
import { Checkpoints, removeCheckpointsAfter, TreeDiverged } from './checkpoints';
import { LogKeys } from './log-keys';
import { LogTree, leafOf } from './log-tree';
import { inclusionProof, leafHashOf, rootOf } from './merkle-tree';
import { decodeVerifier, openNote, parseNote } from './signed-note';
import { consistencyProof, holdsConsistency, holdsInclusion } from './testing/proofs';
import { treeKind } from './tree-kind';

let folder: string;
let log: SqliteEventLog;
let accounts: SqliteAccounts;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gos-tree-'));
  log = new SqliteEventLog(join(folder, 'log.sqlite'));
  accounts = new SqliteAccounts(join(folder, 'accounts.sqlite'));
});
afterEach(async () => {
  await Promise.all([log.close(), accounts.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const comments = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ type: 'CommentAdded', data: { n, text: `Comment ${n}` } }));
const write = (count: number, stream = 'task-1') => append(log, stream, comments(count));
const treeOf = (store = accounts, of = log) => new LogTree(of, store);
function checkpointsOf(secret = 'a secret of the installation', store = accounts, of = log) {
  const keys = new LogKeys(store, new Clock(), { secret });
  return { keys, checkpoints: new Checkpoints(treeOf(store, of), keys, new Clock(), store) };
}
const contentOf = async () =>
  (await accounts.list<unknown>(treeKind, { limit: 1_000 })).map(({ id, value }) => [id, value]);

describe('the tree of a log', () => {
  it('has every event, and proves each of them and each former size', async () => {
    await write(300);
    await treeOf().catchUp();
    const former = (await treeOf().state())!;
    await write(400, 'task-2');
    const tree = treeOf();
    const { state } = await tree.catchUp();
    const read = tree.nodes(state!);
    const root = await rootOf(read, 700);
    const events = await log.readAll(null, 1_000);
    for (const [leaf, { metadata }] of events.entries()) {
      const proof = await inclusionProof(read, leaf, 700);
      expect(holdsInclusion(leafHashOf(leafOf(metadata.hash)), leaf, 700, proof, root)).toBe(true);
    }
    const older = { size: 300, root: await rootOf(tree.nodes(former), 300) };
    expect(holdsConsistency(older, { size: 700, root }, await consistencyProof(read, 300, 700))).toBe(true);
  });

  it('is the same after a crash between its tiles and its state, and when two processes build it at once', async () => {
    await write(600);
    await treeOf().catchUp();
    const right = await contentOf();
    await accounts.remove(treeKind, 'state');
    await treeOf().catchUp();
    expect(await contentOf()).toEqual(right);
    await accounts.remove(treeKind, 'state');
    await Promise.all([treeOf().catchUp(), treeOf().catchUp(), treeOf().catchUp()]);
    expect(await contentOf()).toEqual(right);
  });

  it('ends with the failure of a store that does not take it', async () => {
    await write(3);
    const away = new Proxy(accounts, {
      get: (store, name) =>
        name === 'insert'
          ? () => Promise.reject(new StoreUnavailable('The accounts are away', 'not-written'))
          : Reflect.get(store, name).bind(store),
    });
    await expect(treeOf(away).catchUp()).rejects.toThrow('The accounts are away');
  });

  it('is built in the background in several runs', async () => {
    await write(1_200);
    const runs = [];
    do runs.push(await treeOf().catchUp({ restTimes: 0, mostMs: 0 }));
    while (!runs.at(-1)!.isWhole);
    expect(runs.map(({ state }) => state!.size)).toEqual([500, 1_000, 1_200, 1_200]);
  });

  it('is the same in a log that was moved, at other positions', async () => {
    await write(300);
    const first = await checkpointsOf().checkpoints.make();
    const other = new SqliteEventLog(join(folder, 'other.sqlite'));
    await other.restore(await log.readAll(null, 1_000), null);
    const { checkpoints } = checkpointsOf(undefined, accounts, other);
    expect(await checkpoints.make()).toEqual(first);
    expect(await checkpoints.count()).toBe(1);
    await other.close();
  });
});

describe('a checkpoint', () => {
  it('is made when there are new events only, and opens with the published key', async () => {
    const { checkpoints, keys } = checkpointsOf();
    expect(await checkpoints.make()).toBe(null);
    await write(3);
    const made = (await checkpoints.make())!;
    const { key } = (await keys.published())[0]!;
    const [first] = await log.readAll(null, 1);
    expect(openCheckpoint(made.note, [decodeVerifier(key)])).toMatchObject({ origin: `gos/log/${first!.id}`, size: 3 });
    await checkpoints.makeDue();
    expect(await checkpoints.make()).toEqual(made);
    await write(1);
    expect(await checkpoints.make()).toMatchObject({ size: 4 });
    expect((await checkpoints.page({})).map(({ size }) => size)).toEqual([4, 3]);
  });

  it('is one where several processes make it at once', async () => {
    await write(3);
    const made = await Promise.all([1, 2, 3].map(() => checkpointsOf().checkpoints.make()));
    expect(new Set(made.map((one) => one!.note)).size).toBe(1);
    expect(await checkpointsOf().checkpoints.count()).toBe(1);
  });

  it('is signed by both keys when another one signs, and former keys stay valid', async () => {
    await write(3);
    const { checkpoints, keys } = checkpointsOf();
    const before = (await checkpoints.make())!;
    const introducing = (await checkpoints.rotate())!;
    await write(1);
    const after = (await checkpoints.make())!;
    const [newer, older] = (await keys.published()).map(({ key }) => decodeVerifier(key));
    expect(openNote(before.note, [older!]).signedBy).toEqual([older]);
    expect(openNote(introducing.note, [older!, newer!]).signedBy).toEqual([newer, older]);
    expect(openNote(after.note, [newer!]).signedBy).toEqual([newer]);
    expect(() => openNote(after.note, [older!])).toThrow();
    expect(await checkpoints.latest()).toEqual(after);
    expect((await keys.published()).map(({ until }) => until === null)).toEqual([true, false]);
    const stored = JSON.stringify(await accounts.get('setting', 'log-keys'));
    expect(stored.match(/"sealed":"/g)).toHaveLength(1);
  });

  it('is signed by a new key when the secret of the installation was replaced', async () => {
    await write(3);
    const before = (await checkpointsOf().checkpoints.make())!;
    await write(1);
    const { checkpoints, keys } = checkpointsOf('another secret of the installation');
    const after = (await checkpoints.make())!;
    expect(openNote(before.note, await keys.verifiers()).signedBy).toHaveLength(1);
    expect(openNote(after.note, await keys.verifiers()).signedBy).toHaveLength(1);
    expect(parseNote(after.note).signatures[0]!.keyId).not.toEqual(parseNote(before.note).signatures[0]!.keyId);
  });

  it('is not made of a log that does not continue the last one', async () => {
    await write(3);
    const made = (await checkpointsOf().checkpoints.make())!;
    await write(3);
    const shorter = new SqliteEventLog(join(folder, 'shorter.sqlite'));
    const events = await log.readAll(null, 10);
    await shorter.restore(events.slice(0, 2), null);
    await expect(checkpointsOf(undefined, accounts, shorter).checkpoints.make()).rejects.toThrow(TreeDiverged);
    await append(shorter, 'task-2', comments(4));
    await expect(checkpointsOf(undefined, accounts, shorter).checkpoints.make()).rejects.toThrow(TreeDiverged);
    await expect(checkpointsOf(undefined, accounts, shorter).checkpoints.rotate()).rejects.toThrow(TreeDiverged);
    expect(readCheckpoint(made.note).size).toBe(3);
    expect(await removeCheckpointsAfter(accounts, 2)).toBe(1);
    expect(await checkpointsOf(undefined, accounts, shorter).checkpoints.make()).toMatchObject({ size: 6 });
    await shorter.close();
  });
});
