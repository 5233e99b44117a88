import { beforeEach, expect, it } from '@jest/globals';
import { ImportProgress } from './import-progress';

const all = { events: 387_981, accounts: 300, counters: 4, claims: 2, files: 5 };

let now: number;
let said: string[];
let progress: ImportProgress;

beforeEach(() => {
  now = 0;
  said = [];
  progress = new ImportProgress(
    all,
    (line) => said.push(line()),
    () => now,
  );
});

it('says how many events of all are written, how fast and for how long it goes on', () => {
  now = 10_000;
  progress.restored(20_000);
  now = 60_000;
  progress.restored(100_000);
  now = 180_000;
  progress.restored(240_000);
  progress.accounts(100);
  progress.file();
  expect(said).toEqual([
    'written: 20,000 of 387,981 events, 2,000 a second, 4 min left',
    'written: 120,000 of 387,981 events, 2,000 a second, 3 min left',
    'written: 360,000 of 387,981 events, 2,000 a second, 14 s left',
    'written: 360000 events, 100 accounts, 0 files',
    'written: 360000 events, 100 accounts, 1 files',
  ]);
});

it('does not count what was there before as written fast', () => {
  progress.present(100_000);
  now = 1_000;
  progress.present(87_981);
  now = 5_000;
  progress.restored(100);
  expect(said).toEqual([
    'written: 100,000 of 387,981 events',
    'written: 187,981 of 387,981 events',
    'written: 188,081 of 387,981 events, 25 a second, 2 h 14 min left',
  ]);
});
