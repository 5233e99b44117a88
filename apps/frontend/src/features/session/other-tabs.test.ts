import { renderHook } from '@testing-library/react';
import { useOtherTabs } from './other-tabs';

/** What a tab hears of another one. */
function inAnotherTab(userId: number) {
  localStorage.setItem('gos-person', String(userId));
  window.dispatchEvent(new StorageEvent('storage', { key: 'gos-person', newValue: String(userId) }));
}

it('begins anew once another person has signed in, and not for the same one', () => {
  const reload = vi.fn();
  renderHook(() => useOtherTabs(1, reload));
  expect(localStorage.getItem('gos-person')).toBe('1');
  inAnotherTab(1);
  expect(reload).not.toHaveBeenCalled();
  inAnotherTab(2);
  expect(reload).toHaveBeenCalledOnce();
});

it('looks when it is shown again, as it heard nothing while it was asleep', () => {
  const reload = vi.fn();
  renderHook(() => useOtherTabs(1, reload));
  localStorage.setItem('gos-person', '2');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(reload).toHaveBeenCalledOnce();
});

it('hears nothing once it is gone', () => {
  const reload = vi.fn();
  renderHook(() => useOtherTabs(1, reload)).unmount();
  inAnotherTab(2);
  expect(reload).not.toHaveBeenCalled();
});
