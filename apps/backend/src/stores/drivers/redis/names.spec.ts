import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { describeWithRedis, RedisServer } from '../../../testing/servers/redis';
import { namesIn } from './names';

describeWithRedis('names in Redis', () => {
  let server: RedisServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await RedisServer.start();
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  it('carry the id of the installation, but for one that kept jobs there before they did', async () => {
    const own = { jobs: '{gos-one}', channels: 'one:' };
    expect(await namesIn(redis, { installation: 'one', mayBeUnnamed: true })).toEqual(own);
    await redis.sadd('{gos}:queues', 'letters');
    expect(await namesIn(redis, { installation: 'one', mayBeUnnamed: false })).toEqual(own);
    const unnamed = { jobs: '{gos}', channels: '' };
    expect(await namesIn(redis, { installation: 'one', mayBeUnnamed: true })).toEqual(unnamed);
    // From then on they stay, and are nobody else's.
    expect(await namesIn(redis, { installation: 'one', mayBeUnnamed: false })).toEqual(unnamed);
    expect((await namesIn(redis, { installation: 'two', mayBeUnnamed: true })).jobs).toBe('{gos-two}');
  });
});
