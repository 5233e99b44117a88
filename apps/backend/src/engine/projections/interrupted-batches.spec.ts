import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Message, taskStream } from '@gos/domain';
import { taskSamples } from '@gos/domain/task/task.samples';
import { readModels } from '@gos/projections';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '../../kernel/store-errors';
import { SqliteEventLog } from '../../stores/event-log/sqlite.event-log';
import type { Checkpoint, ReadModels, Write } from '../../stores/read-models/read-models';
import { SqliteReadModels } from '../../stores/read-models/sqlite.read-models';
import { append } from '../../testing/appended';
import { Chance } from '../../testing/chance';
import { everySample } from '../../testing/recorded';
import type { AnyModel } from './batch';
import { Projector } from './projector';

const models: readonly AnyModel[] = readModels;
const [author, solver, left, joined, manager] = [1, 2, 3, 4, 5] as const;
const of = (type: string, data: object = {}): Message => ({ type, data });

/** The people whom a task, a project and a webhook concern change after each event that notifies them. */
const scene: readonly (readonly [stream: string, event: Message])[] = [
  ['project-90', of('MemberAdded', { projectId: 90, userId: left, permission: 'manage', notification: 'all' })],
  ['webhook-91', of('WebhookCreated', { projectId: 90, name: 'x', url: 'https://x.example', events: [] })],
  [
    taskStream(901),
    of('TaskCreated', {
      ...taskSamples.TaskCreated.data,
      taskId: 901,
      type: 'normal',
      contractorId: author,
      solverId: solver,
      acknowledged: [left],
      passive: [],
      projectId: 90,
      parentId: null,
      predecessors: [],
    }),
  ],
  [taskStream(901), of('CommentAdded', { commentId: 1, text: 'x', mentions: [joined] })],
  ['webhook-91', of('WebhookSwitchedOff')],
  [taskStream(901), of('ParticipantRemoved', { userId: left, kind: 'acknowledged' })],
  [taskStream(901), of('ParticipantAdded', { userId: joined, kind: 'acknowledged' })],
  ['project-90', of('MemberRemoved', { projectId: 90, userId: left })],
  ['project-90', of('MemberAdded', { projectId: 90, userId: manager, permission: 'manage', notification: 'all' })],
  [taskStream(901), of('TaskCompleted', { result: 'x' })],
  [taskStream(901), of('TaskReturned', { reason: 'x' })],
  [taskStream(901), of('TaskAssigned', { from: solver, to: joined })],
  [taskStream(901), of('TaskCompleted', { result: 'y' })],
  [taskStream(901), of('TaskAccepted', { reservation: null, rating: null, comment: null, costReduction: null })],
  ['inbox-3', of('TaskMuted', { taskId: 901 })],
  [taskStream(901), of('TaskRestored')],
  [taskStream(901), of('TaskAssigned', { from: joined, to: null })],
  [taskStream(901), of('TaskDeleted')],
];

/** Stores a part of each batch in the order that the port promises, and then is away. */
class Interrupted {
  readonly store: ReadModels;

  constructor(whole: ReadModels, chance: Chance, most: number) {
    const shuffled = (some: readonly Write[]) =>
      some
        .map((one) => ({ one, place: chance.next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ one }) => one);
    const write = async (writes: readonly Write[], _: readonly Checkpoint[]): Promise<void> => {
      const inOrder = [
        ...shuffled(writes.filter(({ isFirst }) => isFirst)),
        ...shuffled(writes.filter(({ isFirst }) => !isFirst)),
      ];
      await whole.write(inOrder.slice(0, most), []);
      throw new StoreUnavailable('away', 'unknown');
    };
    this.store = new Proxy(whole, {
      get: (target, name) => (name === 'write' ? write : bound(target, name)),
    });
  }
}

function bound(target: ReadModels, name: string | symbol): unknown {
  const value = Reflect.get(target, name);
  return typeof value === 'function' ? value.bind(target) : value;
}

describe('documents of a batch that was written in part', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gos-interrupted-'));
  const stores: SqliteReadModels[] = [];
  let log: SqliteEventLog;
  let expected: string[];

  beforeAll(async () => {
    log = new SqliteEventLog(join(folder, 'log.sqlite'));
    for (const { stream, events } of everySample) await append(log, stream, events);
    for (const [stream, event] of scene) await append(log, stream, [event]);
    const store = await newStore();
    await projectorOf(store).catchUp();
    expected = await documentsOf(store);
  });

  afterAll(async () => {
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

  const projectorOf = (store: ReadModels, batchSize = 1_000) => new Projector(log, store, models, { batchSize });

  async function documentsOf(store: ReadModels): Promise<string[]> {
    const all: string[] = [];
    for (const model of models)
      for await (const document of store.all(model)) all.push(`${model.name} ${JSON.stringify(document)}`);
    return all.sort();
  }

  it('come out as if it had been written at once', async () => {
    const chance = new Chance(20_261_127);
    for (const batchSize of [13, 1_000]) {
      for (let most = 1; most < expected.length; most += 5) {
        const store = await newStore();
        const { store: interrupted } = new Interrupted(store, chance, most);
        await expect(projectorOf(interrupted).catchUp()).rejects.toThrow('away');
        await projectorOf(store, batchSize).catchUp();
        expect(await documentsOf(store)).toEqual(expected);
        await store.close();
        stores.pop();
      }
    }
  });

  it('stay as they are when a projector that lags behind replays the events', async () => {
    const store = await newStore();
    await projectorOf(store).catchUp();
    for (const batchSize of [1, 7, 1_000]) {
      await projectorOf(store, batchSize).catchUp();
      expect(await documentsOf(store)).toEqual(expected);
    }
  });
});
