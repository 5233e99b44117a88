import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Clock } from '../../kernel/clock';
import type { Broadcast } from '../../stores/broadcast/broadcast';
import { ProcessBroadcast } from '../../stores/broadcast/process.broadcast';
import { RedisBroadcast } from '../../stores/broadcast/redis.broadcast';
import { describeWithRedis, RedisServer } from '../../testing/servers/redis';
import { Presence } from './presence';
import { ReplicatedMap } from './replicated-map';

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('presence at several processes', () => {
  let broadcast = new ProcessBroadcast();
  const open: Presence[] = [];
  afterEach(async () => {
    for (const presence of open.splice(0)) presence.onModuleDestroy();
    await broadcast.close();
    broadcast = new ProcessBroadcast();
  });

  function start(now = 1_000): Presence {
    const clock = new (class extends Clock {
      override now = () => now;
    })();
    const presence = new Presence(clock, broadcast);
    presence.onApplicationBootstrap();
    open.push(presence);
    return presence;
  }

  it('is of whoever is connected to any of them, since the first of their screens', async () => {
    const [one, two] = [start(1_000), start(2_000)];
    const [a, b] = [{}, {}];
    one.enter(5, a);
    two.enter(5, a);
    two.enter(6, a);
    two.enter(6, b);
    for (const presence of [one, two]) {
      await until(() => presence.connected().size === 2);
      expect(presence.connected()).toEqual(
        new Map([
          [5, { since: 1_000, idleSince: null }],
          [6, { since: 2_000, idleSince: null }],
        ]),
      );
    }
    let told = 0;
    one.onChanged(() => told++);
    one.leave(5, a);
    two.leave(6, a);
    two.leave(6, b);
    await until(() => one.connected().size === 1);
    expect(one.connected()).toEqual(new Map([[5, { since: 2_000, idleSince: null }]]));
    await until(() => told > 0);
  });

  it('counts the screens of a person, and says nothing of one more or less of several', async () => {
    const [one, two] = [start(), start()];
    const [a, b, c] = [{}, {}, {}];
    one.enter(5, a);
    two.enter(5, b);
    await until(() => one.screensOf(5) === 2 && two.screensOf(5) === 2);
    const told: (readonly number[])[] = [];
    for (const presence of [one, two]) presence.onChanged((ids) => told.push(ids));
    one.enter(5, c);
    await until(() => two.screensOf(5) === 3);
    one.leave(5, c);
    await until(() => two.screensOf(5) === 2);
    expect(told).toEqual([]);
    one.leave(5, a);
    two.leave(5, b);
    await until(() => one.screensOf(5) === 0 && two.screensOf(5) === 0);
  });

  it('is known to a process that starts later, and ends with one that stops', async () => {
    const one = start();
    one.enter(5, {});
    one.watch('task-7', [5]);
    const two = start();
    await until(() => two.connected().has(5));
    expect(two.watching('task-7')).toEqual([5]);
    const rooms: string[] = [];
    two.onWatching((room) => rooms.push(room));
    one.onModuleDestroy();
    await until(() => !two.connected().has(5));
    expect(two.watching('task-7')).toEqual([]);
    expect(rooms).toEqual(['task-7']);
  });

  it('idles when nobody moves at any screen of the person', async () => {
    const [one, two] = [start(1_000), start(2_000)];
    const [a, b] = [{}, {}];
    one.enter(5, a);
    two.enter(5, b);
    const idleSince = () => one.connected().get(5)?.idleSince;
    one.idles(5, a, true);
    await until(() => two.connected().get(5)?.since === 1_000);
    expect(idleSince()).toBeNull();
    two.idles(5, b, true);
    await until(() => idleSince() === 2_000);
    one.idles(5, a, false);
    expect(idleSince()).toBeNull();
    one.idles(5, {}, true);
    expect(idleSince()).toBeNull();
  });

  it('says who looks at a document, each person once, and tells the others', async () => {
    const [one, two] = [start(), start()];
    const rooms: string[] = [];
    one.onWatching((room) => rooms.push(room));
    one.watch('task-7', [5, 8]);
    two.watch('task-7', [5, 6]);
    two.watch('task-9', [6]);
    await until(() => rooms.includes('task-7') && rooms.includes('task-9'));
    expect([...one.watching('task-7')].toSorted()).toEqual([5, 6, 8]);
    expect(one.watching('task-9')).toEqual([6]);
    two.watch('task-7', []);
    await until(() => !one.watching('task-7').includes(6));
    expect(one.watching('task-7')).toEqual([5, 8]);
  });
});

describeWithRedis('entries shared over Redis', () => {
  let server: RedisServer;
  const stops: (() => unknown)[] = [];
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  });
  afterAll(() => server.stop());

  async function start(): Promise<{ entries: ReplicatedMap<number>; die: () => Promise<void> }> {
    const broadcast: Broadcast & { open(): Promise<void> } = new RedisBroadcast({ url: server.url });
    stops.push(() => broadcast.close());
    await broadcast.open();
    const entries = new ReplicatedMap<number>(broadcast, () => {}, { beatMs: 50, goneMs: 400 });
    entries.start();
    stops.push(() => entries.stop());
    return { entries, die: () => broadcast.close() };
  }

  it('fade with a process that died', async () => {
    const [one, two] = [await start(), await start()];
    one.entries.set('a', 1);
    await until(() => two.entries.of('a').length === 1);
    await one.die();
    await until(() => two.entries.of('a').length === 0);
  });

  it('are there again after Redis was away, with what changed meanwhile', async () => {
    const [one, two] = [await start(), await start()];
    one.entries.set('a', 1);
    one.entries.set('b', 1);
    two.entries.set('c', 1);
    await until(() => [...two.entries.all()].length === 3 && [...one.entries.all()].length === 3);
    await server.kill();
    one.entries.set('a', null);
    one.entries.set('b', 2);
    await until(() => [...two.entries.all()].length === 1);
    await server.start();
    await until(() => two.entries.of('b')[0] === 2 && one.entries.of('c')[0] === 1);
    expect(two.entries.of('a')).toEqual([]);
  });

  it('are true after many changes at once', async () => {
    const [one, two] = [await start(), await start()];
    for (let n = 0; n < 2_000; n++) {
      one.entries.set(`k${n % 300}`, n % 7 === 0 ? null : n);
      if (n % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const sorted = ({ entries }: { entries: ReplicatedMap<number> }) => [...entries.all()].toSorted();
    await until(() => JSON.stringify(sorted(two)) === JSON.stringify(sorted(one)));
    expect(sorted(two).length).toBeGreaterThan(200);
  });
});
