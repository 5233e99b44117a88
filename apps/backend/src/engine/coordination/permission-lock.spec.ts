import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Clock } from '../../kernel/clock';
import { Peers } from '../../stores/broadcast/peers';
import { ProcessBroadcast } from '../../stores/broadcast/process.broadcast';
import { SqliteClaims } from '../../stores/claims/sqlite.claims';
import { Locks } from './locks';
import { PermissionLock } from './permission-lock';

/** Something that takes until it is ended. */
function work<T>(result: T) {
  let end = () => {};
  const done = new Promise<T>((resolve) => {
    end = () => resolve(result);
  });
  return { run: () => done, end };
}

describe('rights change', () => {
  let folder: string;
  let claims: SqliteClaims;
  let broadcast: ProcessBroadcast;
  const processes: { readonly gate: PermissionLock; readonly peers: Peers }[] = [];

  /** One more process of the installation; `answers` is false for one that is frozen. */
  function start(answers = true) {
    const peers = new Peers(broadcast);
    const gate = new PermissionLock(new Locks(claims, new Clock()), peers);
    peers.onModuleInit();
    if (answers) gate.onModuleInit();
    processes.push({ gate, peers });
    return { gate, peers };
  }
  /** All have heard of each other. */
  async function greet() {
    for (const { peers } of processes)
      peers.subscribe(
        'greeting',
        () => {},
        () => {},
      );
    for (const { peers } of processes) peers.publish('greeting', null);
    await new Promise((resolve) => setImmediate(resolve));
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gos-rights-'));
    claims = new SqliteClaims(join(folder, 'claims.sqlite'));
    broadcast = new ProcessBroadcast();
  });
  afterEach(async () => {
    jest.useRealTimers();
    for (const { peers } of processes.splice(0)) peers.onModuleDestroy();
    await claims.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['this process', 1],
    ['another one', 2],
  ])('between commands of the same person in %s, not under them', async (_, count) => {
    const all = Array.from({ length: count }, () => start().gate);
    await greet();
    const [changer, commander] = [all[0]!, all.at(-1)!];
    const seen: string[] = [];
    const note = (what: string) => async () => void seen.push(what);
    const before = work(null);
    const under = commander.during(2, before.run).then(note('command before'));
    const others = commander.during(3, note('somebody else'));
    const change = changer.change([2], note('change'));
    await others;
    // The change is on its way when the lock is taken; only then do later commands wait.
    while (commander.epoch === 0 && !(await isShut(commander, 2))) await new Promise(setImmediate);
    const later = commander.during(2, note('command after'));
    expect(seen).toEqual(['somebody else']);
    before.end();
    await Promise.all([under, change, later]);
    expect(seen).toEqual(['somebody else', 'command before', 'change', 'command after']);
  });

  /** Whether a command of the person would wait now. */
  async function isShut(gate: PermissionLock, userId: number): Promise<boolean> {
    const tried = gate.during(userId, async () => false);
    return Promise.race([tried, new Promise<boolean>((resolve) => setImmediate(() => resolve(true)))]);
  }

  it('make everybody read them anew', async () => {
    const [one, other] = [start().gate, start().gate];
    await greet();
    const epochs = [one.epoch, other.epoch];
    await one.change([2], async () => {});
    while (other.epoch === epochs[1]) await new Promise(setImmediate);
    expect(one.epoch).toBeGreaterThan(epochs[0]!);
  });

  it('one at a time, and the gate opens when a change fails', async () => {
    const { gate } = start();
    const seen: string[] = [];
    const slow = (name: string) => async () => {
      seen.push(`${name} in`);
      await new Promise(setImmediate);
      seen.push(`${name} out`);
    };
    await Promise.all([gate.change([2, 3], slow('a')), gate.change([3, 2], slow('b'))]);
    expect(seen).toEqual(['a in', 'a out', 'b in', 'b out']);
    await expect(gate.change([2], () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await gate.during(2, async () => 'done')).toBe('done');
  });

  it('although a process does not answer; one that has left is not waited for', async () => {
    const { gate, peers } = start();
    const frozen = start(false);
    await greet();
    expect(await gate.change([2], async () => 'changed')).toBe('changed');
    expect(peers.others()).toHaveLength(1);
    frozen.peers.onModuleDestroy();
    while (peers.others().length > 0) await new Promise(setImmediate);
  });

  it('in a process that never says that it is done, and is forgotten', async () => {
    const { gate } = start();
    const { peers } = start(false);
    await greet();
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance', 'nextTick', 'queueMicrotask'] });
    peers.publish('rights', { gate: 'lost', userIds: [2] });
    while (!(await isShut(gate, 2))) await new Promise(setImmediate);
    const waiting = gate.during(2, async () => 'goes on');
    jest.advanceTimersByTime(15_000);
    expect(await waiting).toBe('goes on');
  });
});
