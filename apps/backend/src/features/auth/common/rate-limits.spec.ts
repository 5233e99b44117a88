import { describe, expect, test } from '@jest/globals';
import { Clock } from '../../../kernel/clock';
import { LeakyBuckets } from '../../../kernel/leaky-buckets';
import { Refused } from '../../../kernel/refused';
import { networkOf, RateLimits } from './rate-limits';

class SetClock extends Clock {
  at = 0;
  override now(): number {
    return this.at;
  }
}

const refusedAfter = (most: number, attempt: (n: number) => void): { allowed: number; seconds: number | undefined } => {
  for (let n = 0; n < most; n++) {
    try {
      attempt(n);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { allowed: n, seconds: error.retryAfterSeconds };
    }
  }
  return { allowed: most, seconds: undefined };
};

describe('a leaking counter', () => {
  test('lets its capacity through at once, then as many as leak', () => {
    const counter = new LeakyBuckets({ capacity: 3, perMinute: 60, mostKeys: 10 });
    for (let n = 0; n < 3; n++) {
      expect(counter.secondsToWait('a', 0)).toBe(0);
      counter.add('a', 0);
    }
    expect(counter.secondsToWait('a', 0)).toBe(1);
    expect(counter.secondsToWait('b', 0)).toBe(0);
    expect(counter.secondsToWait('a', 1_000)).toBe(0);
  });

  test('the time it tells to wait is enough', () => {
    const counter = new LeakyBuckets({ capacity: 5, perMinute: 7, mostKeys: 10 });
    for (let n = 0; n < 20; n++) counter.add('a', n * 100);
    const seconds = counter.secondsToWait('a', 2_000);
    expect(seconds).toBeGreaterThan(1);
    expect(counter.secondsToWait('a', 2_000 + (seconds - 1) * 1_000)).toBe(1);
    expect(counter.secondsToWait('a', 2_000 + seconds * 1_000)).toBe(0);
  });

  test('a clock that is set back forgives nothing and breaks nothing', () => {
    const counter = new LeakyBuckets({ capacity: 1, perMinute: 60, mostKeys: 10 });
    counter.add('a', 10_000);
    expect(counter.secondsToWait('a', 0)).toBe(1);
  });

  test('remembers a bounded number of keys and forgets the empty ones', () => {
    const counter = new LeakyBuckets({ capacity: 1, perMinute: 60, mostKeys: 100 });
    for (let n = 0; n < 10_000; n++) counter.add(`key-${n}`, 0);
    expect(counter.size).toBe(100);
    for (let n = 0; n < 10_000; n++) counter.secondsToWait(`key-${n}`, 60_000);
    expect(counter.size).toBe(0);
  });
});

describe('limits', () => {
  test('forty registrations in every minute are never stopped, a flood is', () => {
    const clock = new SetClock();
    const limits = new RateLimits(clock);
    for (let n = 0; n < 400; n++) {
      clock.at += 1_500;
      limits.countRegistration('10.0.0.1');
    }
    expect(refusedAfter(1_000, () => limits.countRegistration('10.0.0.1')).allowed).toBeLessThan(200);
  });
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
