import type { Readable } from 'node:stream';

export interface StoredFile {
  /** SHA-256 of the content in hex. Files are content-addressed: equal content is stored once. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** The stream is larger than allowed; nothing was stored. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

export interface Files {
  /**
   * Stores a stream of at most `maxBytes` bytes; resolves once it is durable.
   * @param onProgress called as bytes go on to a server, once they have arrived
   * @throws FileTooLarge, StoreUnavailable
   */
  put(content: Readable, maxBytes: number, onProgress?: () => void): Promise<StoredFile>;
  /** Undefined when there is no such file. `range` is inclusive at both ends. */
  get(sha256: string, range?: { start: number; end: number }): Promise<Readable | undefined>;
  /**
   * Resolves when the store answers, also while it is not known which installation's files it holds.
   * @throws StoreUnavailable
   */
  answers(): Promise<void>;
  size(sha256: string): Promise<number | undefined>;
  remove(sha256: string): Promise<void>;
  close(): Promise<void>;
  /** All files ordered by hash; files stored or removed meanwhile may or may not be included. */
  all(): AsyncIterable<StoredFile>;
}

export const FILES = Symbol('Files');
