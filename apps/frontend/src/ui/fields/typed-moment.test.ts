import { readDay, readMoment } from './typed-moment';

/** A Monday. */
const present = { today: '2026-11-30', time: '10:00' };
const moment = (day: string, time: string | null = null) => ({ day, time });

it.each([
  ['dnes', moment('2026-11-30')],
  ['Zítra', moment('2026-12-01')],
  ['zitra 14:00', moment('2026-12-01', '14:00')],
  ['zítra v 9', moment('2026-12-01', '09:00')],
  ['tomorrow at 2 pm', moment('2026-12-01', '14:00')],
  ['pozítří', moment('2026-12-02')],
  ['včera', moment('2026-11-29')],
  ['předevčírem', moment('2026-11-28')],
  ['yesterday 9:00', moment('2026-11-29', '09:00')],
  ['před týdnem', moment('2026-11-23')],
  ['před 3 dny', moment('2026-11-27')],
  ['před 11 měsíci', moment('2025-12-30')],
  ['3 weeks ago', moment('2026-11-09')],
  ['9 months ago', moment('2026-02-28')],
  ['day after tomorrow', moment('2026-12-02')],
  ['pá 14:00', moment('2026-12-04', '14:00')],
  ['v pátek do 8.30', moment('2026-12-04', '08:30')],
  ['ve středu', moment('2026-12-02')],
  // The next one, since it is Monday.
  ['pondělí', moment('2026-12-07')],
  ['Fri', moment('2026-12-04')],
  ['sunday', moment('2026-12-06')],
  ['next friday', moment('2026-12-11')],
  ['příští út', moment('2026-12-08')],
  ['příští týden', moment('2026-12-07')],
  ['next month', moment('2026-12-01')],
  ['za 3 dny', moment('2026-12-03')],
  ['za týden', moment('2026-12-07')],
  ['in 2 weeks', moment('2026-12-14')],
  ['in 3 months', moment('2027-02-28')],
  ['za měsíc', moment('2026-12-30')],
  ['+3', moment('2026-12-03')],
  ['+2w', moment('2026-12-14')],
  ['3.12.', moment('2026-12-03')],
  ['3. 12. 14:00', moment('2026-12-03', '14:00')],
  ['31.1', moment('2027-01-31')],
  ['30.11.', moment('2026-11-30')],
  ['29.2.', moment('2028-02-29')],
  ['31.1.2028', moment('2028-01-31')],
  ['31. 1. 28', moment('2028-01-31')],
  ['2027-01-31 8:00', moment('2027-01-31', '08:00')],
  ['31. ledna', moment('2027-01-31')],
  ['1. září 2027', moment('2027-09-01')],
  ['3 Dec', moment('2026-12-03')],
  ['December 3rd, 2027', moment('2027-12-03')],
  ['may 1 at 9:15', moment('2027-05-01', '09:15')],
  ['11:00', moment('2026-11-30', '11:00')],
  ['9:00', moment('2026-12-01', '09:00')],
  ['8.30', moment('2026-12-01', '08:30')],
  ['5pm', moment('2026-11-30', '17:00')],
])('reads %s', (text, expected) => {
  expect(readMoment(text, present)).toEqual(expected);
});

it.each([
  '',
  'někdy',
  '31.2.',
  '32.1.',
  '1.13.',
  '12',
  'zítra večer',
  'patnáct',
  'friday afternoon',
  '1.1.99999',
  '9999-12-31x',
  'za',
  'mondayish',
  '25:00',
  '3.12. 25:00',
  `za ${'9'.repeat(9)} dny`,
])('does not read %s', (text) => {
  expect(readMoment(text, present)).toBeNull();
});

it('reads the last day of a month and of a year by the day that it is', () => {
  const eve = { today: '2026-12-31', time: '23:59' };
  expect(readMoment('zítra', eve)).toEqual(moment('2027-01-01'));
  expect(readMoment('za 2 měsíce', eve)).toEqual(moment('2027-02-28'));
  expect(readMoment('1.1.', eve)).toEqual(moment('2027-01-01'));
  expect(readMoment('23:59', eve)).toEqual(moment('2027-01-01', '23:59'));
});

it('reads a day only where there is no time', () => {
  expect(['pátek', '3.12.', 'pátek 14:00', '14:00', ''].map((text) => readDay(text, present.today))).toEqual([
    '2026-12-04',
    '2026-12-03',
    null,
    null,
    null,
  ]);
});
