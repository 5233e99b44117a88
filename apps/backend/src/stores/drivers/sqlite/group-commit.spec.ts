import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeDatabase, openDatabase, type SqliteDatabase } from './database';
import { GroupCommit } from './group-commit';
import { temporaryFolder } from './testing/temporary-folder';

const folder = temporaryFolder();
let files = 0;
afterAll(() => folder.remove());

describe('GroupCommit', () => {
  let database: SqliteDatabase;
  let commits: GroupCommit;
  let syncs: { finish: () => void; fail: (error: Error) => void }[];
  let durable: number;

  beforeEach(() => {
    const schema = 'CREATE TABLE numbers (n INTEGER PRIMARY KEY, text TEXT) STRICT';
    database = openDatabase(join(folder.path, `${++files}.sqlite`), { durability: 'group', format: 1, schema });
    syncs = [];
    durable = 0;
    commits = new GroupCommit(database, {
      sync: () => new Promise((finish, fail) => syncs.push({ finish, fail })),
      onDurable: () => durable++,
    });
  });
  afterEach(async () => {
    const closing = commits.close();
    while (syncs.length > 0) {
      for (const { finish } of syncs.splice(0)) finish();
      await turn();
    }
    await closing;
    closeDatabase(database);
  });

  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const put = (n: number) => () => {
    database.prepare('INSERT INTO numbers VALUES (?, NULL)').run(n);
    return n;
  };
  const stored = () => database.prepare<[], number>('SELECT n FROM numbers ORDER BY n').pluck().all();
  /** Returns the present state of a promise. */
  const stateOf = (promise: Promise<unknown>) =>
    Promise.race([promise, turn().then(() => 'waits')]).catch((error: unknown) => error);

  it('settles a step only when it is durable, and gathers the next ones meanwhile', async () => {
    const first = commits.run(put(1));
    await turn();
    expect(stored()).toEqual([1]);
    const others = [2, 3, 4].map((n) => commits.run(put(n)));
    expect(await stateOf(first)).toBe('waits');
    expect(stored()).toEqual([1]);
    syncs.shift()!.finish();
    expect(await first).toBe(1);
    await turn();
    expect(stored()).toEqual([1, 2, 3, 4]);
    expect(await stateOf(others[0]!)).toBe('waits');
    expect(syncs).toHaveLength(1);
    syncs.shift()!.finish();
    expect(await Promise.all(others)).toEqual([2, 3, 4]);
    expect(durable).toBe(2);
  });

  it('undoes and rejects a step that throws, alone', async () => {
    const steps = [
      commits.run(put(1)),
      commits.run(() => {
        put(2)();
        throw new Error('refused');
      }),
      commits.run(put(1)),
      commits.run(put(3)),
    ];
    const settled = Promise.allSettled(steps);
    await turn();
    syncs.shift()!.finish();
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    await expect(steps[1]).rejects.toThrow('refused');
    await expect(steps[2]).rejects.toMatchObject({ code: expect.stringMatching(/^SQLITE_CONSTRAINT/) });
    expect(stored()).toEqual([1, 3]);
  });

  it('lets a step see those before it in the same transaction', async () => {
    const seen = [1, 2, 3].map((n) =>
      commits.run(() => {
        put(n)();
        return stored().length;
      }),
    );
    await turn();
    syncs.shift()!.finish();
    expect(await Promise.all(seen)).toEqual([1, 2, 3]);
  });

  it('does not sync when nothing was written', async () => {
    expect(await commits.run(() => stored().length)).toBe(0);
    const refused = commits.run(() => {
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(syncs).toEqual([]);
    expect(durable).toBe(0);
  });

  it('rejects all that were in a transaction for which there was no room, and goes on', async () => {
    database.pragma('max_page_count = 8');
    const large = () => database.prepare('INSERT INTO numbers VALUES (NULL, ?)').run('x'.repeat(50_000));
    const settled = await Promise.allSettled([commits.run(put(1)), commits.run(large), commits.run(put(2))]);
    for (const result of settled) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { name: 'StoreUnavailable', outcome: 'not-written' },
      });
    }
    expect(stored()).toEqual([]);
    const next = commits.run(put(3));
    await turn();
    syncs.shift()!.finish();
    expect(await next).toBe(3);
  });

  it('does not know what became of a write whose sync failed, and takes no more', async () => {
    const lost = commits.run(put(1));
    await turn();
    const waiting = commits.run(put(2));
    syncs.shift()!.fail(new Error('EIO'));
    await expect(lost).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'unknown' });
    await expect(waiting).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'not-written' });
    await expect(commits.run(put(3))).rejects.toMatchObject({ outcome: 'not-written' });
    expect(durable).toBe(0);
    expect(stored()).toEqual([1]);
  });

  it('refuses more than it may hold', async () => {
    const mebibyte = 1024 * 1024;
    const waiting = Array.from({ length: 128 }, (_, n) => commits.run(put(n), mebibyte));
    await expect(commits.run(put(1000), 1)).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'not-written' });
    const settled = Promise.all(waiting);
    let done = false;
    void settled.then(() => {
      done = true;
    });
    let transactions = 0;
    while (!done) {
      await turn();
      for (const { finish } of syncs.splice(0)) {
        transactions++;
        finish();
      }
    }
    expect(stored()).toHaveLength(128);
    expect(transactions).toBe(16);
  });

  it('tells when what is committed is durable', async () => {
    await commits.drained();
    const first = commits.run(put(1));
    await turn();
    const settled = commits.drained().then(() => 'settled');
    expect(await stateOf(settled)).toBe('waits');
    syncs.shift()!.finish();
    expect(await settled).toBe('settled');
    await first;
  });
});

describe('openDatabase', () => {
  const options = { durability: 'full', format: 2, schema: 'CREATE TABLE t (a)' } as const;

  it('refuses a second writer, and a file of another format', () => {
    const file = join(folder.path, 'opened.sqlite');
    const database = openDatabase(file, options);
    expect(() => openDatabase(file, options)).toThrow(/open for writing already/);
    closeDatabase(database);
    expect(() => openDatabase(file, { ...options, format: 3 })).toThrow(/has format 2/);
    closeDatabase(openDatabase(file, options));
    rmSync(file);
    closeDatabase(openDatabase(file, { ...options, format: 3 }));
  });
});
