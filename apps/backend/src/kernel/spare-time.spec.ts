import { beforeEach, describe, expect, it } from '@jest/globals';
import { SpareTime } from './spare-time';

describe('background work', () => {
  let now: number;
  let busyMs: number;
  /** Share of the time that passes in which the loop is busy. */
  let share: number;
  let spare: SpareTime;
  const pass = (ms: number) => {
    now += ms;
    busyMs += ms * share;
  };

  beforeEach(() => {
    [now, busyMs, share] = [0, 0, 0];
    spare = new SpareTime(
      (later, before) => {
        if (later === undefined) return { active: busyMs, idle: now - busyMs, utilization: 0 };
        const active = later.active - before!.active;
        return { active, idle: 0, utilization: active / (active + later.idle - before!.idle) };
      },
      () => now,
      async (ms) => pass(ms),
    );
  });

  it('is not held back while the loop is free', async () => {
    share = 0.5;
    pass(1_000);
    for (let step = 0; step < 100; step++) await spare.step();
    expect(now).toBe(1_000);
  });

  it('waits while the loop is busy, and goes on once it is free', async () => {
    share = 1;
    pass(1_000);
    const step = spare.step();
    share = 0.1;
    await step;
    expect(now).toBe(1_020);
  });

  it('does ten steps a second in a process that is always busy', async () => {
    share = 1;
    pass(1_000);
    for (let step = 0; step < 10; step++) await spare.step();
    expect(now).toBe(2_000);
  });

  it('begins its steps in the order of asking', async () => {
    const begun: number[] = [];
    await Promise.all([1, 2, 3].map((n) => spare.step().then(() => begun.push(n))));
    expect(begun).toEqual([1, 2, 3]);
  });
});
