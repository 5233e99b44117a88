import { localDay } from '@gos/domain';
import { expect, it } from '@jest/globals';
import { LocalToday } from './local-today';

const hour = 3_600_000;

it('is the local day at every hour, on days of 23 and 25 hours and when the clock goes back', () => {
  let now = 0;
  for (const zone of ['Europe/Prague', 'America/New_York', 'Pacific/Apia']) {
    const today = new LocalToday({ now: () => now, instant: () => new Date(now).toISOString() }, zone);
    for (const day of ['2026-03-28', '2026-10-24', '2011-12-29', '2026-03-28']) {
      for (let step = 0; step <= 72; step++) {
        now = Date.parse(day) + step * hour - (step % 2);
        expect([zone, now, today.day()]).toEqual([zone, now, localDay(now, zone)]);
      }
    }
  }
});
