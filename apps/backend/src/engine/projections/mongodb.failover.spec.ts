import { join } from 'node:path';
import { type Message, taskStream } from '@gos/domain';
import { taskSamples } from '@gos/domain/task/task.samples';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../stores/drivers/sqlite/testing/temporary-folder';
import { SqliteEventLog } from '../../stores/event-log/sqlite.event-log';
import { MongoReadModels } from '../../stores/read-models/mongodb.read-models';
import { type ModelDocument, ReadAgain, type ReadModels } from '../../stores/read-models/read-models';
import { SqliteReadModels } from '../../stores/read-models/sqlite.read-models';
import { append } from '../../testing/appended';
import { Gate } from '../../testing/servers/gate';
import { describeWithMongoServer, MongoServer } from '../../testing/servers/mongo';
import type { AnyModel } from './batch';
import { Projector } from './projector';

/** Lists the events of each task, so that a lost one is missing. */
const listed: AnyModel = {
  name: 'listed',
  version: 1000,
  indexes: [],
  own: {
    stream: 'task',
    otherwise(document, { type, stream }) {
      const { types = [] } = (document ?? {}) as { types?: readonly string[] };
      return { id: stream.slice('task-'.length), types: [...types, type] } as ModelDocument;
    },
  },
};
/** Cannot make a task that was ended. */
const failing: AnyModel = {
  ...listed,
  name: 'failing',
  own: {
    stream: 'task',
    otherwise(document, event) {
      if (event.type === 'TaskEndedByContractor') throw new TypeError('odd');
      return (listed.own as unknown as { otherwise(...given: unknown[]): ModelDocument }).otherwise(document, event);
    },
  },
};
const models = [listed, failing];

describeWithMongoServer('a projector whose database fails over to a member that lags behind', () => {
  const folder = temporaryFolder();
  let log: SqliteEventLog;
  let ahead: MongoServer;
  let behind: MongoServer | undefined;
  let gate: Gate;
  let store: MongoReadModels;
  let projector: Projector;
  let errors: unknown[];
  let beforeWriting: (() => void) | null;
  let batches: (readonly [after: string | null, position: string])[];
  let n = 0;

  beforeEach(async () => {
    log = new SqliteEventLog(join(folder.path, `log-${n++}.sqlite`));
    ahead = await MongoServer.start();
    gate = await Gate.to(ahead.address);
    store = new MongoReadModels({ url: `mongodb://${gate.address}/?directConnection=true` });
    for (const model of models) await store.open(model);
    errors = [];
    batches = [];
    beforeWriting = null;
    projector = new Projector(log, store, models, {
      stillLeads: async () => {
        beforeWriting?.();
        beforeWriting = null;
        return true;
      },
      onApplied: (_, position, __, after) => batches.push([after, position]),
      onError: (error) => errors.push(error),
    });
    await projector.begin();
    for (const id of [1, 2]) await append(log, taskStream(id), [taskSamples.TaskCreated]);
    await projector.catchUp();
  });
  afterEach(async () => {
    await projector.stop();
    await Promise.all([store.close(), log.close()]);
    await gate.close();
    await Promise.all([ahead.stop(), behind?.stop()]);
    behind = undefined;
    if (n === cases) folder.remove();
  });
  const cases = 4;

  async function happens(...types: readonly Message['type'][]): Promise<void> {
    for (const type of types) {
      for (const id of [1, 2]) await append(log, taskStream(id), [{ type, data: {} } as unknown as Message]);
    }
  }
  async function kept(from: ReadModels): Promise<unknown> {
    const all: unknown[] = [];
    for (const model of models) {
      for await (const document of from.all(model)) all.push({ model: model.name, ...document });
      all.push((await from.setAside(model)).map(({ at, ...note }) => note));
    }
    return all;
  }
  /** As one projector makes everything that never met a failure. */
  async function expected(): Promise<unknown> {
    const alone = new SqliteReadModels(join(folder.path, `alone-${n}.sqlite`));
    for (const model of models) await alone.open(model);
    await new Projector(log, alone, models).catchUp();
    const all = await kept(alone);
    await alone.close();
    return all;
  }

  it('applies again what the member lacks, also what it had set aside', async () => {
    behind = await ahead.lagging();
    await happens('TaskEndedByContractor', 'TaskRestored');
    await projector.catchUp();
    const reached = projector.applied;
    gate.turnTo(behind.address);
    await happens('TaskDeleted');
    projector.start();
    expect(await projector.waitFor((await log.end())!, 20_000)).toBe(true);
    expect(await kept(store)).toEqual(await expected());
    expect(batches.at(-1)![0]).not.toBe(reached);
    for (const error of errors) expect(error).toMatchObject({ name: 'StoreUnavailable' });
    expect(errors.some((error) => error instanceof ReadAgain)).toBe(true);
  });

  it('writes nothing over newer documents that it computed from those of the member', async () => {
    behind = await ahead.lagging();
    await happens('TaskEndedByContractor', 'TaskRestored');
    await projector.catchUp();
    // It reads from the one that lags, and the other is back when it writes.
    gate.turnTo(behind.address);
    await happens('TaskDeleted');
    beforeWriting = () => gate.turnTo(ahead.address);
    projector.start();
    expect(await projector.waitFor((await log.end())!, 20_000)).toBe(true);
    expect(beforeWriting).toBeNull();
    expect(await kept(store)).toEqual(await expected());
  });

  it('writes nothing over older documents that it computed from newer ones', async () => {
    behind = await ahead.lagging();
    await happens('TaskEndedByContractor', 'TaskRestored');
    await projector.catchUp();
    await happens('TaskDeleted');
    beforeWriting = () => gate.turnTo(behind!.address);
    projector.start();
    expect(await projector.waitFor((await log.end())!, 20_000)).toBe(true);
    expect(await kept(store)).toEqual(await expected());
  });

  it('ends where a document never is what was read', async () => {
    let asked = 0;
    const contrary = new Proxy(store, {
      get: (target, key) =>
        key === 'write'
          ? async () => {
              asked++;
              throw new ReadAgain('unknown');
            }
          : Reflect.get(target, key, target).bind(target),
    });
    await happens('TaskDeleted');
    const one = new Projector(log, contrary, models);
    await one.begin();
    await expect(one.catchUp()).rejects.toBeInstanceOf(ReadAgain);
    expect(asked).toBeGreaterThan(2);
  });
});
