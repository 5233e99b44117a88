import { beforeEach, expect, it } from '@jest/globals';
import { Progress } from './progress';

let now: number;
let said: string[];
beforeEach(() => {
  now = 0;
  said = [];
});
const progressOf = (all: number | null) =>
  new Progress(
    { doing: 'writing', unit: 'events', all },
    (line) => said.push(line),
    () => now,
  );

it('says how many of all are done, how fast and for how long it goes on', () => {
  const progress = progressOf(387_981);
  now = 10_000;
  progress.add(20_000);
  now = 60_000;
  progress.add(100_000);
  now = 180_000;
  progress.add(240_000);
  expect(said).toEqual([
    'writing: 20,000 of 387,981 events (5%), 2,000 a second, 4 min left',
    'writing: 120,000 of 387,981 events (30%), 2,000 a second, 3 min left',
    'writing: 360,000 of 387,981 events (92%), 2,000 a second, 14 s left',
  ]);
});

it('does not count what was there before as done fast', () => {
  const progress = progressOf(387_981);
  now = 1_000;
  progress.skip(100_000);
  now = 2_000;
  progress.skip(87_981);
  now = 6_000;
  progress.add(100);
  expect(said).toEqual([
    'writing: 100,000 of 387,981 events (25%)',
    'writing: 187,981 of 387,981 events (48%)',
    'writing: 188,081 of 387,981 events (48%), 25 a second, 2 h 14 min left',
  ]);
});

it('says only the rate where nobody knows how many there are, and nothing twice a second', () => {
  const progress = progressOf(null);
  now = 2_000;
  progress.add(500);
  progress.add(500);
  expect(said).toEqual(['writing: 500 events, 250 a second']);
});

it('says it less often where less is wanted', () => {
  const progress = new Progress(
    { doing: 'building', unit: 'events', all: 100, betweenMs: 10_000 },
    (line) => said.push(line),
    () => now,
  );
  for (now = 1_000; now < 20_500; now += 1_000) progress.add(2);
  expect(said).toEqual([
    'building: 20 of 100 events (20%), 2 a second, 40 s left',
    'building: 40 of 100 events (40%), 2 a second, 30 s left',
  ]);
});
