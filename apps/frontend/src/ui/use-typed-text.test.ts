import { act, renderHook } from '@testing-library/react';
import { useTypedText } from './use-typed-text';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function field(value = '', of = 'given') {
  const asked = vi.fn();
  const { result, rerender } = renderHook((given) => useTypedText(given.value, asked, given.of), {
    initialProps: { value, of },
  });
  return { result, asked, show: (next: string, list = of) => rerender({ value: next, of: list }) };
}

it('asks once the typing rests, and keeps what was typed while the answer came', () => {
  const { result, asked, show } = field();
  act(() => result.current.type('tis', 200));
  act(() => void vi.advanceTimersByTime(200));
  expect(asked.mock.calls).toEqual([['tis']]);
  act(() => result.current.type('tisk ', 200));
  show('tis');
  expect(result.current.text).toBe('tisk ');
  act(() => void vi.advanceTimersByTime(200));
  show('tisk');
  expect(asked.mock.calls).toEqual([['tis'], ['tisk']]);
  expect(result.current.text).toBe('tisk ');
});

it('shows what comes from elsewhere, and asks no more for what was being typed', () => {
  const { result, asked, show } = field('tisk');
  act(() => result.current.type('tiskárna', 200));
  show('');
  expect(result.current.text).toBe('');
  act(() => void vi.advanceTimersByTime(200));
  expect(asked).not.toHaveBeenCalled();
});

it('starts over where something else is asked about', () => {
  const { result, asked, show } = field();
  act(() => result.current.type('karet', 200));
  show('', 'archive');
  expect(result.current.text).toBe('');
  act(() => void vi.advanceTimersByTime(200));
  expect(asked).not.toHaveBeenCalled();
});

it('asks at once when the field is left, and not again afterwards', () => {
  const { result, asked } = field();
  act(() => result.current.settle());
  expect(asked).not.toHaveBeenCalled();
  act(() => result.current.type('tis', 200));
  act(() => result.current.settle());
  expect(asked.mock.calls).toEqual([['tis']]);
  act(() => result.current.settle());
  act(() => void vi.advanceTimersByTime(200));
  expect(asked).toHaveBeenCalledTimes(1);
});
