import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '../../kernel/store-errors';
import type { Claims } from '../../stores/claims/claims';
import { SqliteClaims } from '../../stores/claims/sqlite.claims';
import { TestClock } from '../../testing/harness';
import { Leadership } from './leadership';
import { Locks } from './locks';

const times = { ttlMs: 300, renewMs: 30, askMs: 20 };

describe('leading', () => {
  let folder: string;
  let claims: SqliteClaims;
  const clock = new TestClock();
  const one = (name = 'work') => new Leadership({ claims, clock, name, times });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gos-leading-'));
    claims = new SqliteClaims(join(folder, 'claims.sqlite'));
    clock.set(null);
  });
  afterEach(async () => {
    await claims.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is for one at a time, and for another kind of work somebody else', async () => {
    const [first, second, other] = [one(), one(), one('other')];
    const term = await first.tryAcquire();
    expect(await term!.isHeld()).toBe(true);
    expect(await second.tryAcquire()).toBeNull();
    const elsewhere = await other.tryAcquire();
    expect(elsewhere).not.toBeNull();
    await Promise.all([term!.end(), elsewhere!.end()]);
  });

  it('goes on for as long as the leader is there, however long that is', async () => {
    const term = (await one().tryAcquire())!;
    await sleep(2 * times.ttlMs);
    expect(await one().tryAcquire()).toBeNull();
    expect(await term.isHeld()).toBe(true);
    await term.end();
  });

  it('passes to another one at once when it is given up, with a higher fence', async () => {
    const term = (await one().tryAcquire())!;
    await term.end();
    const next = (await one().tryAcquire())!;
    expect(next.fence).toBeGreaterThan(term.fence);
    expect(await term.isHeld()).toBe(false);
    await next.end();
  });

  it('is over for who gives it up, also when the lease is not taken back', async () => {
    const release = claims.releaseLease.bind(claims);
    const term = (await one().tryAcquire())!;
    claims.releaseLease = () => Promise.reject(new StoreUnavailable('away', 'unknown'));
    await expect(term.end()).rejects.toThrow('away');
    claims.releaseLease = release;
    expect(await term.isHeld()).toBe(false);
    await sleep(2 * times.ttlMs);
    expect(await one().tryAcquire()).not.toBeNull();
  });

  it('is not taken again by a renewal that was on its way when it was given up', async () => {
    const lease = claims.acquireLease.bind(claims);
    const term = (await one().tryAcquire())!;
    let go: () => void = () => {};
    const gate = new Promise<void>((resolve) => (go = resolve));
    const renewing = new Promise<void>((resolve) => {
      claims.acquireLease = async (...asked) => {
        resolve();
        await gate;
        return lease(...asked);
      };
    });
    await renewing;
    const ended = term.end();
    go();
    await ended;
    claims.acquireLease = lease;
    expect(await claims.getLease('work')).toBeNull();
  });

  it('is lost by who slept for too long, before anything is written', async () => {
    const sleeper = new Leadership({ claims, clock, name: 'work', times: { ...times, renewMs: 1 } });
    const term = (await sleeper.tryAcquire())!;
    const deaf = claims.acquireLease.bind(claims);
    claims.acquireLease = () => new Promise(() => {});
    await sleep(times.ttlMs + 50);
    claims.acquireLease = deaf;
    const next = (await one().tryAcquire())!;
    expect(next.fence).toBeGreaterThan(term.fence);
    expect(await term.isHeld()).toBe(false);
    expect(await next.isHeld()).toBe(true);
    await next.end();
  });

  it('is noticed to be lost when the clock of another process runs ahead', async () => {
    const term = (await one().tryAcquire())!;
    clock.set(new Date(Date.now() + 60_000).toISOString());
    const next = (await one().tryAcquire())!;
    await sleep(3 * times.renewMs);
    expect(await term.isHeld()).toBe(false);
    await next.end();
  });

  it.each([
    ['ahead', 3_600_000],
    ['behind', -3_600_000],
  ])('passes on when the leader is gone whose clock was an hour %s', async (_, byMs) => {
    const theirs = new TestClock();
    theirs.set(new Date(Date.now() + byMs).toISOString());
    const gone = new Leadership({ claims, clock: theirs, name: 'work', times: { ...times, renewMs: 3_600_000 } });
    const term = (await gone.tryAcquire())!;
    const other = one();
    const began = performance.now();
    let next = await other.tryAcquire();
    for (; !next; next = await other.tryAcquire()) await sleep(times.askMs);
    expect(performance.now() - began).toBeLessThan(20 * times.ttlMs);
    expect(next.fence).toBeGreaterThan(term.fence);
    expect(await next.isHeld()).toBe(true);
    await next.end();
  });

  it('stays with a leader that is there, though its clock is an hour ahead', async () => {
    const theirs = new TestClock();
    const ahead = () => theirs.set(new Date(Date.now() + 3_600_000).toISOString());
    ahead();
    const setting = setInterval(ahead, 5);
    const term = (await new Leadership({ claims, clock: theirs, name: 'work', times }).tryAcquire())!;
    const other = one();
    const until = performance.now() + 3 * times.ttlMs;
    while (performance.now() < until) {
      expect(await other.tryAcquire()).toBeNull();
      await sleep(times.askMs);
    }
    clearInterval(setting);
    expect(await term.isHeld()).toBe(true);
    await term.end();
  });

  it('goes on when the clock is set back or ahead under it', async () => {
    const term = (await one().tryAcquire())!;
    for (const byMs of [-3_600_000, 3_600_000, 0]) {
      clock.set(new Date(Date.now() + byMs).toISOString());
      await sleep(4 * times.renewMs);
      expect(await term.isHeld()).toBe(true);
    }
    await term.end();
  });

  it('says that it cannot tell when the store does not answer', async () => {
    const term = (await one().tryAcquire())!;
    await sleep(3 * times.renewMs);
    claims.acquireLease = () => Promise.reject(new Error('away'));
    await sleep(3 * times.renewMs);
    await expect(term.isHeld()).rejects.toThrow('away');
  });

  it('lets locks run one after the other across processes', async () => {
    const seen: string[] = [];
    const run = (name: string) =>
      new Locks(claims, clock).hold('rule', async () => {
        seen.push(`${name} in`);
        await sleep(20);
        seen.push(`${name} out`);
      });
    await Promise.all([run('a'), run('b'), run('c')]);
    expect(seen).toHaveLength(6);
    for (let n = 0; n < 6; n += 2) expect(seen[n + 1]).toBe(seen[n]!.replace('in', 'out'));
  });

  it('has done what was done under a lock, although that could not be given back', async () => {
    const away: Claims = Object.create(claims, {
      endLease: { value: () => Promise.reject(new StoreUnavailable('away', 'unknown')) },
    });
    expect(await new Locks(away, clock).hold('rule', async () => 'done')).toBe('done');
  });

  it('keeps a lock for as long as the work under it takes', async () => {
    const since = Date.now();
    clock.set(new Date(since).toISOString());
    let renewed = () => {};
    const heard: Pick<Claims, 'acquireLease' | 'getLease' | 'releaseLease'> = {
      acquireLease: (...args) => claims.acquireLease(...args).finally(() => renewed()),
      getLease: (name) => claims.getLease(name),
      releaseLease: (...args) => claims.releaseLease(...args),
    };
    const nextRenewal = () => new Promise<void>((resolve) => (renewed = resolve));
    let isDone = false;
    let after: Promise<boolean> | undefined;
    await new Locks(heard as Claims, clock).hold('rule', async () => {
      after = new Locks(claims, clock).hold('rule', async () => isDone);
      clock.set(new Date(since + 12_000).toISOString());
      await nextRenewal();
      clock.set(new Date(since + 24_000).toISOString());
      await nextRenewal();
      isDone = true;
    });
    expect(await after).toBe(true);
  });

  it('frees a lock when what it was for failed', async () => {
    const locks = new Locks(claims, clock);
    await expect(locks.hold('rule', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await locks.hold('rule', async () => 'free')).toBe('free');
  });
});
