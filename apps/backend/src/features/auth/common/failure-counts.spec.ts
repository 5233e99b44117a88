import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { FailureCounts, HourlyCounts, waitAfter } from './failure-counts';

const key = (name: string) => createHash('sha256').update(name).digest();
const hourMs = 60 * 60_000;

describe('failures in a row', () => {
  test('are delayed from the fifth on, by a second, doubling to a quarter of an hour', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 14, 15, 200].map(waitAfter)).toEqual([0, 0, 0, 0, 1e3, 2e3, 4e3, 512e3, 900e3, 900e3]);
  });

  test('wait from the last one on, are forgotten after a success, and a day later', () => {
    const counts = new FailureCounts();
    for (let n = 0; n < 6; n++) counts.add(key('a'), 1_000);
    expect([counts.of(key('a'), 1_000), counts.msToWait(key('a'), 1_500), counts.msToWait(key('a'), 3_000)]).toEqual([
      6, 1_500, 0,
    ]);
    expect(counts.msToWait(key('b'), 1_000)).toBe(0);
    expect(counts.of(key('a'), 23 * hourMs)).toBe(6);
    expect(counts.of(key('a'), 25 * hourMs)).toBe(0);
    counts.forget(key('a'));
    expect(counts.of(key('a'), 1_000)).toBe(0);
  });

  test('a clock that is set back forgives nothing', () => {
    const counts = new FailureCounts();
    for (let n = 0; n < 5; n++) counts.add(key('a'), 10_000);
    expect(counts.msToWait(key('a'), 0)).toBe(1_000);
  });

  test('nothing is pushed out by a flood of other keys, and hardly anybody is taken for another', () => {
    const counts = new FailureCounts();
    for (let n = 0; n < 10; n++) counts.add(key('mine'), 0);
    for (let n = 0; n < 60_000; n++) counts.add(key(`flood ${n}`), 1);
    expect(counts.of(key('mine'), 1)).toBe(10);
    const delayed = Array.from({ length: 2_000 }, (_, n) => counts.msToWait(key(`other ${n}`), 1)).filter(
      (ms) => ms > 0,
    );
    expect(delayed).toEqual([]);
  });
});

test('counts within the hour', () => {
  const counts = new HourlyCounts<number>();
  for (let n = 0; n < 50; n++) counts.add(1, 0);
  expect([counts.add(1, 40 * 60_000), counts.add(2, 0), counts.add(1, 70 * 60_000)]).toEqual([51, 1, 2]);
});
