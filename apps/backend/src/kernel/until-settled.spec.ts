import { describe, expect, it } from '@jest/globals';
import { again, retryOptimistic } from './until-settled';

describe('retryOptimistic', () => {
  it('gives the first result, whatever it is', async () => {
    for (const result of [0, null, undefined, false, ''])
      expect(await retryOptimistic(async () => result)).toBe(result);
    let tries = 0;
    expect(await retryOptimistic(async () => (++tries === 4 ? tries : again))).toBe(4);
  });

  it('ends, has not written, and did not ask without a pause', async () => {
    let tries = 0;
    const none = retryOptimistic(async () => {
      tries++;
      return again;
    });
    await expect(none).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'not-written' });
    expect(tries).toBeGreaterThan(5);
    expect(tries).toBeLessThan(30);
  });

  it('passes errors on', async () => {
    const mistake = new TypeError('odd');
    await expect(retryOptimistic(() => Promise.reject(mistake))).rejects.toBe(mistake);
  });
});
