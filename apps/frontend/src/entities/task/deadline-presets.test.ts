import { instantOf, localDay } from '@gos/domain';
import { deadlinePresets, type PresetClock } from './deadline-presets';

const prague: Omit<PresetClock, 'now'> = { zone: 'Europe/Prague', firstWeekday: 1 };

const at = (now: string, clock: Partial<PresetClock> = {}) =>
  Object.fromEntries(
    deadlinePresets.map((preset) => [preset.id, preset.of({ ...prague, now: Date.parse(now), ...clock })]),
  );

it('has the quick deadlines of the specification in its order, days until their last minute in the zone', () => {
  expect(at('2026-11-21T09:30:45.678Z')).toEqual({
    'hours-6': '2026-11-21T15:30:00.000Z',
    'hours-12': '2026-11-21T21:30:00.000Z',
    'end-of-day': '2026-11-21T22:59:00.000Z',
    tomorrow: '2026-11-22T22:59:00.000Z',
    'days-2': '2026-11-23T22:59:00.000Z',
    'days-3': '2026-11-24T22:59:00.000Z',
    'days-5': '2026-11-26T22:59:00.000Z',
    'days-7': '2026-11-28T22:59:00.000Z',
    'days-14': '2026-12-05T22:59:00.000Z',
    'end-of-week': '2026-11-22T22:59:00.000Z',
    'end-of-month': '2026-11-30T22:59:00.000Z',
    'end-of-year': '2026-12-31T22:59:00.000Z',
  });
});

it.each([
  // The evening before the clocks go forward and back again in Prague.
  ['2026-03-28T20:00:00Z', { 'hours-12': '2026-03-29T08:00:00.000Z', tomorrow: '2026-03-29T21:59:00.000Z' }],
  ['2026-10-24T20:00:00Z', { 'hours-12': '2026-10-25T08:00:00.000Z', tomorrow: '2026-10-25T22:59:00.000Z' }],
  // A week over the change keeps the time on the wall.
  ['2026-03-25T12:00:00Z', { 'days-3': '2026-03-28T22:59:00.000Z', 'days-7': '2026-04-01T21:59:00.000Z' }],
  // Just after midnight in Prague it is the day before in UTC.
  ['2026-02-28T23:10:00Z', { 'end-of-day': '2026-03-01T22:59:00.000Z', 'end-of-month': '2026-03-31T21:59:00.000Z' }],
  ['2028-02-10T12:00:00Z', { 'end-of-month': '2028-02-29T22:59:00.000Z' }],
  ['2026-12-31T23:30:00Z', { 'end-of-year': '2027-12-31T22:59:00.000Z' }],
])('counts days on the wall of the zone and hours by the clock: %s', (now, expected) => {
  expect(at(now)).toMatchObject(expected);
});

it('ends the week as the region of the reader has it', () => {
  const sunday = '2026-11-22T12:00:00Z';
  expect(at(sunday)['end-of-week']).toBe('2026-11-22T22:59:00.000Z');
  expect(at(sunday, { firstWeekday: 0 })['end-of-week']).toBe('2026-11-28T22:59:00.000Z');
});

it('follows the zone of the installation, not that of the browser', () => {
  const now = '2026-06-01T15:30:00Z';
  for (const zone of ['Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati', 'Europe/Prague']) {
    const found = at(now, { zone });
    expect(found['end-of-day']).toBe(instantOf(localDay(now, zone), '23:59', zone));
    expect(localDay(found['end-of-year']!, zone)).toBe('2026-12-31');
  }
});

it('never lies before now, whatever the minute of the day', () => {
  for (let hour = 0; hour < 24; hour++) {
    const now = Date.parse('2026-10-25T00:00:30Z') + hour * 3_600_000;
    for (const instant of Object.values(at(new Date(now).toISOString()))) {
      expect(Date.parse(instant)).toBeGreaterThanOrEqual(now - 60_000);
    }
  }
});
