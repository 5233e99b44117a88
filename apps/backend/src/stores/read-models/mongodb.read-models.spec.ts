import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AnyBulkWriteOperation,
  type BulkWriteOptions,
  type Collection,
  type Db,
  Long,
  MongoClient,
} from 'mongodb';
import { Gate } from '../../testing/servers/gate';
import { describeOnMongo, describeWithMongoServer, MongoServer } from '../../testing/servers/mongo';
import { ScriptedMongo } from '../../testing/servers/mongo.script';
import { keyOf, MongoCollection, versions } from './mongodb.collection';
import { MongoReadModels } from './mongodb.read-models';
import type { ModelDeclaration, ModelDocument, Write } from './read-models';
import { describeReadModelsContract } from './read-models.contract';

let models = 0;
const newModel = (name = 'task'): ModelDeclaration => ({
  name: `${name}-${++models}`,
  version: 1,
  indexes: [{ fields: ['solver', 'deadline'] }, { fields: ['words'], kind: 'words' }],
  unindexedFields: ['size'],
});
const put = (model: ModelDeclaration, id: string, position: string, state = position): Write => ({
  model,
  id,
  document: { id, position, state } as Write['document'],
  position,
});

async function everything(readModels: MongoReadModels, model: ModelDeclaration) {
  const documents: unknown[] = [];
  for await (const document of readModels.all(model)) documents.push(document);
  return documents;
}

/** A database whose first batch finds none of its documents and can only insert, as it is when others insert them meanwhile. */
function blindOnce(db: Db): Db {
  let isBlind = true;
  const bulkWrite = (collection: Collection) => (operations: AnyBulkWriteOperation[], options: BulkWriteOptions) => {
    for (const operation of isBlind ? operations : []) {
      if ('replaceOne' in operation) operation.replaceOne.filter = { ...operation.replaceOne.filter, position: '' };
    }
    isBlind = false;
    return collection.bulkWrite(operations, options);
  };
  const collectionOf = (name: string) =>
    new Proxy(db.collection(name), {
      get: (collection, key) =>
        key === 'bulkWrite' ? bulkWrite(collection) : Reflect.get(collection, key, collection),
    });
  return new Proxy(db, { get: (_, key) => (key === 'collection' ? collectionOf : Reflect.get(db, key, db)) });
}

