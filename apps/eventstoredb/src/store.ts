import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';

/** The expected revision of a stream, or one of EventStoreDB's keywords. */
export type Expected = number | 'any' | 'no_stream' | 'stream_exists';

export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

export interface StoredEvent extends ProposedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly created: number;
}

export type AppendResult =
  | { readonly kind: 'success'; readonly revision: number; readonly position: number | null }
  | { readonly kind: 'wrong-expected-version'; readonly expected: Expected; readonly actual: number | null }
  | { readonly kind: 'deleted' | 'too-large' | 'bad-request' };

export const maxAppendBytes = 1024 * 1024;

const none = -1;
const firstOwnPosition = 733;
const empty = Buffer.alloc(0);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Stream {
  readonly events: StoredEvent[];
  /** Revision by event id; the latest one for an id that was written twice. */
  readonly ids: Map<string, number>;
  /** Events below this revision are no longer readable. */
  truncateBefore: number;
  /** Deleted, but an append revives it. */
  softDeleted: boolean;
  tombstoned: boolean;
}

/** The events of a test server, by the measured rules of EventStoreDB; optionally in a file with one JSON line per append. */
export class EventStoreDbStore {
  readonly all: StoredEvent[] = [];
  private readonly streams = new Map<string, Stream>();
  private readonly listeners = new Set<(events: readonly StoredEvent[]) => void>();
  private readonly descriptor: number | undefined;
  private cursor = 0;

  constructor(file?: string) {
    if (file !== undefined) {
      if (existsSync(file)) this.load(file);
      this.descriptor = openSync(file, 'a');
    }
    if (this.all.length === 0) {
      // A new EventStoreDB database contains one system event.
      this.write('$$$scavenges', [proposed('$metadata', {})]);
      this.cursor = firstOwnPosition;
    }
  }

