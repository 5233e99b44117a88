import { drawn, hoursOf, instantAt, minuteAt, minuteOfTime, pulled, scaleOf, spanOf } from './day-scale';

const prague = 'Europe/Prague';

it('knows how long a day is, and its hours', () => {
  expect(scaleOf('2026-11-23', prague).minutes).toBe(1440);
  const spring = scaleOf('2026-03-29', prague);
  expect(spring.minutes).toBe(1380);
  expect(
    hoursOf(spring)
      .map(({ hour }) => hour)
      .slice(0, 4),
  ).toEqual([0, 1, 3, 4]);
  const autumn = scaleOf('2026-10-25', prague);
  expect(autumn.minutes).toBe(1500);
  expect(hoursOf(autumn).slice(1, 5)).toEqual([
    { minute: 60, hour: 1 },
    { minute: 120, hour: 2 },
    { minute: 180, hour: 2 },
    { minute: 240, hour: 3 },
  ]);
  expect(hoursOf(scaleOf('2026-04-05', 'Australia/Lord_Howe')).slice(1, 4)).toEqual([
    { minute: 60, hour: 1 },
    { minute: 150, hour: 2 },
    { minute: 210, hour: 3 },
  ]);
});

it('places instants and clock times by what really passes', () => {
  const autumn = scaleOf('2026-10-25', prague);
  expect(minuteOfTime('08:00', autumn)).toBe(9 * 60);
  expect(minuteOfTime('24:00', autumn)).toBe(1500);
  expect(minuteAt('2026-10-25T00:30:00.000Z', autumn)).toBe(150);
  expect(minuteAt('2026-10-25T01:30:00.000Z', autumn)).toBe(210);
  expect(instantAt(210, autumn)).toBe('2026-10-25T01:30:00.000Z');
  expect(minuteOfTime('08:00', scaleOf('2026-03-29', prague))).toBe(7 * 60);
});

it('cuts an entry at the edges of the day, and lets running work last until now', () => {
  const day = scaleOf('2026-11-18', prague);
  const now = Date.parse('2026-11-18T09:00:00.000Z');
  const entry = { from: '2026-11-17T22:30:00.000Z', to: '2026-11-17T23:30:00.000Z' };
  expect(spanOf(entry, now, day)).toEqual({ from: 0, to: 30 });
  expect(spanOf({ from: '2026-11-18T08:00:00.000Z', to: null }, now, day)).toEqual({ from: 540, to: 600 });
});

it('pulls a span by its whole and by its ends, never beyond the limit', () => {
  const span = { from: 543, to: 600 };
  expect(pulled(span, 'whole', 11, 1440)).toEqual({ from: 555, to: 612 });
  expect(pulled(span, 'whole', -900, 1440)).toEqual({ from: 0, to: 57 });
  expect(pulled(span, 'whole', 900, 1000)).toEqual({ from: 943, to: 1000 });
  expect(pulled(span, 'from', 900, 1440)).toEqual({ from: 595, to: 600 });
  expect(pulled(span, 'to', 33, 620)).toEqual({ from: 543, to: 620 });
  expect(pulled(span, 'to', -300, 1440)).toEqual({ from: 543, to: 548 });
});

it('draws a span on full steps, upwards and downwards', () => {
  expect(drawn(483, 541, 1440)).toEqual({ from: 480, to: 545 });
  expect(drawn(541, 483, 1440)).toEqual({ from: 480, to: 545 });
  expect(drawn(100, 100, 1440)).toEqual({ from: 100, to: 105 });
  expect(drawn(1000, 1439, 1010)).toEqual({ from: 1000, to: 1010 });
});
