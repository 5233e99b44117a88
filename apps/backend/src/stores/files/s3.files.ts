import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { InstallationId } from '../../kernel/belonging';
import { ConfigError } from '../../kernel/config';
import { type S3Location, s3LocationOf } from '../../kernel/s3-url';
import { StoreUnavailable } from '../../kernel/store-errors';
import type { Files, StoredFile } from './files';
import { markName, OwnFolder } from './own-folder';
import { codeOf, copy, isName, onDisk } from './writing';

export interface S3Options {
  /** In the format of `s3PlaceOf`. */
  readonly url: string;
  /** Folder that buffers a file until its hash is known. Nothing remains there; several processes may share it. */
  readonly folder: string;
  /** The installation that owns the files; without one the bucket is not shared. */
  readonly owner?: InstallationId;
  /** How long the store may be silent, also during a transfer. An upload that fails after this time is not retried. */
  readonly silenceMs?: number;
}

const connectMs = 3_000;
/** Time until the response begins, for requests without a body: with all attempts less than a request may take. */
const answerMs = 4_000;
const silenceMs = 8_000;
const attempts = 2;
const chunkBytes = 64 * 1024;
const nothing = () => {};
/** Errors are thrown; the client's own log output would bypass the product's log. */
const quiet = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/**
 * Files in a bucket, named by their hash. A file is buffered on disk first, so that its hash is known and memory holds
 * only a chunk. It is then uploaded with the hash as the signed payload hash, so that the store refuses damaged
 * content. Several processes may share a bucket.
 */
export class S3Files implements Files {
  private readonly place: S3Location;
  private readonly client: S3Client;
  private readonly own: OwnFolder;

  constructor(private readonly options: S3Options) {
    this.place = s3LocationOf(options.url);
    const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = this.place;
    this.own = new OwnFolder(
      options.owner,
      () => this.mark(),
      (installation) => this.putMark(installation),
    );
    // The SDK warns about Node versions that its next major versions will drop; that does not concern the operator.
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
    this.client = new S3Client({
      endpoint,
      region,
      forcePathStyle,
      credentials: { accessKeyId, secretAccessKey },
      maxAttempts: attempts,
      logger: quiet,
      // Not every store supports the newest checksums of S3, and nothing here needs them.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      expectContinueHeader: false,
      requestHandler: {
        connectionTimeout: connectMs,
        socketTimeout: options.silenceMs ?? silenceMs,
        throwOnRequestTimeout: true,
        // Each reader of a file occupies a socket while it reads.
        httpAgent: { maxSockets: 256 },
        httpsAgent: { maxSockets: 256 },
      },
    });
  }

  /**
   * Checks the bucket, so that wrong settings are reported at start; an unreachable store is not an error here, since
   * it may come back.
   * @throws ConfigError with one sentence
   */
  async open(): Promise<void> {
    const { bucket, endpoint } = this.place;
    try {
      await this.client.send(new HeadBucketCommand({ Bucket: bucket }), { requestTimeout: answerMs });
    } catch (error) {
      const status = statusOf(error);
      if (status === 404)
        throw new ConfigError(`S3_URL names the bucket "${bucket}", which ${endpoint} does not have.`);
      if (status === 403 || status === 401) {
        throw new ConfigError(`S3_URL has a key that ${endpoint} does not let into the bucket "${bucket}".`);
      }
      if (status === 301 || status === 400) {
        throw new ConfigError(
          `S3_URL has another region than the bucket "${bucket}", or a key unknown to ${endpoint}.`,
        );
      }
    }
  }

  async put(content: Readable, maxBytes: number, onProgress = () => {}): Promise<StoredFile> {
    let handle: FileHandle | undefined;
    try {
      handle = await onDisk(() => this.nameless());
      const stored = await copy(content, handle, maxBytes);
      await this.upload(handle, stored, onProgress);
      return stored;
    } catch (error) {
      content.destroy();
      throw error;
    } finally {
      await handle?.close().catch(() => {});
    }
  }

  async get(sha256: string, range?: { start: number; end: number }): Promise<Readable | undefined> {
    if (!isName(sha256)) return undefined;
    const command = new GetObjectCommand({
      ...(await this.named(sha256)),
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    });
    try {
      const { Body } = await this.client.send(command, { requestTimeout: answerMs });
      return fromStore(Body as Readable);
    } catch (error) {
      if (statusOf(error) === 404 && !isOfBucket(error)) return undefined;
      // The file exists, but has no bytes in that range.
      if (statusOf(error) === 416) return Readable.from([]);
      throw unavailable(error);
    }
  }

  async answers(): Promise<void> {
    try {
      await this.client.send(new HeadBucketCommand({ Bucket: this.place.bucket }), { requestTimeout: answerMs });
    } catch (error) {
      throw unavailable(error);
    }
  }

  async size(sha256: string): Promise<number | undefined> {
    if (!isName(sha256)) return undefined;
    try {
      const command = new HeadObjectCommand(await this.named(sha256));
      return (await this.client.send(command, { requestTimeout: answerMs })).ContentLength;
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw unavailable(error);
    }
  }

  async remove(sha256: string): Promise<void> {
    if (!isName(sha256)) return;
    try {
      await this.client.send(new DeleteObjectCommand(await this.named(sha256)), { requestTimeout: answerMs });
    } catch (error) {
      // Some stores answer 404 for an object that was removed before.
      if (statusOf(error) !== 404 || isOfBucket(error)) throw unavailable(error);
    }
  }

