import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { InstallationId } from '../../kernel/belonging';
import { describeWithRedis, describeWithSomeRedis, RedisServer } from '../../testing/servers/redis';
import { describeBroadcastContract } from './broadcast.contract';
import { RedisBroadcast } from './redis.broadcast';

describeWithSomeRedis('Broadcast over Redis', (redis) => {
  let installations = 0;
  beforeAll(() => redis.start());
  afterAll(() => redis.stop());

  describeBroadcastContract('RedisBroadcast', async () => {
    return new RedisBroadcast({ url: redis.url, prefix: `${redis.prefix}-${++installations}:` });
  });
});

describeWithRedis('RedisBroadcast of several processes', () => {
  let server: RedisServer;
  const open: RedisBroadcast[] = [];
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterEach(async () => {
    for (const broadcast of open.splice(0)) await broadcast.close();
  });
  afterAll(() => server.stop());

  async function start(database = ''): Promise<RedisBroadcast> {
    const broadcast = new RedisBroadcast({ url: `${server.url}${database}` });
    open.push(broadcast);
    await broadcast.open();
    return broadcast;
  }
  const until = async (condition: () => boolean | Promise<boolean>) => {
    while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  async function listen(broadcast: RedisBroadcast, channel = 'a') {
    const said: unknown[] = [];
    broadcast.subscribe(
      channel,
      (message) => said.push(message),
      () => said.push('gap'),
    );
    await until(() => said.length > 0);
    expect(said).toEqual(['gap']);
    said.length = 0;
    return said;
  }

  it('tells all of them, those that publish too, in the order of each', async () => {
    const [first, second] = [await start(), await start()];
    const [one, two] = [await listen(first), await listen(second)];
    const numbers = Array.from({ length: 200 }, (_, n) => n);
    for (const n of numbers) {
      void first.publish('a', ['first', n]);
      void second.publish('a', ['second', n]);
    }
    await until(() => one.length === 400 && two.length === 400);
    for (const heard of [one, two]) {
      for (const who of ['first', 'second']) {
        const order = (heard as [string, number][]).flatMap(([from, n]) => (from === who ? [n] : []));
        expect(order).toEqual(numbers);
      }
    }
  });

  it('is heard by its own installation only, once it is known which that is', async () => {
    const owners = [new InstallationId(), new InstallationId()] as const;
    const [one, two] = owners.map((owner) => new RedisBroadcast({ url: server.url, owner })) as [
      RedisBroadcast,
      RedisBroadcast,
    ];
    open.push(one, two);
    const heard: unknown[] = [];
    one.subscribe('a', (message) => heard.push(message));
    await one.publish('a', 'before it is known');
    for (const [n, owner] of owners.entries()) owner.is({ installation: `number-${n}`, mayBeUnnamed: false });
    await until(async () => {
      await two.publish('a', 'of another one');
      await one.publish('a', 'own');
      return heard.length > 0;
    });
    expect(new Set(heard)).toEqual(new Set(['own']));
  });

  describe('when Redis goes away and comes back', () => {
    it('tells of the gap before what comes next, and neither publishing nor closing fails meanwhile', async () => {
      const [publisher, listener] = [await start(), await start()];
      const said = await listen(listener);
      await publisher.publish('a', 1);
      await until(() => said.length === 1);
      await server.kill();
      await publisher.publish('a', 'lost');
      const idle = new RedisBroadcast({ url: server.url });
      await idle.publish('a', 'lost too');
      await idle.close();
      await server.start();
      await until(() => said.includes('gap'));
      while (!said.includes('back')) {
        await publisher.publish('a', 'back');
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      expect(said.slice(0, 2)).toEqual([1, 'gap']);
      expect(said.filter((one) => one !== 'gap' && one !== 'back')).toEqual([1]);
    });

    it('tells of the gap although nothing is published any more', async () => {
      const [publisher, listener] = [await start(), await start()];
      const said = await listen(listener);
      await server.kill();
      await publisher.publish('a', 'lost');
      await server.start();
      await until(() => said.includes('gap'));
      expect(said.every((one) => one === 'gap')).toBe(true);
    });
  });

  it('tells of a gap when only the publisher could not reach Redis', async () => {
    const [publisher, listener] = [await start(), await start()];
    const said = await listen(listener);
    await publisher.publish('a', 1);
    await until(() => said.length === 1);
    const admin = new Redis(server.url);
    await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    admin.disconnect();
    await publisher.publish('a', 2);
    await until(() => said.length === 2);
    expect(said).toEqual([1, 'gap']);
    await publisher.publish('a', 3);
    await until(() => said.length === 3);
    expect(said).toEqual([1, 'gap', 3]);
  });

  it('hears on when somebody else says what no process of ours does', async () => {
    const [publisher, listener] = [await start(), await start()];
    const said = await listen(listener);
    const other = new Redis(server.url);
    for (const nonsense of ['{', 'null', '1', '{}', '[]', '["x"]', '["x","y",1]'])
      await other.publish('gos:a', nonsense);
    other.disconnect();
    await publisher.publish('a', 1);
    await until(() => said.length > 0);
    expect(said).toEqual([1]);
  });

  it('is not heard in another database of the same Redis', async () => {
    const [here, elsewhere] = [await start(), await start('/1')];
    const said = await listen(here);
    const there = await listen(elsewhere);
    await elsewhere.publish('a', 'there');
    await until(() => there.length === 1);
    await here.publish('a', 'here');
    await until(() => said.length > 0);
    expect([said, there]).toEqual([['here'], ['there']]);
  });

  it('is late and in order when Redis stood still', async () => {
    const [publisher, listener] = [await start(), await start()];
    const said = await listen(listener);
    server.freeze();
    const published = [1, 2, 3].map((n) => publisher.publish('a', n));
    server.thaw();
    await Promise.all(published);
    await until(() => said.length === 3);
    expect(said).toEqual([1, 2, 3]);
  });
});
