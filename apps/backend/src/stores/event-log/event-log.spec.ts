import { once } from 'node:events';
import { existsSync, fstatSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from '@jest/globals';
import { startChild } from '../drivers/sqlite/testing/child';
import { limitPages } from '../drivers/sqlite/testing/inside';
import { temporaryFolder } from '../drivers/sqlite/testing/temporary-folder';
import { NO_STREAM } from './event-log';
import { describeEventLogContract, newEvent } from './event-log.contract';
import { SqliteEventLog } from './sqlite.event-log';

const folder = temporaryFolder();
let files = 0;
const newFile = () => join(folder.path, `${++files}`, 'log.sqlite');
afterAll(() => folder.remove());

describeEventLogContract('SqliteEventLog', async () => new SqliteEventLog(newFile()));

describe('SqliteEventLog', () => {
  it('is the same log after it was closed and opened', async () => {
    const file = newFile();
    const first = new SqliteEventLog(file);
    const identity = await first.identity();
    const { position } = await first.append('task-1', NO_STREAM, [newEvent()]);
    await first.close();
    const second = new SqliteEventLog(file);
    expect(await second.identity()).toBe(identity);
    expect(await second.end()).toBe(position);
    expect((await second.append('task-1', 0, [newEvent()])).position).toBe(String(Number(position) + 1));
    await second.close();
  });

  it('gives positions out without gaps, also after refusals', async () => {
    const log = new SqliteEventLog(newFile());
    await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => log.append(`task-${n % 10}`, NO_STREAM, [newEvent(), newEvent()])),
    );
    const positions = (await log.readAll(null, 1000)).map(({ position }) => position);
    expect(positions).toEqual(Array.from({ length: 20 }, (_, n) => String(n + 1)));
    await log.close();
  });

  it('refuses a second writer with a sentence, and lets the next one in after close', async () => {
    const file = newFile();
    const first = new SqliteEventLog(file);
    expect(() => new SqliteEventLog(file)).toThrow(/open for writing already/);
    await first.close();
    await new SqliteEventLog(file).close();
  });

  it('shows nothing that is not durable', async () => {
    let finishSync = () => {};
    const log = new SqliteEventLog(newFile(), {
      sync: () =>
        new Promise((resolve) => {
          finishSync = resolve;
        }),
    });
    let rings = 0;
    log.onAppended(() => rings++);
    const appending = log.append('task-1', NO_STREAM, [newEvent()]);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(await log.readAll(null, 10)).toEqual([]);
    expect(await log.end()).toBeNull();
    expect(rings).toBe(0);
    const reading = log.readStream('task-1');
    const first = await Promise.race([
      reading.then(() => 'read'),
      new Promise((resolve) => setImmediate(() => resolve('waits'))),
    ]);
    expect(first).toBe('waits');
    finishSync();
    expect(await reading).toHaveLength(1);
    await appending;
    expect(rings).toBe(1);
    expect(await log.readAll(null, 10)).toHaveLength(1);
    await log.close();
  });

  it('shares one sync between the appends that wait', async () => {
    let syncs = 0;
    const log = new SqliteEventLog(newFile(), {
      sync: async () => {
        syncs++;
      },
    });
    await Promise.all(Array.from({ length: 500 }, (_, n) => log.append(`task-${n}`, NO_STREAM, [newEvent()])));
    expect(syncs).toBe(1);
    await log.close();
  });

  it('says that the disk is full, stays readable and goes on when there is room', async () => {
    const log = new SqliteEventLog(newFile());
    limitPages(log, 20);
    const text = 'x'.repeat(10_000);
    let written = 0;
    const fill = async () => {
      for (; written < 100; written++)
        await log.append(`task-${written}`, NO_STREAM, [newEvent('Filled', text), newEvent()]);
    };
    await expect(fill()).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'not-written' });
    expect(written).toBeGreaterThan(1);
    expect(await log.readAll(null, 1000)).toHaveLength(2 * written);
    expect(await log.readStream(`task-${written}`)).toEqual([]);
    limitPages(log, 10_000);
    await fill();
    expect(await log.readAll(null, 1000)).toHaveLength(200);
    await log.close();
  });

  it('does not know the outcome when a sync fails, and takes nothing more until it is opened anew', async () => {
    const file = newFile();
    let failing = false;
    const log = new SqliteEventLog(file, {
      sync: async () => {
        if (failing) throw new Error('EIO');
      },
    });
    await log.append('task-1', NO_STREAM, [newEvent()]);
    failing = true;
    const lost = log.append('task-2', NO_STREAM, [newEvent()]);
    await expect(lost).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'unknown' });
    failing = false;
    await expect(log.append('task-3', NO_STREAM, [newEvent()])).rejects.toMatchObject({ outcome: 'not-written' });
    expect(await log.readAll(null, 10)).toHaveLength(1);
    await expect(log.readStream('task-2')).rejects.toMatchObject({ outcome: 'unknown' });
    await log.close();
    const again = new SqliteEventLog(file);
    expect(await again.readAll(null, 10)).toHaveLength(2);
    await again.append('task-3', NO_STREAM, [newEvent()]);
    await again.close();
  });

  it('notices that its WAL was deleted under it', async () => {
    const file = newFile();
    const log = new SqliteEventLog(file);
    await log.append('task-1', NO_STREAM, [newEvent()]);
    expect(existsSync(`${file}-wal`)).toBe(true);
    unlinkSync(`${file}-wal`);
    await expect(log.append('task-1', 0, [newEvent()])).rejects.toMatchObject({ outcome: 'unknown' });
    await log.close();
  });

  it('syncs the file that SQLite writes, also after the WAL started over many times', async () => {
    const file = newFile();
    const log = new SqliteEventLog(file, {
      sync: async (descriptor) => expect(fstatSync(descriptor).ino).toBe(statSync(`${file}-wal`).ino),
    });
    const text = 'x'.repeat(500_000);
    for (let n = 0; n < 40; n++) await log.append('task-1', n - 1, [newEvent('Large', text)]);
    expect(await log.end()).toBe('40');
    await log.close();
  });

  it('has every acknowledged append after SIGKILL, and none in part', async () => {
    const base = join(folder.path, 'killed');
    const file = join(base, 'data', 'log.sqlite');
    const child = startChild(
      join(base, 'program'),
      ['stores/event-log/sqlite.event-log'],
      `
      const { randomUUID } = require('node:crypto');
      const { writeSync } = require('node:fs');
      const { SqliteEventLog } = require('./stores/event-log/sqlite.event-log');
      const log = new SqliteEventLog(${JSON.stringify(file)});
      const metadata = ${JSON.stringify(newEvent('Step').metadata)};
      async function write(writer) {
        for (let n = 0; ; n++) {
          const events = [0, 1, 2].map((part) => ({ id: randomUUID(), type: 'Step', data: { n, part, text: 'x'.repeat(300) }, metadata }));
          await log.append('task-' + writer, 3 * n - 1, events);
          writeSync(1, writer + ' ' + n + '\\n');
        }
      }
      for (let writer = 0; writer < 32; writer++) write(writer);
      `,
    );
    const acknowledged = new Map<string, number>();
    let count = 0;
    for await (const line of createInterface({ input: child.stdout! })) {
      const [writer, n] = line.split(' ');
      acknowledged.set(writer!, Number(n));
      if (++count === 3000) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
    expect(count).toBeGreaterThanOrEqual(3000);

    const log = new SqliteEventLog(file);
    for (const [writer, n] of acknowledged) {
      const events = await log.readStream(`task-${writer}`);
      expect(events.length).toBeGreaterThanOrEqual(3 * (n + 1));
      expect(events.length % 3).toBe(0);
      expect(events.map(({ data }) => data)).toEqual(
        events.map((_, i) => ({ n: Math.floor(i / 3), part: i % 3, text: 'x'.repeat(300) })),
      );
    }
    const positions = (await log.readAll(null, 1_000_000)).map(({ position }) => Number(position));
    expect(positions).toEqual(positions.map((_, i) => i + 1));
    await log.close();
  });
});
