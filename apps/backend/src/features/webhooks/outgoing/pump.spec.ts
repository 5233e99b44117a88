import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Delivery } from '../../../shared/webhook/delivery';
import { Pump } from './pump';

const sending = { stream: null, eventId: null, tries: 0, nextAt: 0, byHand: false };
const delivery = (lane: string, position: number, nextAt = 0): Delivery => ({
  webhookId: 7,
  id: `${lane}-${position}`,
  direction: 'out',
  type: 'task.edited',
  at: 0,
  status: 'pending',
  attempts: [],
  effect: null,
  round: 0,
  sending: { ...sending, lane, position: String(position), nextAt },
  hostKey: null,
  issueKey: null,
});

describe('a pump', () => {
  let waiting: Delivery[];
  let tried: string[];
  let release: (() => void)[];
  let failures: unknown[];
  let elsewhere: (string | null)[];
  let ended: number;
  let leads: boolean;
  /** The result of an attempt; by default the delivery has arrived. */
  let outcome: (delivery: Delivery) => Delivery | undefined;
  let isHeldBack: boolean;
  let pump: Pump;

  beforeEach(() => {
    [waiting, tried, release, failures, elsewhere] = [[], [], [], [], []];
    [ended, leads, isHeldBack] = [0, true, false];
    outcome = () => undefined;
    const term = { fence: 1, isHeld: async () => true, end: async () => void ended++ };
    pump = new Pump({
      leadership: { tryAcquire: async () => (leads ? term : null) },
      pending: async (lane, limit) =>
        waiting.filter(({ sending }) => lane === null || sending!.lane === lane).slice(0, limit),
      async attempt(one) {
        tried.push(one.id);
        if (isHeldBack) await new Promise<void>((resolve) => release.push(resolve));
        const next = outcome(one);
        waiting = waiting.flatMap((other) => (other.id === one.id ? (next ?? []) : other));
        return next;
      },
      now: () => 1_000,
      elsewhere: (lane) => void elsewhere.push(lane),
      onError: (error) => void failures.push(error),
    });
  });

  const turns = async () => {
    for (let turn = 0; turn < 20; turn++) await nextTurn();
  };

  it('sends what waits, each lane in its order, and ends its term', async () => {
    waiting = [delivery('a', 10), delivery('b', 3), delivery('a', 9), delivery('a', 2)];
    pump.wake(null);
    await pump.idle();
    expect(tried.filter((id) => id.startsWith('a'))).toEqual(['a-2', 'a-9', 'a-10']);
    expect(tried).toHaveLength(4);
    expect(ended).toBe(1);
    expect(waiting).toEqual([]);
  });

  it('has eight tries under way at most, and starts what comes meanwhile', async () => {
    isHeldBack = true;
    waiting = Array.from({ length: 12 }, (_, lane) => delivery(`lane${lane}`, 1));
    pump.wake(null);
    await turns();
    expect(tried).toHaveLength(8);
    release.shift()!();
    await turns();
    expect(tried).toHaveLength(9);
    isHeldBack = false;
    for (const one of release) one();
    waiting.push(delivery('late', 1));
    pump.wake('late');
    await pump.idle();
    expect(new Set(tried).size).toBe(13);
    expect(tried).toHaveLength(13);
  });

  it('leaves a lane alone until its first delivery may be tried again; others go on', async () => {
    waiting = [delivery('a', 1), delivery('a', 2), delivery('b', 1), delivery('c', 1, 5_000)];
    outcome = (one) => (one.id === 'a-1' ? { ...one, sending: { ...one.sending!, nextAt: 60_000 } } : undefined);
    pump.wake(null);
    await pump.idle();
    expect([...tried].sort()).toEqual(['a-1', 'b-1']);
  });

  it('sends what is new in a lane, however much waits in others', async () => {
    waiting = Array.from({ length: 3_000 }, (_, lane) => delivery(`lane${lane}`, 1, 60_000));
    waiting.push(delivery('new', 2), delivery('new', 3));
    pump.wake(null);
    await pump.idle();
    expect(tried).toEqual([]);
    pump.wake('new');
    await pump.idle();
    expect(tried).toEqual(['new-2', 'new-3']);
  });

  it('goes on in a lane that holds more than it looks at', async () => {
    waiting = Array.from({ length: 250 }, (_, position) => delivery('a', position));
    pump.wake('a');
    await pump.idle();
    expect(tried).toEqual(Array.from({ length: 250 }, (_, position) => `a-${position}`));
  });

  it('that does not lead tells who does, and looks again when it is woken', async () => {
    leads = false;
    waiting = [delivery('a', 1)];
    pump.wake('a');
    pump.wake(null);
    await pump.idle();
    expect([elsewhere, tried]).toEqual([['a', null], []]);
    leads = true;
    pump.wake(null);
    await pump.idle();
    expect(tried).toEqual(['a-1']);
  });

  it('a try that throws holds up nobody, and is made again when it is woken', async () => {
    waiting = [delivery('a', 1), delivery('b', 1)];
    let broken = true;
    outcome = (one) => {
      if (broken && one.id === 'a-1') throw new Error('the store is away');
      return undefined;
    };
    pump.wake(null);
    await pump.idle();
    expect([failures.length, waiting.map(({ id }) => id)]).toEqual([1, ['a-1']]);
    broken = false;
    pump.wake(null);
    await pump.idle();
    expect(waiting).toEqual([]);
  });

  it('stops without beginning anything more', async () => {
    isHeldBack = true;
    waiting = [delivery('a', 1), delivery('a', 2)];
    pump.wake(null);
    await turns();
    const stopped = pump.stop();
    release.shift()!();
    await stopped;
    expect(tried).toEqual(['a-1']);
    pump.wake(null);
    await turns();
    expect(tried).toEqual(['a-1']);
  });
});