describeOnMongo('MongoReadModels', (options) => {
  describeReadModelsContract('MongoReadModels', async () => new MongoReadModels(options()), { runs: 12, many: 603 });

  describe('MongoReadModels', () => {
    let client: MongoClient;
    let first: MongoReadModels;
    let second: MongoReadModels;
    beforeAll(() => {
      client = new MongoClient(options().url);
      first = new MongoReadModels(options());
      second = new MongoReadModels(options());
    });
    afterAll(async () => {
      await Promise.all([first.close(), second.close(), client.close()]);
    });
    const collectionsOf = async ({ name }: ModelDeclaration) => {
      const found = await client.db(options().database).listCollections({}, { nameOnly: true }).toArray();
      return found.map((one) => one.name).filter((one) => one.startsWith(`views.${name}@`));
    };

    it('comes out the same when two projectors write the same batches at once', async () => {
      const model = newModel();
      await Promise.all([first.open(model), second.open(model)]);
      const batches = Array.from({ length: 12 }, (_, n) => {
        const position = `${n + 5}`;
        const writes = ['a', 'b', 'c', 'd'].map((id) => put(model, `${id}${n % 3}`, position));
        return { writes: [...writes, { model, id: `x${n % 3}`, document: null, position }], position };
      });
      const project = async (store: MongoReadModels) => {
        for (const { writes, position } of batches) await store.write(writes, [{ model, position }]);
      };
      await Promise.all([project(first), project(second)]);
      const expected = ['a', 'b', 'c', 'd'].flatMap((id) =>
        [0, 1, 2].map((n) => ({ id: `${id}${n}`, position: `${14 + n}`, state: `${14 + n}` })),
      );
      expect(await everything(first, model)).toEqual(expected);
      expect(await second.checkpoint(model)).toBe('16');
    });

    it('replaces an older document that somebody inserted between the look for it and the insert', async () => {
      const model = newModel();
      await first.open(model);
      await first.write([put(model, 'a', '9'), put(model, 'b', '11')], []);
      const db = client.db(options().database);
      const version = await versions(db).findOne({ _id: keyOf(model) });
      const collection = new MongoCollection(model, version!);
      const puts = ['a', 'b', 'c'].map(
        (id) => [id, { document: put(model, id, '10').document, position: '10' }] as const,
      );
      await collection.write(blindOnce(db), () => ({ maxTimeMS: 5_000 }), new Map(puts));
      const positions = (await everything(first, model)).map((document) => (document as ModelDocument).position);
      expect(positions).toEqual(['10', '11', '10']);
    });

    it('takes no harm from a stale writer, not even of a version that was dropped and opened again', async () => {
      const model = newModel();
      await Promise.all([first.open(model), second.open(model)]);
      await first.write(
        [put(model, 'a', '7', 'new'), { ...put(model, 'b', '7'), document: null }],
        [{ model, position: '7' }],
      );
      await second.write([put(model, 'a', '6', 'stale'), put(model, 'b', '6')], [{ model, position: '6' }]);
      expect(await everything(first, model)).toEqual([{ id: 'a', position: '7', state: 'new' }]);
      expect(await first.checkpoint(model)).toBe('7');

      await first.drop(model);
      await first.open(model);
      await second.write([put(model, 'z', '99')], [{ model, position: '99' }]);
      expect(await everything(first, model)).toEqual([]);
      expect(await first.checkpoint(model)).toBeNull();
      await first.drop(model);
      await first.open(model);
      expect(await collectionsOf(model)).toHaveLength(1);
    });

    it('drops collections that its versions left, and no others', async () => {
      const model = newModel();
      const db = client.db(options().database);
      const id = '0123456789abcdef01234567';
      const others = [`views.${model.name}@1.kept`, `views.${model.name}@1.${id}.bak`, `views.${model.name}@10.${id}`];
      others.push(`other.views.${model.name}@1.${id}`, `views.${model.name}@1_${id}`);
      for (const name of [...others, `views.${model.name}@1.${id}`]) await db.createCollection(name);
      const names = async () => (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
      await first.open(model);
      expect(await names()).toEqual(expect.arrayContaining(others));
      expect(await names()).not.toContain(`views.${model.name}@1.${id}`);
      await versions(db).updateOne({ _id: keyOf(model) }, { $set: { collection: others[0] } });
      await first.drop(model);
      expect(await names()).toEqual(expect.arrayContaining(others));
    });

    it('sorts rightly from the moment on when a field is null for the first time, in every process', async () => {
      const model = newModel();
      await Promise.all([first.open(model), second.open(model)]);
      const sized = (id: string, size: number | null): Write => ({
        model,
        id,
        document: { id, size } as Write['document'],
        position: '1',
      });
      const bySize = async () => {
        const sort = [
          { field: 'size', direction: 'asc' },
          { field: 'id', direction: 'asc' },
        ] as const;
        return (await second.find(model, {}, { sort })).map(({ id }) => id);
      };
      await first.write([sized('b', 2), sized('c', 1)], []);
      expect(await bySize()).toEqual(['c', 'b']);
      await first.write([sized('a', null)], []);
      expect(await bySize()).toEqual(['c', 'b', 'a']);
    });

    it('has the declared indexes and no others', async () => {
      const model = newModel();
      await first.open(model);
      await second.open({ ...model, indexes: [{ fields: ['solver', 'deadline'] }, { fields: ['size'] }] });
      const [name] = await collectionsOf(model);
      const indexes = await client.db(options().database).collection(name!).indexes();
      expect(indexes.map(({ key }) => Object.keys(key)).sort()).toEqual([
        ['_id'],
        ['document.size', '_id'],
        ['document.solver', 'document.deadline', '_id'],
      ]);
    });

    it('names the documents that the server alone refuses, and has written the others of the batch', async () => {
      const model = newModel();
      await first.open(model);
      const [collection] = await collectionsOf(model);
      const validator = { 'document.state': { $ne: 'odd' } };
      await client.db(options().database).command({ collMod: collection, validator });
      const batch = ['a', 'b', 'c', 'd'].map((id, n) => put(model, id, '1', n % 2 === 0 ? 'fine' : 'odd'));
      const reason = 'The server refuses it with code 121';
      await expect(first.write(batch, [{ model, position: '1' }])).rejects.toMatchObject({
        name: 'DocumentRefused',
        refusals: ['b', 'd'].map((id) => ({ model: model.name, id, reason })),
      });
      expect((await everything(first, model)).map((document) => (document as ModelDocument).id)).toEqual(['a', 'c']);
      expect(await first.checkpoint(model)).toBeNull();
    });

    it('writes nothing of a batch with a document that does not fit', async () => {
      const model = newModel();
      await first.open(model);
      const wrong = { ...put(model, 'b', '1'), document: { id: 'b', solver: {} } as Write['document'] };
      await expect(first.write([put(model, 'a', '1'), wrong], [{ model, position: '1' }])).rejects.toThrow(/solver/);
      expect(await first.count(model, {})).toBe(0);
      expect(await first.checkpoint(model)).toBeNull();
    });
  });
});

describeWithMongoServer('MongoReadModels when its server fails', () => {
  let server: MongoServer;
  let gate: Gate;
  let readModels: MongoReadModels;
  beforeAll(async () => {
    server = await MongoServer.start();
    gate = await Gate.to(server.address);
    readModels = new MongoReadModels({
      url: `mongodb://${gate.address}/?directConnection=true`,
      serverSelectionTimeoutMS: 3_000,
      socketTimeoutMS: 5_000,
    });
  });
  afterAll(async () => {
    await readModels.close();
    await gate.close();
    await server.stop();
  });

  it('writes a batch again that was cut between its documents and its checkpoint', async () => {
    const [model, other] = [newModel(), newModel('board')];
    await readModels.open(model);
    await readModels.open(other);
    const before = [put(model, 'a', '1', 'before'), put(model, 'gone', '1'), put(other, 'a', '1', 'before')];
    await readModels.write(
      before,
      [model, other].map((one) => ({ model: one, position: '1' })),
    );
    const batch = [
      ...Array.from({ length: 40 }, (_, n) => put(model, `${n}`, '3')),
      put(model, 'a', '3'),
      { ...put(model, 'gone', '2'), document: null },
      put(other, 'a', '3'),
    ];
    const write = () =>
      readModels.write(
        batch,
        [model, other].map((one) => ({ model: one, position: '3' })),
      );
    // Two commands write documents; that of the checkpoints is not answered, and the server is killed.
    await server.failNext('update', { skip: 2, times: 1 });
    await expect(write()).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'unknown' });
    await server.kill();
    await expect(write()).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await server.again();
    expect(await readModels.checkpoint(model)).toBe('1');
    await write();
    const expected = [...Array(40).keys()].map((n) => ({ id: `${n}`, position: '3', state: '3' }));
    const sorted = [...expected, { id: 'a', position: '3', state: '3' }].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(await everything(readModels, model)).toEqual(sorted);
    expect(await everything(readModels, other)).toEqual([{ id: 'a', position: '3', state: '3' }]);
    expect([await readModels.checkpoint(model), await readModels.checkpoint(other)]).toEqual(['3', '3']);
  });

  it('says that the disk of the server is full, stays readable and goes on when there is room', async () => {
    const outOfDiskSpace = 14_031;
    const model = newModel();
    await readModels.open(model);
    await readModels.write([put(model, 'a', '1')], [{ model, position: '1' }]);
    const batch = () => readModels.write([put(model, 'a', '2'), put(model, 'b', '2')], [{ model, position: '2' }]);
    await server.failNext('update', { skip: 0, times: 1 }, outOfDiskSpace);
    await expect(batch()).rejects.toMatchObject({ name: 'StoreUnavailable', message: expect.stringMatching(/full/) });
    expect((await readModels.get(model, 'a'))?.position).toBe('1');
    expect(await readModels.checkpoint(model)).toBe('1');
    await batch();
    expect(await readModels.count(model, {})).toBe(2);
    expect(await readModels.checkpoint(model)).toBe('2');
  });

  it('has every document of a checkpoint that it acknowledged, whenever the server is killed', async () => {
    const model = newModel();
    await readModels.open(model);
    let acknowledged = 0;
    for (let n = 1; ; n++) {
      const position = `${n}`;
      const done = await readModels
        .write([put(model, position, position), put(model, 'last', position)], [{ model, position }])
        .then(
          () => true,
          () => false,
        );
      if (!done) break;
      acknowledged = n;
      if (n === 20) void server.kill();
    }
    await server.again();
    const checkpoint = Number(await readModels.checkpoint(model));
    expect(checkpoint).toBeGreaterThanOrEqual(acknowledged);
    const found = await readModels.getMany(
      model,
      Array.from({ length: checkpoint }, (_, n) => `${n + 1}`),
    );
    expect(found.size).toBe(checkpoint);
    expect(Number((await readModels.get(model, 'last'))?.position)).toBeGreaterThanOrEqual(checkpoint);
  });

  it('refuses while the server is away and goes on when it is back, also when it was away at the start', async () => {
    const model = newModel();
    await readModels.open(model);
    await gate.close();
    const late = new MongoReadModels({
      url: `mongodb://${gate.address}/?directConnection=true`,
      serverSelectionTimeoutMS: 3_000,
    });
    const away = { name: 'StoreUnavailable', outcome: 'not-written' };
    await expect(late.versions(model.name)).rejects.toMatchObject(away);
    await expect(readModels.find(model, {})).rejects.toMatchObject(away);
    await gate.open();
    expect(await readModels.count(model, {})).toBe(0);
    expect(await late.versions(model.name)).toEqual([1]);
    await late.close();
  });

  it('gives up a server that does not answer', async () => {
    const silent = new MongoReadModels({
      url: `mongodb://${gate.address}/?directConnection=true`,
      serverSelectionTimeoutMS: 3_000,
    });
    gate.fallSilent();
    await expect(silent.versions('task')).rejects.toMatchObject({ name: 'StoreUnavailable' });
    gate.cut();
    await gate.open();
    expect(await silent.versions('task')).toEqual([]);
    await silent.close();
  });
});

