import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EventStoreDbServer } from '../../../../eventstoredb/src/server';
import { MongoAccounts } from '../../stores/accounts/mongodb.accounts';
import { MongoClaims } from '../../stores/claims/mongodb.claims';
import { temporaryFolder } from '../../stores/drivers/sqlite/testing/temporary-folder';
import { EventStoreDbEventLog } from '../../stores/event-log/eventstoredb.event-log';
import { FolderFiles } from '../../stores/files/folder.files';
import { S3Files } from '../../stores/files/s3.files';
import { describeWithMongoServer, MongoServer } from '../../testing/servers/mongo';
import { hasS3Server, type S3Server, startS3Server } from '../../testing/servers/s3';
import { exportTo } from './exporting';
import { importFrom } from './importing';
import type { Stores } from './stores';
import { contentLines, failing, fill, type OpenStores, storesIn } from './testing/filled';
import { verifyLog } from './verify-log';

const silent = () => {};
const secret = 'the key of the sessions, 32 long at least';

describeWithMongoServer(`moving onto EventStoreDB, MongoDB and ${hasS3Server ? 'S3' : 'a folder'}, and back`, () => {
  const folder = temporaryFolder();
  let names = 0;
  const newPath = () => `${folder.path}/${++names}`;
  let eventStoreDb: EventStoreDbServer;
  let mongoDb: MongoServer;
  let s3: S3Server | undefined;
  const opened: { close(): Promise<void> }[] = [];
  let embedded: OpenStores;
  let file: string;

  beforeAll(async () => {
    [eventStoreDb, mongoDb] = await Promise.all([EventStoreDbServer.start(), MongoServer.start()]);
    s3 = hasS3Server ? await startS3Server() : undefined;
    embedded = storesIn(newPath());
    await fill(embedded, { people: 220 });
    file = await exported(embedded);
  });
  afterAll(async () => {
    await Promise.all(opened.map((store) => store.close()));
    await embedded.close();
    await Promise.all([eventStoreDb.stop(), mongoDb.stop(), s3?.stop()]);
    folder.remove();
  });

  async function exported(stores: Stores): Promise<string> {
    const to = newPath();
    await exportTo(to, stores, secret, silent);
    return to;
  }

  async function emptyServers(): Promise<Stores> {
    const name = `moved${++names}`;
    const database = { url: mongoDb.url, database: name };
    const log = new EventStoreDbEventLog({ url: eventStoreDb.url, prefix: `${name}-` });
    const [accounts, claims] = [new MongoAccounts(database), new MongoClaims(database)];
    opened.push(log, accounts, claims);
    if (!s3) return { log, accounts, claims, files: new FolderFiles(newPath()) };
    const url = `http://key:secret@${s3.address}/${name}`;
    await fetch(`http://${s3.address}/${name}`, { method: 'PUT' });
    const files = new S3Files({ url, folder: newPath() });
    opened.push(files);
    return { log, accounts, claims, files };
  }

  it('carries everything there and back, the same', async () => {
    const servers = await emptyServers();
    await importFrom(file, servers, silent);
    expect(await verifyLog(servers.log)).toMatchObject({ errors: [] });
    const fromServers = await exported(servers);
    expect(contentLines(fromServers)).toEqual(contentLines(file));
    const back = storesIn(newPath());
    await importFrom(fromServers, back, silent);
    expect(contentLines(await exported(back))).toEqual(contentLines(file));
    await back.close();
  });

  it('goes on where it was cut off', async () => {
    for (const at of [1, 3, 60, 150, 226, 232]) {
      const servers = await emptyServers();
      await expect(importFrom(file, failing(servers, at, new Error('killed')), silent)).rejects.toThrow('killed');
      await importFrom(file, servers, silent);
      expect(contentLines(await exported(servers))).toEqual(contentLines(file));
    }
  });

  it('goes on by itself when the event store goes away for a moment', async () => {
    const servers = await emptyServers();
    eventStoreDb.activity.once('append', () => {
      void eventStoreDb.die().then(() => setTimeout(() => void eventStoreDb.revive(), 300));
    });
    await importFrom(file, servers, silent);
    expect(contentLines(await exported(servers))).toEqual(contentLines(file));
  });
});
