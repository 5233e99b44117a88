import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedEvent } from '@gos/domain';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EventStoreDbServer } from '../../../../eventstoredb/src/server';
import { StoreUnavailable } from '../../kernel/store-errors';
import { sampled } from '../../testing/full';
import { NO_STREAM } from './event-log';
import { newEvent } from './event-log.contract';
import { EventStoreDbEventLog, type EventStoreDbEventLogOptions } from './eventstoredb.event-log';

const count = 2_500;
const streams = 97;

describe('restoring into EventStoreDB', () => {
  let server: EventStoreDbServer;
  const opened: EventStoreDbEventLog[] = [];
  const open = (options: Partial<EventStoreDbEventLogOptions> = {}) => {
    const log = new EventStoreDbEventLog({ url: server.url, ...options });
    opened.push(log);
    return log;
  };
  /** As another process would: a client of its own, since the clients of one process share a connection for appends. */
  const elsewhere = () => open({ url: `${server.url}&connectionName=other` });

  beforeEach(async () => {
    server = await EventStoreDbServer.start();
  });
  afterEach(async () => {
    server.thaw();
    await Promise.all(opened.splice(0).map((log) => log.close()));
    await server.stop();
  });

  const recorded = Array.from({ length: count }, (_, n): RecordedEvent => {
    const event = newEvent('Happened', { n });
    const metadata = { ...event.metadata, hash: `hash of ${n}` };
    return { ...event, metadata, stream: `task-${n % streams}`, revision: Math.floor(n / streams), position: `${n}` };
  });
  const everything = (log: EventStoreDbEventLog) => log.readAll(null, 100_000);
  const ids = (events: readonly RecordedEvent[]) => events.map(({ id }) => id);

  /** Calls back once so many appends have reached the store. */
  function atAppend(nth: number, action: () => void): void {
    const look = () => {
      if (server.appends.length < nth) return;
      server.activity.off('append', look);
      action();
    };
    server.activity.on('append', look);
  }

  /** As an import does: what is there is skipped, and has to be the beginning of what is given. */
  async function restoreOn(log: EventStoreDbEventLog): Promise<number> {
    for (let times = 1; ; times++) {
      try {
        const there = await everything(log);
        expect(ids(there)).toEqual(ids(recorded.slice(0, there.length)));
        await log.restore(recorded.slice(there.length), there.at(-1)?.position ?? null);
        return times;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        await sleep(20);
      }
    }
  }

  it.each(sampled([1, 2, 500, 1_000, 1_001, 1_700], 2))(
    'goes on in order when the store dies at append %i of those under way, and writes nothing twice',
    async (nth) => {
      const log = open();
      atAppend(nth, () => void server.die().then(() => server.revive()));
      expect(await restoreOn(log)).toBeGreaterThan(1);
      expect(ids(await everything(log))).toEqual(ids(recorded));
    },
  );

  it('keeps the order after a connection that was lost while nothing was under way', async () => {
    const log = open();
    const last = await log.restore(recorded.slice(0, 300), null);
    await server.die();
    await server.revive();
    // The client notices a lost connection by the next call on it.
    await sleep(100);
    await log.restore(recorded.slice(300), last);
    expect(ids(await everything(log))).toEqual(ids(recorded));
  });

  it('gives up a frozen store, and goes on with what it wrote meanwhile, though that is sent again', async () => {
    // Longer than a busy machine takes for an append: given up before, the freeze would come while nothing thaws it.
    const log = open({ appendTimeoutMs: 3_000, readTimeoutMs: 3_000 });
    atAppend(700, () => server.freeze());
    await expect(log.restore(recorded, null)).rejects.toMatchObject({ name: 'StoreUnavailable' });
    const again = restoreOn(elsewhere());
    // Appends that were sent before and wait are now written together with the repeated ones.
    server.thaw();
    await again;
    expect(ids(await everything(log))).toEqual(ids(recorded));
  });

  it('sends no more when the first one of a window is not answered in time', async () => {
    const log = open({ appendTimeoutMs: 200 });
    server.holdAnswers();
    await expect(log.restore(recorded, null)).rejects.toMatchObject({ outcome: 'unknown' });
    server.releaseAnswers();
    await sleep(100);
    expect(ids(await everything(log))).toEqual([recorded[0]!.id]);
    expect(await restoreOn(elsewhere())).toBe(1);
  });

  it('takes no silence of the store for its death while answers come', async () => {
    const log = open({ appendTimeoutMs: 2_000 });
    // All silences together are longer than that, each one is much shorter.
    for (const nth of [300, 800, 1_300, 1_800, 2_300]) {
      atAppend(nth, () => {
        server.freeze();
        setTimeout(() => server.thaw(), 500);
      });
    }
    const began = performance.now();
    await log.restore(recorded, null);
    expect(performance.now() - began).toBeGreaterThan(2_000);
    expect(await everything(log)).toHaveLength(count);
  });

  it('says what it found when somebody else writes meanwhile, also when nothing was refused', async () => {
    const log = open();
    const stranger = newEvent();
    const strange = new Promise((resolve) => {
      atAppend(300, () => resolve(elsewhere().append('stranger-1', NO_STREAM, [stranger])));
    });
    await expect(log.restore(recorded, null)).rejects.toMatchObject({
      name: 'OrderBroken',
      found: 'stranger-1 revision 0',
    });
    await strange;
  });

  it('says what it found when somebody took the place of an event, behind which others are written', async () => {
    const log = open();
    const stranger = elsewhere();
    await stranger.append('task-5', NO_STREAM, [newEvent()]);
    const after = (await log.end())!;
    await expect(log.restore(recorded, after)).rejects.toMatchObject({ name: 'OrderBroken' });
    const there = await log.readAll(after, count);
    expect(there.length).toBeGreaterThan(0);
    expect(there.some(({ stream, revision }) => stream === 'task-5' && revision === 0)).toBe(false);
    // A caller that reads the log before it continues, as an import does, detects this by the order.
    expect(ids(there)).not.toEqual(ids(recorded.slice(0, there.length)));
  });
});
