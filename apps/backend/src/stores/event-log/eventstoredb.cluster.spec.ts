import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { RecordedEvent } from '@gos/domain';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EventStoreDbCluster } from '../../../../eventstoredb/src/cluster';
import { StoreUnavailable } from '../../kernel/store-errors';
import { NO_STREAM } from './event-log';
import { newEvent } from './event-log.contract';
import { EventStoreDbEventLog } from './eventstoredb.event-log';

// Elections take their time.
const electionMs = 1_500;
/** From the loss of a leader: it is noticed, elected and found. A lost connection that is noticed by the keep-alive of the package takes 20 s. */
const secondsAway = 18;

describe('EventStoreDB as a cluster of three', () => {
  let cluster: EventStoreDbCluster;
  const opened: EventStoreDbEventLog[] = [];
  const open = (url = cluster.url) => {
    const log = new EventStoreDbEventLog({ url, appendTimeoutMs: 2_000, readTimeoutMs: 2_000 });
    opened.push(log);
    return log;
  };
  const step = (n: number) => newEvent('Step', { n });

  beforeEach(async () => {
    cluster = await EventStoreDbCluster.start({ electionMs });
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((log) => log.close()));
    await cluster.stop();
  });

  /** As the command runner and the followers of the log do: the same again while the store is away. */
  async function eventually<T>(action: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await action();
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  it.each<[string, () => string]>([
    ['by the addresses of its nodes', () => cluster.url],
    ['by the address of one', () => `esdb+discover://127.0.0.1:${cluster.nodes[2]!.port}?tls=false`],
  ])('is found %s', async (_, address) => {
    const log = open(address());
    const { position } = await log.append('task-1', NO_STREAM, [step(0)]);
    expect(await log.end()).toBe(position);
    expect(cluster.nodes.map(({ appends }) => appends.length)).toEqual([1, 0, 0]);
  });

  it('answers from a follower who leads, and from nobody during an election', async () => {
    const [, follower] = cluster.nodes;
    const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${follower!.port}?tls=false`);
    const append = () =>
      client.appendToStream('task-1', [{ ...step(0), contentType: 'application/json' } as never], {
        requiresLeader: true,
      });
    const read = async () => {
      for await (const _ of client.readAll({ requiresLeader: true })) return;
    };
    const { port } = cluster.nodes[0]!;
    const leader = { address: '127.0.0.1', port };
    await expect(append()).rejects.toMatchObject({ type: 'not-leader', code: 5, leader });
    // The client has turned to the leader now.
    await append();
    await client.dispose();
    const other = EventStoreDBClient.connectionString(
      `esdb://127.0.0.1:${follower!.port}?tls=false&connectionName=other`,
    );
    const readOther = async () => {
      for await (const _ of other.readAll({ requiresLeader: true })) return;
    };
    await expect(readOther()).rejects.toMatchObject({ type: 'not-leader', leader });
    cluster.resign();
    await expect(read()).rejects.toMatchObject({ type: 'unavailable' });
    expect(await cluster.elected()).toBe(follower);
    await other.dispose();
  });

  it('says that it elects while it does, and takes nothing', async () => {
    const log = open();
    await log.append('task-1', NO_STREAM, [step(0)]);
    cluster.resign();
    const appending = log.append('task-1', 0, [step(1)]);
    await expect(appending).rejects.toThrow('The event store is not ready: it is starting, or electing a leader');
    await expect(log.readAll(null, 10)).rejects.toThrow(
      /^The event store is not ready|^No node that EVENTSTOREDB_URL names/,
    );
    await cluster.elected();
    await eventually(() => log.append('task-1', 0, [step(2)]));
    expect((await log.readStream('task-1')).map(({ data }) => data)).toEqual([{ n: 0 }, { n: 2 }]);
  });

  it('goes on after an election, though the gossip named a leader that accepts connections and stays silent', async () => {
    await cluster.stop();
    cluster = await EventStoreDbCluster.start({ electionMs, noticeMs: 5_000 });
    const [leader] = cluster.nodes;
    await cluster.loseLeader();
    const silent = createServer((socket) => socket.resume()).listen(leader!.port, '127.0.0.1');
    const accepted = new Set<Socket>();
    silent.on('connection', (socket) => accepted.add(socket));
    try {
      const log = open();
      const appending = eventually(() => log.append('task-1', NO_STREAM, [step(0)]));
      const reading = eventually(() => log.readAll(null, 10));
      await cluster.elected();
      // Without an end to its wait, the client would stay with the silent node.
      await Promise.all([appending, reading]);
      expect(accepted.size).toBeGreaterThan(0);
    } finally {
      for (const socket of accepted) socket.destroy();
      silent.close();
    }
  });

  it('has every acknowledged append once, in order, though it loses its leader again and again', async () => {
    const log = open();
    const heard: RecordedEvent[] = [];
    const follower = open(`${cluster.url}&connectionName=other`);
    let reading = Promise.resolve();
    const pull = async () => {
      for (;;) {
        const more = await follower.readAll(heard.at(-1)?.position ?? null, 100);
        if (more.length === 0) return;
        heard.push(...more);
      }
    };
    follower.onAppended(() => {
      reading = reading.then(pull).catch(() => {});
    });
    let acknowledged = 0;
    const waits: number[] = [];
    const write = async (writer: number) => {
      for (let n = 0; n < 60; n++) {
        const events = [step(n), step(n)];
        const { revision } = await eventually(() => log.append(`task-${writer}`, 2 * n - 1, events));
        expect(revision).toBe(2 * n + 1);
        acknowledged++;
      }
    };
    const writing = Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
    for (const [round, least] of [60, 180, 320].entries()) {
      const leader = await cluster.elected();
      while (acknowledged < least) await once(leader.activity, 'append');
      // Some are written and not acknowledged, and some have not been looked at yet, when it goes.
      leader.holdAnswers();
      for (let more = 0; more < 4; more++) await once(leader.activity, 'append');
      leader.freeze();
      const before = acknowledged;
      const lostAt = performance.now();
      if (round === 1) {
        leader.thaw();
        leader.releaseAnswers();
        cluster.resign();
      } else await cluster.loseLeader();
      while (acknowledged <= before + 8) await new Promise((resolve) => setTimeout(resolve, 10));
      waits.push((performance.now() - lostAt) / 1_000);
      await cluster.revive();
    }
    await writing;
    const all = await log.readAll(null, 10_000);
    expect(all).toHaveLength(8 * 60 * 2);
    for (let writer = 0; writer < 8; writer++) {
      const numbers = (await log.readStream(`task-${writer}`)).map(({ data }) => (data as { n: number }).n);
      expect(numbers).toEqual(Array.from({ length: 120 }, (_, i) => Math.floor(i / 2)));
    }
    for (const wait of waits) expect(wait).toBeLessThan(secondsAway);
    await eventually(() => log.append('last', NO_STREAM, [step(-1)]));
    while (heard.at(-1)?.stream !== 'last') await new Promise((resolve) => setTimeout(resolve, 10));
    await reading;
    expect(heard.slice(0, -1)).toEqual(all);
  });

  it.each<[string, () => unknown]>([
    ['dies', () => cluster.loseLeader()],
    ['leads no more', () => cluster.resign()],
  ])('takes in what another log recorded, in order, though its leader %s meanwhile', async (_, lose) => {
    const log = open();
    const recorded = Array.from({ length: 1_500 }, (_, n): RecordedEvent => {
      const event = newEvent('Happened', { n });
      const place = { stream: `task-${n % 7}`, revision: Math.floor(n / 7), position: `${n}` };
      return { ...event, metadata: { ...event.metadata, hash: `hash of ${n}` }, ...place };
    });
    const first = cluster.nodes[0]!;
    const losing = () => {
      if (first.appends.length === 600) void lose();
    };
    first.activity.on('append', losing);
    await eventually(async () => {
      const there = await log.readAll(null, 2_000);
      expect(there.map(({ id }) => id)).toEqual(recorded.slice(0, there.length).map(({ id }) => id));
      await log.restore(recorded.slice(there.length), there.at(-1)?.position ?? null);
    });
    expect((await log.readAll(null, 2_000)).map(({ id }) => id)).toEqual(recorded.map(({ id }) => id));
    expect(first.appends).toHaveLength(600);
  });
});
