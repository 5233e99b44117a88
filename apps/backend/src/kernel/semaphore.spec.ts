import { expect, it } from '@jest/globals';
import { WeightedSemaphore } from './semaphore';

it('lets in what fits, and the rest in time or not at all', async () => {
  const inFlight = new WeightedSemaphore(10);
  expect(await inFlight.acquire(6, 0)).toBe(true);
  expect(await inFlight.acquire(4, 0)).toBe(true);
  expect(await inFlight.acquire(1, 10)).toBe(false);
  const waiting = inFlight.acquire(5, 60_000);
  inFlight.release(4);
  inFlight.release(6);
  expect(await waiting).toBe(true);
  inFlight.release(5);
  expect(await inFlight.acquire(100, 0)).toBe(true);
  expect(await inFlight.acquire(1, 0)).toBe(false);
});
