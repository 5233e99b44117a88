import { noteServerTime, serverNow } from './server-clock';

const hour = 3_600_000;
const now = Date.parse('2026-11-21T12:00:00Z');
const says = (at: number) => noteServerTime(new Date(at).toUTCString());

beforeEach(() => {
  vi.useFakeTimers({ now });
  says(now);
});

it.each([2 * hour, -2 * hour])('is the time of the server on a machine whose clock is %i ms wrong', (wrong) => {
  says(now + wrong);
  expect(serverNow()).toBe(now + wrong);
  vi.advanceTimersByTime(hour);
  expect(serverNow()).toBe(now + wrong + hour);
});

it('is that of this machine while nothing else is known, or nothing worth a difference', () => {
  expect(serverNow()).toBe(now);
  noteServerTime(null);
  noteServerTime('soon');
  says(now - 2_000);
  expect(serverNow()).toBe(now);
});
