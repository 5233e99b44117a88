import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { installationStream, type RecordedEvent } from '@gos/domain';
import { derivedId } from '../../kernel/event-id';
import { Progress } from '../../kernel/progress';
import { OrderBroken, StoreUnavailable, WrongExpectedRevision } from '../../kernel/store-errors';
import type { AccountSnapshot } from '../../stores/accounts/accounts';
import type { StoredFile } from '../../stores/files/files';
import { countsText } from './content-check';
import { type ExportHeader, type ExportTrailer, readChecked, readExport, sizeOf } from './export-file';
import { contentOf, digestOf, type ExportItem } from './export-item';
import { OperationRefused, type ReportLine } from './operation-report';
import { importMark, type Stores } from './stores';

const max = { events: 2_000, bytes: 4 * 1024 * 1024, accounts: 100 };
/** Waits in milliseconds before each retry of an unavailable store. */
const waitsMs = [200, 1_000, 3_000, 10_000, 20_000];

/**
 * Imports a whole installation into empty stores, or resumes the same import after it was interrupted. The file is read
 * to its end before anything is written, and in the end the stores are compared with it.
 * @param listeners are called before anything but the import mark is written: `header` with the export's header; `founding`
 * with the id of the installation, that of its founding event, before the stores are checked
 * @throws OperationRefused
 */
export async function importFrom(
  file: string,
  stores: Stores,
  report: ReportLine,
  listeners: {
    readonly header?: (header: ExportHeader) => void;
    readonly founding?: (id: string) => Promise<unknown>;
  } = {},
): Promise<void> {
  let items = 0;
  let founding: string | null = null;
  const checking = new Progress({ doing: 'checking', unit: 'bytes', all: await sizeOf(file) }, report);
  const take = (carried: ExportItem) => {
    items++;
    if ('event' in carried && carried.event.stream === installationStream) founding ??= carried.event.id;
  };
  const { header, ending } = await readExport(file, take, (bytes) => checking.add(bytes));
  report(`${file} is whole: ${countsText(ending)}, exported at ${header.at}, sha256 of its lines: ${ending.sha256}`);
  await listeners.founding?.(founding ?? derivedId('installation', randomUUID()));
  await begin(stores, ending, report);
  listeners.header?.(header);
  const writer = new Writer(stores, new Progress({ doing: 'writing', unit: 'items', all: items }, report));
  try {
    await readChecked(file, (carried) => writer.take(carried));
    await writer.finish();
  } finally {
    await writer.abandon();
  }
  await assertSameContent(stores, ending, items, report);
  await stores.accounts.remove(importMark.kind, importMark.id);
}

/** @throws OperationRefused unless the stores are empty, or the same import was begun in them */
async function begin(
  { log, accounts, claims, files }: Stores,
  { content }: ExportTrailer,
  report: ReportLine,
): Promise<void> {
  const mark = await accounts.get<{ content: string }>(importMark.kind, importMark.id);
  if (mark) {
    if (mark.value.content !== content) {
      throw new OperationRefused('The import of another export was begun here: finish that one, or empty the stores.');
    }
    report('An import of this export was cut off here: it goes on.');
    return;
  }
  const anyFile = async () => !(await files.all()[Symbol.asyncIterator]().next()).done;
  const found = [
    (await log.end()) !== null && 'events',
    (await accounts.listAll(null, 1)).length > 0 && 'accounts',
    ((await claims.counters()).length > 0 || (await claims.listClaims(null, 1)).length > 0) && 'numbers given out',
    (await anyFile()) && 'files',
  ].filter(Boolean);
  if (found.length > 0) {
    const sentence = `This installation is not empty (it has ${found.join(', ')}).`;
    throw new OperationRefused(
      `${sentence} An export is only taken into empty stores, such as those of a new data folder.`,
    );
  }
  await accounts.insert(importMark.kind, importMark.id, { content });
}

async function assertSameContent(
  stores: Stores,
  { content, ...ending }: ExportTrailer,
  items: number,
  report: ReportLine,
): Promise<void> {
  const progress = new Progress({ doing: 'comparing', unit: 'items', all: items }, report);
  const found = await digestOf(contentOf(stores, await stores.log.end()), () => progress.add());
  if (found !== content) {
    throw new OperationRefused(
      'What the stores hold now is not what the export says: somebody wrote into them meanwhile, or a store is damaged. Empty them and import again.',
    );
  }
  report(`Compared: all ${countsText(ending)} are in the stores as they are in the export.`);
}

/** Writes item by item, and skips items that are already there. */
class Writer {
  private events: RecordedEvent[] = [];
  private eventBytes = 0;
  /** The events before those: they are written while the file is read on. */
  private restoring: Promise<void> = Promise.resolve();
  private accounts: AccountSnapshot[] = [];
  private file: ArrivingFile | null = null;
  /** Position of the log's last event that is known to come from the export. */
  private position: string | null = null;
  /** Whether the log may hold more events after `position`. */
  private mayHoldMore = true;

  constructor(
    private readonly stores: Stores,
    private readonly progress: Progress,
  ) {}

  async take(carried: ExportItem): Promise<void> {
    if ('event' in carried) return this.event(carried.event as RecordedEvent);
    await this.finishEvents();
    if ('account' in carried) return this.account(carried.account);
    await this.flushAccounts();
    if ('counter' in carried) {
      const { name, value } = carried.counter;
      await retryWhileUnavailable(() => this.stores.claims.raise(name, value));
      return this.progress.add();
    }
    if ('claim' in carried) return this.claim(carried.claim);
    if ('file' in carried) return this.begin(carried.file);
    await this.part(Buffer.from(carried.part, 'base64'));
  }

