import { act, renderHook } from '@testing-library/react';
import { useStateUnder, useStructurallyEqual } from './use-derived-state';

describe('state under a key', () => {
  it('begins anew with another key, and where one returns to a former one', () => {
    const { result, rerender } = renderHook(({ key }) => useStateUnder(key, 0), { initialProps: { key: 'given' } });
    const [, set] = result.current;
    act(() => set(2));
    act(() => set((before) => before + 1));
    expect(result.current[0]).toBe(3);
    rerender({ key: 'archive' });
    expect(result.current[0]).toBe(0);
    rerender({ key: 'given' });
    expect(result.current[0]).toBe(0);
  });

  it('is set under the present key, whenever the setter was taken', () => {
    const { result, rerender } = renderHook(({ key }) => useStateUnder(key, 'none'), { initialProps: { key: 1 } });
    const [, set] = result.current;
    rerender({ key: 2 });
    act(() => set('some'));
    expect(result.current[0]).toBe('some');
    expect(result.current[1]).toBe(set);
  });
});

it('keeps an object for as long as it is deeply equal', () => {
  const { result, rerender } = renderHook(({ ids }) => useStructurallyEqual({ ids }), { initialProps: { ids: [1] } });
  const first = result.current;
  rerender({ ids: [1] });
  expect(result.current).toBe(first);
  rerender({ ids: [2] });
  expect(result.current).toEqual({ ids: [2] });
});
