import type { Page } from 'playwright-core';

export interface Traffic {
  /** Addresses that the page went to, in order. */
  readonly navigations: string[];
  /** Requests to the server's interface, as `GET /api/path`. */
  readonly requests: string[];
  /** Requests that change more than the reader's own preferences. */
  commands(): string[];
}

/** Counts navigations and requests of a page from now on. */
export function watchTraffic(page: Page): Traffic {
  const navigations: string[] = [];
  const requests: string[] = [];
  page.on('framenavigated', (frame) => {
    const address = new URL(frame.url());
    if (frame === page.mainFrame()) navigations.push(address.pathname + address.search);
  });
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push(`${request.method()} ${pathname}`);
  });
  return { navigations, requests, commands: () => requests.filter((request) => !/^GET |preferences/.test(request)) };
}

/** Runaway movement shows only over time: a gesture that has ended is watched this long. */
export const watchedMs = 4_000;
