import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '@gos/domain';
import type { Statement } from 'better-sqlite3';
import { type StoreDamaged, StoreUnavailable, WrongExpectedRevision } from '../../kernel/store-errors';
import {
  assertNoDamage,
  closeDatabase,
  damageOf,
  openDatabase,
  openFailure,
  type SqliteDatabase,
} from '../drivers/sqlite/database';
import { GroupCommit, type GroupCommitOptions } from '../drivers/sqlite/group-commit';
import { checkAppend, checkLimit, type SerialisedEvent } from './append-check';
import type { ByteBudget } from './byte-budget';
import { type Appended, type EventLog, type NewEvent, NO_STREAM } from './event-log';
import { logFormat, logRemedy, logSchema } from './log-file';
import { parsed, recordedEvent } from './stored-event';

interface EventRow {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** As long as the events of a usual command, so that a disk without room for them does not take it either. */
const probeText = 'x'.repeat(16 * 1024);

/** The log in one SQLite file. Readers see events only when they are durable; see GroupCommit. */
export class SqliteEventLog implements EventLog {
  readonly hasConsecutivePositions = true;
  private readonly database: SqliteDatabase;
  private readonly commits: GroupCommit;
  private readonly listeners = new Set<() => void>();
  private readonly name: string;
  private durable: number;
  private closed = false;

  private readonly lastPosition: Statement<[], number | null>;
  private readonly lastRevision: Statement<[string], number>;
  private readonly insert: Statement<[string, number, string, string, string, string]>;
  private readonly selectStream: Statement<[string, number, number], EventRow>;
  private readonly selectAll: Statement<[number, number, number], EventRow>;
  private readonly probed: Statement<[string]>;

  constructor(file: string, options: Pick<GroupCommitOptions, 'sync'> = {}) {
    const database = openDatabase(file, {
      durability: 'group',
      format: logFormat,
      schema: logSchema,
      remedy: logRemedy,
    });
    this.database = database;
    try {
      this.lastPosition = database.prepare<[], number | null>('SELECT max(position) FROM events').pluck();
      this.lastRevision = database
        .prepare<[string], number>('SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1')
        .pluck();
      this.insert = database.prepare(
        'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
      );
      this.selectStream = database.prepare(
        'SELECT * FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?',
      );
      this.selectAll = database.prepare(
        'SELECT * FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?',
      );
      this.probed = database.prepare("INSERT OR REPLACE INTO meta VALUES ('probe', ?)");
      database.prepare("INSERT INTO meta VALUES ('identity', ?) ON CONFLICT DO NOTHING").run(randomUUID());
      this.name = database.prepare<[], string>("SELECT value FROM meta WHERE key = 'identity'").pluck().get()!;
      this.commits = new GroupCommit(database, { ...options, onDurable: () => this.becameDurable() });
      this.durable = this.lastPosition.get() ?? 0;
    } catch (error) {
      closeDatabase(database);
      throw openFailure(error, file, { remedy: logRemedy });
    }
  }

  async append(stream: string, expectedRevision: number, events: readonly NewEvent[]): Promise<Appended> {
    const serialised = checkAppend(stream, expectedRevision, events);
    const bytes = serialised.reduce((sum, event) => sum + event.data.length + event.metadata.length, 0);
    return this.commits.run(() => this.insertAll(stream, expectedRevision, serialised), bytes);
  }

  async restore(events: readonly RecordedEvent[], after: string | null): Promise<string | null> {
    const serialised = events.map((event) => checkAppend(event.stream, event.revision - 1, [event])[0]!);
    const bytes = serialised.reduce((sum, event) => sum + event.data.length + event.metadata.length, 0);
    return this.commits.run(() => {
      let position = after;
      for (const [n, { stream, revision }] of events.entries()) {
        ({ position } = this.insertAll(stream, revision - 1, [serialised[n]!]));
      }
      return position;
    }, bytes);
  }

  async probe(): Promise<void> {
    await this.commits.run(() => this.probed.run(probeText));
  }

