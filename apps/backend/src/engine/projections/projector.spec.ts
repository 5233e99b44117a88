import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ActivityEvent, activityClassOf, comparePositions, thingKinds } from '@gos/domain';
import {
  readModels,
  type TaskActivityDocument,
  type TaskDocument,
  taskActivityModel,
  taskModel,
} from '@gos/projections';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { StoreUnavailable } from '../../kernel/store-errors';
import type { EventLog } from '../../stores/event-log/event-log';
import { SqliteEventLog } from '../../stores/event-log/sqlite.event-log';
import type { ReadModels, Write } from '../../stores/read-models/read-models';
import { SqliteReadModels } from '../../stores/read-models/sqlite.read-models';
import { append } from '../../testing/appended';
import { everySample } from '../../testing/recorded';
import { type AnyModel, applyBatch, type DocumentChange, documentsIn } from './batch';
import { Projector } from './projector';
import type { NewlySetAside } from './set-aside';

const models: readonly AnyModel[] = readModels;

describe('projector', () => {
  let folder: string;
  let log: SqliteEventLog;
  let stores: SqliteReadModels[];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gos-projector-'));
    log = new SqliteEventLog(join(folder, 'log.sqlite'));
    stores = [];
    for (const { stream, events } of everySample) await append(log, stream, events);
  });

  afterEach(async () => {
    for (const store of stores) await store.close();
    await log.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function newStore(): Promise<SqliteReadModels> {
    const store = new SqliteReadModels(join(folder, `views-${stores.length}.sqlite`));
    stores.push(store);
    for (const model of models) await store.open(model);
    return store;
  }

  async function documentsOf(store: ReadModels): Promise<string[]> {
    const all: string[] = [];
    for (const model of models)
      for await (const document of store.all(model)) all.push(`${model.name} ${JSON.stringify(document)}`);
    return all;
  }

  async function projected(batchSize: number): Promise<SqliteReadModels> {
    const store = await newStore();
    const projector = new Projector(log, store, models, { batchSize });
    await projector.begin();
    await projector.catchUp();
    return store;
  }

  it('gives byte-identical documents one event at a time, in batches, and rebuilt', async () => {
    const [single, some, whole] = [await projected(1), await projected(7), await projected(1_000)];
    const documents = await documentsOf(single);
    expect(documents.length).toBeGreaterThan(10);
    expect(await documentsOf(some)).toEqual(documents);
    expect(await documentsOf(whole)).toEqual(documents);
  });

  it('changes nothing when events are delivered twice', async () => {
    const store = await projected(1_000);
    const before = await documentsOf(store);
    const events = await log.readAll(null, 1_000);
    for (const model of models) {
      const { changes: again } = await applyBatch(documentsIn(store), model, events);
      await store.write(
        again.map(({ id, after, position }) => ({ model, id, document: after, position })),
        [],
      );
    }
    expect(await documentsOf(store)).toEqual(before);
  });

  it('reads what many events of a batch look at once', async () => {
    const looking: AnyModel = {
      name: 'looking',
      version: 1,
      indexes: [],
      others: {
        ids: ({ id }) => [id],
        otherwise: async (_, __, id, lookup) => ({ id, found: await lookup.get('shared') }),
      },
    };
    const store = await newStore();
    await store.open(looking);
    const shared = { id: 'shared' };
    await store.write([{ model: looking, id: 'shared', document: shared, position: '0' }], []);
    const get = jest.spyOn(store, 'get');
    const { changes: changed } = await applyBatch(documentsIn(store), looking, await log.readAll(null, 20));
    expect(changed.length).toBeGreaterThan(10);
    for (const { after } of changed) expect(after).toMatchObject({ found: shared });
    expect(get.mock.calls.map(([, id]) => id)).toEqual(['shared']);
  });

  it('shows every activity class of the specification in some task’s history', async () => {
    const store = await projected(100);
    const items = await store.find<TaskActivityDocument>(taskActivityModel, { kind: { $in: [...thingKinds] } });
    const shown = new Set(items.map(({ event }) => event.type));
    const missing = (Object.keys(activityClassOf) as ActivityEvent['type'][]).filter((type) => !shown.has(type));
    // It is never appended.
    expect(missing).toEqual(['Unreadable']);
  });

  it('holds a task up while its predecessors are open, and again when one is restored', async () => {
    const store = await newStore();
    const projector = new Projector(log, store, models);
    await projector.begin();
    const waiting = async () => {
      await projector.catchUp();
      return (await store.get<TaskDocument>(taskModel, '10'))?.waitingFor;
    };
    await append(log, 'dependencies', [{ type: 'PredecessorAdded', data: { taskId: 10, predecessorId: 11 } }]);
    expect(await waiting()).toEqual([11]);
    await append(log, 'task-11', [{ type: 'TaskEndedByContractor', data: { reason: null } }]);
    expect(await waiting()).toEqual([]);
    await append(log, 'task-11', [{ type: 'TaskRestored', data: {} }]);
    expect(await waiting()).toEqual([11]);
    await append(log, 'task-11', [{ type: 'TaskDeleted', data: {} }]);
    expect(await waiting()).toEqual([]);
    await append(log, 'task-11', [{ type: 'TaskUndeleted', data: {} }]);
    expect(await waiting()).toEqual([11]);
  });

  it('follows the log and says when a position is applied', async () => {
    const store = await newStore();
    const projector = new Projector(log, store, models);
    await projector.begin();
    projector.start();
    await append(log, 'task-11', [{ type: 'TaskPlanned', data: { from: null, to: '2027-01-01' } }]);
    const end = await log.end();
    expect(await projector.waitFor(end!, 2_000)).toBe(true);
    expect((await store.get<TaskDocument>(taskModel, '11'))?.task.shownDate).toBe('2027-01-01');
    expect(await projector.waitFor(`${BigInt(end!) + 1n}`, 20)).toBe(false);
    await projector.stop();
  });

  it('has caught up with a log that somebody goes on appending to', async () => {
    const store = await newStore();
    const busy: Pick<EventLog, 'readAll' | 'end'> = {
      end: () => log.end(),
      readAll: async (after, limit) => {
        const events = await log.readAll(after, limit);
        await append(log, 'task-11', [{ type: 'TaskPlanned', data: { from: null, to: '2027-01-01' } }]);
        return events;
      },
    };
    const before = (await log.end())!;
    const projector = new Projector(busy as EventLog, store, models, { batchSize: 5 });
    await projector.begin();
    await projector.catchUp();
    expect(comparePositions(projector.applied!, before)).toBeGreaterThanOrEqual(0);
  });

  it('tells that it does not know all that changed when a batch was cut in half and written again', async () => {
    const store = await projected(1_000);
    let isCut = true;
    const cutting: ReadModels = Object.create(store, {
      write: {
        value: async (writes: readonly Write[], checkpoints: Parameters<ReadModels['write']>[1]) => {
          if (!isCut) return store.write(writes, checkpoints);
          isCut = false;
          await store.write(writes.slice(0, 1), []);
          throw new Error('cut');
        },
      },
    });
    const told: (readonly DocumentChange[] | null)[] = [];
    const projector = new Projector(log, cutting, models, { onApplied: (applied) => told.push(applied) });
    await projector.begin();
    projector.start();
    const comment = (commentId: number) => ({ type: 'CommentAdded', data: { commentId, text: 'x', mentions: [] } });
    for (const id of [1, 2])
      expect(await projector.waitFor(await append(log, 'task-11', [comment(id)]), 5_000)).toBe(true);
    await projector.stop();
    expect(told).toEqual([null, expect.arrayContaining([expect.objectContaining({ model: 'task', id: '11' })])]);
  });

  it('goes past an event that one model cannot write, whatever the error, and names it', async () => {
    const store = await projected(1_000);
    const writing = (fails: (writes: readonly Write[]) => unknown): ReadModels =>
      Object.create(store, {
        write: {
          value: async (...args: Parameters<ReadModels['write']>) => {
            const error = fails(args[0]);
            if (error) throw error;
            return store.write(...args);
          },
        },
      });
    const isPoison = ({ model, document }: Write) =>
      model.name === 'task' && (document as TaskDocument).task.shownDate === '2026-12-24';
    const planned = (to: string) => append(log, 'task-11', [{ type: 'TaskPlanned', data: { from: null, to } }]);
    const after = await log.end();
    await planned('2026-12-24');
    const [poisonous] = await log.readAll(after, 1);
    await append(log, 'task-10', [{ type: 'TaskPlanned', data: { from: null, to: '2027-01-01' } }]);
    const told: NewlySetAside[] = [];
    const positions: string[] = [];
    const poisoned = writing((writes) => writes.some(isPoison) && new TypeError('no store takes Jan Novák'));
    const projector = new Projector(log, poisoned, models, {
      onSetAside: (documents) => told.push(...documents),
      onApplied: (_, position) => positions.push(position),
    });
    await projector.begin();
    await projector.catchUp();
    expect(told).toMatchObject([
      { model: 'task', setAside: { id: poisonous!.id, since: poisonous!.position, position: null } },
    ]);
    expect(told[0]!.setAside.reason).toMatch(/^TaskPlanned could not be written: TypeError at projector.spec.ts:\d+$/);
    expect(positions.at(-1)).toBe(await log.end());
    expect((await store.get<TaskDocument>(taskModel, '10'))?.task.shownDate).toBe('2027-01-01');
    const activities = await store.find<TaskActivityDocument>(taskActivityModel, { id: poisonous!.id });
    expect(activities).toHaveLength(1);
    for (const model of models) expect(await store.checkpoint(model)).toBe(await log.end());
  });

  it('sets nothing aside while the store is away, and goes on when it is back', async () => {
    const store = await projected(1_000);
    let left = 6;
    const refusing: boolean[] = [];
    const away: ReadModels = Object.create(store, {
      write: {
        value: async (...args: Parameters<ReadModels['write']>) => {
          refusing.push(projector.failure !== null);
          if (left-- > 0) throw new StoreUnavailable('away', 'not-written');
          return store.write(...args);
        },
      },
    });
    const told: NewlySetAside[] = [];
    const projector = new Projector(log, away, models, { onSetAside: (documents) => told.push(...documents) });
    await projector.begin();
    projector.start();
    const position = await append(log, 'task-11', [{ type: 'TaskPlanned', data: { from: null, to: '2027-01-01' } }]);
    // A waiter learns of a long failure at once, and waits again.
    while (!(await projector.waitFor(position, 10_000))) expect(projector.failure).not.toBeNull();
    expect(projector.failure).toBeNull();
    await projector.stop();
    expect(told).toEqual([]);
    // The first tries refuse no changes.
    expect(refusing).toEqual([false, false, false, false, true, true, true]);
  });

  it('goes on from its checkpoint after a stop', async () => {
    const store = await projected(1_000);
    await append(log, 'task-11', [{ type: 'TaskPlanned', data: { from: null, to: '2027-01-01' } }]);
    const applied: string[] = [];
    const projector = new Projector(log, store, models, { onApplied: (_, position) => applied.push(position) });
    await projector.begin();
    await projector.catchUp();
    expect(applied).toEqual([await log.end()]);
  });

  it('refuses documents that are ahead of the log', async () => {
    const store = await newStore();
    await store.write(
      [],
      models.map((model) => ({ model, position: '999999' })),
    );
    await expect(new Projector(log, store, models).begin()).rejects.toThrow(/ahead of the log/);
  });
});
