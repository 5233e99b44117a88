import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** Slowdown of the processor: it simulates a cheap laptop. */
export const slowdown = 4;

export type Cookies = Readonly<Record<string, string>>;

export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path !== undefined && existsSync(path));
}

export async function inBrowser<T>(work: (browser: Browser) => Promise<T>, flags: readonly string[] = []): Promise<T> {
  const { chromium } = createRequire(import.meta.url)('playwright-core') as typeof import('playwright-core');
  const browser = await chromium.launch({ executablePath: chromiumPath()!, args: ['--no-sandbox', ...flags] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** A context with an empty cache and the cookies of one person. */
export async function freshContext(browser: Browser, origin: string, cookies: Cookies): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'cs-CZ' });
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })));
  return context;
}

export async function slowPage(context: BrowserContext): Promise<{ page: Page; session: CDPSession }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, session };
}

/** Resolves once nothing is loading and deferred work is done. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate('new Promise((resolve) => requestIdleCallback(() => resolve(true)))');
}

export interface AwaitedPage {
  readonly path: string;
  readonly cookies: Cookies;
  readonly selector: string;
  /** Number of elements of the selector to wait for. */
  readonly count: number;
}

/** Milliseconds until each page shows the awaited elements and its main thread is idle, in interleaved rounds, with an empty cache. */
export function openUntil(
  origin: string,
  pages: readonly AwaitedPage[],
  rounds: number,
  { slow = false } = {},
): Promise<number[][]> {
  const times = pages.map((): number[] => []);
  return inBrowser(async (browser) => {
    // The round before the first one warms the server.
    for (let round = -1; round < rounds; round++) {
      for (const [index, { path, cookies, selector, count }] of pages.entries()) {
        const context = await freshContext(browser, origin, cookies);
        const page = slow ? (await slowPage(context)).page : await context.newPage();
        const started = performance.now();
        await page.goto(`${origin}${path}`, { waitUntil: 'commit' });
        await page
          .locator(selector)
          .nth(count - 1)
          .waitFor({ state: 'attached' });
        await page.evaluate(
          'new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve(true))))',
        );
        if (round >= 0) times[index]!.push(performance.now() - started);
        await context.close();
      }
    }
    return times;
  });
}

export interface Loaded {
  /** Path of the address, without the query. */
  readonly path: string;
  /** Bytes over the wire, headers included. */
  readonly bytes: number;
}

export interface PageLoad {
  /** Files that loaded until the page could be used. */
  readonly loaded: readonly Loaded[];
  /** Files that loaded later, when the browser was idle. */
  readonly whenIdle: readonly Loaded[];
}

/** Delays idle callbacks until they are released. */
const holdIdle = `{
  const held = [];
  window.requestIdleCallback = (run) => held.push(run);
  window.cancelIdleCallback = (handle) => { held[handle - 1] = () => undefined; };
  window.letIdle = () => {
    window.requestIdleCallback = (run) => setTimeout(run);
    for (const run of held.splice(0)) run({ didTimeout: false, timeRemaining: () => 50 });
  };
}`;

/** Opens addresses in a real browser, each with an empty cache, and returns the loaded files. */
export function openPages(
  origin: string,
  pages: readonly { readonly path: string; readonly cookies: Cookies }[],
): Promise<PageLoad[]> {
  return inBrowser(async (browser) => {
    const loads: PageLoad[] = [];
    for (const { path, cookies } of pages) loads.push(await openPage(browser, origin, path, cookies));
    return loads;
  });
}

async function openPage(browser: Browser, origin: string, path: string, cookies: Cookies): Promise<PageLoad> {
  const context = await freshContext(browser, origin, cookies);
  const page = await context.newPage();
  await page.addInitScript(holdIdle);
  const session = await context.newCDPSession(page);
  const paths = new Map<string, string>();
  const all: Loaded[] = [];
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.startsWith(origin)) paths.set(requestId, new URL(response.url).pathname);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const found = paths.get(requestId);
    if (found !== undefined) all.push({ path: found, bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
  // A busy machine pauses between two requests.
  await page.waitForTimeout(1_500);
  const loaded = all.splice(0);
  await page.evaluate('window.letIdle()');
  await page.waitForTimeout(1_000);
  await page.waitForLoadState('networkidle');
  await context.close();
  return { loaded, whenIdle: all };
}
