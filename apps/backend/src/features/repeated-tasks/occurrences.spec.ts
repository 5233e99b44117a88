import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type NewRepeatedTask,
  noDaysOff,
  type OccurrenceGenerated,
  type RepeatedTaskFacts,
  repeatedTaskAggregate,
  repeatedTaskStream,
  systemActor,
  targetOf,
} from '@gos/domain';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandRunner } from '../../engine/commands/command-runner';
import { Clock } from '../../kernel/clock';
import { StoreUnavailable } from '../../kernel/store-errors';
import type { EventLog } from '../../stores/event-log/event-log';
import { SqliteEventLog } from '../../stores/event-log/sqlite.event-log';

const now = '2027-03-01T08:00:00.000Z';
const weekly: NewRepeatedTask = { name: 'Kontrola', firstDeadline: '2026-11-30T08:00:00.000Z', repeat: 'weekly' };
const person = { id: 1, role: 'member', projects: {} } as const;
const facts = (at: string): RepeatedTaskFacts => ({
  actor: systemActor,
  at,
  zone: 'Europe/Prague',
  currency: 'CZK',
  isDayOff: noDaysOff,
  nameable: [1, 2],
});
const target = targetOf(repeatedTaskAggregate, 6);

describe('occurrences, whatever crashes or runs twice', () => {
  let folder: string;
  let log: SqliteEventLog;
  let nextTask: number;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gos-occurrences-'));
    log = new SqliteEventLog(join(folder, 'log.sqlite'));
    nextTask = 1;
    const context = { actor: person, via: 'web', correlationId: 'c' } as const;
    const created = { ...facts('2026-11-25T08:00:00.000Z'), actor: person };
    await new CommandRunner(log, new Clock()).run(target, { type: 'create', body: weekly }, context, () => created);
  });
  afterEach(async () => {
    await log.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A worker of its own: it generates until nothing is due. */
  async function work(on: EventLog = log): Promise<void> {
    const runner = new CommandRunner(on, new Clock());
    for (;;) {
      const context = { actor: systemActor, via: 'job', correlationId: 'c' } as const;
      const { events } = await runner.run(target, { type: 'generate', body: {} }, context, () => ({
        ...facts(now),
        generation: { projectActive: true, board: null, holders: [], nameable: [1, 2], taskIds: [nextTask++] },
      }));
      if (events.length === 0) return;
    }
  }
  const occurrences = async () =>
    (await log.readStream(repeatedTaskStream(6))).flatMap(({ type, data }) =>
      type === 'OccurrenceGenerated' ? [data as OccurrenceGenerated] : [],
    );
  const createdTasks = async () =>
    (await log.readAll(null, 1_000)).flatMap(({ type, stream }) => (type === 'TaskCreated' ? [stream] : []));

  /** A log whose writer is killed before the first event of this kind of stream is written. */
  function killedBefore(kind: string): EventLog {
    return new Proxy(log, {
      get(one, name: keyof EventLog) {
        if (name !== 'append')
          return typeof one[name] === 'function' ? (one[name] as () => unknown).bind(one) : one[name];
        return async (...[stream, ...rest]: Parameters<EventLog['append']>) => {
          if (stream.startsWith(kind)) throw new StoreUnavailable('killed', 'not-written');
          return one.append(stream, ...rest);
        };
      },
    });
  }

  it('are each generated once by two workers at once, with one task each', async () => {
    await Promise.all([work(), work(), work()]);
    const all = await occurrences();
    expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
    const tasks = all.flatMap(({ tasks }) => tasks.map(({ taskId }) => `task-${taskId}`));
    expect((await createdTasks()).toSorted()).toEqual(tasks.toSorted());
  });

  it('have their tasks after a worker was killed between the two', async () => {
    await expect(work(killedBefore('task-'))).rejects.toThrow('killed');
    const [only, ...more] = await occurrences();
    expect([only!.number, more, await createdTasks()]).toEqual([1, [], []]);
    const reactor = new CommandRunner(log, new Clock());
    for (let again = 0; again < 2; again++) {
      for (const event of await log.readAll(null, 1_000)) await reactor.follow(event);
    }
    expect(await createdTasks()).toEqual([`task-${only!.tasks[0]!.taskId}`]);
    await work();
    expect(await createdTasks()).toHaveLength((await occurrences()).length);
  });

  it('become what the definition said when they were generated, however late their tasks are made', async () => {
    await expect(work(killedBefore('task-'))).rejects.toThrow('killed');
    const runner = new CommandRunner(log, new Clock());
    const context = { actor: person, via: 'web', correlationId: 'c' } as const;
    const edited = { ...facts(now), actor: person };
    await runner.run(target, { type: 'edit', body: { name: 'Jinak' } }, context, () => edited);
    for (const event of await log.readAll(null, 1_000)) await new CommandRunner(log, new Clock()).follow(event);
    const [only] = await occurrences();
    const [created] = await log.readStream(`task-${only!.tasks[0]!.taskId}`);
    expect(created!.data).toMatchObject({ name: 'Kontrola', repeated: { id: 6, number: 1 } });
  });
});
