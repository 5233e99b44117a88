import { once } from 'node:events';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { RecordedEvent } from '@gos/domain';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventStoreDbServer } from '../../../../eventstoredb/src/server';
import { record } from '../../engine/commands/stream-cache';
import { ConfigError } from '../../kernel/config';
import { StoreUnavailable } from '../../kernel/store-errors';
import { verifyLog } from '../../operator/ops/verify-log';
import { Gate } from '../../testing/servers/gate';
import { type EventLog, NO_STREAM } from './event-log';
import { describeEventLogContract, newEvent } from './event-log.contract';
import { EventStoreDbClient } from './eventstoredb.client';
import { EventStoreDbEventLog, type EventStoreDbEventLogOptions } from './eventstoredb.event-log';

const url = process.env.EVENTSTOREDB_URL;
const run = `test-${Date.now().toString(36)}`;
let logs = 0;

describe('over the test server', () => {
  const servers: EventStoreDbServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });

  describeEventLogContract('EventStoreDbEventLog', async () => {
    const server = await EventStoreDbServer.start();
    servers.push(server);
    return new EventStoreDbEventLog({ url: server.url, appendTimeoutMs: 60_000, readTimeoutMs: 60_000 });
  });
});

// The real server runs in a container; EVENTSTOREDB_URL names one where the contract is to hold too.
(url ? describe : describe.skip)(`over the server that EVENTSTOREDB_URL names${url ? '' : ' (not set)'}`, () => {
  afterAll(async () => {
    const client = EventStoreDBClient.connectionString(url!);
    const streams = new Set<string>();
    for await (const { event } of client.readAll()) {
      if (event?.streamId.startsWith(run)) streams.add(event.streamId);
    }
    for (const stream of streams) await client.deleteStream(stream);
    await client.dispose();
  });

  describeEventLogContract(
    'EventStoreDbEventLog',
    async () => new EventStoreDbEventLog({ url: url!, prefix: `${run}-${++logs}-` }),
  );
});

