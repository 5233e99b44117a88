import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CreateBucketCommand, DeleteObjectsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { s3LocationOf } from '../../kernel/s3-url';
import { Gate } from '../../testing/servers/gate';
import { hasS3Server, type S3Server, startS3Server } from '../../testing/servers/s3';
import { describeWithServer } from '../../testing/servers/server-tests';
import { temporaryFolder } from '../drivers/sqlite/testing/temporary-folder';
import type { Files } from './files';
import { describeFilesContract } from './files.contract';
import { S3Files } from './s3.files';

const folder = temporaryFolder();
afterAll(() => folder.remove());

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/**
 * Returns the memory of buffers that are still in use. A separate thread frees collected buffers, so they may still be
 * counted for a moment.
 */
async function liveMiB(): Promise<number> {
  const found: number[] = [];
  collect();
  for (let time = 0; time < 10; time++) {
    await sleep(50);
    found.push(process.memoryUsage().arrayBuffers / 1024 / 1024);
  }
  return Math.min(...found);
}

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const read = async (files: Files, sha256: string) => Buffer.concat(await (await files.get(sha256))!.toArray());

async function withClient<T>(url: string, work: (client: S3Client, bucket: string) => Promise<T>): Promise<T> {
  const { endpoint, region, forcePathStyle, bucket, ...credentials } = s3LocationOf(url);
  const client = new S3Client({ endpoint, region, forcePathStyle, credentials });
  try {
    return await work(client, bucket);
  } finally {
    client.destroy();
  }
}

const keysOf = (url: string) =>
  withClient(url, async (client, Bucket) => {
    const { Contents = [] } = await client.send(
      new ListObjectsV2Command({ Bucket, Prefix: s3LocationOf(url).prefix, MaxKeys: 1_000 }),
    );
    return Contents.map(({ Key }) => Key!);
  });

const real = process.env.S3_URL;
const describeReal = real ? describe : describe.skip;
describeReal(`S3Files on the store of S3_URL${real ? '' : ' (skipped: it is not set)'}`, () => {
  const url = new URL(real ?? 'http://key:secret@127.0.0.1/none');
  url.pathname += `/test-${randomUUID()}`;
  let files: S3Files;

  describeFilesContract('S3Files', async () => {
    files = new S3Files({ url: url.href, folder: join(folder.path, 'real') });
    await files.open();
    return files;
  });

  afterAll(async () => {
    await files?.close();
    const keys = await keysOf(url.href);
    if (keys.length === 0) return;
    await withClient(url.href, (client, Bucket) =>
      client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: keys.map((Key) => ({ Key })) } })),
    );
  });
});

