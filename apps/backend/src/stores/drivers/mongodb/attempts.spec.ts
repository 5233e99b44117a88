import { describe, expect, it } from '@jest/globals';
import { untilSettled } from './attempts';

describe('untilSettled', () => {
  it('gives the first result, whatever it is', async () => {
    for (const result of [0, null, false, '']) expect(await untilSettled(async () => result)).toBe(result);
    let tries = 0;
    expect(await untilSettled(async () => (++tries === 4 ? tries : undefined))).toBe(4);
  });

  it('ends, has not written, and did not ask without a pause', async () => {
    let tries = 0;
    const none = untilSettled(async () => {
      tries++;
      return undefined;
    });
    await expect(none).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'not-written' });
    expect(tries).toBeGreaterThan(5);
    expect(tries).toBeLessThan(30);
  });

  it('passes errors on', async () => {
    const mistake = new TypeError('odd');
    await expect(untilSettled(() => Promise.reject(mistake))).rejects.toBe(mistake);
  });
});