describe('EventStoreDbEventLog', () => {
  let server: EventStoreDbServer;
  const opened: EventLog[] = [];
  const open = (options: Partial<EventStoreDbEventLogOptions> = {}) => {
    // Long limits, unless a test is about one: a busy machine must not fail the others.
    const log = new EventStoreDbEventLog({
      url: server.url,
      appendTimeoutMs: 60_000,
      readTimeoutMs: 60_000,
      ...options,
    });
    opened.push(log);
    return log;
  };

  beforeEach(async () => {
    server = await EventStoreDbServer.start();
  });
  afterEach(async () => {
    server.thaw();
    await Promise.all(opened.splice(0).map((log) => log.close()));
    await server.stop();
  });

  it('is found to lack a stream that was deleted by other means than the product', async () => {
    const log = open();
    for (const stream of ['task-1', 'task-2']) {
      const events = record(stream, { revision: NO_STREAM, lastHash: null }, [step(1), step(2)], () => {
        const { id, metadata } = newEvent();
        return { id, metadata };
      });
      await log.append(stream, NO_STREAM, events);
    }
    expect(await verifyLog(log)).toEqual({ checked: 4, errors: [] });
    const client = EventStoreDBClient.connectionString(server.url);
    await client.deleteStream('task-1');
    await client.dispose();
    expect((await verifyLog(log)).errors).toEqual([
      'task-1: its beginning cannot be read, as if it was deleted or cut',
    ]);
  });

  /** Follows a log as a projector does: reads on at every ring. `reaches` waits for an event with this number. */
  function follow(log: EventLog) {
    const events: RecordedEvent[] = [];
    const waiting = new Set<() => void>();
    let reading = Promise.resolve();
    const pull = async () => {
      for (;;) {
        const more = await log.readAll(events.at(-1)?.position ?? null, 50);
        if (more.length === 0) break;
        events.push(...more);
      }
      for (const look of waiting) look();
    };
    const stop = log.onAppended(() => {
      reading = reading.then(pull).catch(() => {});
    });
    const reaches = (n: number) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!events.some(({ data }) => (data as { n: number }).n === n)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    const numbers = () => events.map(({ data }) => (data as { n: number }).n);
    return { reaches, numbers, stop };
  }

  async function eventually<T>(action: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await action();
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
      }
    }
  }

  const step = (n: number) => newEvent('Step', { n });
  const everything = (log: EventLog) => log.readAll(null, 100_000);

  it.each(['esdb', 'esdb+discover'])(
    'gives up a node that accepts connections and stays silent, and goes on with a new connection (%s)',
    async (protocol) => {
      const gate = await Gate.to(server.url.replace(/^esdb:\/\/|\?.*$/g, ''));
      try {
        gate.fallSilent();
        const log = open({ url: `${protocol}://${gate.address}?tls=false&maxDiscoverAttempts=2` });
        await expect(log.readStream('task-1')).rejects.toThrow(
          protocol === 'esdb'
            ? 'The event store accepts connections and does not answer'
            : /^No node that EVENTSTOREDB_URL names|ETIMEDOUT/,
        );
        await expect(log.append('task-1', NO_STREAM, [step(0)])).rejects.toMatchObject({ outcome: 'not-written' });
        // Connections that were made before stay silent.
        await gate.open();
        await eventually(() => log.append('task-1', NO_STREAM, [step(0)]));
        expect(await log.readStream('task-1')).toHaveLength(1);
      } finally {
        await gate.close();
      }
    },
  );

  it.each(['esdb', 'esdb+discover'])(
    'says that the store is away, and works again, bell and all, when it is back (%s)',
    async (protocol) => {
      const address = `${server.url.replace('esdb', protocol)}&maxDiscoverAttempts=2`;
      const log = open({ url: address });
      const follower = follow(open({ url: address }));
      await log.append('task-1', NO_STREAM, [step(0)]);
      await follower.reaches(0);
      await server.die();
      await expect(log.append('task-1', 0, [step(1)])).rejects.toMatchObject({ name: 'StoreUnavailable' });
      await expect(log.append('task-1', 0, [step(1)])).rejects.toMatchObject({ outcome: 'not-written' });
      await expect(log.readStream('task-1')).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(log.end()).rejects.toBeInstanceOf(StoreUnavailable);
      await server.revive();
      const event = step(2);
      await eventually(() => log.append('task-1', 0, [event]));
      await follower.reaches(2);
      await log.append('task-1', 1, [step(3)]);
      await follower.reaches(3);
      expect(follower.numbers()).toEqual([0, 2, 3]);
    },
  );

  it('hears the bell of another process', async () => {
    const writer = new EventStoreDbEventLog({ url: `${server.url}&connectionName=other` });
    opened.push(writer);
    const follower = follow(open());
    for (let n = 0; n < 5; n++) {
      await writer.append('task-1', n - 1, [step(n)]);
      await follower.reaches(n);
    }
    expect(follower.numbers()).toEqual([0, 1, 2, 3, 4]);
  });

  it('gives up a frozen store by a timer of its own; the same append again is not written twice', async () => {
    const log = open();
    const impatient = open({ appendTimeoutMs: 100, readTimeoutMs: 100 });
    await log.append('task-1', NO_STREAM, [step(0)]);
    server.freeze();
    const events = [step(1), step(2)];
    await expect(impatient.append('task-1', 0, events)).rejects.toMatchObject({ outcome: 'unknown' });
    await expect(impatient.readStream('task-1')).rejects.toBeInstanceOf(StoreUnavailable);
    server.thaw();
    const { revision, position } = await log.append('task-1', 0, events);
    expect(revision).toBe(2);
    const read = await log.readStream('task-1');
    expect(read.map(({ data }) => data)).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
    expect(read.at(-1)!.position).toBe(position);
    expect(await log.end()).toBe(position);
  });

  it('does not take an append that was there before for another one with its ids', async () => {
    const log = open({ appendTimeoutMs: 300 });
    await log.append('task-1', NO_STREAM, [step(0)]);
    server.holdAnswers();
    const event = step(1);
    await expect(log.append('task-1', 0, [event])).rejects.toMatchObject({ outcome: 'unknown' });
    server.releaseAnswers();
    const other = eventually(() => log.append('task-1', 0, [{ ...event, data: { n: 2 } }]));
    await expect(other).rejects.toMatchObject({ name: 'WrongExpectedRevision', expected: 0, actual: 1 });
    expect((await log.readStream('task-1')).map(({ data }) => data)).toEqual([{ n: 0 }, { n: 1 }]);

    // An id that is made from a command may have been written by another process.
    const derived = { ...step(3), id: '2a8ff2ce-6d0f-5f2e-9d5c-3d2f6f5c1a10' };
    await eventually(() => log.append('task-1', 1, [derived]));
    const mistaken = eventually(() => log.append('task-1', 1, [{ ...derived, data: { n: 4 } }]));
    await expect(mistaken).rejects.toMatchObject({ name: 'WrongExpectedRevision', actual: 2 });
    expect((await eventually(() => log.append('task-1', 1, [derived]))).revision).toBe(2);
    expect(await everything(log)).toHaveLength(3);
  });

  it('works on after answers that come late and twice', async () => {
    const log = open();
    await log.append('task-0', NO_STREAM, [step(0)]);
    server.holdAnswers();
    const impatient = open({ appendTimeoutMs: 100 });
    await expect(impatient.append('task-1', NO_STREAM, [step(0)])).rejects.toMatchObject({ outcome: 'unknown' });
    server.releaseAnswers();
    server.answerTwice();
    for (let n = 1; n < 20; n++) await log.append('task-1', n - 1, [step(n)]);
    expect(await log.readStream('task-1')).toHaveLength(20);
  });

  it('does not know what became of an append whose connection was cut; it is written once', async () => {
    const log = open();
    await log.append('task-1', NO_STREAM, [step(0)]);
    server.cutAfterWrite();
    const event = step(1);
    await expect(log.append('task-1', 0, [event])).rejects.toMatchObject({ outcome: 'unknown' });
    const { revision } = await eventually(() => log.append('task-1', 0, [event]));
    expect(revision).toBe(1);
    expect(await everything(log)).toHaveLength(2);
  });

  it('survives a connection that breaks while more waits than it takes', async () => {
    const log = open({ appendTimeoutMs: 1_000 });
    await log.append('task-0', NO_STREAM, [step(0)]);
    server.freeze();
    const text = 'x'.repeat(20_000);
    const waiting = Array.from({ length: 200 }, (_, n) =>
      log.append(`task-${n + 1}`, NO_STREAM, [newEvent('Step', { n, text })]),
    );
    const outcomes = Promise.allSettled(waiting);
    await server.die();
    for (const { status } of await outcomes) expect(status).toBe('rejected');
    await server.revive();
    await eventually(() => log.append('task-0', 0, [step(1)]));
    expect(await log.readStream('task-0')).toHaveLength(2);
  });

  it('finds everything though a burst drops the subscription', async () => {
    const log = open();
    const follower = follow(new EventStoreDbEventLog({ url: `${server.url}&connectionName=other` }));
    await log.append('task-0', NO_STREAM, [step(-1)]);
    await follower.reaches(-1);
    const burst = (from: number) => Array.from({ length: 300 }, (_, n) => step(from + n));
    await log.append('task-1', NO_STREAM, burst(0));
    await log.append('task-1', 299, burst(300));
    await follower.reaches(599);
    await log.append('task-0', 0, [step(600)]);
    await follower.reaches(600);
    expect(follower.numbers()).toEqual([...Array(602).keys()].map((n) => n - 1));
    follower.stop();
  });

  it('does not know what became of an append that a stopping 23.10 leaves', async () => {
    const log = open();
    const follower = follow(open());
    await log.append('task-1', NO_STREAM, [step(0)]);
    await follower.reaches(0);
    server.holdAnswers();
    const left = log.append('task-1', 0, [step(1)]);
    while (server.appends.length < 2) await once(server.activity, 'append');
    server.stopGracefully();
    await expect(left).rejects.toMatchObject({ outcome: 'unknown' });
    server.releaseAnswers();
    await log.append('task-1', 1, [step(2)]);
    await follower.reaches(2);
    expect(follower.numbers()).toEqual([0, 1, 2]);
  });

  it('gets over a look-up that fails in a way that its client remembers', async () => {
    const log = open();
    server.failFeatures();
    await expect(log.append('task-1', NO_STREAM, [step(0)])).rejects.toMatchObject({ outcome: 'not-written' });
    await log.append('task-1', NO_STREAM, [step(0)]);
    expect(await everything(log)).toHaveLength(1);
  });

  it('refuses positions of another or a longer log', async () => {
    const log = open();
    await log.append('task-1', NO_STREAM, [step(0), step(1)]);
    const end = (await log.end())!;
    for (const position of [String(Number(end) + 1), String(Number(end) + 100_000), '1', 'x', '']) {
      await expect(log.readAll(position, 10)).rejects.toBeInstanceOf(RangeError);
    }
    expect(await log.readAll(end, 10)).toEqual([]);
  });

  /** Appends events such as a store records of itself. */
  async function noise(count: number): Promise<void> {
    const store = EventStoreDBClient.connectionString(server.url);
    const events = Array.from({ length: count }, () => ({
      id: crypto.randomUUID(),
      type: '$statsCollected',
      contentType: 'application/json' as const,
      data: {},
      metadata: {},
    }));
    await store.appendToStream('$stats', events);
    await store.dispose();
  }

  it('passes over what belongs to the store, however much it is', async () => {
    const log = open();
    await noise(150);
    expect(await log.end()).toBeNull();
    expect(await log.readAll(null, 10)).toEqual([]);
    await log.append('task-1', NO_STREAM, [step(0)]);
    await noise(150);
    const { position } = await log.append('task-1', 0, [step(1)]);
    await noise(150);
    expect(await log.end()).toBe(position);
    const first = await log.readAll(null, 1);
    expect(first.map(({ data }) => data)).toEqual([{ n: 0 }]);
    expect(await log.readAll(first[0]!.position, 5)).toMatchObject([{ data: { n: 1 }, position }]);
    for (let n = 0; n < 2; n++) expect(await log.readAll(position, 5)).toEqual([]);
    expect(await log.end()).toBe(position);
    const last = await log.append('task-1', 1, [step(2)]);
    expect(await log.readAll(position, 5)).toMatchObject([{ data: { n: 2 }, position: last.position }]);
  });

  it('reads one event to tell its end, and more where others lie behind', async () => {
    const log = open();
    await log.append('task-1', NO_STREAM, [step(0), step(1)]);
    const readAll = jest.spyOn(EventStoreDbClient.prototype, 'readAll');
    const counts = () => readAll.mock.calls.splice(0).map(([, , count]) => count);
    await log.end();
    expect(counts()).toEqual([1]);
    await noise(50);
    await log.end();
    expect(counts()).toEqual([1, 100]);
    readAll.mockRestore();
  });

  it('shares a store with other logs, each by its own prefix', async () => {
    const [one, other] = [open({ prefix: 'one-' }), open({ prefix: 'other-' })];
    expect(await one.identity()).not.toBe(await other.identity());
    await one.append('task-1', NO_STREAM, [step(1)]);
    expect(await other.end()).toBeNull();
    const { position } = await other.append('task-1', NO_STREAM, [step(2)]);
    expect(await everything(one)).toMatchObject([{ stream: 'task-1', data: { n: 1 } }]);
    expect(await everything(other)).toMatchObject([{ stream: 'task-1', data: { n: 2 }, position }]);
    expect(await one.readAll((await one.end())!, 10)).toEqual([]);
  });

  it('has one name, whoever gives it first', async () => {
    const names = await Promise.all(
      Array.from({ length: 8 }, (_, n) => {
        const log = new EventStoreDbEventLog({ url: `${server.url}&connectionName=process${n}` });
        opened.push(log);
        return log.identity();
      }),
    );
    expect(new Set(names).size).toBe(1);
    expect(await open().end()).toBeNull();
    await expect(open().append('gos-log', NO_STREAM, [step(0)])).rejects.toBeInstanceOf(RangeError);
  });

  it('keeps its events as JSON in the store', async () => {
    await open().append('task-1', NO_STREAM, [step(0)]);
    const store = EventStoreDBClient.connectionString(server.url);
    for await (const { event } of store.readStream('task-1')) {
      expect(event).toMatchObject({ isJson: true, data: { n: 0 }, metadata: { via: 'api' } });
    }
    await store.dispose();
  });

  it('has every acknowledged append once, whole and in order, though the store dies again and again', async () => {
    const log = open();
    const follower = follow(open({ url: `${server.url}&connectionName=other` }));
    let acknowledged = 0;
    const write = async (writer: number) => {
      for (let n = 0; n < 25; n++) {
        const events = [0, 1, 2].map((part) => newEvent('Step', { n: 1000 * writer + n, part }));
        const { revision } = await eventually(() => log.append(`task-${writer}`, 3 * n - 1, events));
        expect(revision).toBe(3 * n + 2);
        if (++acknowledged % 40 === 0) {
          await server.die();
          await server.revive();
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
    const last = step(-1);
    await eventually(() => log.append('last', NO_STREAM, [last]));
    await follower.reaches(-1);
    const all = await everything(log);
    expect(all).toHaveLength(8 * 25 * 3 + 1);
    expect(follower.numbers()).toEqual(all.map(({ data }) => (data as { n: number }).n));
    for (let writer = 0; writer < 8; writer++) {
      const expected = Array.from({ length: 75 }, (_, i) => ({ n: 1000 * writer + Math.floor(i / 3), part: i % 3 }));
      expect((await log.readStream(`task-${writer}`)).map(({ data }) => data)).toEqual(expected);
    }
  });

  it('closes though the store is frozen', async () => {
    const log = open({ appendTimeoutMs: 300, readTimeoutMs: 300 });
    log.onAppended(() => {});
    await log.append('task-1', NO_STREAM, [step(0)]);
    server.freeze();
    const [appending, reading] = [log.append('task-1', 0, [step(1)]), log.readStream('task-1')];
    const outcomes = Promise.allSettled([appending, reading]);
    await log.close();
    for (const { status } of await outcomes) expect(status).toBe('rejected');
  });

  it('refuses an address that cannot be used, or has credentials that nobody would check, and does not repeat them', () => {
    for (const wrong of [
      'esdb://admin:secret@127.0.0.1:2113?tls=false',
      'http://admin:secret@127.0.0.1:2113',
      'esdb://admin:secret@@127.0.0.1:port',
    ]) {
      let message = '';
      try {
        new EventStoreDbEventLog({ url: wrong });
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        message = (error as Error).message;
      }
      expect(message).toMatch(/^EVENTSTOREDB_URL [^\n]+\.$/);
      expect(message).not.toContain('secret');
    }
  });
});
