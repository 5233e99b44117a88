import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Actor, type RecordedEvent, type Task, type TaskFacts, taskStream } from '@gos/domain';
import { type TaskCommand, taskDecider } from '@gos/domain/testing/flat-commands';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '../../kernel/clock';
import { StoreUnavailable, WrongExpectedRevision } from '../../kernel/store-errors';
import { verifyLog } from '../../operator/ops/verify-log';
import { Sqlite } from '../../stores/drivers/sqlite/driver';
import { type EventLog, type NewEvent } from '../../stores/event-log/event-log';
import { SqliteEventLog } from '../../stores/event-log/sqlite.event-log';
import type { ReadModels } from '../../stores/read-models/read-models';
import { SqliteReadModels } from '../../stores/read-models/sqlite.read-models';
import { soleProcess } from '../coordination/leadership';
import { KeptSetAside } from '../followers/testing/kept-set-aside';
import { reactorModel } from '../projections/reactor-model';
import { CommandRunner } from './command-runner';
import { type CommandSender } from './command-sender';
import { Reactor } from './reactor';

const me: Actor & { id: number } = { id: 1, role: 'member', projects: {} };
const facts: TaskFacts = {
  actor: me,
  at: '2026-11-20T08:00:00.000Z',
  zone: 'Europe/Prague',
  currency: 'CZK',
  nameable: [1, 2],
  waitingFor: [],
  openSubtasks: [],
  knownPredecessors: [1],
};
const sender: CommandSender = { actor: me, via: 'web', correlationId: 'c1' };
const keyed = (key: string, bodyHash = 'body'): CommandSender => ({ ...sender, idempotency: { key, bodyHash } });

