import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Redis } from 'ioredis';
import { type Document, MongoClient } from 'mongodb';
import { EventStoreDbServer } from '../../../eventstoredb/src/server';
import { Harness } from './harness';
import { EveryServer } from './servers/every-server';

const installationParts = ['log', 'accounts', 'claims', 'views', 'jobs', 'files', 'secret'] as const;
export type InstallationPartName = (typeof installationParts)[number];

/** A part as it was at a moment; null is an empty one. */
export type PartCopy = { readonly of: InstallationPartName; readonly content: unknown } | null;
export type InstallationCopy = Readonly<Record<InstallationPartName, PartCopy>>;

/** An installation whose parts are taken out and put in while it is stopped, as backups and mistakes do. */
export interface CopiedInstallation {
  readonly gos: Harness;
  copy(): Promise<InstallationCopy>;
  /** Puts a part, of this or another installation of the same shape, in the place of what is there. */
  put(part: InstallationPartName, copy: PartCopy): Promise<void>;
  stop(): Promise<void>;
}

const filesOf: Readonly<Record<InstallationPartName, string>> = {
  log: 'log.sqlite',
  accounts: 'accounts.sqlite',
  claims: 'claims.sqlite',
  views: 'views.sqlite',
  jobs: 'jobs.sqlite',
  files: 'files',
  secret: 'secret',
};

async function inFolder(env: Record<string, string>): Promise<CopiedInstallation> {
  const gos = await Harness.startEmbedded(env);
  const kept = mkdtempSync(join(tmpdir(), 'gos-copies-'));
  return {
    gos,
    async copy() {
      const place = mkdtempSync(join(kept, 'copy-'));
      const one = (of: InstallationPartName): PartCopy => {
        const from = join(gos.folder, filesOf[of]);
        if (!existsSync(from)) return null;
        cpSync(from, join(place, filesOf[of]), { recursive: true });
        return { of, content: join(place, filesOf[of]) };
      };
      return Object.fromEntries(installationParts.map((part) => [part, one(part)])) as InstallationCopy;
    },
    async put(part, copy) {
      const to = join(gos.folder, filesOf[part]);
      for (const end of ['', '-wal', '-shm']) rmSync(`${to}${end}`, { recursive: true, force: true });
      if (copy !== null) cpSync(copy.content as string, to, { recursive: true });
    },
    async stop() {
      await gos.stop();
      rmSync(kept, { recursive: true, force: true });
    },
  };
}

const collectionsOf = { accounts: /^accounts/, claims: /^claims\./, views: /^views\./ };
type Collections = readonly { readonly name: string; readonly documents: Document[] }[];

async function withDatabase<T>(url: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(url);
  return work(client).finally(() => client.close());
}

async function documentsIn(url: string, pattern: RegExp): Promise<Collections> {
  return withDatabase(url, async (client) => {
    const names = (await client.db('gos').listCollections().toArray()).map(({ name }) => name);
    return Promise.all(
      names
        .filter((name) => pattern.test(name))
        .map(async (name) => ({ name, documents: await client.db('gos').collection(name).find().toArray() })),
    );
  });
}

async function putDocuments(url: string, pattern: RegExp, collections: Collections): Promise<void> {
  await withDatabase(url, async (client) => {
    const database = client.db('gos');
    for (const { name } of await database.listCollections().toArray()) {
      if (pattern.test(name)) await database.dropCollection(name);
    }
    for (const { name, documents } of collections) {
      if (documents.length > 0) await database.collection(name).insertMany(documents);
    }
  });
}

type Keys = readonly (readonly [string, Buffer])[];

async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url);
  return work(redis).finally(() => redis.disconnect());
}

async function keysIn(url: string): Promise<Keys> {
  return withRedis(url, async (redis) =>
    Promise.all((await redis.keys('*')).map(async (key) => [key, (await redis.dumpBuffer(key))!] as const)),
  );
}

async function putKeys(url: string, keys: Keys): Promise<void> {
  await withRedis(url, async (redis) => {
    await redis.flushall();
    for (const [key, value] of keys) await redis.restore(key, 0, value);
  });
}

type Objects = readonly (readonly [string, Uint8Array])[];
const bucketOf = (url: string) => {
  const { origin, pathname } = new URL(url);
  const client = new S3Client({
    endpoint: origin,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  });
  return { client, Bucket: pathname.slice(1) };
};

async function objectsIn(url: string): Promise<Objects> {
  const { client, Bucket } = bucketOf(url);
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
  return Promise.all(
    Contents.map(async ({ Key }) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return [Key!, await Body!.transformToByteArray()] as const;
    }),
  );
}

async function putObjects(url: string, objects: Objects): Promise<void> {
  const { client, Bucket } = bucketOf(url);
  for (const [Key] of await objectsIn(url)) await client.send(new DeleteObjectCommand({ Bucket, Key }));
  for (const [Key, Body] of objects) await client.send(new PutObjectCommand({ Bucket, Key, Body }));
}

async function onServers(env: Record<string, string>): Promise<CopiedInstallation> {
  const servers = await EveryServer.start();
  const folder = mkdtempSync(join(tmpdir(), 'gos-logs-'));
  let logs = 0;
  let log = await EventStoreDbServer.start({ file: join(folder, `${logs}`) });
  const GOS_SECRET = `${randomUUID()}${randomUUID()}`;
  const gos = await Harness.startOnServers({ ...servers.env, EVENTSTOREDB_URL: log.url, GOS_SECRET, ...env });
  const { MONGODB_URL: mongo, REDIS_URL: redis, S3_URL: s3 } = servers.env as Record<string, string>;
  const taking: Readonly<Record<InstallationPartName, () => Promise<unknown>>> = {
    async log() {
      const file = join(folder, `copy-${++logs}`);
      cpSync(join(folder, currentLog()), file);
      return file;
    },
    accounts: () => documentsIn(mongo!, collectionsOf.accounts),
    claims: () => documentsIn(mongo!, collectionsOf.claims),
    views: () => documentsIn(mongo!, collectionsOf.views),
    jobs: () => keysIn(redis!),
    files: () => objectsIn(s3!),
    secret: async () => gos.env.GOS_SECRET,
  };
  let current = '0';
  const currentLog = () => current;
  return {
    gos,
    async copy() {
      const copies = [];
      for (const of of installationParts) copies.push([of, { of, content: await taking[of]() }] as const);
      return Object.fromEntries(copies) as unknown as InstallationCopy;
    },
    async put(part, copy) {
      switch (part) {
        case 'log': {
          await log.stop();
          current = `put-${++logs}`;
          if (copy !== null) cpSync(copy.content as string, join(folder, current));
          log = await EventStoreDbServer.start({ file: join(folder, current) });
          gos.env.EVENTSTOREDB_URL = log.url;
          return;
        }
        case 'jobs':
          return putKeys(redis!, (copy?.content ?? []) as Keys);
        case 'files':
          return putObjects(s3!, (copy?.content ?? []) as Objects);
        case 'secret':
          gos.env.GOS_SECRET = (copy?.content as string | undefined) ?? 'a new secret, as the old one was lost';
          return;
        default:
          return putDocuments(mongo!, collectionsOf[part], (copy?.content ?? []) as Collections);
      }
    },
    async stop() {
      await gos.stop();
      await log.stop();
      await servers.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A new installation in the shape that TEST_SHAPE says. */
export function startCopiedInstallation(env: Record<string, string> = {}): Promise<CopiedInstallation> {
  return process.env.TEST_SHAPE === 'servers' ? onServers(env) : inFolder(env);
}
