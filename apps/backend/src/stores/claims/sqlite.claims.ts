import type { Statement } from 'better-sqlite3';
import type { StoreDamaged } from '../../kernel/store-errors';
import { closeDatabase, damageOf, openDatabase, openFailure, type SqliteDatabase } from '../drivers/sqlite/database';
import { GroupCommit } from '../drivers/sqlite/group-commit';
import { type Claim, type Claims, checkAtLeast, type Lease } from './claims';

const FORMAT = 1;
const remedy =
  'stop Gos, put claims.sqlite of the last backup back, or move claims.sqlite* away, and start: numbers go on above the highest of the log (docs/operations.md, "When a part is lost, old or wrong")';
const SCHEMA = `
  CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE claims (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires_at INTEGER) STRICT, WITHOUT ROWID;
  CREATE INDEX claims_by_expiry ON claims (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE leases (name TEXT PRIMARY KEY, holder TEXT, fence INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;
const FORGOTTEN_AT_ONCE = 20;

interface LeaseRow {
  readonly holder: string | null;
  readonly fence: number;
  readonly expires_at: number;
}

/** Claims in one SQLite file; concurrent calls share one sync. */
export class SqliteClaims implements Claims {
  private readonly database: SqliteDatabase;
  private readonly commits: GroupCommit;
  private readonly count: Statement<[string], number>;
  private readonly raiseCounter: Statement<[string, number]>;
  private readonly forgetExpired: Statement<[number, number]>;
  private readonly forgetOne: Statement<[string, number]>;
  private readonly insertClaim: Statement<[string, string, number | null]>;
  private readonly selectClaim: Statement<[string], string>;
  private readonly selectValid: Statement<[string, number], string>;
  private readonly updateClaim: Statement<[string, string, string]>;
  private readonly removeClaim: Statement<[string, string]>;
  private readonly selectCounters: Statement<[], { readonly name: string; readonly value: number }>;
  private readonly selectClaimed: Statement<[string, number], Claim>;
  private readonly selectLease: Statement<[string], LeaseRow>;
  private readonly putLease: Statement<[string, string, number, number]>;
  private readonly freeLease: Statement<[string, string]>;
  private closed = false;

  constructor(file: string) {
    const database = openDatabase(file, { durability: 'group', format: FORMAT, schema: SCHEMA, remedy });
    this.database = database;
    try {
      this.count = database
        .prepare<[string], number>(
          'INSERT INTO counters VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value',
        )
        .pluck();
      this.raiseCounter = database.prepare(
        'INSERT INTO counters VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)',
      );
      this.forgetExpired = database.prepare(
        'DELETE FROM claims WHERE key IN (SELECT key FROM claims WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)',
      );
      this.forgetOne = database.prepare('DELETE FROM claims WHERE key = ? AND expires_at <= ?');
      this.insertClaim = database.prepare('INSERT INTO claims VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
      this.selectClaim = database.prepare<[string], string>('SELECT value FROM claims WHERE key = ?').pluck();
      this.selectValid = database
        .prepare<[string, number], string>(
          'SELECT value FROM claims WHERE key = ? AND (expires_at IS NULL OR expires_at > ?)',
        )
        .pluck();
      this.updateClaim = database.prepare('UPDATE claims SET value = ? WHERE key = ? AND value = ?');
      this.removeClaim = database.prepare('DELETE FROM claims WHERE key = ? AND value = ?');
      this.selectCounters = database.prepare('SELECT name, value FROM counters ORDER BY name');
      this.selectClaimed = database.prepare(
        'SELECT key, value, expires_at AS expiresAt FROM claims WHERE key > ? ORDER BY key LIMIT ?',
      );
      this.selectLease = database.prepare('SELECT holder, fence, expires_at FROM leases WHERE name = ?');
      this.putLease = database.prepare('INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?)');
      this.freeLease = database.prepare('UPDATE leases SET holder = NULL WHERE name = ? AND holder = ?');
      this.commits = new GroupCommit(database);
    } catch (error) {
      closeDatabase(database);
      throw openFailure(error, file, { remedy });
    }
  }

  async next(counter: string): Promise<number> {
    return this.commits.run(() => this.count.get(counter)!);
  }

  async raise(counter: string, atLeast: number): Promise<void> {
    checkAtLeast(atLeast);
    await this.commits.run(() => this.raiseCounter.run(counter, atLeast));
  }

  async claim(
    key: string,
    value: string,
    { now, ttlMs }: { now: number; ttlMs?: number },
  ): Promise<{ value: string; won: boolean }> {
    return this.commits.run(() => {
      this.forgetOne.run(key, now);
      // Each claim removes a few expired ones, so that they do not pile up.
      this.forgetExpired.run(now, FORGOTTEN_AT_ONCE);
      const won = this.insertClaim.run(key, value, ttlMs === undefined ? null : now + ttlMs).changes === 1;
      return { value: won ? value : this.selectClaim.get(key)!, won };
    });
  }

  async claimed(key: string, { now }: { now: number }): Promise<string | null> {
    return this.selectValid.get(key, now) ?? null;
  }

  async replaceClaim(key: string, from: string, to: string): Promise<boolean> {
    return this.commits.run(() => this.updateClaim.run(to, key, from).changes === 1);
  }

  async release(key: string, value: string): Promise<boolean> {
    return this.commits.run(() => this.removeClaim.run(key, value).changes === 1);
  }

  async counters(): Promise<{ readonly name: string; readonly value: number }[]> {
    return this.selectCounters.all();
  }

  async listClaims(after: string | null, limit: number): Promise<Claim[]> {
    return this.selectClaimed.all(after ?? '', limit);
  }

  async acquireLease(
    name: string,
    holder: string,
    { now, ttlMs }: { now: number; ttlMs: number },
  ): Promise<{ fence: number } | null> {
    return this.commits.run(() => {
      const last = this.selectLease.get(name);
      if (last && last.holder !== null && last.holder !== holder && now < last.expires_at) return null;
      const fence = last ? last.fence + (last.holder === holder ? 0 : 1) : 1;
      this.putLease.run(name, holder, fence, now + ttlMs);
      return { fence };
    });
  }

  async getLease(name: string): Promise<Lease | null> {
    const last = this.selectLease.get(name);
    return last && last.holder !== null ? { holder: last.holder, expiresAt: last.expires_at } : null;
  }

  async releaseLease(name: string, holder: string): Promise<void> {
    await this.commits.run(() => this.freeLease.run(name, holder));
  }

  /** Called when the file was found damaged: it is read on, but takes no more writes. */
  noteDamage(code: string): StoreDamaged {
    const damage = damageOf(this.database, { code });
    this.commits.refuse(damage.message);
    return damage;
  }

  async checkWhole(): Promise<void> {
    await this.commits.assertWritable();
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.commits.close();
    closeDatabase(this.database);
  }
}