describeWithServer('an S3 server', hasS3Server, 'S3Files on a server of its own', () => {
  let server: S3Server;
  let gate: Gate;
  let url: string;
  const opened: S3Files[] = [];

  beforeAll(async () => {
    server = await startS3Server();
    gate = await Gate.to(server.address);
    url = `http://key:secret@${gate.address}/gos`;
    await withClient(url, (client, Bucket) => client.send(new CreateBucketCommand({ Bucket })));
  });
  afterEach(() => gate.open());
  afterAll(async () => {
    await Promise.all(opened.map((files) => files.close()));
    await gate?.close();
    await server?.stop();
  });

  const filesOf = (more: { url?: string; folder?: string; silenceMs?: number } = {}) => {
    const files = new S3Files({ url, folder: join(folder.path, 'own'), ...more });
    opened.push(files);
    return files;
  };
  const ofStore = (outcome: 'not-written' | 'unknown') => ({ name: 'StoreUnavailable', outcome });

  describeFilesContract('S3Files', async () => filesOf());

  it('names objects by their content, in the folder of the bucket that the address names', async () => {
    const files = filesOf({ url: `${url}/firma/one` });
    const { sha256 } = await files.put(Readable.from(['x']), 1);
    expect(await keysOf(`${url}/firma/one`)).toEqual([`firma/one/${sha256.slice(0, 2)}/${sha256}`]);
    expect(await filesOf().get(sha256)).toBeUndefined();
  });

  it('shares the bucket with other processes', async () => {
    const { sha256 } = await filesOf().put(Readable.from(['of another process']), 100);
    expect((await read(filesOf(), sha256)).toString()).toBe('of another process');
  });

  it('leaves nothing on the disk, not even while a file comes', async () => {
    const files = filesOf({ folder: join(folder.path, 'nothing') });
    const listed: string[][] = [];
    const content = Readable.from(
      (async function* () {
        for (let part = 0; part < 3; part++) {
          yield randomBytes(100_000);
          listed.push(readdirSync(join(folder.path, 'nothing')));
        }
      })(),
    );
    await files.put(content, 300_000);
    expect(listed).toEqual([[], [], []]);
  });

  it('holds no file in memory, neither while it waits to be sent nor while nobody reads on', async () => {
    await Promise.all(opened.splice(0).map((files) => files.close()));
    const files = filesOf();
    const part = randomBytes(1024 * 1024);
    const parts = 64;
    const before = await liveMiB();
    const held = gate.holdNextAfter(1_000_000);
    const content = Readable.from(
      (function* () {
        for (let n = 0; n < parts; n++) yield Buffer.from(part);
      })(),
    );
    const storing = files.put(content, parts * part.length);
    const release = await held;
    expect((await liveMiB()) - before).toBeLessThan(parts / 2);
    release();
    const { sha256, size } = await storing;
    expect(size).toBe(parts * part.length);
    const reading = (await files.get(sha256))!;
    expect((await liveMiB()) - before).toBeLessThan(parts / 2);
    let came = 0;
    for await (const chunk of reading) came += (chunk as Buffer).length;
    expect(came).toBe(size);
    await files.remove(sha256);
  });

  it('says at the start that there is no such bucket, and nothing of a store that is away', async () => {
    const other = filesOf({ url: url.replace(/gos$/, 'missing') });
    await expect(other.open()).rejects.toMatchObject({
      name: 'ConfigError',
      message: `S3_URL names the bucket "missing", which http://${gate.address} does not have.`,
    });
    await expect(other.put(Readable.from(['x']), 1)).rejects.toMatchObject(ofStore('not-written'));
    await expect(other.get('a'.repeat(64))).rejects.toMatchObject(ofStore('not-written'));
    await filesOf().open();
    await gate.close();
    await filesOf().open();
  });

  it('says that the store is away, and goes on when it is back', async () => {
    const files = filesOf();
    const content = randomBytes(200_000);
    const sha256 = sha256Of(content);
    await gate.close();
    const sender = Readable.from([content]);
    await expect(files.put(sender, 200_000)).rejects.toMatchObject(ofStore('not-written'));
    expect(sender.destroyed).toBe(true);
    await expect(files.get(sha256)).rejects.toMatchObject(ofStore('not-written'));
    await expect(files.size(sha256)).rejects.toMatchObject(ofStore('not-written'));
    await expect(files.remove(sha256)).rejects.toMatchObject(ofStore('not-written'));
    await gate.open();
    await files.put(Readable.from([content]), 200_000);
    expect((await read(files, sha256)).equals(content)).toBe(true);
  });

  it('gives up on a store that says nothing', async () => {
    const files = filesOf({ silenceMs: 300 });
    gate.fallSilent();
    await expect(files.put(Readable.from([randomBytes(200_000)]), 200_000)).rejects.toMatchObject(ofStore('unknown'));
    await expect(files.size('a'.repeat(64))).rejects.toMatchObject(ofStore('unknown'));
    await gate.open();
    expect(await files.size('a'.repeat(64))).toBeUndefined();
  });

  it('sends again what a broken connection took with it', async () => {
    const files = filesOf();
    const content = randomBytes(400_000);
    const before = gate.connections;
    gate.breakNextAfter(100_000);
    const { sha256 } = await files.put(Readable.from([content]), 400_000);
    expect(gate.connections).toBeGreaterThan(before + 1);
    expect((await read(files, sha256)).equals(content)).toBe(true);
  });

  it('breaks a read that the store breaks, and never ends it early', async () => {
    const files = filesOf();
    const { sha256 } = await files.put(Readable.from([randomBytes(3_000_000)]), 3_000_000);
    gate.cut();
    gate.breakNextAfter(1_000_000);
    const reading = filesOf();
    await expect(read(reading, sha256)).rejects.toMatchObject(ofStore('unknown'));
    expect((await read(reading, sha256)).length).toBe(3_000_000);
  });

  it('breaks a read that nobody has begun yet, and tells whoever begins it then', async () => {
    // A small content, so that the connection is still read when it breaks: when much data wait, only a reader that
    // continues gets the error.
    const store = createServer((_, response) => response.writeHead(200, { 'content-length': 1_000 }).write('begun'));
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
    const { port } = store.address() as AddressInfo;
    const reading = (await filesOf({ url: `http://key:secret@127.0.0.1:${port}/gos` }).get('0'.repeat(64)))!;
    const closed = new Promise((resolve) => reading.on('close', resolve));
    store.closeAllConnections();
    await closed;
    await expect(reading.toArray()).rejects.toMatchObject(ofStore('unknown'));
    store.close();
  });

  it('gives connections back when it is closed, those of readers too', async () => {
    await Promise.all(opened.splice(0).map((files) => files.close()));
    const files = filesOf();
    const { sha256 } = await files.put(Readable.from([randomBytes(20_000_000)]), 20_000_000);
    const reading = (await files.get(sha256))!;
    const broken = new Promise((resolve) => reading.on('close', resolve));
    reading.on('error', () => {});
    expect(gate.held).toBeGreaterThan(0);
    await files.close();
    await broken;
    while (gate.held > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it('says that it cannot write where a file waits', async () => {
    const path = join(folder.path, 'no-folder');
    mkdirSync(folder.path, { recursive: true });
    writeFileSync(path, 'a file in place of the folder');
    await expect(filesOf({ folder: path }).put(Readable.from(['x']), 1)).rejects.toMatchObject(ofStore('not-written'));
  });
});
