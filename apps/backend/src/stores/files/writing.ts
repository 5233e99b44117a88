import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { diskFailure } from '../../kernel/disk-failure';
import { StoreUnavailable } from '../../kernel/store-errors';
import { FileTooLarge, type StoredFile } from './files';

/** Writes a stream of at most `maxBytes` bytes to an open file; resolves with its hash and size. */
export async function copy(content: Readable, handle: FileHandle, maxBytes: number): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of content) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer);
    size += bytes.length;
    if (size > maxBytes) throw new FileTooLarge(`The file has more than ${maxBytes} bytes`);
    hash.update(bytes);
    await onDisk(() => handle.appendFile(bytes));
  }
  return { sha256: hash.digest('hex'), size };
}

/** Turns an error of the disk into StoreUnavailable; errors of the sender's stream must not pass through here. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { path = 'the files', code } = error as NodeJS.ErrnoException;
    const isFull = codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';
    const sentence = isFull ? `The disk is full: make room where ${path} is` : diskFailure(error, path);
    // A folder that is made on a read-only disk fails as if its parent were missing.
    const otherwise = `${path} could not be written (${code}): its disk has to be there and may not be read-only`;
    throw new StoreUnavailable(sentence ?? otherwise, 'not-written', { cause: error });
  }
}

/** Whether the name has the form of a hash: files have no other names. */
export function isName(sha256: string): boolean {
  return /^[0-9a-f]{64}$/.test(sha256);
}

export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
