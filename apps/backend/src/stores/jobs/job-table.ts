import type { Statement } from 'better-sqlite3';
import type { SqliteDatabase } from '../drivers/sqlite/database';
import {
  type FailingJob,
  type JobCounts,
  type JobPage,
  type JobSchedule,
  type JobState,
  type KeptJob,
  maxStalled,
  type NewJob,
  PermanentFailure,
  type QueueOptions,
  type Retention,
  type Schedule,
} from './jobs';
import { backoffMs, nextOfCron, reasonOf } from './jobs-check';

/** `at` is when a waiting job may run, an active one was taken, or a finished one finished. */
export const schema = `
  CREATE TABLE jobs (
    queue TEXT NOT NULL, id TEXT NOT NULL, state TEXT NOT NULL, at INTEGER NOT NULL, data TEXT NOT NULL,
    attempts INTEGER, backoff TEXT, repeat TEXT, added_at INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0, cut_off INTEGER NOT NULL DEFAULT 0, reason TEXT,
    PRIMARY KEY (queue, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX jobs_by_state ON jobs (queue, state, at);
  CREATE TABLE repeats (
    queue TEXT NOT NULL, id TEXT NOT NULL, schedule TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (queue, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE checkpoints (reader TEXT PRIMARY KEY, position TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;
/** Tables of later versions, which older files get when they are opened; older versions ignore them. */
const laterSchema = 'CREATE TABLE IF NOT EXISTS paused (queue TEXT PRIMARY KEY) STRICT, WITHOUT ROWID';
/**
 * How many old jobs are removed when one finishes: more than one, so that a lowered limit is reached; few, so that a
 * step stays short.
 */
const forgottenAtOnce = 20;
const nextRun = "WHERE queue = ? AND repeat = ? AND state = 'waiting' AND failures = 0";
const keptColumns = 'id, state, data, reason, failures, added_at, at, repeat';
/** The stored state of jobs in a state, and the condition on the present instant. */
const conditions: Readonly<Record<JobState, readonly [state: string, when: string]>> = {
  waiting: ['waiting', 'at <= ?'],
  delayed: ['waiting', 'at > ?'],
  active: ['active', '? IS NOT NULL'],
  failed: ['dead', '? IS NOT NULL'],
};
const ever = Number.MAX_SAFE_INTEGER;

export interface TakenJob {
  readonly id: string;
  readonly data: string;
  readonly failures: number;
  readonly attempts: number | null;
  readonly backoff: string | null;
}

type KeptRow = [
  id: string,
  state: string,
  data: string,
  reason: string | null,
  failures: number,
  addedAt: number,
  at: number,
  repeat: string | null,
];

function keptJobOf([id, kept, data, reason, attempts, addedAt, at, repeat]: KeptRow, now: number): KeptJob {
  const state = kept === 'dead' ? 'failed' : kept === 'active' ? 'active' : at > now ? 'delayed' : 'waiting';
  const scheduled = repeat !== null && kept === 'waiting' && attempts === 0;
  return { id, state, data: JSON.parse(data), reason, attempts, addedAt, at, scheduled };
}

/** The steps of SqliteJobs; the caller provides the transaction. */
export class JobTable {
  private readonly statements = new Map<string, Statement<unknown[]>>();

  constructor(
    private readonly database: SqliteDatabase,
    private readonly keep: Retention,
    private readonly now: () => number,
  ) {
    database.exec(laterSchema);
  }

  /** Requeues active jobs: the process that ran them has ended. */
  takeBackCutOff(): void {
    const again =
      "UPDATE jobs SET state = 'waiting', at = ?, cut_off = cut_off + 1 WHERE state = 'active' AND cut_off < ?";
    this.change(again, this.now(), maxStalled);
    const dead = "UPDATE jobs SET state = 'dead', at = ?, reason = ? WHERE state = 'active'";
    this.change(dead, this.now(), 'Its process ended too often while it ran');
  }

  add(queue: string, { id, data, delayMs = 0, at, attempts, backoff }: NewJob): void {
    const now = this.now();
    this.change(
      `INSERT INTO jobs (queue, id, state, at, data, attempts, backoff, added_at) VALUES (?, ?, 'waiting', ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING`,
      queue,
      id,
      at ?? now + delayMs,
      JSON.stringify(data),
      attempts ?? null,
      backoff ? JSON.stringify(backoff) : null,
      now,
    );
  }

  repeat(queue: string, id: string, data: string, schedule: Schedule): void {
    const known = this.repeatOf(queue, id);
    const when = JSON.stringify(schedule);
    if (known?.schedule === when) {
      this.change('UPDATE repeats SET data = ? WHERE queue = ? AND id = ?', data, queue, id);
      this.change(`UPDATE jobs SET data = ? ${nextRun}`, data, queue, id);
      return;
    }
    this.dropNextRun(queue, id);
    this.change('INSERT OR REPLACE INTO repeats VALUES (?, ?, ?, ?)', queue, id, when, data);
    const now = this.now();
    const first = 'everyMs' in schedule ? now : nextOfCron(schedule.cron, schedule.timeZone, now);
    this.addRun(queue, id, data, first);
  }

  endRepeat(queue: string, id: string): boolean {
    this.dropNextRun(queue, id);
    return this.change('DELETE FROM repeats WHERE queue = ? AND id = ?', queue, id) === 1;
  }

  /** The scheduled next run of a repeat cannot be removed alone; `endRepeat` removes it. */
  remove(queue: string, id: string): boolean {
    const removable = "(state = 'dead' OR (state = 'waiting' AND (repeat IS NULL OR failures > 0)))";
    return this.change(`DELETE FROM jobs WHERE queue = ? AND id = ? AND ${removable}`, queue, id) === 1;
  }

  queues(): string[] {
    const sql = 'SELECT DISTINCT queue FROM jobs UNION SELECT queue FROM repeats';
    return this.prepared(sql)
      .all()
      .map((row) => (row as { queue: string }).queue);
  }

  counts(queue: string): JobCounts {
    const now = this.now();
    const count = (state: string, after = -1, until = ever) =>
      this.rows<[number]>(
        'SELECT count(*) FROM jobs WHERE queue = ? AND state = ? AND at > ? AND at <= ?',
        queue,
        state,
        after,
        until,
      )[0]![0];
    return {
      waiting: count('waiting', -1, now),
      active: count('active'),
      delayed: count('waiting', now),
      failed: count('dead'),
    };
  }

  failing(queue: string): FailingJob | null {
    const [row] = this.rows<[string, string, number, number]>(
      `SELECT id, reason, failures, at FROM jobs WHERE queue = ? AND state = 'waiting' AND failures > 0
      ORDER BY at, id LIMIT 1`,
      queue,
    );
    if (!row) return null;
    const [id, reason, attempts, nextAt] = row;
    return { id, reason, attempts, nextAt };
  }

  list(queue: string, state: JobState, { limit, offset }: JobPage): KeptJob[] {
    const now = this.now();
    const [kept, when] = conditions[state];
    const latest = state === 'failed' ? 'DESC' : 'ASC';
    const sql = `SELECT ${keptColumns} FROM jobs WHERE queue = ? AND state = '${kept}' AND ${when}
      ORDER BY at ${latest}, id ${latest} LIMIT ? OFFSET ?`;
    return this.rows<KeptRow>(sql, queue, now, limit, offset).map((row) => keptJobOf(row, now));
  }

  find(queue: string, id: string): KeptJob | null {
    const sql = `SELECT ${keptColumns} FROM jobs WHERE queue = ? AND id = ? AND state <> 'done'`;
    const [row] = this.rows<KeptRow>(sql, queue, id);
    return row ? keptJobOf(row, this.now()) : null;
  }

  schedules(queue: string): JobSchedule[] {
    const rows = this.rows<[string, string, number | null]>(
      `SELECT r.id, r.schedule, (SELECT min(j.at) FROM jobs j
        WHERE j.queue = r.queue AND j.repeat = r.id AND j.state = 'waiting' AND j.failures = 0)
      FROM repeats r WHERE r.queue = ? ORDER BY r.id`,
      queue,
    );
    return rows.map(([id, schedule, nextAt]) => ({ id, schedule: JSON.parse(schedule), nextAt }));
  }

  pause(queue: string): void {
    this.change('INSERT INTO paused VALUES (?) ON CONFLICT DO NOTHING', queue);
  }

  resume(queue: string): void {
    this.change('DELETE FROM paused WHERE queue = ?', queue);
  }

  paused(): string[] {
    return this.rows<[string]>('SELECT queue FROM paused ORDER BY queue').map(([queue]) => queue);
  }

  retry(queue: string, id: string): boolean {
    const now = this.now();
    const again = "UPDATE jobs SET state = 'waiting', at = ?, failures = 0, cut_off = 0, reason = NULL";
    const soon = "UPDATE jobs SET at = ? WHERE queue = ? AND id = ? AND state = 'waiting' AND failures > 0 AND at > ?";
    return (
      this.change(`${again} WHERE queue = ? AND id = ? AND state = 'dead'`, now, queue, id) === 1 ||
      this.change(soon, now, queue, id, now) === 1
    );
  }

  checkpoint(reader: string): string | null {
    return this.rows<[string]>('SELECT position FROM checkpoints WHERE reader = ?', reader)[0]?.[0] ?? null;
  }

  checkpoints(): ReadonlyMap<string, string> {
    return new Map(this.rows<[string, string]>('SELECT reader, position FROM checkpoints'));
  }

  advance(reader: string, from: string | null, to: string): string | null {
    const now = this.checkpoint(reader);
    if (now !== from) return now;
    this.change('INSERT OR REPLACE INTO checkpoints VALUES (?, ?)', reader, to);
    return to;
  }

  /**
   * Takes due jobs and marks them active; `next` is the time of the next waiting job, null when there is none or the
   * queue is paused.
   */
  take(queue: string, most: number): { taken: TakenJob[]; next: number | null } {
    if (this.rows('SELECT 1 FROM paused WHERE queue = ?', queue).length > 0) return { taken: [], next: null };
    const now = this.now();
    const rows = this.rows<[string, string, number, number | null, string | null, string | null]>(
      `SELECT id, data, failures, attempts, backoff, repeat FROM jobs WHERE queue = ? AND state = 'waiting' AND at <= ?
      ORDER BY at LIMIT ?`,
      queue,
      now,
      most,
    );
    const taken = rows.map(([id, data, failures, attempts, backoff, repeat]) => {
      this.change("UPDATE jobs SET state = 'active', at = ? WHERE queue = ? AND id = ?", now, queue, id);
      if (repeat !== null) this.addNextRun(queue, repeat, id);
      return { id, data, failures, attempts, backoff };
    });
    const first = "SELECT min(at) FROM jobs WHERE queue = ? AND state = 'waiting'";
    return { taken, next: this.rows<[number | null]>(first, queue)[0]![0] };
  }

  done(queue: string, { id }: TakenJob): void {
    this.change(
      "UPDATE jobs SET state = 'done', at = ?, reason = NULL WHERE queue = ? AND id = ?",
      this.now(),
      queue,
      id,
    );
    this.forget(queue, 'done');
  }

  failed(
    queue: string,
    { id, failures: before, attempts, backoff }: TakenJob,
    options: QueueOptions,
    error: unknown,
  ): void {
    const failures = before + 1;
    const isLast = error instanceof PermanentFailure || failures >= (attempts ?? options.attempts ?? 1);
    const wait = isLast ? 0 : backoffMs(backoff === null ? options.backoff : JSON.parse(backoff), failures);
    this.change(
      'UPDATE jobs SET state = ?, at = ?, failures = ?, reason = ? WHERE queue = ? AND id = ?',
      isLast ? 'dead' : 'waiting',
      this.now() + wait,
      failures,
      reasonOf(error),
      queue,
      id,
    );
    if (isLast) this.forget(queue, 'dead');
  }

  private forget(queue: string, state: 'done' | 'dead'): void {
    const { ageMs, count } = this.keep[state];
    const those = 'DELETE FROM jobs WHERE queue = ? AND id IN (SELECT id FROM jobs WHERE queue = ? AND state = ?';
    const old = this.now() - ageMs;
    this.change(`${those} AND at < ? ORDER BY at LIMIT ?)`, queue, queue, state, old, forgottenAtOnce);
    const latestFirst = 'ORDER BY at DESC, id DESC';
    this.change(`${those} ${latestFirst} LIMIT ? OFFSET ?)`, queue, queue, state, forgottenAtOnce, count);
  }

  private repeatOf(queue: string, id: string): { schedule: string; data: string } | null {
    const rows = this.rows<[string, string]>(
      'SELECT schedule, data FROM repeats WHERE queue = ? AND id = ?',
      queue,
      id,
    );
    return rows[0] ? { schedule: rows[0][0], data: rows[0][1] } : null;
  }

  /** Schedules the next run whenever a run begins, also when a dead letter is retried. */
  private addNextRun(queue: string, repeat: string, run: string): void {
    const known = this.repeatOf(queue, repeat);
    if (!known || this.rows(`SELECT 1 FROM jobs ${nextRun}`, queue, repeat).length > 0) return;
    const schedule: Schedule = JSON.parse(known.schedule);
    const now = this.now();
    const due = Number(run.slice(run.lastIndexOf('@') + 1));
    const next =
      'everyMs' in schedule
        ? due + schedule.everyMs * Math.max(1, Math.ceil((now + 1 - due) / schedule.everyMs))
        : nextOfCron(schedule.cron, schedule.timeZone, Math.max(now, due));
    this.addRun(queue, repeat, known.data, next);
  }

  private addRun(queue: string, repeat: string, data: string, at: number): void {
    this.change(
      `INSERT INTO jobs (queue, id, state, at, data, repeat, added_at) VALUES (?, ?, 'waiting', ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET state = 'waiting', at = excluded.at, data = excluded.data, failures = 0`,
      queue,
      `${repeat}@${at}`,
      at,
      data,
      repeat,
      this.now(),
    );
  }

  /** Removes the scheduled next run, but not a failed one that waits for its next attempt. */
  private dropNextRun(queue: string, repeat: string): void {
    this.change(
      "DELETE FROM jobs WHERE queue = ? AND repeat = ? AND state = 'waiting' AND failures = 0",
      queue,
      repeat,
    );
  }

  private change(sql: string, ...values: unknown[]): number {
    return this.prepared(sql).run(...values).changes;
  }

  private rows<R extends unknown[]>(sql: string, ...values: unknown[]): R[] {
    return this.prepared(sql)
      .raw()
      .all(...values) as R[];
  }

  private prepared(sql: string): Statement<unknown[]> {
    const statement = this.statements.get(sql) ?? this.database.prepare<unknown[]>(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}
