import { describe } from '@jest/globals';
import { Redis } from 'ioredis';
import { hasRedis, RedisServer } from './redis.server';
import { describeWithServer } from './server-tests';

export { RedisServer };

/** Describes a suite that starts a Redis. */
export function describeWithRedis(name: string, suite: () => void): void {
  describeWithServer('Redis', hasRedis, name, suite);
}

/**
 * Tests on any Redis: that of REDIS_URL, or one of their own. Keys that they write have their prefix, and are removed
 * at the end. `start` belongs into `beforeAll`, `stop` into `afterAll`.
 */
export class SomeRedis {
  readonly prefix = `gos-test-${crypto.randomUUID()}`;
  private server: RedisServer | undefined;
  url = process.env.REDIS_URL ?? '';

  async start(): Promise<void> {
    if (process.env.REDIS_URL) return;
    this.server = await RedisServer.start();
    this.url = this.server.url;
  }

  async stop(): Promise<void> {
    if (this.server) return this.server.stop();
    const client = new Redis(this.url);
    for await (const keys of client.scanStream({ match: `*${this.prefix}*`, count: 1_000 })) {
      if (keys.length > 0) await client.unlink(...keys);
    }
    client.disconnect();
  }
}

/** As `describeWithRedis`, but REDIS_URL serves too. */
export function describeWithSomeRedis(name: string, tests: (redis: SomeRedis) => void): void {
  const body = () => tests(new SomeRedis());
  if (process.env.REDIS_URL) describe(name, body);
  else describeWithRedis(name, body);
}
