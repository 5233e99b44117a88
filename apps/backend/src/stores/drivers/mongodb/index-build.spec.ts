import { afterEach, describe, expect, it } from '@jest/globals';
import { type Document, MongoClient } from 'mongodb';
import { ScriptedMongo } from '../../../testing/servers/mongo.script';
import { MongoConnection } from './connection';
import { buildIndexes } from './index-build';

const keys = [{ key: { name: 1 } }];

describe('building indexes', () => {
  let server: ScriptedMongo;
  let client: MongoClient;
  afterEach(async () => {
    await client.close();
    await server.stop();
  });

  /**
   * @param tellings after how many of them the indexes are there
   * @param says how the server answers, by the name of the command
   */
  async function built(tellings: number, says: Readonly<Record<string, Document>> = {}): Promise<string[]> {
    const told: string[] = [];
    let isEnough = () => {};
    const enough = new Promise<void>((resolve) => {
      isEnough = resolve;
    });
    server = await ScriptedMongo.start(async ({ name }) => {
      if (name === 'createIndexes' && tellings > 0) await enough;
      return says[name];
    });
    client = new MongoClient(server.url);
    const tell = (sentence: string) => {
      if (told.push(sentence) === tellings) isEnough();
    };
    await buildIndexes(client.db('gos'), 'accounts', keys, { tell, firstMs: 20 });
    return told;
  }
  const builds = () => server.asked.filter(({ name }) => name === 'createIndexes').map(({ command }) => command);

  it('is quiet when it takes no time, and leaves the members that are away behind', async () => {
    expect(await built(0)).toEqual([]);
    expect(builds()).toMatchObject([{ createIndexes: 'accounts', commitQuorum: 'majority' }]);
  });

  it('says nothing of members to a standalone server, which would refuse it', async () => {
    const says = { hello: { setName: undefined, hosts: undefined, me: undefined, primary: undefined } };
    server = await ScriptedMongo.start(({ name }) => (says as Record<string, Document>)[name]);
    client = new MongoClient(server.url.replace('replicaSet=rs', 'directConnection=true'));
    await buildIndexes(client.db('gos'), 'accounts', keys);
    expect(builds()[0]).not.toHaveProperty('commitQuorum');
  });

  it('builds without them where a server only looks as if it had members, and says what else it refuses', async () => {
    const refused = { ok: 0, code: 72, errmsg: 'commitQuorum is not known' };
    server = await ScriptedMongo.start(({ name, command }) =>
      name === 'createIndexes' && (command.commitQuorum || command.createIndexes === 'odd') ? refused : undefined,
    );
    client = new MongoClient(server.url);
    await buildIndexes(client.db('gos'), 'accounts', keys);
    expect(builds().map((command) => 'commitQuorum' in command)).toEqual([true, false]);
    await expect(buildIndexes(client.db('gos'), 'odd', keys)).rejects.toMatchObject({ code: 72 });
  });

  it('tells again and again that it waits, and for whom', async () => {
    const member = (name: string, stateStr: string) => ({ name, stateStr });
    const members = [member('a:1', 'PRIMARY'), member('b:2', '(not reachable/healthy)'), member('c:3', 'SECONDARY')];
    const told = await built(2, { replSetGetStatus: { members } });
    for (const sentence of told) expect(sentence).toMatch(/^Indexes of accounts have been building for \d+ s\./);
    expect(told[1]!.replace(/\d+ s/, '')).toBe(
      'Indexes of accounts have been building for . What needs them waits until they are there. ' +
        'MongoDB members that are away: b:2 (not reachable/healthy).',
    );
  });

  it('tells it as well where it may not ask for the members', async () => {
    const says = { replSetGetStatus: { ok: 0, code: 13, errmsg: 'not authorized on admin' } };
    const [first] = await built(1, says);
    expect(first).toMatch(/^Indexes of accounts have been building for \d+ s\. [^.]+\.$/);
  });

  it('ends when the store is closed meanwhile, and calls do not wait for it', async () => {
    server = await ScriptedMongo.start(({ name }) => (name === 'createIndexes' ? 'silence' : undefined));
    client = new MongoClient(server.url);
    const connection = new MongoConnection({ url: server.url, callTimeoutMS: 200 }, (db) =>
      buildIndexes(db, 'accounts', keys),
    );
    await expect(connection.open()).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'not-written' });
    const later = expect(connection.build(async () => {})).rejects.toMatchObject({
      name: 'StoreUnavailable',
      outcome: 'not-written',
    });
    await connection.close();
    await later;
  });

  it('asks again where the server takes longer than it answers', async () => {
    let isBuilt = false;
    server = await ScriptedMongo.start(({ name }) => {
      if (name !== 'createIndexes' || isBuilt) return undefined;
      isBuilt = true;
      return 'silence';
    });
    client = new MongoClient(server.url, { socketTimeoutMS: 200, retryWrites: false });
    await buildIndexes(client.db('gos'), 'accounts', keys, { tell: () => {} });
    expect(builds()).toHaveLength(2);
  });
});
