import { renderHook } from '@testing-library/react';
import { beginVisit } from '../../lib/kept-here';
import { useOtherTabs } from './other-tabs';

const onSignedOut = vi.fn();
afterEach(() => onSignedOut.mockReset());

/** Imitates messages from another tab. */
function inAnotherTab(userId: number) {
  localStorage.setItem('gos-person', String(userId));
  window.dispatchEvent(new StorageEvent('storage', { key: 'gos-person', newValue: String(userId) }));
}

it('begins anew once another person has signed in, and not for the same one', () => {
  const reload = vi.fn();
  renderHook(() => useOtherTabs(1, { onOther: reload, onSignedOut }));
  expect(localStorage.getItem('gos-person')).toBe('1');
  inAnotherTab(1);
  expect(reload).not.toHaveBeenCalled();
  inAnotherTab(2);
  expect(reload).toHaveBeenCalledOnce();
});

it('looks when it is shown again, as it heard nothing while it was asleep', () => {
  const reload = vi.fn();
  renderHook(() => useOtherTabs(1, { onOther: reload, onSignedOut }));
  localStorage.setItem('gos-person', '2');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(reload).toHaveBeenCalledOnce();
});

it('hears nothing once it is gone', () => {
  const reload = vi.fn();
  renderHook(() => useOtherTabs(1, { onOther: reload, onSignedOut })).unmount();
  inAnotherTab(2);
  expect(reload).not.toHaveBeenCalled();
});

describe('a sign-out in another tab', () => {
  const visit = 'gos-visit-1';
  const draft = 'gos-unsent-comment-1-7';

  /** The first tab shows the person, who writes. */
  function show() {
    const onOther = vi.fn();
    beginVisit(1);
    sessionStorage.setItem(draft, '{}');
    renderHook(() => useOtherTabs(1, { onOther, onSignedOut }));
    return onOther;
  }
  const heard = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));

  it('is followed, and no other change of what tabs share', () => {
    show();
    localStorage.setItem('gos-task-draft-1', '[]');
    heard('gos-task-draft-1');
    heard(visit);
    expect(onSignedOut).not.toHaveBeenCalled();
    localStorage.removeItem(visit);
    heard(visit);
    expect(onSignedOut).toHaveBeenCalledOnce();
  });

  it('is noticed by a tab that slept, also when the person has come back since', () => {
    show();
    localStorage.setItem(visit, 'another one');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(onSignedOut).toHaveBeenCalledOnce();
  });

  it('leaves nothing in a tab where somebody else is next', () => {
    const onOther = show();
    localStorage.removeItem(visit);
    localStorage.setItem('gos-person', '2');
    document.dispatchEvent(new Event('visibilitychange'));
    expect([onOther.mock.calls.length, sessionStorage.getItem(draft)]).toEqual([1, null]);
    expect(onSignedOut).not.toHaveBeenCalled();
  });

  it('leaves nothing in a tab that was closed and is brought back', () => {
    show();
    localStorage.setItem(visit, 'another one');
    beginVisit(1);
    expect([sessionStorage.getItem(draft), sessionStorage.getItem(visit)]).toEqual([null, 'another one']);
  });
});
