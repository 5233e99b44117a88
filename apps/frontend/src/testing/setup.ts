import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import React from 'react';
import { clearToast, toastTimes } from '../ui/toast';
import { computedStyle } from './computed-style';
import { stopRouters } from './open-routers';
import { unknownCalls } from './server';

vi.mock('socket.io-client', () => ({
  io: () => ({ on: () => undefined, emit: () => undefined, disconnect: () => undefined }),
}));

// React notes for every element where it was made, for warnings that name it: a tenth of the time of these tests.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set: () => undefined },
);

// A machine may be busy; what is waited for comes or does not.
configure({ asyncUtilTimeout: 15_000 });

class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string): Partial<MediaQueryList> => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }),
});
window.ResizeObserver = NoResizeObserver;
window.getComputedStyle = computedStyle;
window.HTMLElement.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
Element.prototype.scrollTo = function scrollTo(this: Element, to?: ScrollToOptions | number) {
  this.scrollTop = typeof to === 'object' ? (to.top ?? 0) : 0;
};

function clearCookies() {
  for (const pair of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
    document.cookie = `${pair.split('=')[0]}=; path=/; max-age=0`;
  }
}

beforeEach(() => {
  // A loaded machine is slow to reach for what a toast offers.
  toastTimes.shownMs = 60_000;
  // The router, queries and transitions settle by themselves; tests wait for what is seen.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['cs']);
  // A call that a test does not know is a mistake in one of the two.
  vi.stubGlobal('fetch', (address: RequestInfo | URL) => Promise.reject(new Error(`unknown call: ${String(address)}`)));
});

afterEach(() => {
  cleanup();
  stopRouters();
  clearToast();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  clearCookies();
  expect(unknownCalls.splice(0)).toEqual([]);
});
