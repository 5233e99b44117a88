import type { CDPSession, Page } from 'playwright-core';
import { Chance } from '../../backend/src/testing/chance';
import { barePath, serveBarePage } from './bare-page';
import { freshContext, inBrowser, settled, slowdown, slowPage } from './browser';
import { figure, percentile, type Section } from './figures';
import { addProbe, framesDuring } from './screen-probe';
import { act, type Screens, withoutScreens, withScreens } from './screens';
import type { Setting } from './setting';

const rows = 100;
const changesPerSecond = 20;
const link = '[data-row-link]';
const title = `A list of ${rows} rows, on a processor ${slowdown} times slower`;

/** Measures the frames of a long list while it is scrolled and while others change its tasks. */
export async function measureRows(setting: Setting): Promise<Section> {
  const skipped = withoutScreens();
  if (skipped !== null) return { name: 'rows', title, figures: [], profiles: [], skipped };
  return withScreens(setting, 'rows', async (screens) => {
    const { origin, cookies } = screens;
    const seconds = setting.options.quick ? 3 : 15;
    const measured = await inBrowser(async (browser) => {
      const context = await freshContext(browser, origin, cookies);
      await serveBarePage(context);
      const { page, session } = await slowPage(context);
      await addProbe(page);
      await page.goto(`${origin}${barePath}?rows=${rows}`);
      await page
        .locator(link)
        .nth(rows - 1)
        .waitFor();
      const bare = {
        scroll: await framesDuring(page, () => scrolled(page, session)),
        live: await framesDuring(page, () => changedHere(page, seconds)),
      };
      await page.goto(`${origin}/tasks?pageSize=${rows}`);
      await page
        .locator(link)
        .nth(rows - 1)
        .waitFor();
      await settled(page);
      const list = {
        scroll: await framesDuring(page, () => scrolled(page, session)),
        live: await framesDuring(page, () => changedByOther(screens, page, seconds)),
      };
      await context.close();
      return { bare, list };
    });
    const { bare, list } = measured;
    const plain = 'as many rows of plain text, drawn and changed by bare React';
    const frames = (name: string, ours: number[], theirs: number[]) => [
      figure(`longest frame ${name}`, Math.max(...ours), 'ms', { name: plain, value: Math.max(...theirs) }),
      figure(
        `frames ${name}, p95`,
        percentile(ours, 0.95),
        'ms',
        { name: plain, value: percentile(theirs, 0.95) },
        `${ours.length} frames, ${ours.filter((length) => length > 50).length} of them over 50 ms`,
      ),
    ];
    return {
      name: 'rows',
      title,
      figures: [
        ...frames('while it is scrolled', list.scroll, bare.scroll),
        ...frames(`while ${changesPerSecond} changes a second arrive`, list.live, bare.live),
      ],
      profiles: [],
    };
  });
}

/** Scrolls down and up again, three times. */
async function scrolled(page: Page, session: CDPSession): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const place = { x: width / 2, y: height / 2, speed: 3_000 };
  for (let turn = 0; turn < 3; turn++) {
    await session.send('Input.synthesizeScrollGesture', { ...place, yDistance: -2_500 });
    await session.send('Input.synthesizeScrollGesture', { ...place, yDistance: 2_500 });
  }
}

async function changedHere(page: Page, seconds: number): Promise<void> {
  const chance = new Chance(7);
  await evenly(seconds, (round) => page.evaluate(`changeRow(${chance.below(rows)}, ${1 + (round % 10)})`));
}

async function changedByOther(screens: Screens, page: Page, seconds: number): Promise<void> {
  const chance = new Chance(7);
  const shown = await page.evaluate<number[]>(
    `[...document.querySelectorAll('${link}')].map(({ dataset }) => Number(dataset.rowLink))`,
  );
  await evenly(seconds, (round) => act(screens, chance.of(shown), { priority: 1 + (round % 10) }));
}

/** Sends so many changes a second, without waiting for their answers. */
async function evenly(seconds: number, change: (round: number) => Promise<unknown>): Promise<void> {
  const changes: Promise<unknown>[] = [];
  const started = performance.now();
  for (let round = 0; round < seconds * changesPerSecond; round++) {
    const due = started + (round * 1_000) / changesPerSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    changes.push(change(round));
  }
  await Promise.all(changes);
}
