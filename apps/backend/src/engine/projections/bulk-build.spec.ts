import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Message, taskStream } from '@gos/domain';
import { dependencySamples } from '@gos/domain/dependencies/dependencies.samples';
import { inboxSamples } from '@gos/domain/inbox/inbox.samples';
import { taskSamples } from '@gos/domain/task/task.samples';
import { worklogSamples } from '@gos/domain/worklog/worklog.samples';
import { readModels } from '@gos/projections';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SqliteEventLog } from '../../stores/event-log/sqlite.event-log';
import type { Filter } from '../../stores/read-models/read-models';
import { SqliteReadModels } from '../../stores/read-models/sqlite.read-models';
import { append } from '../../testing/appended';
import { Chance } from '../../testing/chance';
import { everySample } from '../../testing/recorded';
import type { AnyModel } from './batch';
import { HeldDocuments } from './held-documents';
import { Projector } from './projector';

const models: readonly AnyModel[] = readModels;
const tasks = [901, 902, 903, 904, 905, 906];
const randomEvents = 250;

/** A random event of the product about some of a few tasks, which wait for each other and are parts of each other. */
function randomEvent(chance: Chance): readonly [stream: string, event: Message] {
  const taskId = chance.of(tasks);
  const about = ({ type, data }: Message): Message => {
    const held: Record<string, unknown> = { ...(data as object) };
    if ('taskId' in held) held.taskId = taskId;
    if ('parentId' in held) held.parentId = chance.happens(0.5) ? chance.of(tasks) : null;
    if ('predecessorId' in held) held.predecessorId = chance.of(tasks);
    return { type, data: held };
  };
  const streams = [
    [taskStream(taskId), Object.values(taskSamples)],
    [taskStream(taskId), Object.values(taskSamples)],
    ['dependencies', Object.values(dependencySamples)],
    ['worklog-2', Object.values(worklogSamples)],
    ['inbox-3', Object.values(inboxSamples)],
  ] as const;
  const [stream, samples] = chance.of<readonly [string, readonly Message[]]>(streams);
  return [stream, about(chance.of(samples))];
}

describe('documents that are built in bulk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gos-bulk-'));
  const stores: SqliteReadModels[] = [];
  let log: SqliteEventLog;
  let live: SqliteReadModels;
  let expected: string[];

  beforeAll(async () => {
    log = new SqliteEventLog(join(folder, 'log.sqlite'));
    const chance = new Chance(20_261_129);
    for (const { stream, events } of everySample) await append(log, stream, events);
    for (const taskId of tasks) {
      const data = { ...taskSamples.TaskCreated.data, taskId, predecessors: [], parentId: null };
      await append(log, taskStream(taskId), [{ type: 'TaskCreated', data }]);
    }
    for (let n = 0; n < randomEvents; n++) {
      const [stream, event] = randomEvent(chance);
      await append(log, stream, [event]);
    }
    live = storeOf('live');
    for (const model of models) await live.open(model);
    await new Projector(log, live, models, { batchSize: 1 }).catchUp();
    expected = await documentsOf(live);
  });

  afterAll(async () => {
    for (const store of stores) await store.close();
    await log.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function storeOf(name: string): SqliteReadModels {
    const store = new SqliteReadModels(join(folder, name, 'views.sqlite'));
    stores.push(store);
    return store;
  }

  async function documentsOf(store: SqliteReadModels): Promise<string[]> {
    const all: string[] = [];
    for (const model of models) {
      for await (const document of store.all(model)) all.push(`${model.name} ${JSON.stringify(document)}`);
      for (const { id, since, reason } of await store.setAside(model))
        all.push(`${model.name} ${id} ${since} ${reason}`);
    }
    return all.sort();
  }

  async function builderOf(store: SqliteReadModels, mostChars?: number): Promise<Projector> {
    for (const model of models) await store.load(model);
    const held = { documents: new HeldDocuments(store, mostChars), models };
    const builder = new Projector(log, store, models, { held });
    await builder.begin();
    return builder;
  }

  /** Some queries of each index of a model. */
  async function foundIn(store: SqliteReadModels): Promise<unknown> {
    const filters: readonly (readonly [string, Filter])[] = [
      ['task', { words: { $prefix: 's' } }],
      ['task', { parties: 2, deleted: false }],
      ['task', { predecessors: 901 }],
      ['task', { 'task.parentId': 902 }],
      ['task-past', { predecessors: 901, validUntil: { $gt: '2026' } }],
      ['task-activity', { taskId: 903 }],
      ['task-activity', { words: { $prefix: 'p' } }],
      ['notification', { 'item.userId': 2 }],
    ];
    const sort = [{ field: 'id', direction: 'asc' }] as const;
    return Promise.all(
      filters.map(([name, filter]) => store.ids(models.find((model) => model.name === name)!, filter, { sort })),
    );
  }

  /** The files of a store as a process leaves them that is killed. */
  function killed(name: string, as: string): SqliteReadModels {
    mkdirSync(join(folder, as));
    for (const file of ['views.sqlite', 'views.sqlite-wal']) {
      if (existsSync(join(folder, name, file))) copyFileSync(join(folder, name, file), join(folder, as, file));
    }
    return storeOf(as);
  }

  it.each([
    ['everything is held', 1_000, undefined],
    ['some of them are held', 7, 20_000],
    ['none are held', 3, 0],
  ])('are those of the live way, and found by the same indexes, when %s', async (name, batchSize, mostChars) => {
    const store = storeOf(name);
    const builder = await builderOf(store, mostChars);
    await builder.catchUp(null, batchSize);
    expect(await documentsOf(store)).toEqual(expected);
    for (const model of models) await store.open(model);
    expect(await foundIn(store)).toEqual(await foundIn(live));
  });

  it('are the same when a crash ends the build anywhere, and none is served before it is whole', async () => {
    const last = await log.end();
    let name = 'crash';
    let store = storeOf(name);
    for (const share of [0.2, 0.5, 0.8]) {
      const builder = await builderOf(store);
      await builder.catchUp(String(Math.floor(Number(last) * share)), 40);
      expect(await store.activeVersion('task')).toBeNull();
      const next = `${name}-again`;
      store = killed(name, next);
      name = next;
    }
    await (await builderOf(store)).catchUp(null, 40);
    const task = models.find((model) => model.name === 'task')!;
    for (const turns of [1, 12, 27]) {
      for (const model of models) await store.load(model);
      const opening = store.open(task).catch((error: unknown) => error);
      for (let n = 0; n < turns; n++) await nextTurn();
      const next = `${name}-again`;
      const copy = killed(name, next);
      await store.close();
      await opening;
      [store, name] = [copy, next];
    }
    await (await builderOf(store)).catchUp();
    for (const model of models) await store.open(model);
    expect(await documentsOf(store)).toEqual(expected);
    expect(await foundIn(store)).toEqual(await foundIn(live));
  });
});
