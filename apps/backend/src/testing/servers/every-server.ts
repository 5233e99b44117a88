import { describe } from '@jest/globals';
import { Redis } from 'ioredis';
import { EventStoreDbServer } from '../../../../eventstoredb/src/server';
import { isFull } from '../full';
import { describeWithMongoServer, MongoServer } from './mongo';
import { describeWithRedis, RedisServer } from './redis';
import { type S3Server, startS3Server } from './s3';

const bucket = 'gos-files';

/** One of every server that an installation can grow on, all a test's own. */
export class EveryServer {
  private constructor(
    readonly eventStoreDb: EventStoreDbServer,
    readonly mongoDb: MongoServer,
    readonly redis: RedisServer,
    readonly s3: S3Server,
  ) {}

  static async start(): Promise<EveryServer> {
    const [eventStoreDb, mongoDb, redis, s3] = await Promise.all([
      EventStoreDbServer.start(),
      MongoServer.start(),
      RedisServer.start({ appendonly: true }),
      startS3Server(),
    ]);
    await fetch(`http://${s3.address}/${bucket}`, { method: 'PUT' });
    return new EveryServer(eventStoreDb, mongoDb, redis, s3);
  }

  /** The settings of an installation that keeps everything there. */
  get env(): Record<string, string> {
    return {
      EVENTSTOREDB_URL: this.eventStoreDb.url,
      MONGODB_URL: this.mongoDb.url,
      REDIS_URL: this.redis.url,
      S3_URL: `http://key:secret@${this.s3.address}/${bucket}`,
      GOS_SECRET: 'the secret that all processes share',
    };
  }

  /** The names of all keys in Redis. */
  async keyNames(): Promise<string[]> {
    const redis = new Redis(this.redis.url);
    return redis.keys('*').finally(() => redis.disconnect());
  }

  /** The names of everything in the bucket. */
  async objectNames(): Promise<string[]> {
    const listed = await (await fetch(`http://${this.s3.address}/${bucket}?list-type=2`)).text();
    return [...listed.matchAll(/<Key>([^<]+)<\/Key>/g)].map((match) => match[1]!);
  }

  async stop(): Promise<void> {
    await Promise.all([this.eventStoreDb.stop(), this.mongoDb.stop(), this.redis.stop(), this.s3.stop()]);
  }
}

/** Describes a suite that starts every server. */
export function describeWithEveryServer(name: string, suite: () => void): void {
  describeWithMongoServer(name, () => describeWithRedis('on every server', suite));
}

/** The same for a suite that takes long: CI leaves it to `npm run test:full`. */
export function describeLongWithEveryServer(name: string, suite: () => void): void {
  if (process.env.CI && !isFull) describe.skip(`${name}: part of npm run test:full`, suite);
  else describeWithEveryServer(name, suite);
}
