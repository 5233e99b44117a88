import { watchIdle } from './idle';

it('is idle after five minutes without a move, and moves again at the first', () => {
  vi.useFakeTimers();
  const told: boolean[] = [];
  const stop = watchIdle((idle) => told.push(idle));
  vi.advanceTimersByTime(299_000);
  window.dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(299_000);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([true]);
  window.dispatchEvent(new Event('pointermove'));
  window.dispatchEvent(new Event('pointermove'));
  expect(told).toEqual([true, false]);
  stop();
  vi.advanceTimersByTime(600_000);
  expect(told).toEqual([true, false]);
  vi.useRealTimers();
});
