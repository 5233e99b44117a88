import { expect, it } from '@jest/globals';
import { nextTryAt } from './retries';

const now = Date.parse('2026-11-20T08:00:00.000Z');

it('waits longer after each failed try, and gives up after the eighth', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7].map((tries) => (nextTryAt(tries, now, null)! - now) / 60_000);
  expect(minutes).toEqual([5 / 60, 5, 30, 120, 300, 600, 600]);
  expect(nextTryAt(8, now, '10')).toBeNull();
});

it.each([
  ['120', 120_000],
  ['Fri, 20 Nov 2026 08:10:00 GMT', 600_000],
  ['1', 5_000],
  ['999999999', 86_400_000],
  ['Fri, 20 Nov 2020 08:10:00 GMT', 5_000],
  ['soon', 5_000],
  ['-5', 5_000],
])('honours Retry-After: %s, within a day', (retryAfter, ms) => {
  expect(nextTryAt(1, now, retryAfter)! - now).toBe(ms);
});
