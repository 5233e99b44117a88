import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dependenciesStream, type Message, taskStream } from '@gos/domain';
import { taskSamples } from '@gos/domain/task/task.samples';
import { readModels } from '@gos/projections';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SqliteEventLog } from '../../stores/event-log/sqlite.event-log';
import { MongoReadModels } from '../../stores/read-models/mongodb.read-models';
import type { ModelDocument, ReadModels } from '../../stores/read-models/read-models';
import { SqliteReadModels } from '../../stores/read-models/sqlite.read-models';
import { append } from '../../testing/appended';
import { Chance } from '../../testing/chance';
import { everySample } from '../../testing/recorded';
import { describeWithMongoServer, MongoServer } from '../../testing/servers/mongo';
import type { AnyModel } from './batch';
import { Projector } from './projector';

const models: readonly AnyModel[] = readModels;
/** Cannot make a task that is deleted, and counts the events of each until then. */
const failing: AnyModel = {
  name: 'failing',
  version: 1000,
  indexes: [],
  own: {
    stream: 'task',
    otherwise(document, { type, stream }) {
      if (type === 'TaskDeleted') throw new TypeError('odd');
      const { count = 0 } = (document ?? {}) as { count?: number };
      return { id: stream.slice('task-'.length), count: count + 1 } as ModelDocument;
    },
  },
};
const tasks = 12;
type NamedDocument = ModelDocument & { readonly model: string };

describeWithMongoServer('two projectors that both believe that they lead', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gos-two-'));
  let server: MongoServer;
  let log: SqliteEventLog;
  let stores: ReadModels[];

  beforeAll(async () => {
    server = await MongoServer.start();
    log = new SqliteEventLog(join(folder, 'log.sqlite'));
    const alone = new SqliteReadModels(join(folder, 'alone.sqlite'));
    stores = [alone, ...[0, 1].map(() => new MongoReadModels({ url: server.url }))];
    for (const { stream, events } of everySample) await append(log, stream, events);
    await live();
  });
  afterAll(async () => {
    await Promise.all([...stores.map((store) => store.close()), log.close()]);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Tasks that wait for one another, are ended and restored, deleted and brought back, in a mixed order. */
  async function live(): Promise<void> {
    const chance = new Chance(20_261_121);
    const created: Message = taskSamples.TaskCreated;
    const ids = Array.from({ length: tasks }, (_, n) => 501 + n);
    for (const taskId of ids) {
      const data = { ...(created.data as object), taskId, predecessors: [], parentId: null };
      await append(log, taskStream(taskId), [{ ...created, data }]);
    }
    const states = new Map(ids.map((id) => [id, 0]));
    const turns: readonly Message[] = [
      { type: 'TaskEndedByContractor', data: { reason: null } },
      { type: 'TaskRestored', data: {} },
      { type: 'TaskDeleted', data: {} },
      { type: 'TaskUndeleted', data: {} },
    ];
    for (let n = 0; n < 120; n++) {
      const [taskId, predecessorId] = [chance.of(ids), chance.of(ids)];
      if (chance.happens(0.3) && predecessorId < taskId) {
        await append(log, dependenciesStream, [{ type: 'PredecessorAdded', data: { taskId, predecessorId } }]);
      } else {
        const state = states.get(taskId)!;
        states.set(taskId, state + 1);
        await append(log, taskStream(taskId), [turns[state % turns.length]!]);
      }
    }
  }

  /** Each has read how far the documents are before any of them goes on. */
  async function project(
    kept: readonly AnyModel[],
    onBatch: () => void,
    ...projecting: readonly (readonly [store: ReadModels, batchSize: number])[]
  ): Promise<void> {
    const projectors: Projector[] = [];
    for (const [store, batchSize] of projecting) {
      for (const model of kept) await store.open(model);
      const projector = new Projector(log, store, kept, {
        batchSize,
        stillLeads: async () => true,
        onApplied: onBatch,
      });
      await projector.begin();
      projectors.push(projector);
    }
    await Promise.all(projectors.map((projector) => projector.catchUp()));
  }

  async function documentsOf(store: ReadModels): Promise<NamedDocument[]> {
    const all: NamedDocument[] = [];
    for (const model of models) {
      for await (const document of store.all(model)) all.push({ model: model.name, ...document });
    }
    return all;
  }

  it('write together the documents that one alone would have made', async () => {
    const [alone, first, second] = stores as [ReadModels, ReadModels, ReadModels];
    let batches = 0;
    const count = () => void batches++;
    await project(models, count, [alone, 1_000]);
    expect(batches).toBe(1);
    await project(models, count, [first, 7], [second, 11]);
    const end = (await log.end())!;
    expect(batches).toBe(1 + Math.ceil(Number(end) / 7) + Math.ceil(Number(end) / 11));
    const expected = await documentsOf(alone);
    expect(expected.length).toBeGreaterThan(50);
    expect(await documentsOf(first)).toEqual(expected);
    // One that slept since the beginning writes everything once more.
    await new Projector(log, second, models, { batchSize: 1_000, stillLeads: async () => true }).catchUp();
    expect(await documentsOf(second)).toEqual(expected);
    for (const model of models) expect(await second.checkpoint(model)).toBe(end);
  });

  it('set the same documents aside', async () => {
    const [alone, first, second] = stores as [ReadModels, ReadModels, ReadModels];
    const countsAndNotes = async (store: ReadModels) => {
      const counts: object[] = [];
      for await (const document of store.all(failing)) counts.push(document);
      return { counts, notes: (await store.setAside(failing)).map(({ at, ...note }) => note) };
    };
    const none = () => {};
    await project([failing], none, [alone, 1_000]);
    await project([failing], none, [first, 7], [second, 11]);
    const expected = await countsAndNotes(alone);
    expect(expected.notes.length).toBeGreaterThan(5);
    expect(expected.counts.length).toBeGreaterThan(expected.notes.length);
    expect(await countsAndNotes(first)).toEqual(expected);
    expect(await countsAndNotes(second)).toEqual(expected);
  });
});