  async readStream(
    stream: string,
    { from = 0, limit, budget }: { from?: number; limit?: number; budget?: ByteBudget } = {},
  ): Promise<RecordedEvent[]> {
    this.checkOpen();
    const most = limit === undefined ? -1 : checkLimit(limit);
    const rows = budget
      ? within(budget, this.selectStream.iterate(stream, from, most))
      : this.selectStream.all(stream, from, most);
    const last = rows.at(-1);
    // The caller may answer from these events without appending, so they must be durable first.
    if (last && last.position > this.durable) {
      await this.commits.drained();
      if (last.position > this.durable)
        throw new StoreUnavailable(`Stream ${stream} could not be made durable`, 'unknown');
    }
    return rows.map(recorded);
  }

  async readAll(after: string | null, limit: number, budget?: ByteBudget): Promise<RecordedEvent[]> {
    this.checkOpen();
    const position = after === null ? 0 : checkPosition(after);
    if (position > this.durable) throw new RangeError(`Not a position of this log: ${after}`);
    const given = [position, this.durable, checkLimit(limit)] as const;
    const rows = budget ? within(budget, this.selectAll.iterate(...given)) : this.selectAll.all(...given);
    return rows.map(recorded);
  }

  async at(position: string): Promise<RecordedEvent | null> {
    const [event] = await this.readAll(String(checkPosition(position) - 1), 1).catch(nothingThere);
    return event?.position === position ? event : null;
  }

  async count(after: string | null, upTo: string): Promise<number> {
    const [from, to] = [after === null ? 0 : checkPosition(after), checkPosition(upTo)];
    if (to > this.durable) throw new RangeError(`Not a position of this log: ${upTo}`);
    return to - from;
  }

  async end(): Promise<string | null> {
    this.checkOpen();
    return this.durable === 0 ? null : String(this.durable);
  }

  onAppended(listener: () => void): () => void {
    // A new function each time, so that a listener added twice has to be removed twice.
    const entry = () => listener();
    this.listeners.add(entry);
    return () => void this.listeners.delete(entry);
  }

  async identity(): Promise<string> {
    return this.name;
  }

  /** Called when the file was found damaged: it is read on, but takes no more writes. */
  noteDamage(code: string): StoreDamaged {
    const damage = damageOf(this.database, { code });
    this.commits.refuse(damage.message);
    return damage;
  }

  async checkWhole(): Promise<void> {
    assertNoDamage(this.database);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    await this.commits.close();
    this.closed = true;
    this.listeners.clear();
    closeDatabase(this.database);
  }

  private insertAll(stream: string, expected: number, events: readonly SerialisedEvent[]): Appended {
    let revision = this.lastRevision.get(stream) ?? NO_STREAM;
    if (revision !== expected) throw new WrongExpectedRevision(stream, expected, revision);
    let position: number | bigint = 0;
    for (const { id, type, data, metadata } of events) {
      position = this.insert.run(stream, ++revision, id, type, data, metadata).lastInsertRowid;
    }
    return { revision, position: String(position) };
  }

  private becameDurable(): void {
    const last = this.lastPosition.get() ?? 0;
    if (last === this.durable) return;
    this.durable = last;
    for (const listener of this.listeners) {
      // A listener that throws finds the events at the next notification.
      try {
        listener();
      } catch {}
    }
  }

  private checkOpen(): void {
    if (this.closed) throw new StoreUnavailable('The log is closed', 'not-written');
  }
}

/** The rows up to the one that spends the budget. */
function within(budget: ByteBudget, rows: Iterable<EventRow>): EventRow[] {
  const taken: EventRow[] = [];
  for (const row of rows) {
    taken.push(row);
    budget.spend(row.data.length + row.metadata.length);
    if (budget.isSpent) break;
  }
  return taken;
}

function recorded({ position, stream, revision, id, type, data, metadata }: EventRow): RecordedEvent {
  return recordedEvent({
    stream,
    revision,
    position: String(position),
    id,
    type,
    data: parsed(data),
    metadata: parsed(metadata),
  });
}

function nothingThere(error: unknown): [] {
  if (error instanceof RangeError) return [];
  throw error;
}

function checkPosition(position: string): number {
  if (!/^(0|[1-9][0-9]{0,15})$/.test(position)) throw new RangeError(`Not a position of this log: ${position}`);
  return Number(position);
}
