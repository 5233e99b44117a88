import type { Browser } from 'playwright-core';
import { barePath, serveBarePage } from './bare-page';
import { freshContext, inBrowser, openUntil, settled, slowdown, slowPage } from './browser';
import { figure, percentile, type Section } from './figures';
import { addProbe, busyDuring, follow } from './screen-probe';
import { type Screens, withoutScreens, withScreens } from './screens';
import type { Setting } from './setting';

const rows = 25;
const link = '[data-row-link]';
const title = `Screens until they can be used, on a processor ${slowdown} times slower`;

/** Measures a first load, and from one list to another, until the rows are drawn. */
export async function measureNavigation(setting: Setting): Promise<Section> {
  const skipped = withoutScreens();
  if (skipped !== null) return { name: 'navigation', title, figures: [], profiles: [], skipped };
  return withScreens(setting, 'navigation', async (screens) => {
    const { origin, cookies } = screens;
    const rounds = setting.options.quick ? 3 : 12;
    const pages = [
      { path: '/api/health/live', cookies, selector: 'body', count: 1 },
      { path: '/tasks', cookies, selector: link, count: rows },
    ];
    const opened = await openUntil(origin, pages, setting.options.quick ? 3 : 7, { slow: true });
    const [empty, tasks] = opened.map((times) => percentile(times, 0.5));
    const { first, again, bare, busy, bareBusy } = await inBrowser((browser) => followed(browser, screens, rounds));
    const nothing = { name: 'an answer without a page of the same server, opened in the same way', value: empty! };
    const exchange = (share: number) => ({
      name: 'bare React exchanging as many rows of plain text, all of them at hand',
      value: percentile(bare, share),
    });
    const after = (name: string, times: number[]) => [
      figure(`${name}, p50`, percentile(times, 0.5), 'ms', exchange(0.5)),
      figure(`${name}, p95`, percentile(times, 0.95), 'ms', exchange(0.95)),
    ];
    return {
      name: 'navigation',
      title,
      figures: [
        figure('/tasks opened with an empty cache', tasks!, 'ms', nothing),
        ...after('to a list not seen before', first),
        ...after('to a list seen before', again),
        figure('of that the main thread, p50', percentile(busy, 0.5), 'ms', {
          name: 'the main thread during the same exchange',
          value: percentile(bareBusy, 0.5),
        }),
      ],
      profiles: [],
    };
  });
}

interface Turn {
  readonly result: number;
  readonly busy: number;
}

async function followed(browser: Browser, { origin, cookies, toComplete, given }: Screens, rounds: number) {
  const times = {
    first: [] as number[],
    again: [] as number[],
    bare: [] as number[],
    busy: [] as number[],
    bareBusy: [] as number[],
  };
  const there = 'nav a[href="/tasks/given"]';
  const back = 'nav a[href="/tasks"]';
  // The round before the first one counts warms the server.
  for (let round = -1; round < rounds; round++) {
    const context = await freshContext(browser, origin, cookies);
    await serveBarePage(context);
    const { page, session } = await slowPage(context);
    await addProbe(page);
    await page.goto(`${origin}/tasks`);
    await page
      .locator(link)
      .nth(rows - 1)
      .waitFor();
    await settled(page);
    const first = await follow(page, there, given, rows);
    await settled(page);
    const again: Turn[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const [to, ids] = turn % 2 === 0 ? [back, toComplete] : [there, given];
      again.push(await busyDuring(session, () => follow(page, to, ids, rows)));
      await settled(page);
    }
    await page.goto(`${origin}${barePath}?rows=${rows}`);
    await page
      .locator(link)
      .nth(rows - 1)
      .waitFor();
    const bare: Turn[] = [];
    for (let turn = 0; turn < 5; turn++) {
      const shown = Array.from({ length: rows }, (_, index) => index + (turn % 2 === 0 ? 1_001 : 1));
      bare.push(await busyDuring(session, () => follow(page, 'a', shown, rows)));
      await settled(page);
    }
    await context.close();
    if (round < 0) continue;
    times.first.push(first);
    for (const { result, busy } of again) {
      times.again.push(result);
      times.busy.push(busy);
    }
    for (const { result, busy } of bare.slice(1)) {
      times.bare.push(result);
      times.bareBusy.push(busy);
    }
  }
  return times;
}
