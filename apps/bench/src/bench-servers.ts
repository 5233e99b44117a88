import { MongoClient } from 'mongodb';
import { hasMongoServer, MongoServer } from '../../backend/src/testing/servers/mongo.server';
import { hasRedis, RedisServer } from '../../backend/src/testing/servers/redis.server';
import { EventStoreDbProcess } from '../../eventstoredb/src/process';
import { inOwnProcess } from './own-process';

const names = ['EVENTSTOREDB_URL', 'MONGODB_URL', 'REDIS_URL'] as const;
type Name = (typeof names)[number];

/** The servers of a run: those that the environment names, and for the others the run's own test servers. */
export class BenchServers {
  private constructor(
    /** Settings of every process that uses them. */
    readonly settings: Readonly<Record<string, string>>,
    /** Servers that only replace the real ones. */
    readonly standIns: readonly string[],
    private readonly stops: readonly (() => Promise<void>)[],
  ) {}

  /** @param folder an empty folder for a process that inspects the servers */
  static async start(folder: string): Promise<BenchServers> {
    const standIns: string[] = [];
    const stops: (() => Promise<void>)[] = [];
    const urls: Partial<Record<Name, string>> = {};
    try {
      for (const name of names) {
        const given = process.env[name];
        if (given) await mustBeEmpty[name](given, folder);
        if (given && name === 'MONGODB_URL') stops.push(() => dropDatabase(given));
        const { url, what, stop } = given ? { url: given, what: null, stop: null } : await own[name]();
        if (what) standIns.push(what);
        if (stop) stops.push(stop);
        urls[name] = url;
      }
    } catch (error) {
      await Promise.all(stops.map((stop) => stop()));
      throw error;
    }
    return new BenchServers({ ...urls, GOS_SECRET: 'the secret that all processes share' }, standIns, stops);
  }

  async stop(): Promise<void> {
    await Promise.all(this.stops.map((stop) => stop()));
  }
}

interface Own {
  readonly url: string;
  /** Name of the replaced server; null for the real one. */
  readonly what: string | null;
  readonly stop: () => Promise<void>;
}

const own: Record<Name, () => Promise<Own>> = {
  async EVENTSTOREDB_URL() {
    const server = await EventStoreDbProcess.start();
    return { url: server.url, what: 'EventStoreDB', stop: () => server.stop() };
  },
  async MONGODB_URL() {
    if (!hasMongoServer) throw new Error('MONGODB_URL is not set, and node scripts/test-servers.mjs was not run');
    const server = await MongoServer.start();
    return { url: server.url, what: 'MongoDB', stop: () => server.stop() };
  },
  async REDIS_URL() {
    if (!hasRedis) throw new Error('REDIS_URL is not set, and there is no redis-server');
    const server = await RedisServer.start({ appendonly: true });
    return { url: server.url, what: null, stop: () => server.stop() };
  },
};

/** The bench writes to these servers, so they must not hold anybody's data. */
const mustBeEmpty: Record<Name, (url: string, folder: string) => Promise<void>> = {
  async EVENTSTOREDB_URL(url, folder) {
    const end = await inOwnProcess('logEnd', folder, { EVENTSTOREDB_URL: url });
    if (end !== null) throw new Error('The server of EVENTSTOREDB_URL has a log: the bench needs an empty one');
  },
  async MONGODB_URL(url) {
    const found = await onMongo(url, (client) => client.db(databaseOf(url)).listCollections().toArray());
    if (found.length > 0)
      throw new Error('The database of MONGODB_URL is not empty: the bench needs one that it may drop');
  },
  async REDIS_URL() {},
};

const databaseOf = (url: string) => /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url)?.[1] ?? 'gos';

async function onMongo<T>(url: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(url);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

const dropDatabase = (url: string) =>
  onMongo(url, async (client) => void (await client.db(databaseOf(url)).dropDatabase()));
