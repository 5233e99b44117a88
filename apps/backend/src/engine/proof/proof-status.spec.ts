import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Clock } from '../../kernel/clock';
import { SqliteAccounts } from '../../stores/accounts/sqlite.accounts';
import type { EventLog } from '../../stores/event-log/event-log';
import { SqliteEventLog } from '../../stores/event-log/sqlite.event-log';
import { append } from '../../testing/appended';
import { Checkpoints } from './checkpoints';
import { LogKeys } from './log-keys';
import { LogTree } from './log-tree';
import { ProofStatus } from './proof-status';
import { treeKind } from './tree-kind';

let folder: string;
let log: SqliteEventLog;
let accounts: SqliteAccounts;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gos-proof-'));
  log = new SqliteEventLog(join(folder, 'log.sqlite'));
  accounts = new SqliteAccounts(join(folder, 'accounts.sqlite'));
});
afterEach(async () => {
  await Promise.all([log.close(), accounts.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const write = (to: EventLog, stream: string, count: number) =>
  append(
    to,
    stream,
    Array.from({ length: count }, (_, n) => ({ type: 'CommentAdded', data: { n } })),
  );

function partsOf(of: EventLog) {
  const tree = new LogTree(of, accounts);
  const checkpoints = new Checkpoints(
    tree,
    new LogKeys(accounts, new Clock(), { secret: 'a secret of the installation' }),
    new Clock(),
    accounts,
  );
  return { tree, checkpoints, status: new ProofStatus(tree, checkpoints, of) };
}

it('counts the events that the tree has and lacks, and names the last checkpoint', async () => {
  const { checkpoints, tree, status } = partsOf(log);
  expect(await status.measure()).toEqual({ events: 0, behind: 0, checkpoint: null, refused: false });
  await write(log, 'task-1', 300);
  expect(await status.measure()).toMatchObject({ events: 0, behind: 300 });
  const { at } = (await checkpoints.make())!;
  await write(log, 'task-2', 7);
  expect(await status.measure()).toEqual({ events: 300, behind: 7, checkpoint: { size: 300, at }, refused: false });
  await tree.catchUp();
  expect(await status.measure()).toMatchObject({ events: 307, behind: 0, refused: false });
});

it('counts by reading where positions are no numbers', async () => {
  const unnumbered = new Proxy(log, {
    get: (of, name) => {
      const value = name === 'hasConsecutivePositions' ? false : Reflect.get(of, name);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
  const { tree, status } = partsOf(unnumbered);
  await write(log, 'task-1', 3);
  expect(await status.measure()).toMatchObject({ behind: 3 });
  await tree.catchUp();
  expect(await status.measure()).toMatchObject({ events: 3, behind: 0 });
});

it('is not refused while the tree is built again, and refused of a log whose end was cut off', async () => {
  await write(log, 'task-1', 6);
  await partsOf(log).checkpoints.make();
  await accounts.remove(treeKind, 'state');
  expect(await partsOf(log).status.measure()).toMatchObject({ events: 0, behind: 6, refused: false });
  const shorter = new SqliteEventLog(join(folder, 'shorter.sqlite'));
  await shorter.restore((await log.readAll(null, 10)).slice(0, 4), null);
  const { tree, status } = partsOf(shorter);
  await tree.catchUp();
  expect(await status.measure()).toMatchObject({ events: 4, behind: 0, refused: true });
  await shorter.close();
});

it('is refused when a tile is missing, and when no known key signed the checkpoint', async () => {
  await write(log, 'task-1', 300);
  const { status, checkpoints } = partsOf(log);
  await checkpoints.make();
  const { value } = (await accounts.get<object>('setting', 'log-keys'))!;
  await accounts.remove('setting', 'log-keys');
  expect(await status.measure()).toMatchObject({ refused: true });
  await accounts.insert('setting', 'log-keys', value);
  expect(await status.measure()).toMatchObject({ refused: false });
  await accounts.remove(treeKind, 'tile/0/000000000000');
  // The root of 300 events needs the sums of whole tiles only, not the first tile itself.
  expect(await status.measure()).toMatchObject({ refused: false });
});
