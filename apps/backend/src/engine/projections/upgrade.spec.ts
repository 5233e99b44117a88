import { setTimeout as sleep } from 'node:timers/promises';
import { type TaskDocument, taskModel } from '@gos/projections';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '../../kernel/clock';
import type { Broadcast } from '../../stores/broadcast/broadcast';
import type { ReadModels } from '../../stores/read-models/read-models';
import { append } from '../../testing/appended';
import { everySample } from '../../testing/recorded';
import { openSharedStores, type SharedStores } from '../../testing/shared-stores';
import { Leadership } from '../coordination/leadership';
import { ActiveReadModels } from './active-read-models';
import type { AppliedBatch } from './applied';
import type { AppliedPositions } from './applied-follower';
import { firstBuild } from './collections';
import { FollowedCollections } from './followed-collections';
import { Projections } from './projections';

const times = { ttlMs: 400, renewMs: 40, askMs: 20 };
const oneVersion = firstBuild(1);

/** Shows a store as a product version sees it in which the tasks are of the version before. */
function before(store: ReadModels): ReadModels {
  const there = (name: string, version: number) => (name === taskModel.name ? version - oneVersion : version);
  const here = (name: string, version: number | null) =>
    name === taskModel.name && version ? version + oneVersion : version;
  const moved = <M extends { name: string; version: number }>(model: M): M => ({
    ...model,
    version: there(model.name, model.version),
  });
  const older: Partial<ReadModels> = {
    open: (model) => store.open(moved(model)),
    load: (model) => store.load(moved(model)),
    drop: (model) => store.drop(moved(model)),
    versions: async (name) => (await store.versions(name)).map((version) => here(name, version)!),
    get: (model, id) => store.get(moved(model), id),
    getMany: (model, ids) => store.getMany(moved(model), ids),
    find: (model, filter, options) => store.find(moved(model), filter, options),
    write: (writes, checkpoints) =>
      store.write(
        writes.map((write) => ({ ...write, model: moved(write.model) })),
        checkpoints.map((checkpoint) => ({ ...checkpoint, model: moved(checkpoint.model) })),
      ),
    all: (model) => store.all(moved(model)),
    checkpoint: (model) => store.checkpoint(moved(model)),
    activeVersion: async (name) => here(name, await store.activeVersion(name)),
    activate: (name, from, to) => store.activate(name, from && there(name, from), there(name, to)),
  };
  return Object.assign(Object.create(store), older);
}

function toldBefore(broadcast: Broadcast): Broadcast {
  const by = (difference: number, message: unknown) => {
    const batch = message as AppliedBatch;
    const task = batch.versions.task;
    return { ...batch, versions: { ...batch.versions, ...(task !== undefined && { task: task + difference }) } };
  };
  return {
    publish: (channel, message) => broadcast.publish(channel, by(-oneVersion, message)),
    subscribe: (channel, listener) => broadcast.subscribe(channel, (message) => listener(by(oneVersion, message))),
    close: async () => {},
  };
}

describe('an upgrade to other documents', () => {
  let log: SharedStores['log'];
  let store: SharedStores['store'];
  let claims: SharedStores['claims'];
  let broadcast: SharedStores['broadcast'];
  let close: SharedStores['close'];
  let started: Projections[];

  beforeEach(async () => {
    ({ log, store, claims, broadcast, close } = await openSharedStores());
    started = [];
  });
  afterEach(async () => {
    for (const projections of started) await projections.stop();
    await close();
  });

  function process(version: 'old' | 'new', mayLead: boolean) {
    const leadership = new Leadership({ claims, clock: new Clock(), name: 'projector', times });
    const seen = version === 'old' ? before(store) : store;
    const readModels = new ActiveReadModels(seen, 2_000);
    const projections = new Projections(
      log,
      seen,
      version === 'old' ? toldBefore(broadcast) : broadcast,
      () => Promise.reject(new Error('not here')),
      readModels,
      { projector: mayLead ? leadership : null, reactor: null, shared: true },
    );
    started.push(projections);
    return { projections, readModels };
  }

  const until = async (condition: () => boolean) => {
    while (!condition()) await sleep(5);
  };
  function work(taskId: number): Promise<string> {
    const [created] = everySample.find(({ stream }) => stream === 'task-11')!.events;
    return append(log, `task-${taskId}`, [{ ...created!, data: { ...(created!.data as object), taskId } }]);
  }
  const taskOf = ({ readModels }: { readModels: ActiveReadModels }, id: number) =>
    readModels.get<TaskDocument>(taskModel, id);

  it('is built beside the old ones, and read once it is built and its projector leads', async () => {
    const [oldLeader, oldReader] = [process('old', true), process('old', false)];
    await oldLeader.projections.start();
    await oldReader.projections.start();
    const active = await store.activeVersion('task');

    const [newLeader, newReader] = [process('new', true), process('new', false)];
    const starting = [newLeader, newReader].map(({ projections }) => projections.start());
    await until(() => newLeader.projections.isPrepared);
    await oldReader.readModels.waitUntilApplied(await work(501));
    expect(await taskOf(oldReader, 501)).toBeDefined();
    expect([newLeader, newReader].map(({ readModels }) => readModels.isOpen)).toEqual([false, false]);
    expect(await store.activeVersion('task')).toBe(active);

    await oldLeader.projections.stop();
    await Promise.all(starting);
    expect(newLeader.projections.leads).toBe(true);
    expect(await store.activeVersion('task')).toBe(active! + oneVersion);
    const position = await work(502);
    await newReader.readModels.waitUntilApplied(position);
    for (const id of [501, 502]) expect(await taskOf(newReader, id)).toBeDefined();
    // Documents that no process updates any more still exist, and their position stays behind the log's.
    expect(await taskOf(oldReader, 501)).toBeDefined();
    expect(oldReader.readModels.applied).not.toBe(position);
  });

  it('does not lose what is built when the old version builds anew', async () => {
    const oldLeader = process('old', true);
    await oldLeader.projections.start();
    const newLeader = process('new', true);
    const starting = newLeader.projections.start();
    await until(() => newLeader.projections.isPrepared);
    await oldLeader.projections.rebuild('task');
    expect(await before(store).activeVersion('task')).toBe(firstBuild(taskModel.version) + 1);
    await oldLeader.projections.stop();
    await starting;
    expect(await store.activeVersion('task')).toBe(firstBuild(taskModel.version));
    await newLeader.readModels.waitUntilApplied(await work(501));
    expect(await taskOf(newLeader, 501)).toBeDefined();
  });

  it('leaves nothing to be read in a process of the old version before its documents are gone', async () => {
    const leader = process('new', true);
    await leader.projections.start();
    const positions = leader.readModels as unknown as AppliedPositions;
    const followed = new FollowedCollections(store, leader.readModels, 30);
    const own = { task: firstBuild(taskModel.version) };
    expect(await followed.use({ task: own.task + oneVersion }, positions)).toBe(false);
    expect(leader.readModels.isOpen).toBe(true);
    await until(() => !leader.readModels.isOpen);
    expect(await followed.use(own, positions)).toBe(true);
    expect(leader.readModels.isOpen).toBe(true);
  });
});
