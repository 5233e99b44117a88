import type { Readable } from 'node:stream';

export interface StoredFile {
  /** SHA-256 of the content in hex: files are addressed by their content, so the same content is stored once. */
  readonly sha256: string;
  /** bytes */
  readonly size: number;
}

/** More bytes came than allowed; nothing was kept. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

export interface Files {
  /** Stores a stream of at most `maxBytes`; resolves once it is durable. @throws FileTooLarge, StoreUnavailable */
  put(content: Readable, maxBytes: number): Promise<StoredFile>;
  /** undefined when there is none. `range` is inclusive at both ends. */
  get(sha256: string, range?: { start: number; end: number }): Promise<Readable | undefined>;
  size(sha256: string): Promise<number | undefined>;
  remove(sha256: string): Promise<void>;
  close(): Promise<void>;
  /** All there are, in order of their hashes; what is put or removed meanwhile may be among them or not. */
  all(): AsyncIterable<StoredFile>;
}

export const FILES = Symbol('Files');