  async *all(): AsyncGenerator<StoredFile> {
    const { bucket: Bucket } = this.place;
    const Prefix = `${this.place.prefix}${await this.own.name()}`;
    let after: string | undefined;
    for (;;) {
      const command = new ListObjectsV2Command({ Bucket, Prefix, ...(after !== undefined && { StartAfter: after }) });
      const { Contents = [], IsTruncated } = await this.client
        .send(command, { requestTimeout: answerMs })
        .catch((error) => {
          throw unavailable(error);
        });
      for (const { Key = '', Size = 0 } of Contents) {
        const sha256 = Key.slice(Prefix.length + 3);
        if (isName(sha256) && Key === `${Prefix}${pathOf(sha256)}`) yield { sha256, size: Size };
      }
      after = Contents.at(-1)?.Key;
      if (!IsTruncated || after === undefined) return;
    }
  }

  async close(): Promise<void> {
    this.client.destroy();
  }

  /** Opens a file and unlinks it at once: a crash leaves nothing behind. */
  private async nameless(): Promise<FileHandle> {
    await mkdir(this.options.folder, { recursive: true });
    const path = join(this.options.folder, randomUUID());
    const handle = await open(path, 'wx+', 0o600);
    await unlink(path);
    return handle;
  }

  /**
   * Retries an upload: the client does not repeat a streamed body, and an idle connection that the store closed must
   * not make it fail.
   */
  private async upload(handle: FileHandle, { sha256, size }: StoredFile, onProgress: () => void): Promise<void> {
    const until = performance.now() + (this.options.silenceMs ?? silenceMs);
    let outcome: StoreUnavailable['outcome'] = 'not-written';
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.send(handle, { sha256, size }, onProgress);
      } catch (error) {
        const failed = unavailable(error);
        if (failed.outcome === 'unknown') outcome = 'unknown';
        if (failed.outcome === 'not-written' || attempt === attempts || performance.now() > until) {
          throw new StoreUnavailable(failed.message, outcome, { cause: error });
        }
        await pause(attempt * 200);
      }
    }
  }

  private async send(handle: FileHandle, { sha256, size }: StoredFile, onProgress: () => void): Promise<void> {
    const Body =
      size === 0 ? Buffer.alloc(0) : Readable.from(writtenIn(handle, size, onProgress), { objectMode: false });
    const command = new PutObjectCommand({ ...(await this.named(sha256)), Body, ContentLength: size });
    command.middlewareStack.add(
      (next) => (args) => {
        (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256;
        return next(args);
      },
      { step: 'build' },
    );
    const broken = new AbortController();
    if (Body instanceof Readable) Body.once('error', (error) => broken.abort(error));
    try {
      await this.client.send(command, { abortSignal: broken.signal });
    } finally {
      if (Body instanceof Readable) Body.destroy();
    }
  }

  private async named(sha256: string): Promise<{ Bucket: string; Key: string }> {
    return { Bucket: this.place.bucket, Key: `${this.place.prefix}${await this.own.name()}${pathOf(sha256)}` };
  }

  private get markObject() {
    return { Bucket: this.place.bucket, Key: `${this.place.prefix}${markName}` };
  }

  private async mark(): Promise<string | null> {
    try {
      const { Body } = await this.client.send(new GetObjectCommand(this.markObject), { requestTimeout: answerMs });
      return (await Body!.transformToString()).trim();
    } catch (error) {
      if (statusOf(error) === 404 && !isOfBucket(error)) return null;
      throw unavailable(error);
    }
  }

  private async putMark(installation: string): Promise<void> {
    try {
      // A store that does not know the condition takes the last one; which that is, is read back.
      const command = new PutObjectCommand({ ...this.markObject, Body: installation, IfNoneMatch: '*' });
      await this.client.send(command, { requestTimeout: answerMs });
    } catch (error) {
      if (statusOf(error) !== 412) throw unavailable(error);
    }
  }
}

const pathOf = (sha256: string) => `${sha256.slice(0, 2)}/${sha256}`;

/** The handle's own stream would close it, but a retry reads it once more. */
async function* writtenIn(handle: FileHandle, size: number, onProgress: () => void): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, at);
    if (bytesRead === 0) throw new Error('The file became shorter while it was sent');
    yield buffer.subarray(0, bytesRead);
    // A request for more shows that the last bytes were taken.
    onProgress();
    at += bytesRead;
  }
}

/** Turns a broken download into StoreUnavailable; a reader that stops early releases the connection. */
function fromStore(body: Readable): Readable {
  const content = new PassThrough();
  body.on('error', (error) => content.destroy(unavailable(error)));
  // A reader that has not begun does not listen yet, and finds the error in the stream.
  content.on('error', () => {});
  content.on('close', () => body.destroy());
  return body.pipe(content);
}

function unavailable(error: unknown): StoreUnavailable {
  const status = statusOf(error);
  const refused = status !== undefined && status < 500 && status !== 429;
  const what = refused ? `refuses (${status}, ${(error as Error).name})` : 'does not answer';
  return new StoreUnavailable(`The store of files ${what}`, refused || isAway(error) ? 'not-written' : 'unknown', {
    cause: error,
  });
}

/** Whether the store was unreachable. The client may wrap the connection's error and keep only its message. */
function isAway(error: unknown): boolean {
  const said = `${codeOf(error)} ${(error as Error).message}`;
  return /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)\b/.test(said);
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;
}

function isOfBucket(error: unknown): boolean {
  return (error as Error).name === 'NoSuchBucket';
}