  onAppended(listener: (events: readonly StoredEvent[]) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Writes all events or none. A repetition is detected by ids alone, never by type or data. */
  append(name: string, expected: Expected, events: readonly ProposedEvent[]): AppendResult {
    if (name === '' || events.some(({ id, type }) => !uuid.test(id) || type === '')) return { kind: 'bad-request' };
    if (events.reduce((sum, { data }) => sum + data.length, 0) > maxAppendBytes) return { kind: 'too-large' };
    const stream = this.streams.get(name);
    if (stream?.tombstoned || (stream?.softDeleted && expected === 'stream_exists')) return { kind: 'deleted' };
    const head = (stream?.events.length ?? 0) - 1;
    const wrong: AppendResult = { kind: 'wrong-expected-version', expected, actual: stream ? head : null };
    if (expected === 'stream_exists' && !stream) return wrong;
    if (expected === 'any' || expected === 'stream_exists') {
      const known = events.map(({ id }) => stream?.ids.get(id));
      if (known.length > 0 && known[0] !== undefined) {
        return known.every((revision) => revision !== undefined) ? this.repeated(stream!, known.at(-1)!) : wrong;
      }
    } else {
      const revision = expected === 'no_stream' ? none : expected;
      if (revision > head) return wrong;
      if (revision < head) {
        const same = events.filter(({ id }, index) => stream!.events[revision + 1 + index]?.id === id);
        if (events.length > 0 && same.length === events.length) return this.repeated(stream!, revision + events.length);
        if (same.length > 0 || expected !== 'no_stream' || !stream!.softDeleted) return wrong;
      }
    }
    if (events.length === 0) return { kind: 'success', revision: Math.max(head, 0), position: this.cursor };
    const { revision, position } = this.write(name, events).at(-1)!;
    return { kind: 'success', revision, position };
  }

  /** Soft delete; null when the stream does not exist. */
  delete(name: string): StoredEvent | null {
    if (!this.streams.has(name)) return null;
    return this.write(`$$${name}`, [proposed('$metadata', { $tb: Number.MAX_SAFE_INTEGER })])[0]!;
  }

  tombstone(name: string): StoredEvent {
    return this.write(name, [proposed('$streamDeleted', {})])[0]!;
  }

  /** The readable events of a stream, or the reason why there are none. */
  stream(name: string): readonly StoredEvent[] | 'not-found' | 'deleted' {
    const stream = this.streams.get(name);
    if (!stream || stream.softDeleted) return 'not-found';
    return stream.tombstoned ? 'deleted' : stream.events.slice(stream.truncateBefore);
  }

  /** Index in `all` of the first event at or after a position. */
  indexOf(position: number): number {
    let [low, high] = [0, this.all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.all[middle]!.position < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether the position is that of an event, or beyond the end. */
  isBoundary(position: number): boolean {
    const at = this.all[this.indexOf(position)];
    return at ? at.position === position : position >= this.cursor;
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
  }

  private repeated({ events, softDeleted }: Stream, revision: number): AppendResult {
    return { kind: 'success', revision, position: softDeleted ? null : events[revision]!.position };
  }

  private write(stream: string, events: readonly ProposedEvent[]): StoredEvent[] {
    const first = this.streams.get(stream)?.events.length ?? 0;
    let position = this.cursor;
    const written = events.map((event, index) => {
      const stored = { ...event, stream, revision: first + index, position, created: Date.now() };
      position += sizeOf(stored);
      return stored;
    });
    if (this.descriptor !== undefined) writeSync(this.descriptor, `${JSON.stringify(written.map(toLine))}\n`);
    for (const event of written) this.take(event);
    for (const listener of [...this.listeners]) listener(written);
    return written;
  }

  private take(event: StoredEvent): void {
    this.all.push(event);
    this.cursor = event.position + sizeOf(event);
    const stream: Stream = this.streams.get(event.stream) ?? {
      events: [],
      ids: new Map(),
      truncateBefore: 0,
      softDeleted: false,
      tombstoned: false,
    };
    this.streams.set(event.stream, stream);
    if (stream.softDeleted) {
      stream.softDeleted = false;
      stream.truncateBefore = stream.events.length;
    }
    if (event.type === '$streamDeleted') {
      stream.tombstoned = true;
      return;
    }
    stream.ids.set(event.id, stream.events.length);
    stream.events.push(event);
    if (event.type === '$metadata' && event.stream.startsWith('$$')) this.takeMetadata(event);
  }

  private takeMetadata({ stream, data }: StoredEvent): void {
    const about = this.streams.get(stream.slice(2));
    if (!about) return;
    const { $tb = 0 } = JSON.parse(data.toString()) as { $tb?: number };
    about.softDeleted = $tb >= Number.MAX_SAFE_INTEGER;
    about.truncateBefore = $tb;
  }

  private load(file: string): void {
    const bytes = readFileSync(file);
    // An incomplete last line was cut off by a crash: that append never happened.
    const end = bytes.lastIndexOf('\n') + 1;
    truncateSync(file, end);
    for (let from = 0; from < end; ) {
      const to = bytes.indexOf('\n', from);
      for (const event of JSON.parse(bytes.toString('utf8', from, to)) as Line[]) this.take(fromLine(event));
      from = to + 1;
    }
    this.cursor = Math.max(this.cursor, firstOwnPosition);
  }
}

function proposed(type: string, data: object): ProposedEvent {
  const bytes = Buffer.from(JSON.stringify(data));
  return { id: randomUUID(), type, contentType: 'application/json', data: bytes, metadata: empty };
}

/** Positions are byte offsets, so their distances depend on the size of the events. */
function sizeOf({ stream, type, data, metadata }: StoredEvent): number {
  return 130 + stream.length + type.length + data.length + metadata.length;
}

type Line = Omit<StoredEvent, 'data' | 'metadata'> & { readonly data: string; readonly metadata: string };

function toLine(event: StoredEvent): Line {
  return { ...event, data: event.data.toString('base64'), metadata: event.metadata.toString('base64') };
}

function fromLine(event: Line): StoredEvent {
  return { ...event, data: Buffer.from(event.data, 'base64'), metadata: Buffer.from(event.metadata, 'base64') };
}