describe('command runner', () => {
  let folder: string;
  let log: SqliteEventLog;
  let runner: CommandRunner;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gos-runner-'));
    log = new SqliteEventLog(join(folder, 'log.sqlite'));
    runner = new CommandRunner(log, new Clock());
  });

  afterEach(async () => {
    await log.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const on = (id: number, command: TaskCommand, how = sender, by = runner, more: Partial<TaskFacts> = {}) =>
    by.run({ stream: taskStream(id), decider: taskDecider }, command, how, () => ({ ...facts, ...more }));
  const create = (taskId: number, how = sender, task: object = {}) =>
    on(taskId, { type: 'create', task: { taskId, name: `Task ${taskId}`, ...task } }, how);
  const comment = (id: number, text: string, how = sender, by = runner) => on(id, { type: 'comment', text }, how, by);
  const typesOf = async (stream: string) => (await log.readStream(stream)).map(({ type }) => type);

  it('appends what was decided, with actor, causes, and the chain of hashes', async () => {
    await create(1);
    await comment(1, 'hello');
    const [first, second] = await log.readStream('task-1');
    expect(first!.metadata).toMatchObject({
      actor: 1,
      via: 'web',
      correlationId: 'c1',
      schemaVersion: 1,
      previousHash: null,
    });
    expect(second!.metadata.previousHash).toBe(first!.metadata.hash);
    expect(await verifyLog(log)).toEqual({ checked: 2, errors: [] });
  });

  it('records the source of a command with its events and their follow-ups, and nothing where there is none', async () => {
    await create(1);
    const parent = await runner.load('task-1', taskDecider);
    const byToken: CommandSender = { ...sender, via: 'api', source: 'token-abc' };
    const task = { taskId: 2, name: 'Subtask', parentId: 1 };
    await on(2, { type: 'create', task }, byToken, runner, { parent });
    const ofSubtask = await log.readStream('task-2');
    const follower = (await log.readStream('task-1')).at(-1)!;
    expect([...ofSubtask, follower].map(({ metadata }) => [metadata.via, metadata.source])).toEqual([
      ['api', 'token-abc'],
      ['api', 'token-abc'],
    ]);
    expect(follower.metadata.causationId).toBe(ofSubtask[0]!.id);
    const [without] = await log.readStream('task-1');
    expect(Object.keys(without!.metadata).sort()).toEqual([
      ...['actor', 'at', 'causationId', 'correlationId', 'hash', 'previousHash', 'schemaVersion', 'via'],
    ]);
    expect(await verifyLog(log)).toEqual({ checked: 3, errors: [] });
  });

  it('decides again when somebody else was first, so that both are done', async () => {
    await create(1);
    const other = new CommandRunner(log, new Clock());
    await comment(1, 'warm', sender, other);
    await Promise.all(Array.from({ length: 20 }, (_, n) => comment(1, `c${n}`, sender, n % 2 ? other : runner)));
    const ids = (await log.readStream('task-1')).flatMap(({ type, data }) =>
      type === 'CommentAdded' ? [(data as { commentId: number }).commentId] : [],
    );
    expect(ids).toEqual(Array.from({ length: 21 }, (_, n) => n + 1));
  });

  it('recognises a retry in the target stream’s own events, also after a restart', async () => {
    await create(1);
    const first = await comment(1, 'once', keyed('k'));
    const again = await comment(1, 'once', keyed('k'), new CommandRunner(log, new Clock()));
    expect(again).toMatchObject({ repeated: true, position: first.position });
    expect((again.state as Task).revision).toBe((first.state as Task).revision);
    expect(await typesOf('task-1')).toEqual(['TaskCreated', 'CommentAdded']);
  });

  it('answers a retry with the state of its first run, whatever came later', async () => {
    await create(1);
    await comment(1, 'once', keyed('k'));
    await comment(1, 'later');
    expect(((await comment(1, 'once', keyed('k'))).state as Task).revision).toBe(2);
  });

  it('refuses a key that comes again with another body, and forgets refusals', async () => {
    await create(1);
    await comment(1, 'once', keyed('k', 'a'));
    await expect(comment(1, 'other', keyed('k', 'b'))).rejects.toMatchObject({
      refusal: { refused: 'idempotency.reused' },
    });
    await expect(comment(1, ' ', keyed('l', 'a'))).rejects.toMatchObject({
      refusal: { refused: 'task.comment.required' },
    });
    expect((await comment(1, 'right', keyed('l', 'b'))).repeated).toBe(false);
  });

  it('appends what follows in other streams at once, exactly once', async () => {
    await create(1);
    const parent = await runner.load('task-1', taskDecider);
    const task = { taskId: 2, name: 'Subtask', parentId: 1, predecessors: [1] };
    for (let n = 0; n < 2; n++) await on(2, { type: 'create', task }, keyed('k'), runner, { parent });
    expect(await typesOf('task-1')).toEqual(['TaskCreated', 'SubtaskAdded']);
    expect(await typesOf('dependencies')).toEqual(['PredecessorAdded']);
    const [added] = await log.readStream('dependencies');
    const [created] = await log.readStream('task-2');
    expect(added!.metadata.causationId).toBe(created!.id);
  });

  it('catches up by the reactor on what a crash cut off', async () => {
    await create(1);
    const cut = new CommandRunner(failingOn(log, 'task-1'), new Clock());
    const task = { taskId: 2, name: 'Subtask', parentId: 1 };
    const parent = await runner.load('task-1', taskDecider);
    await expect(on(2, { type: 'create', task }, sender, cut, { parent })).rejects.toThrow('cut');
    expect(await typesOf('task-1')).toEqual(['TaskCreated']);
    const store = new SqliteReadModels(join(folder, 'views.sqlite'));
    const reactor = new Reactor(log, store, runner, soleProcess, new KeptSetAside().asService);
    await reactor.start();
    while (!(await typesOf('task-1')).includes('SubtaskAdded')) await new Promise((resolve) => setImmediate(resolve));
    await reactor.stop();
    await store.close();
    expect(await typesOf('task-1')).toEqual(['TaskCreated', 'SubtaskAdded']);
  });

  it.each([['with a key', keyed('k')] as const, ['without one', sender] as const])(
    'finds out what became of an append of unknown outcome, %s',
    async (_, how) => {
      await create(1);
      const flaky = new CommandRunner(answeringLate(log), new Clock());
      const { state, repeated } = await comment(1, 'unknown', how, flaky);
      expect([repeated, (state as Task).revision]).toEqual([true, 2]);
      expect(await typesOf('task-1')).toEqual(['TaskCreated', 'CommentAdded']);
    },
  );

  it('sends an append of unknown outcome again as it was, and gives up in the end', async () => {
    await create(1);
    const sent: string[] = [];
    const silent: EventLog = Object.create(log, {
      append: {
        value: (stream: string, expected: number, events: NewEvent[]) => {
          sent.push(JSON.stringify([stream, expected, events]));
          return Promise.reject(new StoreUnavailable('no answer', 'unknown'));
        },
      },
    });
    const mute = new CommandRunner(silent, new Clock());
    await expect(comment(1, 'unknown', sender, mute)).rejects.toThrow(StoreUnavailable);
    expect(sent.length).toBeGreaterThan(1);
    expect(new Set(sent).size).toBe(1);
    expect(await typesOf('task-1')).toEqual(['TaskCreated']);
  });

  it('says that it could not be done now when others are first all the time', async () => {
    await create(1);
    const never: EventLog = Object.create(log, {
      append: { value: (stream: string) => Promise.reject(new WrongExpectedRevision(stream, 0, 1)) },
    });
    await expect(comment(1, 'late', sender, new CommandRunner(never, new Clock()))).rejects.toMatchObject({
      name: 'StoreUnavailable',
      outcome: 'not-written',
    });
  });

  it('does not read the whole network of predecessors for every task that has some', async () => {
    const tasks = 40;
    let read = 0;
    const counting: EventLog = Object.create(log, {
      readStream: {
        value: async (stream: string, options?: { from?: number; limit?: number }) => {
          const events = await log.readStream(stream, options);
          if (stream === 'dependencies') read += events.length;
          return events;
        },
      },
    });
    const counted = new CommandRunner(counting, new Clock());
    const store = new SqliteReadModels(join(folder, 'views.sqlite'));
    const reactor = new Reactor(counting, store, counted, soleProcess, new KeptSetAside().asService);
    await create(1);
    await reactor.start();
    for (let taskId = 2; taskId < tasks; taskId++) {
      const task = { taskId, name: `Task ${taskId}`, predecessors: [1] };
      await on(taskId, { type: 'create', task }, sender, counted);
    }
    while ((await store.checkpoint(reactorModel)) !== (await log.end()))
      await new Promise((resolve) => setImmediate(resolve));
    await reactor.stop();
    await store.close();
    expect(await typesOf('dependencies')).toHaveLength(tasks - 2);
    expect(read).toBeLessThan(4 * tasks);
  });

  it('goes on by the reactor where it was, when that could not be read at first', async () => {
    await create(1);
    const store = new SqliteReadModels(join(folder, 'views.sqlite'));
    const reached = async () => {
      const end = await log.end();
      while ((await store.checkpoint(reactorModel)) !== end) await new Promise((resolve) => setImmediate(resolve));
    };
    const first = new Reactor(log, store, runner, soleProcess, new KeptSetAside().asService);
    await first.start();
    await reached();
    await first.stop();
    await comment(1, 'later');
    let isAway = true;
    const away: ReadModels = Object.create(store, {
      checkpoint: {
        value: (model: typeof reactorModel) => {
          if (!isAway) return store.checkpoint(model);
          isAway = false;
          return Promise.reject(new StoreUnavailable('away', 'not-written'));
        },
      },
    });
    const from: (string | null)[] = [];
    const watched: EventLog = Object.create(log, {
      readAll: {
        value: (after: string | null, limit: number) => {
          from.push(after);
          return log.readAll(after, limit);
        },
      },
    });
    const second = new Reactor(watched, away, runner, soleProcess, new KeptSetAside().asService);
    await second.start();
    await reached();
    await second.stop();
    await store.close();
    expect(from[0]).toBe('1');
  });

  describe('of what was removed or written by other means', () => {
    const removed = (sql: string) => async () => {
      await log.close();
      const database = new Sqlite(join(folder, 'log.sqlite'));
      database.exec(sql);
      database.close();
      log = new SqliteEventLog(join(folder, 'log.sqlite'));
      return (await verifyLog(log)).errors;
    };

    beforeEach(async () => {
      for (const id of [1, 2, 3]) await create(id);
      await comment(2, 'last');
      await create(4);
    });

    it('finds the last event of a stream gone', async () => {
      const errors = await removed("DELETE FROM events WHERE stream = 'task-2' AND revision = 1")();
      expect(errors).toEqual(['what stood from position 4 to 4 was removed']);
    });

    it('finds a whole stream gone', async () => {
      const errors = await removed("DELETE FROM events WHERE stream = 'task-1' OR stream = 'task-3'")();
      expect(errors).toEqual([
        'what stood from position 1 to 1 was removed',
        'what stood from position 3 to 3 was removed',
      ]);
    });

    it('finds an event that says nothing of itself', async () => {
      const errors = await removed("UPDATE events SET metadata = 'null' WHERE stream = 'task-3'")();
      expect(errors).toEqual(['task-3 revision 0: its content cannot be read']);
    });
  });

  it('finds an event that was altered', async () => {
    await create(1);
    await comment(1, 'true');
    const altered: EventLog = Object.create(log, {
      readAll: {
        value: async (after: string | null, limit: number) =>
          (await log.readAll(after, limit)).map((event: RecordedEvent) =>
            event.type === 'CommentAdded' ? { ...event, data: { ...(event.data as object), text: 'false' } } : event,
          ),
      },
    });
    expect((await verifyLog(altered)).errors).toEqual(['task-1 revision 1: its content is not what its hash says']);
  });
});

function failingOn(log: EventLog, stream: string): EventLog {
  return Object.create(log, {
    append: {
      value: (to: string, expected: number, events: NewEvent[]) =>
        to === stream ? Promise.reject(new Error('cut')) : log.append(to, expected, events),
    },
  });
}

/** Writes the first append and says that it does not know. */
function answeringLate(log: EventLog): EventLog {
  let first = true;
  return Object.create(log, {
    append: {
      value: async (stream: string, expected: number, events: NewEvent[]) => {
        const appended = await log.append(stream, expected, events);
        if (!first) return appended;
        first = false;
        throw new StoreUnavailable('late', 'unknown');
      },
    },
  });
}