it('reads documents as the primary has them, and what is active and how far as a majority has it', async () => {
  const model: ModelDeclaration = { name: 'task', version: 1, indexes: [] };
  const collection = `views.task@1.${'a'.repeat(24)}`;
  const version = { _id: 'task@1', name: 'task', version: 1, collection, fields: [], nulls: [], position: null };
  const server = await ScriptedMongo.start(({ name, command }) => {
    const firstBatch = command.find === 'views.versions' ? [version] : [];
    return ['find', 'aggregate', 'listIndexes'].includes(name)
      ? { cursor: { id: Long.ZERO, ns: 'gos.any', firstBatch } }
      : undefined;
  });
  const readModels = new MongoReadModels({ url: server.url });
  await readModels.open(model);
  server.asked.length = 0;
  await readModels.get(model, 'a');
  await readModels.getMany(model, ['a']);
  await readModels.find(model, {});
  await readModels.count(model, {});
  await everything(readModels, model);
  await readModels.checkpoint(model);
  await readModels.activeVersion('task');
  const told = server.asked.map(({ command }) => [
    (command.find ?? command.aggregate) as string,
    (command.readConcern as { level: string }).level,
    command.maxTimeMS > 1_000,
  ]);
  expect(told).toEqual([
    ...Array.from({ length: 5 }, () => [collection, 'local', true]),
    ['views.versions', 'majority', true],
    ['views.active', 'majority', true],
  ]);
  await readModels.close();
  await server.stop();
});
