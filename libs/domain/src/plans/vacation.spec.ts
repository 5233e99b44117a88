import { expect, test } from '@jest/globals';
import { timesOfHalf } from './absences';
import type { Plan } from './plans';
import { vacationDaysOf, vacationLeftOf } from './vacation';

const facts = { today: '2026-11-29', workingDays: [1, 2, 3, 4, 5], isHoliday: (day: string) => day === '2026-11-17' };
const off = (date: string, more: Partial<Plan> = {}) =>
  ({
    date,
    repeatUntil: null,
    weekend: [],
    without: [],
    deleted: false,
    kind: 'vacation',
    half: null,
    approval: null,
    ...timesOfHalf(more.half ?? null),
    ...more,
  }) as Parameters<typeof vacationDaysOf>[1][number];
const sum = (used: number, planned: number, requested: number) => ({
  usedDays: used,
  plannedDays: planned,
  requestedDays: requested,
});

test('vacation counts on working days that are no holidays, before today as used, then as planned', () => {
  expect(vacationDaysOf(2026, [], facts)).toEqual(sum(0, 0, 0));
  // Monday to Sunday with the holiday on Tuesday.
  expect(vacationDaysOf(2026, [off('2026-11-16', { repeatUntil: '2026-11-22' })], facts)).toEqual(sum(4, 0, 0));
  expect(vacationDaysOf(2026, [off('2026-11-27', { repeatUntil: '2026-12-01' })], facts)).toEqual(sum(1, 2, 0));
  expect(
    vacationDaysOf(2026, [off('2026-11-30', { without: ['2026-12-01'], repeatUntil: '2026-12-02' })], facts),
  ).toEqual(sum(0, 2, 0));
});

test('today counts as planned until it is over', () => {
  const monday = [off('2026-11-30')];
  expect(vacationDaysOf(2026, monday, { ...facts, today: '2026-11-30' })).toEqual(sum(0, 1, 0));
  expect(vacationDaysOf(2026, monday, { ...facts, today: '2026-12-01' })).toEqual(sum(1, 0, 0));
});

test('halves count 0.5, other kinds and deleted ones nothing', () => {
  const morning = off('2026-11-23', { half: 'morning' });
  expect(vacationDaysOf(2026, [morning], facts)).toEqual(sum(0.5, 0, 0));
  expect(vacationDaysOf(2026, [morning, off('2026-11-23', { half: 'afternoon' })], facts)).toEqual(sum(1, 0, 0));
  expect(vacationDaysOf(2026, [morning, off('2026-11-23', { half: 'afternoon', kind: 'doctor' })], facts)).toEqual(
    sum(0.5, 0, 0),
  );
  expect(
    vacationDaysOf(2026, [off('2026-11-23', { deleted: true }), off('2026-11-24', { kind: 'care' })], facts),
  ).toEqual(sum(0, 0, 0));
});

test('requests count as requested, an approved one as planned', () => {
  const halves = [
    off('2026-12-01', { half: 'morning', approval: 'requested' }),
    off('2026-12-01', { half: 'afternoon', approval: 'approved' }),
  ];
  expect(vacationDaysOf(2026, halves, facts)).toEqual(sum(0, 0.5, 0.5));
});

test('a vacation over New Year counts in both years, on the 29th of February too', () => {
  const long = [off('2026-12-30', { repeatUntil: '2027-01-04' })];
  expect(vacationDaysOf(2026, long, facts)).toEqual(sum(0, 2, 0));
  expect(vacationDaysOf(2027, long, facts)).toEqual(sum(0, 2, 0));
  expect(vacationDaysOf(2028, long, facts)).toEqual(sum(0, 0, 0));
  expect(vacationDaysOf(2028, [off('2028-02-28', { repeatUntil: '2028-03-01' })], facts)).toEqual(sum(0, 3, 0));
});

test('days of both changes of the clock are days like others', () => {
  const everyDay = { ...facts, workingDays: [1, 2, 3, 4, 5, 6, 7], today: '2026-01-01' };
  const around = [off('2026-03-28', { repeatUntil: '2026-03-30' }), off('2026-10-24', { repeatUntil: '2026-10-26' })];
  expect(vacationDaysOf(2026, around, everyDay)).toEqual(sum(0, 6, 0));
});

test('the days left are those that nothing takes, a request included', () => {
  const allowance = { allowanceDays: 20, carriedOverDays: 2.5 };
  expect(vacationLeftOf(allowance, sum(10, 5, 1.5))).toBe(6);
  expect(vacationLeftOf(allowance, sum(20, 3, 0))).toBe(-0.5);
});
