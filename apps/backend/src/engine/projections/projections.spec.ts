import { setTimeout as sleep } from 'node:timers/promises';
import { laterPosition } from '@gos/domain';
import { type PositionDocument, positionModel, readModels, type TaskDocument, taskModel } from '@gos/projections';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '../../kernel/clock';
import { StoreUnavailable } from '../../kernel/store-errors';
import { ProcessBroadcast } from '../../stores/broadcast/process.broadcast';
import { type EventLog } from '../../stores/event-log/event-log';
import type { ReadModels } from '../../stores/read-models/read-models';
import { append } from '../../testing/appended';
import { everySample } from '../../testing/recorded';
import { openSharedStores, type SharedStores } from '../../testing/shared-stores';
import { Leadership, type Leaderships, leaseTimes } from '../coordination/leadership';
import { ActiveReadModels } from './active-read-models';
import { type AppliedBatch, appliedChannel } from './applied';
import { type Parts, Projections } from './projections';
import { reactorModel } from './reactor-model';

const times = { ttlMs: 400, renewMs: 40, askMs: 20 };

/** Processes of one installation: what they share is shared, the rest is their own. */
describe('several processes', () => {
  let log: SharedStores['log'];
  let store: SharedStores['store'];
  let claims: SharedStores['claims'];
  let broadcast: SharedStores['broadcast'];
  let close: SharedStores['close'];
  let started: { projections: Projections; readModels: ActiveReadModels; holder: string }[];

  beforeEach(async () => {
    ({ log, store, claims, broadcast, close } = await openSharedStores());
    started = [];
  });

  afterEach(async () => {
    for (const { projections } of started) await projections.stop();
    await close();
  });

  /** @param own what of it is another one than that of the others */
  function process(
    mayLead = true,
    own: { log?: EventLog; store?: ReadModels; broadcast?: ProcessBroadcast; parts?: Parts } = {},
  ) {
    const leadership = new Leadership({ claims, clock: new Clock(), name: 'projector', times });
    const leading: Leaderships = {
      projector: mayLead ? leadership : null,
      reactor: null,
      shared: true,
    };
    const readModels = new ActiveReadModels(own.store ?? store, 2_000);
    const scratch = () => Promise.reject(new Error('not here'));
    const projections = new Projections(
      own.log ?? log,
      own.store ?? store,
      own.broadcast ?? broadcast,
      scratch,
      readModels,
      leading,
      undefined,
      own.parts,
    );
    const one = { projections, readModels, holder: leadership.holder };
    started.push(one);
    return one;
  }

  const until = async (condition: () => boolean) => {
    while (!condition()) await sleep(5);
  };
  /** One more task; the position of its creation. */
  function work(taskId: number): Promise<string> {
    const [created] = everySample.find(({ stream }) => stream === 'task-11')!.events;
    return append(log, `task-${taskId}`, [{ ...created!, data: { ...(created!.data as object), taskId } }]);
  }

  it('one keeps the documents, the others follow and read what was done', async () => {
    const [leader, second, reader] = [process(), process(), process(false)];
    await leader.projections.start();
    await Promise.all([second.projections.start(), reader.projections.start()]);
    expect([leader, second, reader].map(({ projections }) => projections.leads)).toEqual([true, false, false]);
    for (let id = 501; id < 505; id++) {
      const position = await work(id);
      for (const { readModels } of [leader, second, reader]) {
        await readModels.waitUntilApplied(position);
        expect((await readModels.get<TaskDocument>(taskModel, id))?.task.id).toBe(id);
        expect(await readModels.applied).toBe(laterPosition(readModels.applied, position));
      }
    }
  });

  it('one that only reads waits for whoever builds the documents', async () => {
    const reader = process(false);
    let isUp = false;
    const starting = reader.projections.start().then(() => (isUp = true));
    await sleep(100);
    expect(isUp).toBe(false);
    await process().projections.start();
    await starting;
    expect((await reader.projections.lag()).caughtUp).toBe(true);
  });

  it('another one takes over when the leader stops, and nothing is missing', async () => {
    const [leader, second, reader] = [process(), process(), process(false)];
    await leader.projections.start();
    await Promise.all([second.projections.start(), reader.projections.start()]);
    await work(501);
    await leader.projections.stop();
    const position = await work(502);
    await until(() => second.projections.leads);
    await reader.readModels.waitUntilApplied(position);
    for (const id of [501, 502]) expect(await reader.readModels.get<TaskDocument>(taskModel, id)).toBeDefined();
  });

  it('another one knows what the leader had set aside, those who read do, and a rebuild leaves it frozen', async () => {
    const [leader, second, reader] = [process(), process(), process(false)];
    await leader.projections.start();
    await Promise.all([second.projections.start(), reader.projections.start()]);
    const named = { positionId: 900, name: 'Stavitel' };
    const rename = (to: string | null) =>
      append(log, 'position-900', [{ type: 'PositionRenamed', data: { from: 'Stavitel', to } }]);
    await append(log, 'position-900', [{ type: 'PositionCreated', data: named }]);
    const since = await rename(null);
    const isFrozen = async (position: string) => {
      await reader.readModels.waitUntilApplied(position);
      const aside = ['position', 'position-past'].map((name) => [name, 1] as const);
      expect(await reader.readModels.countSetAside()).toEqual(new Map(aside));
      expect(await reader.readModels.setAside('position', 10)).toMatchObject([{ id: '900', since }]);
      const document = await reader.readModels.get<PositionDocument>(positionModel, 900);
      expect(document?.state).toMatchObject({ name: 'Stavitel', revision: 1 });
    };
    await isFrozen(await rename('Truhlář'));
    await leader.projections.stop();
    await until(() => second.projections.leads);
    await isFrozen(await rename('Tesař'));
    await second.projections.rebuild('position');
    await isFrozen(await rename('Zedník'));
  });

  it('one that was held up writes nothing once another one leads, and follows it', async () => {
    const [leader, second] = [process(), process()];
    await leader.projections.start();
    await second.projections.start();
    const leaderIs = leader.holder;
    const lease = claims.acquireLease.bind(claims);
    let answer: (error: Error) => void = () => {};
    const noAnswer = new Promise<never>((_, reject) => (answer = reject));
    noAnswer.catch(() => {});
    claims.acquireLease = (name, holder, options) => (holder === leaderIs ? noAnswer : lease(name, holder, options));
    const position = await work(501);
    await until(() => second.projections.leads);
    claims.acquireLease = lease;
    answer(new Error('too late'));
    await second.readModels.waitUntilApplied(position);
    const next = await work(502);
    await second.readModels.waitUntilApplied(next);
    await until(() => !leader.projections.leads);
    await leader.readModels.waitUntilApplied(next);
    expect((await leader.projections.lag()).caughtUp).toBe(true);
    const documents = await store.count(await activeTask(), {});
    expect(documents).toBeGreaterThan(2);
  });

  /** Holds one up until another one has taken the lead from it. */
  async function supersede(one: { holder: string }, by: { projections: Projections }): Promise<void> {
    const lease = claims.acquireLease.bind(claims);
    let answer: (error: Error) => void = () => {};
    const noAnswer = new Promise<never>((_, reject) => (answer = reject));
    noAnswer.catch(() => {});
    claims.acquireLease = (name, holder, options) => (holder === one.holder ? noAnswer : lease(name, holder, options));
    await until(() => by.projections.leads);
    claims.acquireLease = lease;
    answer(new StoreUnavailable('too late', 'unknown'));
  }

  it('one that followed and led follows again, also when nothing of it is told', async () => {
    const deaf: ProcessBroadcast = Object.create(broadcast, { subscribe: { value: () => () => {} } });
    const [first, second, third] = [process(), process(true, { broadcast: deaf }), process()];
    await first.projections.start();
    await second.projections.start();
    await first.projections.stop();
    await until(() => second.projections.leads);
    await third.projections.start();
    await supersede(second, third);
    await until(() => !second.projections.leads);
    for (let id = 501; id < 504; id++) {
      const position = await work(id);
      await second.readModels.waitUntilApplied(position);
      expect(second.readModels.applied).toBe(position);
    }
  });

  it('one that could not follow when it lost the lead follows a little later', async () => {
    let isAway = false;
    const away: ReadModels = Object.create(store, {
      activeVersion: {
        value: (name: string) => (isAway ? Promise.reject(new Error('away')) : store.activeVersion(name)),
      },
    });
    const [leader, second] = [process(true, { store: away }), process()];
    await leader.projections.start();
    await second.projections.start();
    isAway = true;
    await supersede(leader, second);
    await until(() => !leader.projections.leads);
    await sleep(3 * times.ttlMs);
    isAway = false;
    const next = await work(501);
    await until(() => leader.readModels.applied === next);
  });

  it('one that met another store goes on when its own is back, also when its lease could not be given back', async () => {
    let isAnother = false;
    let connections = 0;
    const another = new StoreUnavailable('another one', 'not-written');
    const behind: ReadModels = Object.create(store, {
      activeVersion: { value: async (name: string) => (isAnother ? null : store.activeVersion(name)) },
    });
    const parts: Parts = {
      rawReadModels: behind,
      get readModelConnections() {
        return connections;
      },
      onRenewedReadModels: () => {},
      othersFit: async () => {
        if (isAnother) throw another;
      },
    };
    const leader = process(true, { parts });
    await leader.projections.start();
    const release = claims.releaseLease.bind(claims);
    claims.releaseLease = () => Promise.reject(another);
    isAnother = true;
    connections++;
    await until(() => !leader.projections.leads);
    isAnother = false;
    connections++;
    claims.releaseLease = release;
    await until(() => leader.projections.leads);
    const position = await work(501);
    await leader.readModels.waitUntilApplied(position);
    expect(leader.readModels.applied).toBe(position);
  });

  it('one that changes to new documents while connections are made goes on leading', async () => {
    const slow: ReadModels = Object.create(store, {
      activate: {
        value: async (name: string, from: number | null, to: number) => {
          const done = await store.activate(name, from, to);
          if (from !== null) await sleep(2 * leaseTimes.askMs);
          return done;
        },
      },
    });
    let connections = 0;
    const parts: Parts = {
      rawReadModels: store,
      get readModelConnections() {
        return ++connections;
      },
      onRenewedReadModels: () => {},
      othersFit: async () => {},
    };
    const leader = process(true, { store: slow, parts });
    await leader.projections.start();
    let wasLed = true;
    const looking = setInterval(() => (wasLed &&= leader.projections.leads), 5);
    await leader.projections.rebuild('task');
    clearInterval(looking);
    expect(wasLed).toBe(true);
  });

  it('one that lost the lead while it built documents anew has nobody read them', async () => {
    let go: () => void = () => {};
    let isHeld = false;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const held: EventLog = Object.create(log, {
      readAll: {
        value: async (after: string | null, limit: number) => {
          // Before the swap: everything is built by then.
          if (isHeld && after !== null) await gate;
          return log.readAll(after, limit);
        },
      },
    });
    const [leader, second] = [process(true, { log: held }), process()];
    await leader.projections.start();
    await second.projections.start();
    const before = await activeTask();
    isHeld = true;
    const rebuilt = leader.projections.rebuild('task').then(
      () => 'rebuilt',
      (error: Error) => error.message,
    );
    await supersede(leader, second);
    go();
    expect(await rebuilt).not.toBe('rebuilt');
    expect(await activeTask()).toEqual(before);
    const position = await work(501);
    await second.readModels.waitUntilApplied(position);
    expect(await store.get(await activeTask(), '501')).toMatchObject({ task: { id: 501 } });
  });

  it('new documents are read and fed although the answer to the swap was lost', async () => {
    let isLost = true;
    const losing: ReadModels = Object.create(store, {
      activate: {
        value: async (name: string, from: number | null, to: number) => {
          const done = await store.activate(name, from, to);
          if (from === null || !isLost) return done;
          isLost = false;
          throw new StoreUnavailable('no answer', 'unknown');
        },
      },
    });
    const [leader, reader] = [process(true, { store: losing }), process(false)];
    await leader.projections.start();
    await reader.projections.start();
    const before = await activeTask();
    await leader.projections.rebuild('task');
    expect(await activeTask()).toMatchObject({ version: before.version + 1 });
    const position = await work(501);
    await reader.readModels.waitUntilApplied(position);
    expect((await reader.readModels.get<TaskDocument>(taskModel, 501))?.task.id).toBe(501);
  });

  it('events during a rebuild are announced like all others', async () => {
    const quiet: EventLog = Object.create(log, { onAppended: { value: () => () => {} } });
    const leader = process(true, { log: quiet });
    await leader.projections.start();
    const heard: AppliedBatch[] = [];
    broadcast.subscribe(appliedChannel, (message) => heard.push(message as AppliedBatch));
    const position = await work(501);
    await leader.projections.rebuild('task');
    await until(() => heard.some((batch) => batch.position === position));
    const { applied } = heard.find((batch) => batch.position === position)!;
    expect(applied).toContainEqual(expect.objectContaining({ model: 'task', id: '501', before: null }));
  });

  it('what followed another log has come nowhere in this one', async () => {
    await store.open(reactorModel);
    await store.write([], [{ model: reactorModel, position: '999999' }]);
    await process().projections.start();
    expect(await store.checkpoint(reactorModel)).toBeNull();
  });

  it('others read the new documents at once when one builds them anew', async () => {
    const [leader, reader] = [process(), process(false)];
    await leader.projections.start();
    await reader.projections.start();
    const before = await activeTask();
    await expect(reader.projections.rebuild('task')).rejects.toThrow(/Another process keeps the documents/);
    await leader.projections.rebuild('task');
    const after = await activeTask();
    expect(after.version).toBe(before.version + 1);
    const position = await work(501);
    await reader.readModels.waitUntilApplied(position);
    expect((await reader.readModels.get<TaskDocument>(taskModel, 501))?.task.id).toBe(501);
    expect(await store.versions('task')).toEqual([before.version, after.version]);
  });

  it('find what was done also when nothing of it is told', async () => {
    const deaf: ProcessBroadcast = Object.create(broadcast, { subscribe: { value: () => () => {} } });
    const [leader, reader] = [process(), process(false)];
    const alone = new Projections(log, store, deaf, () => Promise.reject(new Error('not here')), reader.readModels, {
      projector: null,
      reactor: null,
      shared: true,
    });
    await leader.projections.start();
    await alone.start();
    const position = await work(501);
    await reader.readModels.waitUntilApplied(position);
    expect((await reader.readModels.get<TaskDocument>(taskModel, 501))?.task.id).toBe(501);
    await alone.stop();
    started = started.filter((one) => one !== reader);
  });

  it('are told each batch with what came before it, so that a gap is noticed', async () => {
    const heard: AppliedBatch[] = [];
    broadcast.subscribe(appliedChannel, (message) => heard.push(message as AppliedBatch));
    await process().projections.start();
    const first = heard.length;
    for (let id = 501; id < 504; id++) await started[0]!.readModels.waitUntilApplied(await work(id));
    await until(() => heard.at(-1)?.position === started[0]!.readModels.applied);
    for (const [index, batch] of heard.entries()) {
      if (index > first) expect(batch.after).toBe(heard[index - 1]!.position);
      expect(Object.keys(batch.versions).sort()).toEqual(readModels.map(({ name }) => name).sort());
    }
  });

  async function activeTask() {
    return { ...taskModel, version: (await store.activeVersion('task'))! };
  }
});
