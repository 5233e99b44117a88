import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { targetOf, taskAggregate } from '@gos/domain';
import { CommandRunner } from '../../backend/src/engine/commands/command-runner';
import { Sqlite } from '../../backend/src/stores/drivers/sqlite/driver';
import { Chance, sentence } from '../../backend/src/testing/chance';
import type { Profile } from './figures';
import { withPorts } from './ports';
import { profiled } from './profiler';
import type { OpenTask } from './seed';

export type Row = readonly [stream: string, revision: number, id: string, type: string, data: string, metadata: string];

export interface CommandsInProcess {
  /** Commands per second, one and 64 at a time. */
  readonly one: number;
  readonly many: number;
  /** The last rows that the commands appended, for the baseline to write again. */
  readonly rows: readonly Row[];
  readonly profile: Profile;
}

const maxRows = 20_000;

/** Runs comments (3 of 4) and edits of open tasks straight through the runner, without followers of the log. */
export function commandsInProcess(given: {
  folder: string;
  tasks: readonly OpenTask[];
  milliseconds: number;
}): Promise<CommandsInProcess> {
  return withPorts(given.folder, async ({ context, log }) => {
    const runner = context.get(CommandRunner);
    const chance = new Chance(1);
    const before = Number(await log.end());
    const rateAt = (atOnce: number) =>
      perSecond(atOnce, given.milliseconds, () => change(runner, chance.of(given.tasks), chance));
    const one = await rateAt(1);
    const many = await rateAt(64);
    const end = Number(await log.end());
    const rows = await rowsAfter(log, Math.max(before, end - maxRows));
    const { profile } = await profiled('commands in process, 64 at a time', () => rateAt(64));
    return { one, many, rows, profile };
  });
}

async function change(runner: CommandRunner, { taskId, contractorId }: OpenTask, chance: Chance): Promise<void> {
  const actor = { id: contractorId, role: 'member', projects: {} } as const;
  const command = chance.happens(0.75)
    ? ({ type: 'comment', body: { text: sentence(chance, 4, 40) } } as const)
    : ({ type: 'edit', body: { name: sentence(chance, 2, 6) } } as const);
  await runner.run(targetOf(taskAggregate, taskId), command, { actor, via: 'web', correlationId: 'bench' }, () => ({
    actor,
    at: new Date().toISOString(),
    zone: 'Europe/Prague',
    currency: 'CZK',
    nameable: [],
    waitingFor: [],
    openSubtasks: [],
  }));
}

async function perSecond(atOnce: number, milliseconds: number, work: () => Promise<void>): Promise<number> {
  const counting = performance.now() + milliseconds / 10;
  const end = counting + milliseconds;
  let count = 0;
  const worker = async () => {
    while (performance.now() < end) {
      const counts = performance.now() >= counting;
      await work();
      if (counts) count++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (count / (performance.now() - counting)) * 1_000;
}

async function rowsAfter(log: { readAll: (after: string, limit: number) => Promise<readonly Event[]> }, after: number) {
  const events = await log.readAll(String(after), maxRows);
  return events.map(
    ({ stream, revision, id, type, data, metadata }): Row => [
      stream,
      revision,
      id,
      type,
      JSON.stringify(data),
      JSON.stringify(metadata),
    ],
  );
}

interface Event {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
}

/** Writes the same rows with SQLite alone, `aCommit` of them in each durable commit. */
export async function rawWrites(given: {
  folder: string;
  rows: readonly Row[];
  aCommit: number;
  milliseconds: number;
}): Promise<number> {
  mkdirSync(given.folder, { recursive: true });
  const file = join(given.folder, `raw-${given.aCommit}.sqlite`);
  rmSync(file, { force: true });
  const database = new Sqlite(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(`
    CREATE TABLE events (
      position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL,
      data TEXT NOT NULL, metadata TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX events_by_stream ON events (stream, revision);
  `);
  const insert = database.prepare(
    'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const commit = database.transaction((rows: readonly Row[]) => {
    for (const row of rows) insert.run(...row);
  });
  const started = performance.now();
  let written = 0;
  while (written < given.rows.length && performance.now() < started + given.milliseconds) {
    const rows = given.rows.slice(written, written + given.aCommit);
    commit(rows);
    written += rows.length;
  }
  const rate = (written / (performance.now() - started)) * 1_000;
  database.close();
  return rate;
}
