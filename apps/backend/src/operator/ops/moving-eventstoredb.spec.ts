import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventStoreDbProcess } from '../../../../eventstoredb/src/process';
import { EventStoreDbServer } from '../../../../eventstoredb/src/server';
import { temporaryFolder } from '../../stores/drivers/sqlite/testing/temporary-folder';
import { NO_STREAM } from '../../stores/event-log/event-log';
import { newEvent } from '../../stores/event-log/event-log.contract';
import { EventStoreDbEventLog } from '../../stores/event-log/eventstoredb.event-log';
import { sampled } from '../../testing/full';
import { Installation } from '../../testing/installation';
import { exportTo } from './exporting';
import { importFrom } from './importing';
import type { Stores } from './stores';
import { contentLines, fill, storesIn } from './testing/filled';

/** More than two windows of a restore. */
const events = 1_500;

// An operation is a process of its own, on machines that have other work.
const silent = () => {};
const secret = 'the key of the sessions, 32 long at least';

describe('moving the events into EventStoreDB', () => {
  const folder = temporaryFolder();
  let names = 0;
  const newPath = () => `${folder.path}/${++names}`;
  const opened: { close(): Promise<void> }[] = [];
  let server: EventStoreDbServer;
  let file: string;

  beforeAll(async () => {
    const embedded = storesIn(newPath());
    await fill(embedded, { events });
    file = newPath();
    await exportTo(file, embedded, secret, silent);
    await embedded.close();
  });
  beforeEach(async () => {
    server = await EventStoreDbServer.start();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
    await server.stop();
  });
  afterAll(() => folder.remove());

  function empty(): Stores {
    const others = storesIn(newPath());
    const log = new EventStoreDbEventLog({ url: server.url });
    opened.push(others, log);
    return { ...others, log };
  }

  it('goes on by itself though the server dies in the middle of what is under way', async () => {
    const stores = empty();
    const dying = () => {
      if (![50, 700, 1_200].includes(server.appends.length)) return;
      void server.die().then(() => setTimeout(() => void server.revive(), 100));
    };
    server.activity.on('append', dying);
    await importFrom(file, stores, silent);
    const again = newPath();
    await exportTo(again, stores, secret, silent);
    expect(contentLines(again)).toEqual(contentLines(file));
  });

  it('says in one sentence that somebody else wrote meanwhile, and again when it is begun again', async () => {
    const stores = empty();
    const stranger = new EventStoreDbEventLog({ url: `${server.url}&connectionName=other` });
    opened.push(stranger);
    let wrote: Promise<unknown> | undefined;
    server.activity.on('append', () => {
      if (server.appends.length >= 300) wrote ??= stranger.append('stranger-1', NO_STREAM, [newEvent()]);
    });
    for (let times = 0; times < 2; times++) {
      await expect(importFrom(file, stores, silent)).rejects.toMatchObject({
        name: 'OperationRefused',
        message: 'The stores hold what is not of this export (stranger-1 revision 0): empty them and import again.',
      });
    }
    await wrote;
  });
});

it('an import into EventStoreDB that is killed again and again goes on, and all is there once and in order', async () => {
  const folder = temporaryFolder();
  const server = await EventStoreDbProcess.start();
  const target = new Installation({ EVENTSTOREDB_URL: server.url, GOS_SECRET: secret });
  const log = new EventStoreDbEventLog({ url: server.url });
  try {
    const embedded = storesIn(`${folder.path}/embedded`);
    await fill(embedded, { events });
    const file = `${folder.path}/export`;
    await exportTo(file, embedded, secret, silent);
    const all = await embedded.log.readAll(null, 100_000);
    await embedded.close();
    let killed = 0;
    for (const count of sampled([1, 400, 900], 2)) {
      const importing = target.begin('import', file);
      const ended = new Promise((resolve) => importing.once('exit', resolve));
      // Only what is new is read: the import must not be faster than the reader.
      for (let [seen, after] = [0, null as string | null]; seen < count; ) {
        const further = await log.readAll(after, 500);
        seen += further.length;
        after = further.at(-1)?.position ?? after;
      }
      importing.kill('SIGKILL');
      expect(await ended).toBeNull();
      const there = await log.readAll(null, 100_000);
      if (there.length < all.length) killed++;
      expect(there.map(({ id }) => id)).toEqual(all.slice(0, there.length).map(({ id }) => id));
    }
    expect(killed).toBeGreaterThan(0);
    expect(await target.ops('import', file)).toMatchObject({
      err: '',
      code: 0,
      out: expect.stringMatching(/it goes on.*Compared: all/s),
    });
    // The events that follow from the samples come after them.
    expect((await log.readAll(null, all.length)).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  } finally {
    await log.close();
    await target.remove();
    await server.stop();
    folder.remove();
  }
});
