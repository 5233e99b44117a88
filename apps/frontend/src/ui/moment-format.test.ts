import { calendarDay, deadlineChoice, deadlineText, fullMoment } from './moment-format';

const say = (id: string) => id.replace('task.moment.', '');
const now = Date.parse('2026-11-23T12:00:00Z');

function installedIn(timeZone: string) {
  window.__GOS_CONFIG__ = { timeZone };
}
afterEach(() => {
  window.__GOS_CONFIG__ = undefined;
});

it.each([
  ['Europe/Prague', '2026-11-23T22:59:00Z'],
  ['America/New_York', '2026-11-24T04:59:00Z'],
  ['Asia/Tokyo', '2026-11-23T14:59:00Z'],
])('a whole day is the day of an installation in %s, wherever it is read', (zone, deadline) => {
  installedIn(zone);
  expect(deadlineText('en', deadline, now, say)).toBe('today');
  expect(deadlineChoice('en', deadline, now, say)).toBe('Mon 23 Nov');
  expect(fullMoment('en', deadline)).toContain('Monday, 23 November 2026 at 23:59');
});

it('a time is that of the installation, with the word of its day', () => {
  installedIn('Pacific/Auckland');
  expect(deadlineText('en', '2026-11-24T02:30:00Z', now, say)).toBe('today 15:30');
  expect(deadlineText('cs', '2027-01-04T02:30:00Z', now, say)).toBe('4. 1. 2027 15:30');
  expect(deadlineText('en', '2026-11-20T02:30:00Z', now, say)).toBe('20 Nov');
});

it('keeps the hour over the change to winter time', () => {
  installedIn('Europe/Prague');
  const before = Date.parse('2026-10-24T10:00:00Z');
  expect(deadlineText('en', '2026-10-24T13:00:00Z', before, say)).toBe('today 15:00');
  expect(deadlineText('en', '2026-10-25T14:00:00Z', before, say)).toBe('tomorrow 15:00');
});

it('names a day of the calendar by the day that it is in the installation', () => {
  installedIn('Pacific/Auckland');
  expect(calendarDay('en', '2026-11-24', now, say)).toBe('today');
});
