import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface Loaded {
  /** Path of the address, without the query. */
  readonly path: string;
  /** As it came over the wire, headers and all. */
  readonly bytes: number;
}

export interface PageLoad {
  readonly loaded: readonly Loaded[];
  /** Until nothing was loaded any more. */
  readonly milliseconds: number;
}

interface Page {
  goto(address: string, options: { waitUntil: 'networkidle' | 'commit' }): Promise<unknown>;
  locator(selector: string): { nth(index: number): { waitFor(options: { state: 'attached' }): Promise<void> } };
  evaluate(expression: string): Promise<unknown>;
}
interface Session {
  send(method: string): Promise<unknown>;
  on(
    event: string,
    listener: (about: { requestId: string; encodedDataLength: number; response: { url: string } }) => void,
  ): void;
}
interface Context {
  addCookies(cookies: readonly { name: string; value: string; url: string }[]): Promise<void>;
  newPage(): Promise<Page>;
  newCDPSession(page: Page): Promise<Session>;
  close(): Promise<void>;
}
interface Browser {
  newContext(options?: { viewport: { width: number; height: number } }): Promise<Context>;
  close(): Promise<void>;
}
interface Playwright {
  readonly chromium: { launch(options: { executablePath: string; args: readonly string[] }): Promise<Browser> };
}

export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path !== undefined && existsSync(path));
}

/** Opens addresses in a real browser, each with an empty cache, and says what it loaded. */
export async function openPages(
  origin: string,
  pages: readonly { readonly path: string; readonly cookies: Readonly<Record<string, string>> }[],
): Promise<PageLoad[]> {
  const { chromium } = createRequire(import.meta.url)('playwright-core') as Playwright;
  const browser = await chromium.launch({ executablePath: chromiumPath()!, args: ['--no-sandbox'] });
  try {
    const loads: PageLoad[] = [];
    for (const { path, cookies } of pages) loads.push(await openPage(browser, origin, path, cookies));
    return loads;
  } finally {
    await browser.close();
  }
}

export interface AwaitedPage {
  readonly path: string;
  readonly cookies: Readonly<Record<string, string>>;
  readonly selector: string;
  /** So many elements of the selector are waited for. */
  readonly count: number;
}

/** Milliseconds of each page until what is awaited stands and the main thread is idle, so many rounds in turn, with an empty cache. */
export async function openUntil(origin: string, pages: readonly AwaitedPage[], rounds: number): Promise<number[][]> {
  const { chromium } = createRequire(import.meta.url)('playwright-core') as Playwright;
  const browser = await chromium.launch({ executablePath: chromiumPath()!, args: ['--no-sandbox'] });
  const times = pages.map((): number[] => []);
  try {
    // The round before the first one counts warms the server.
    for (let round = -1; round < rounds; round++) {
      for (const [index, { path, cookies, selector, count }] of pages.entries()) {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
        await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })));
        const page = await context.newPage();
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
  } finally {
    await browser.close();
  }
}

async function openPage(
  browser: Browser,
  origin: string,
  path: string,
  cookies: Readonly<Record<string, string>>,
): Promise<PageLoad> {
  const context = await browser.newContext();
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })));
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const paths = new Map<string, string>();
  const loaded: Loaded[] = [];
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.startsWith(origin)) paths.set(requestId, new URL(response.url).pathname);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const found = paths.get(requestId);
    if (found !== undefined) loaded.push({ path: found, bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  const started = performance.now();
  await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
  // The browser calls the network idle after half a second without a request.
  const milliseconds = performance.now() - started - 500;
  await context.close();
  return { loaded, milliseconds };
}
