import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Instant } from '@gos/domain';
import { ContentCheck, type Counts } from './content-check';
import { type ExportItem, lineOf } from './export-item';
import { OperationRefused } from './operation-report';

/** The first line of an export. */
export interface ExportHeader {
  readonly gos: 'export';
  readonly format: 1;
  readonly at: Instant;
  /** Position of the last event in the exported log; null when it is empty. */
  readonly position: string | null;
  /** The key that signs sessions. */
  readonly secret: string;
}

/** The last line of an export. */
export interface ExportTrailer extends Counts {
  /** SHA-256 over the lines of the content. */
  readonly content: string;
  /** SHA-256 over all lines before this one. */
  readonly sha256: string;
}

/** Characters. No line is longer: an event is at most 2 MiB, a part of a file less. */
const maxLine = 16 * 1024 * 1024;
const compression = 4;

/**
 * Writes an export: JSON lines in gzip. The file gets its name only when it is complete and synced.
 * @param onAltered called with each event that was altered or cannot be read; it is exported as it is
 * @throws OperationRefused when the file exists, or when another store's content is damaged
 */
export async function writeExport(
  file: string,
  header: ExportHeader,
  content: AsyncIterable<ExportItem>,
  onItem: (carried: ExportItem) => void,
  onAltered: (sentence: string) => void = () => {},
): Promise<ExportTrailer> {
  if (existsSync(file)) throw new OperationRefused(`${file} exists: give another name, or delete it.`);
  const part = `${file}.part`;
  const check = new ContentCheck(onAltered);
  const [whole, inner] = [createHash('sha256'), createHash('sha256')];
  let ending: ExportTrailer | undefined;
  async function* lines(): AsyncGenerator<string> {
    const first = lineOf(header);
    whole.update(first);
    yield first;
    for await (const carried of content) {
      check.take(carried);
      onItem(carried);
      const line = lineOf(carried);
      whole.update(line);
      inner.update(line);
      yield line;
    }
    ending = { ...check.end(), content: inner.digest('hex'), sha256: whole.digest('hex') };
    yield lineOf({ end: ending });
  }
  try {
    const text = Readable.from(lines(), { objectMode: true, highWaterMark: 64 });
    await pipeline(text, createGzip({ level: compression }), createWriteStream(part, { mode: 0o600, flags: 'w' }));
    const handle = await open(part, 'r+');
    await handle.sync().finally(() => handle.close());
    await rename(part, file);
    return ending!;
  } catch (error) {
    await rm(part, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new OperationRefused(`The disk is full: ${file} was not written.`);
    if (code?.startsWith('E')) throw new OperationRefused(`${file} cannot be written: ${message}.`);
    throw error;
  }
}

/** The size of an export in bytes; null where it cannot be read, which reading it will say. */
export const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  );

/**
 * Reads an export to its end. Its content is trustworthy only after this has resolved: the checksum comes last.
 * @throws OperationRefused when the file is no export, or not a whole one
 */
export async function readExport(
  file: string,
  take: (carried: ExportItem) => void,
  onBytes: (count: number) => void = () => {},
): Promise<{ readonly header: ExportHeader; readonly ending: ExportTrailer }> {
  const check = new ContentCheck();
  const [whole, inner] = [createHash('sha256'), createHash('sha256')];
  let header: ExportHeader | undefined;
  let ending: ExportTrailer | undefined;
  for await (const line of linesOf(file, onBytes)) {
    if (ending) throw altered(file);
    const read = parsed(file, line);
    if (!header) header = headerOf(file, read);
    else if (typeof read === 'object' && read !== null && 'end' in read) {
      ending = (read as { end: ExportTrailer }).end;
      const found = { ...check.end(), content: inner.digest('hex'), sha256: whole.digest('hex') };
      if (lineOf(found) !== lineOf(ending)) throw altered(file);
      continue;
    } else {
      check.take(read as ExportItem);
      inner.update(line).update('\n');
      take(read as ExportItem);
    }
    whole.update(line).update('\n');
  }
  if (!header || !ending) throw cutOff(file);
  return { header, ending };
}

/** Reads the content of an export once more that `readExport` has just found whole. */
export async function readChecked(file: string, take: (carried: ExportItem) => Promise<void>): Promise<void> {
  for await (const line of linesOf(file)) {
    const read = parsed(file, line) as object;
    if (!('gos' in read) && !('end' in read)) await take(read as ExportItem);
  }
}

/** @param onBytes receives how many bytes of the file were read since the last call */
async function* linesOf(file: string, onBytes?: (count: number) => void): AsyncGenerator<Buffer> {
  const unzipped = createGunzip();
  const zipped = createReadStream(file);
  if (onBytes) zipped.on('data', (chunk) => onBytes(chunk.length));
  const reading = pipeline(zipped, unzipped).catch(() => {});
  let rest: Buffer[] = [];
  let waiting = 0;
  try {
    for await (const chunk of unzipped as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        rest.push(chunk.subarray(from, at));
        yield rest.length === 1 ? rest[0]! : Buffer.concat(rest);
        rest = [];
        waiting = 0;
        from = at + 1;
      }
      rest.push(chunk.subarray(from));
      waiting += chunk.length - from;
      if (waiting > maxLine) throw altered(file);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new OperationRefused(`There is no ${file}.`);
    if (code === 'Z_BUF_ERROR') throw cutOff(file);
    if (code?.startsWith('Z_')) throw altered(file);
    if (code?.startsWith('E')) throw new OperationRefused(`${file} cannot be read: ${message}.`);
    throw error;
  } finally {
    unzipped.destroy();
    await reading;
  }
  if (waiting > 0) throw cutOff(file);
}

function parsed(file: string, line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    throw altered(file);
  }
}

function headerOf(file: string, read: unknown): ExportHeader {
  const header = read as Partial<ExportHeader> | null;
  if (header?.gos !== 'export') throw new OperationRefused(`${file} is no export of Gos.`);
  if (header.format !== 1) throw new OperationRefused(`${file} has a format that this version of Gos does not read.`);
  return header as ExportHeader;
}

const altered = (file: string) =>
  new OperationRefused(
    `${file} is no export of Gos as it was written: it was altered or damaged. Nothing can be taken from it.`,
  );
const cutOff = (file: string) =>
  new OperationRefused(`${file} is cut off: its end is missing. Copy it again, or export again.`);
