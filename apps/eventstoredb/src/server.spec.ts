import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AppendToStreamOptions,
  END,
  EventStoreDBClient,
  excludeSystemEvents,
  jsonEvent,
  type ReadAllOptions,
} from '@eventstore/db-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Gate } from '../../backend/src/testing/servers/gate';
import { EventStoreDbProcess } from './process';
import { EventStoreDbServer } from './server';

const event = (id: string = randomUUID()) => jsonEvent({ id, type: 'Happened', data: { some: 'data' } });
const ofBytes = (bytes: number) => ({ ...event(), data: 'x'.repeat(bytes - 2) });

async function collected<T>(reading: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of reading) all.push(one);
  return all;
}

// The measured facts about EventStoreDB 22.10 and 23.10 that the adapter rests on.
describe('the test server of EventStoreDB', () => {
  let server: EventStoreDbServer;
  let client: EventStoreDBClient;
  beforeAll(async () => {
    server = await EventStoreDbServer.start();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    client = EventStoreDBClient.connectionString(server.url);
  });
  afterEach(() => client.dispose());

  const append = (
    stream: string,
    ids: readonly string[],
    expectedRevision: AppendToStreamOptions['expectedRevision'],
    more: AppendToStreamOptions = {},
  ) =>
    client.appendToStream(
      stream,
      ids.map((id) => event(id)),
      { expectedRevision, ...more },
    );
  const wrong = (expectedVersion: unknown, actualVersion: unknown) => ({
    type: 'wrong-expected-version',
    expectedVersion,
    actualVersion,
  });
  const idsOf = async (stream: string) => (await collected(client.readStream(stream))).map(({ event: one }) => one!.id);

  it('has one event of its own at first; others begin at 733, with gaps', async () => {
    const first = await collected(client.readAll());
    expect(first).toMatchObject([{ event: { streamId: '$$$scavenges', type: '$metadata' } }]);
    const appended = await append('positions', [randomUUID(), randomUUID()], 'no_stream');
    expect(appended).toMatchObject({ success: true, nextExpectedRevision: 1n });
    const [, a, b] = (await collected(client.readAll())).map(({ event: one }) => one!.position.commit);
    expect(a).toBe(733n);
    expect(b).toBeGreaterThan(a! + 1n);
    expect(appended.position).toEqual({ commit: b, prepare: b });
  });

  for (const path of ['batch', 'classic'] as const) {
    // Credentials of the call select the classic path.
    const more = path === 'classic' ? { credentials: { username: 'a', password: 'b' } } : {};

    it(`refuses other revisions and takes repetitions by their ids alone (${path})`, async () => {
      const stream = `ids-${path}`;
      const [e1, e2, e3, e4] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string];
      const first = await append(stream, [e1], 'no_stream', more);
      await append(stream, [e2, e3], 0n, more);
      await expect(append(stream, [e4], 'no_stream', more)).rejects.toMatchObject(wrong('no_stream', 2n));
      await expect(append(stream, [e4], 9n, more)).rejects.toMatchObject(wrong(9n, 2n));
      await expect(append(`no-${stream}`, [e4], 0n, more)).rejects.toMatchObject(wrong(0n, 'no_stream'));
      await expect(append(`no-${stream}`, [e4], 'stream_exists', more)).rejects.toMatchObject(
        wrong('stream_exists', 'no_stream'),
      );
      expect(await append(stream, [e1], 'no_stream', more)).toEqual(first);
      expect(await append(stream, [e1], 'any', more)).toEqual(first);
      expect(await append(stream, [e2, e3], 0n, more)).toMatchObject({ nextExpectedRevision: 2n });
      expect(await append(stream, [e2], 0n, more)).toMatchObject({ nextExpectedRevision: 1n });
      await expect(append(stream, [e2, e3, e4], 0n, more)).rejects.toMatchObject(wrong(0n, 2n));
      await expect(append(stream, [e1, e4], 'any', more)).rejects.toMatchObject(wrong('any', 2n));
      await expect(append(stream, [e1], 1n, more)).rejects.toMatchObject(wrong(1n, 2n));
      expect(await idsOf(stream)).toEqual([e1, e2, e3]);
      expect(await append(stream, [e2], 2n, more)).toMatchObject({ nextExpectedRevision: 3n });
      expect(await append(stream, [e4, e1], 'any', more)).toMatchObject({ nextExpectedRevision: 5n });
      expect(await idsOf(stream)).toEqual([e1, e2, e3, e2, e4, e1]);
    });

    it(`takes 1 MiB of data in one append and not a byte more, all or nothing (${path})`, async () => {
      const options = { expectedRevision: 'no_stream', ...more } as const;
      const large = ofBytes(1024 * 1024);
      await client.appendToStream(`large-${path}`, large, options);
      await expect(client.appendToStream(`larger-${path}`, [large, ofBytes(3)], options)).rejects.toMatchObject({
        type: 'maximum-append-size-exceeded',
        maxAppendSize: 1024 * 1024,
      });
      await expect(idsOf(`larger-${path}`)).rejects.toMatchObject({ type: 'stream-not-found' });
    });
  }

  it('answers a bad request with an error of no name', async () => {
    const bad = append('bad', ['no-uuid'], 'any');
    await expect(bad).rejects.toMatchObject({ type: 'unknown', message: 'Could not recognize BadRequest' });
    // It answers a second time later, which the client does not survive.
    await client.dispose();
  });

  it('brings back a deleted stream, and never one with a tombstone', async () => {
    const id = randomUUID();
    await append('deleted', [id], 'no_stream');
    await client.deleteStream('deleted');
    await expect(idsOf('deleted')).rejects.toMatchObject({ type: 'stream-not-found' });
    await expect(append('deleted', [randomUUID()], 'stream_exists')).rejects.toMatchObject({ type: 'stream-deleted' });
    expect(await append('deleted', [id], 'no_stream')).toMatchObject({ nextExpectedRevision: 0n, position: undefined });
    const later = randomUUID();
    expect(await append('deleted', [later], 'no_stream')).toMatchObject({ nextExpectedRevision: 1n });
    expect(await idsOf('deleted')).toEqual([later]);
    await client.tombstoneStream('deleted');
    await expect(idsOf('deleted')).rejects.toMatchObject({ type: 'stream-deleted' });
    await expect(append('deleted', [later], 'any')).rejects.toMatchObject({ type: 'stream-deleted' });
  });

  it('reads inclusively forwards, exclusively backwards, and nothing beyond the end', async () => {
    await append('read', [randomUUID(), randomUUID(), randomUUID()], 'any');
    const all = (await collected(client.readAll())).map(({ event: one }) => one!.position);
    const positions = async (options: ReadAllOptions) =>
      (await collected(client.readAll(options))).map(({ event: one }) => one!.position);
    const third = all.at(-3)!;
    expect(await positions({ fromPosition: third })).toEqual(all.slice(-3));
    expect(await positions({ fromPosition: third, direction: 'backwards', maxCount: 1 })).toEqual([all.at(-4)]);
    expect(await positions({ fromPosition: END, direction: 'backwards', maxCount: 1 })).toEqual([all.at(-1)]);
    const beyond = { commit: all.at(-1)!.commit + 100_000n, prepare: all.at(-1)!.prepare + 100_000n };
    expect(await positions({ fromPosition: beyond })).toEqual([]);
    const inside = { commit: third.commit + 1n, prepare: third.prepare + 1n };
    await expect(positions({ fromPosition: inside })).rejects.toMatchObject({
      type: 'unknown',
      message: '2 UNKNOWN: Unexpected ReadAllResult: Error',
    });
    const revisions = await collected(client.readStream('read', { fromRevision: 1n, maxCount: 5 }));
    expect(revisions.map(({ event: one }) => one!.revision)).toEqual([1n, 2n]);
  });

  it('follows from after a position, with checkpoints of what it passed over', async () => {
    await append('followed', [randomUUID()], 'any');
    const [last] = await collected(client.readAll({ fromPosition: END, direction: 'backwards', maxCount: 1 }));
    const checkpoints: bigint[] = [];
    const subscription = client.subscribeToAll({
      fromPosition: last!.event!.position,
      filter: excludeSystemEvents({
        maxSearchWindow: 4,
        checkpointInterval: 1,
        checkpointReached: (_, { commit }) => void checkpoints.push(commit),
      }),
    });
    const heard: string[] = [];
    subscription.on('data', ({ event: one }) => heard.push(one!.id));
    await once(subscription, 'confirmation');
    const ids = Array.from({ length: 9 }, () => randomUUID());
    await append('followed', ids, 'any');
    while (heard.length < 9) await once(subscription, 'data');
    expect(heard).toEqual(ids);
    const positions = (await collected(client.readStream('followed'))).map(({ event: one }) => one!.position!.commit);
    expect(checkpoints).toEqual([positions[4], positions[8]]);
    await subscription.unsubscribe();
  });

  it('drops a live subscription on a burst, with one error and no end', async () => {
    const subscription = client.subscribeToAll({ fromPosition: END });
    const others: string[] = [];
    for (const name of ['end', 'close']) subscription.on(name, () => others.push(name));
    let heard = 0;
    subscription.on('data', () => heard++);
    await once(subscription, 'confirmation');
    const dropped = once(subscription, 'error');
    const ids = Array.from({ length: 900 }, () => randomUUID());
    await append('burst', ids, 'no_stream');
    expect((await dropped)[0]).toMatchObject({ type: 'timeout', code: 10 });
    expect(heard).toBeLessThan(900);
    expect(others).toEqual([]);
  });

  it('is found by a client that looks for the leader of a cluster', async () => {
    const discovering = EventStoreDBClient.connectionString(server.url.replace('esdb:', 'esdb+discover:'));
    await discovering.appendToStream('discovered', event());
    expect(await idsOf('discovered')).toHaveLength(1);
    await discovering.dispose();
  });

  it('dies in the middle of what it receives, and writes nothing after that', async () => {
    const mortal = await EventStoreDbServer.start();
    const gate = await Gate.to(`127.0.0.1:${mortal.port}`);
    const caller = EventStoreDBClient.connectionString(`esdb://${gate.address}?tls=false`);
    await caller.appendToStream('first', event());
    const dead = once(mortal.activity, 'append').then(() => mortal.die());
    const goOn = gate.standStill();
    const calls: Promise<unknown>[] = [];
    const credentials = { username: 'a', password: 'b' };
    for (const stream of ['second', 'third', 'fourth']) {
      calls.push(caller.appendToStream(stream, event(), { credentials }));
      await sleep(20);
    }
    goOn();
    for (const { status } of await Promise.allSettled(calls)) expect(status).toBe('rejected');
    await dead;
    expect(mortal.appends).toEqual(['first', 'second']);
    await caller.dispose();
    await gate.close();
    await mortal.stop();
  });
});

describe('the test server of EventStoreDB in a process of its own', () => {
  it('has what it acknowledged when it comes back after SIGKILL', async () => {
    const server = await EventStoreDbProcess.start({ version: '22.10.5' });
    const client = EventStoreDBClient.connectionString(server.url);
    const ids = Array.from({ length: 20 }, () => randomUUID());
    for (const id of ids) await client.appendToStream('kept', event(id));
    const before = await collected(client.readAll());
    await server.kill();
    await expect(client.appendToStream('kept', event())).rejects.toThrow(/UNAVAILABLE/);
    await server.revive();
    expect(await collected(client.readAll())).toEqual(before);
    expect(await client.appendToStream('kept', event(ids[3]))).toMatchObject({ nextExpectedRevision: 3n });
    await server.does('cutAfterWrite');
    await expect(client.appendToStream('kept', event())).rejects.toThrow(/UNAVAILABLE/);
    expect(await collected(client.readStream('kept'))).toHaveLength(21);
    await client.dispose();
    await server.stop();
  });
});
