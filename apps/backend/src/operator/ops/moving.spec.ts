import { createHash } from 'node:crypto';
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { StoreUnavailable } from '../../kernel/store-errors';
import { temporaryFolder } from '../../stores/drivers/sqlite/testing/temporary-folder';
import { append } from '../../testing/appended';
import { lineOf } from './export-item';
import { exportTo } from './exporting';
import { importFrom } from './importing';
import type { Stores } from './stores';
import { contentLines, failing, fill, linesOf, noise, type OpenStores, storeFile, storesIn } from './testing/filled';
import { verifyLog } from './verify-log';

const folder = temporaryFolder();
afterAll(() => folder.remove());
let names = 0;
const newPath = () => join(folder.path, `${++names}`);
const silent = () => {};
const secret = 'the key of the sessions, 32 long at least';

async function exported(stores: Stores): Promise<string> {
  const file = newPath();
  await exportTo(file, stores, secret, silent);
  return file;
}

async function withEmpty<T>(work: (stores: OpenStores) => Promise<T>): Promise<T> {
  const stores = storesIn(newPath());
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}

describe('moving an installation', () => {
  let full: OpenStores;
  let file: string;
  beforeAll(async () => {
    full = storesIn(newPath());
    await fill(full);
    file = await exported(full);
  });
  afterAll(() => full.close());

  it('carries everything, in its order', async () => {
    await withEmpty(async (stores) => {
      const said: string[] = [];
      await importFrom(file, stores, (line) => said.push(line));
      expect(said.at(-1)).toMatch(/^Compared: all \d+ events, 34 accounts, 6 files are in the stores/);
      const events = async ({ log }: Stores) =>
        (await log.readAll(null, 10_000)).map(({ position: _, ...event }) => event);
      expect(await events(stores)).toEqual(await events(full));
      expect(await verifyLog(stores.log)).toMatchObject({ errors: [] });
      expect(await stores.log.identity()).not.toBe(await full.log.identity());
      expect(await stores.accounts.byUnique('person', 'email:ž7')).toMatchObject({
        version: 2,
        value: { name: 'Changed' },
      });
      expect(await stores.claims.next('task')).toBe(735);
      expect(await stores.claims.claim('create-task:a', 'x', { now: 2_000 })).toEqual({ value: '700', won: false });
      expect(await stores.claims.claim('create-task:a', 'x', { now: 172_801_000 })).toEqual({ value: 'x', won: true });
    });
  });

  it('gives the same export again, also of many pages', async () => {
    await withEmpty(async (large) => {
      await fill(large, { events: 450, people: 430 });
      const first = await exported(large);
      await withEmpty(async (stores) => {
        await importFrom(first, stores, silent);
        expect(contentLines(await exported(stores))).toEqual(contentLines(first));
      });
    });
  });

  it('carries what there is as of one position while people go on working', async () => {
    await withEmpty(async (busy) => {
      await fill(busy);
      const target = newPath();
      let begun = false;
      // Afterwards the tree of the log is complete, and only the export itself reads the log from its beginning.
      await exportTo(newPath(), busy, secret, silent);
      const end = await busy.log.end();
      const log = new Proxy(busy.log, {
        get(target, name) {
          const value = Reflect.get(target, name) as unknown;
          if (typeof value !== 'function') return value;
          if (name === 'readAll' && !begun) {
            return async (...args: Parameters<Stores['log']['readAll']>) => {
              if (args[0] !== null || begun) return busy.log.readAll(...args);
              begun = true;
              await append(busy.log, 'task-900', [{ type: 'TaskCreated', data: {} }]);
              await busy.claims.raise('task', 900);
              return busy.log.readAll(...args);
            };
          }
          return value.bind(target);
        },
      });
      await exportTo(target, { ...busy, log }, secret, silent);
      expect(JSON.parse(linesOf(target)[0]!)).toMatchObject({ position: end });
      expect(linesOf(target).some((line) => line.includes('task-900'))).toBe(false);
      await withEmpty(async (stores) => {
        await importFrom(target, stores, silent);
        expect(await stores.claims.next('task')).toBe(901);
      });
    });
  });

  it('goes on where it was cut off, wherever that was', async () => {
    for (let at = 0, cutOff = true; cutOff; at += at < 5 ? 1 : 13) {
      await withEmpty(async (stores) => {
        cutOff = await importFrom(file, failing(stores, at, new Error('killed')), silent).then(
          () => false,
          (error: Error) => error.message === 'killed',
        );
        const said: string[] = [];
        if (cutOff) await importFrom(file, stores, (line) => said.push(line));
        // On a busy machine it says how far it has come before that.
        if (cutOff && at > 0) expect(said.join('\n')).toContain('it goes on');
        expect(contentLines(await exported(stores))).toEqual(contentLines(file));
      });
    }
  });

  it('writes a file anew that was damaged when it was cut off', async () => {
    await withEmpty(async (stores) => {
      const [damaged] = [noise(1)].map((content) => createHash('sha256').update(content).digest('hex'));
      let removed: string | undefined;
      const files = new Proxy(stores.files, {
        get(target, name) {
          const value = Reflect.get(target, name) as (...args: unknown[]) => unknown;
          if (name === 'get')
            return (sha256: string) =>
              target.get(sha256, sha256 === damaged && !removed ? { start: 5, end: 9 } : undefined);
          if (name === 'remove') {
            return async (sha256: string) => {
              removed = sha256;
              await target.remove(sha256);
            };
          }
          return value.bind(target);
        },
      });
      const last = 1_000_000;
      await storeFile(stores, noise(1));
      await stores.accounts.insert('setting', 'import', { content: JSON.parse(linesOf(file).at(-1)!).end.content });
      await importFrom(file, failing({ ...stores, files }, last, new Error()), silent);
      expect(removed).toBe(damaged);
      expect(contentLines(await exported(stores))).toEqual(contentLines(file));
    });
  });

  it('waits for a store that is away for a moment, and writes nothing twice', async () => {
    await withEmpty(async (stores) => {
      const { log } = stores;
      let calls = 0;
      const sometimesAway = new Proxy(log, {
        get(target, name) {
          const value = Reflect.get(target, name) as (...args: unknown[]) => unknown;
          if (name !== 'restore') return value.bind(target);
          return async (...[events, after]: Parameters<Stores['log']['restore']>) => {
            if (calls++ > 0) return target.restore(events, after);
            await target.restore(events.slice(0, 11), after);
            throw new StoreUnavailable('away', 'unknown');
          };
        },
      });
      await importFrom(file, { ...stores, log: sometimesAway }, silent);
      expect(contentLines(await exported(stores))).toEqual(contentLines(file));
    });
  });

  describe('is refused before anything is written', () => {
    async function refusedWith(file: string, sentence: RegExp): Promise<void> {
      await withEmpty(async (stores) => {
        await expect(importFrom(file, stores, silent)).rejects.toMatchObject({
          name: 'OperationRefused',
          message: expect.stringMatching(sentence),
        });
        expect(await stores.log.end()).toBeNull();
        expect(await stores.accounts.listAll(null, 1)).toEqual([]);
        expect(await stores.claims.counters()).toEqual([]);
      });
    }
    const rewritten = (change: (lines: string[]) => string[]) => {
      const to = newPath();
      writeFileSync(to, gzipSync(`${change(linesOf(file)).join('\n')}\n`));
      return to;
    };
    /** As somebody would write it who knows the format. */
    function forged(change: (line: string) => string | null): string {
      return rewritten((lines) => {
        const kept = lines.slice(0, -1).flatMap((line) => change(line) ?? []);
        const sha256 = (of: string[]) =>
          createHash('sha256')
            .update(of.map((line) => `${line}\n`).join(''))
            .digest('hex');
        const { end } = JSON.parse(lines.at(-1)!);
        return [...kept, lineOf({ end: { ...end, content: sha256(kept.slice(1)), sha256: sha256(kept) } }).trimEnd()];
      });
    }

    it('when it was cut off, wherever', async () => {
      const whole = readFileSync(file).length;
      for (const left of [0, 1, 10, 1_000, Math.floor(whole / 2), whole - 9, whole - 1]) {
        const to = newPath();
        writeFileSync(to, readFileSync(file));
        truncateSync(to, left);
        await refusedWith(to, /is cut off: its end is missing|altered or damaged/);
      }
      await refusedWith(
        rewritten((lines) => lines.slice(0, -1)),
        /is cut off: its end is missing/,
      );
    });

    it('when any byte is another one', async () => {
      const right = readFileSync(file);
      for (let n = 0; n < 12; n++) {
        const bytes = Buffer.from(right);
        const at = Math.floor((right.length * (n + 0.5)) / 12);
        bytes[at] = bytes[at]! ^ 1;
        const to = newPath();
        writeFileSync(to, bytes);
        await refusedWith(to, /altered|damaged|cut off|history|order/);
      }
    });

    it('when a line says something else, is missing, is doubled or moved', async () => {
      const at = 20;
      const swapped = (lines: string[]) => lines.with(at, lines[at + 1]!).with(at + 1, lines[at]!);
      for (const change of [
        (lines: string[]) => lines.map((line) => line.replace('Žaneta 12', 'Žaneta 13')),
        (lines: string[]) => lines.map((line) => line.replace('"secret":"the', '"secret":"teh')),
        (lines: string[]) => lines.filter((line) => !line.includes('"preference"')),
        (lines: string[]) => lines.flatMap((line) => (line.includes('"counter"') ? [line, line] : line)),
        (lines: string[]) => [...lines, lines.at(-1)!],
        (lines: string[]) => lines.map((line) => line.replace('"accounts":34', '"accounts":31')),
        swapped,
      ]) {
        await refusedWith(rewritten(change), /altered or damaged|history was altered|order/);
      }
    });

    it('when the history was altered by somebody who knows how exports are made', async () => {
      await refusedWith(
        forged((line) => line.replace('Příliš', 'Prilis')),
        /The history was altered: task-\d+ revision 0: its content is not what its hash says/,
      );
      await refusedWith(
        forged((line) => (line.includes('"stream":"task-101"') && line.includes('"revision":1') ? null : line)),
        /The history was altered: task-101 revision 2: an event before it is missing/,
      );
    });

    it('when a file is another one', async () => {
      await refusedWith(
        forged((line) => line.replace(/"part":"..../, '"part":"AAAA')),
        /The content of the file [0-9a-f]{64} is not what its hash says/,
      );
    });

    it('when it is something else', async () => {
      const other = newPath();
      writeFileSync(other, gzipSync('{"a":1}\n'));
      await refusedWith(other, /is no export of Gos/);
      writeFileSync(other, 'nothing of the kind');
      await refusedWith(other, /altered or damaged/);
      await refusedWith(newPath(), /There is no /);
      await refusedWith(folder.path, /cannot be read/);
      await refusedWith(
        forged((line) => line.replace('"format":1', '"format":2')),
        /a format that this version/,
      );
    });
  });

  it('is refused where there is something already', async () => {
    const makes: ((stores: Stores) => Promise<unknown>)[] = [
      ({ log }) => append(log, 'task-1', [{ type: 'TaskCreated', data: {} }]),
      ({ accounts }) => accounts.insert('person', '1', {}),
      ({ claims }) => claims.next('user'),
      ({ claims }) => claims.claim('a', 'b', { now: 0 }),
      (stores) => storeFile(stores, noise(3)),
    ];
    for (const make of makes) {
      await withEmpty(async (stores) => {
        await make(stores);
        const before = contentLines(await exported(stores));
        await expect(importFrom(file, stores, silent)).rejects.toThrow(/^This installation is not empty \(it has /);
        expect(contentLines(await exported(stores))).toEqual(before);
      });
    }
  });

  it('is refused where another import was begun, or somebody worked in between', async () => {
    await withEmpty(async (stores) => {
      await importFrom(file, failing(stores, 6, new Error('killed')), silent).catch(silent);
      await expect(exportTo(newPath(), stores, secret, silent)).rejects.toThrow(/An import .* was cut off/);
      await append(full.log, 'task-1000', [{ type: 'TaskCreated', data: {} }]);
      await expect(importFrom(await exported(full), stores, silent)).rejects.toThrow(/another export was begun here/);
    });
    for (const at of [1, 4]) {
      await withEmpty(async (stores) => {
        await importFrom(file, failing(stores, at, new Error('killed')), silent).catch(silent);
        await append(stores.log, 'task-1000', [{ type: 'TaskCreated', data: {} }]);
        await expect(importFrom(file, stores, silent)).rejects.toThrow(/The stores hold what is not of this export/);
      });
    }
  });

  it('writes no export over another file, and leaves no half one', async () => {
    await expect(exportTo(file, full, secret, silent)).rejects.toThrow(/exists: give another name/);
    await withEmpty(async (stores) => {
      const { sha256 } = await storeFile(stores, noise(10));
      const files = new Proxy(stores.files, {
        get: (target, name) =>
          name === 'get'
            ? () => target.get(sha256, { start: 0, end: 3 })
            : (Reflect.get(target, name) as () => void).bind(target),
      });
      const to = newPath();
      await expect(exportTo(to, { ...stores, files }, secret, silent)).rejects.toThrow(/it is damaged/);
      expect([existsSync(to), existsSync(`${to}.part`)]).toEqual([false, false]);
    });
  });

  it('gives back whatever was put in', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((one) => !one.includes('\u0000'));
    const name = fc.stringMatching(/^[a-z]{1,3}-[0-9]{1,2}$/);
    const content = fc.record({
      events: fc.array(
        fc.tuple(
          name,
          fc.jsonValue().map((value) => ({ value })),
        ),
        { maxLength: 30 },
      ),
      accounts: fc.uniqueArray(
        fc.tuple(
          fc.constantFrom('person', 'session', 'token'),
          name,
          fc.jsonValue(),
          fc.uniqueArray(text, { maxLength: 3 }),
          fc.option(fc.nat()),
        ),
        {
          maxLength: 12,
          selector: ([kind, id]) => `${kind} ${id}`,
        },
      ),
      counters: fc.dictionary(name, fc.nat(), { maxKeys: 4 }),
      claims: fc.dictionary(name, text, { maxKeys: 4 }),
      files: fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(content, async ({ events, accounts, counters, claims, files }) => {
        await withEmpty(async (source) => {
          for (const [stream, data] of events) await append(source.log, stream, [{ type: 'Happened', data }]);
          for (const [kind, id, value, refs, expiresAt] of accounts) {
            const keys = { refs, unique: [`own:${id}`], ...(expiresAt !== null && { expiresAt }) };
            await source.accounts.insert(kind as 'person', id, value, keys);
          }
          for (const [counter, value] of Object.entries(counters)) await source.claims.raise(counter, value);
          for (const [key, value] of Object.entries(claims)) await source.claims.claim(key, value, { now: 0 });
          for (const bytes of files) await storeFile(source, Buffer.from(bytes));
          const first = await exported(source);
          await withEmpty(async (target) => {
            await importFrom(first, target, silent);
            expect(contentLines(await exported(target))).toEqual(contentLines(first));
          });
        });
      }),
      { numRuns: 8 },
    );
  });
});