  async finish(): Promise<void> {
    await this.finishEvents();
    await this.flushAccounts();
    if (this.mayHoldMore && (await this.stores.log.readAll(this.position, 1)).length > 0) throw another('more events');
  }

  /** Discards an incomplete file, and waits for what is under way. */
  async abandon(): Promise<void> {
    this.file?.abandon();
    await this.restoring.catch(() => {});
  }

  private async event(event: RecordedEvent): Promise<void> {
    this.events.push(event);
    this.eventBytes += JSON.stringify(event.data).length;
    if (this.events.length >= max.events || this.eventBytes >= max.bytes) await this.flushEvents();
  }

  private async flushEvents(): Promise<void> {
    const { events } = this;
    this.events = [];
    this.eventBytes = 0;
    await this.restoring;
    if (events.length === 0) return;
    this.restoring = this.restoreAll(events);
    // The next caller that awaits it receives its failure.
    this.restoring.catch(() => {});
  }

  private async finishEvents(): Promise<void> {
    await this.flushEvents();
    await this.restoring;
  }

  private async restoreAll(events: readonly RecordedEvent[]): Promise<void> {
    let rest = events;
    await retryWhileUnavailable(async () => {
      if (this.mayHoldMore) rest = rest.slice(await this.skipPresent(rest));
      if (rest.length === 0) return;
      // Until it is answered, it is unknown how many of the events were written.
      this.mayHoldMore = true;
      this.position = await this.restore(rest);
      this.mayHoldMore = false;
      this.progress.add(rest.length);
    });
  }

  /** @throws OperationRefused when others wrote into the log meanwhile, so that the events cannot be in their order */
  private async restore(events: readonly RecordedEvent[]): Promise<string | null> {
    try {
      return await this.stores.log.restore(events, this.position);
    } catch (error) {
      if (error instanceof WrongExpectedRevision) throw another(`${error.stream} revision ${error.actual}`);
      throw error instanceof OrderBroken ? another(error.found) : error;
    }
  }

  /**
   * The number of these events that the log holds already.
   * @throws OperationRefused when it holds other ones
   */
  private async skipPresent(events: readonly RecordedEvent[]): Promise<number> {
    const there = await this.stores.log.readAll(this.position, events.length);
    for (const [n, { id, stream, revision, metadata }] of there.entries()) {
      const same = id === events[n]!.id && metadata.hash === events[n]!.metadata.hash;
      if (!same) throw another(`${stream} revision ${revision}`);
    }
    this.position = there.at(-1)?.position ?? this.position;
    this.mayHoldMore = there.length === events.length;
    this.progress.skip(there.length);
    return there.length;
  }

  private async account(account: AccountSnapshot): Promise<void> {
    this.accounts.push(account);
    if (this.accounts.length >= max.accounts) await this.flushAccounts();
  }

  private async flushAccounts(): Promise<void> {
    const { accounts } = this;
    this.accounts = [];
    await retryWhileUnavailable(() => Promise.all(accounts.map((account) => this.stores.accounts.restore(account))));
    this.progress.add(accounts.length);
  }

  /** Taken with a clock of 0, so that an expired claim is imported as well and none is cleared away. */
  private async claim({ key, value, expiresAt }: Extract<ExportItem, { claim: unknown }>['claim']): Promise<void> {
    const time = { now: 0, ...(expiresAt !== null && { ttlMs: expiresAt }) };
    const claimed = await retryWhileUnavailable(() => this.stores.claims.claim(key, value, time));
    if (claimed.value !== value) throw another('another claim');
    this.progress.add();
  }

  private async begin(file: StoredFile): Promise<void> {
    if (await this.isThere(file)) this.file = null;
    else this.file = new ArrivingFile(this.stores.files.put.bind(this.stores.files), file);
    await this.end();
    this.progress.add();
  }

  private async part(bytes: Buffer): Promise<void> {
    await this.file?.take(bytes);
    await this.end();
    this.progress.add();
  }

  private async end(): Promise<void> {
    if (!this.file?.isWhole) return;
    await this.file.end();
    this.file = null;
  }

  /** False also for a file that was damaged by the interruption: it is written again. */
  private async isThere({ sha256 }: StoredFile): Promise<boolean> {
    const content = await this.stores.files.get(sha256);
    if (!content) return false;
    const hash = createHash('sha256');
    for await (const chunk of content) hash.update(chunk as Buffer);
    if (hash.digest('hex') === sha256) return true;
    await this.stores.files.remove(sha256);
    return false;
  }
}

/** A file received in parts and streamed into the store. */
class ArrivingFile {
  private readonly content = new PassThrough();
  private readonly stored: Promise<StoredFile>;
  private readonly failed: Promise<never>;
  private left: number;

  constructor(
    put: (content: PassThrough, maxBytes: number) => Promise<StoredFile>,
    private readonly file: StoredFile,
  ) {
    this.left = file.size;
    this.content.on('error', () => {});
    this.stored = put(this.content, file.size);
    this.failed = this.stored.then(() => new Promise<never>(() => {}));
    this.failed.catch(() => {});
  }

  get isWhole(): boolean {
    return this.left === 0;
  }

  async take(bytes: Buffer): Promise<void> {
    this.left -= bytes.length;
    if (!this.content.write(bytes)) await Promise.race([once(this.content, 'drain'), this.failed]);
  }

  abandon(): void {
    this.content.destroy();
  }

  async end(): Promise<void> {
    this.content.end();
    const { sha256 } = await this.stored;
    if (sha256 !== this.file.sha256) throw another('another file');
  }
}

/** Retries idempotent work while a store is unavailable. */
async function retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await sleep(waitMs);
    }
  }
  return work();
}

const another = (what: string) =>
  new OperationRefused(`The stores hold what is not of this export (${what}): empty them and import again.`);
