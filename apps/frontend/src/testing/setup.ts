import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import React from 'react';
import { announcerId } from '../lib/announce';
import { live } from '../lib/live';
import { noteServerTime } from '../lib/server-clock';
import { allowReading, runSignOutHandlers } from '../lib/sign-out';
import { toastTimes } from '../ui/toast';
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

configure({
  // A machine may be busy; what is waited for comes or does not.
  asyncUtilTimeout: 120_000,
  // Queries find visible text; announcements to screen readers repeat it for seven seconds.
  defaultIgnore: `script, style, #${announcerId} *`,
});

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
// jsdom has no layout: every position, which an editor needs for its cursor, is the corner.
const corner = new DOMRect();
Object.assign(Range.prototype, { getClientRects: () => [corner], getBoundingClientRect: () => corner });
Object.assign(Text.prototype, { getClientRects: () => [corner] });
Object.assign(document, { elementFromPoint: () => null });
Object.assign(HTMLElement.prototype, { setPointerCapture: () => undefined, hasPointerCapture: () => false });
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

function clearAttributes(element: Element) {
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
}

/** The next test, of this file or another, has the same modules and the same window: it begins as the next person does who signs in. */
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  stopRouters();
  runSignOutHandlers();
  allowReading();
  live.stop();
  // A closing element returns the focus a moment later.
  await new Promise((resolve) => setTimeout(resolve));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  noteServerTime(new Date().toUTCString());
  localStorage.clear();
  sessionStorage.clear();
  clearCookies();
  delete window.__GOS_CONFIG__;
  clearAttributes(document.documentElement);
  clearAttributes(document.body);
  document.body.replaceChildren();
  expect(unknownCalls.splice(0)).toEqual([]);
});
