import { freshContext, inBrowser, settled } from './browser';
import { type Figure, figure } from './figures';
import { inOwnProcess } from './own-process';
import { addProbe, busyDuring, framesDuring } from './screen-probe';
import { signedInCookies, withoutScreens } from './screens';
import { GosServer } from './server';
import type { Setting } from './setting';

const managerId = 2;
const people = 10;
const longestTaskMs = 50;

interface Frames {
  readonly frames: readonly { readonly position: string }[];
  readonly next: string | null;
}

/** Measures the replay of a project's year: the changes as the server gives them, and the screen that plays them. */
export async function replayFigures(setting: Setting): Promise<Figure[]> {
  const { quick } = setting.options;
  const folder = setting.path('replay');
  const [boards, tasks, changes] = quick ? [5, 200, 1_000] : [10, 2_000, 10_000];
  await inOwnProcess('seedReplay', { folder, people, boards, tasks, changes, managerId });
  await inOwnProcess('catchUp', folder);
  const cookie = (await inOwnProcess('signIn', { folder, people })).get(managerId)!;
  const server = await GosServer.start(folder);
  try {
    const frames = await framesOf(server.origin, cookie);
    const whole = `${tasks.toLocaleString('en-US')} tasks and ${boards} boards`;
    const figures = [
      figure(`changes of a year with ${whole}, page by page`, frames.perSecond, '/s', {
        name: 'played in a minute',
        value: frames.count / 60,
      }),
    ];
    return withoutScreens() === null ? [...figures, ...(await played(setting, server.origin, cookie))] : figures;
  } finally {
    await server.stop();
  }
}

async function framesOf(origin: string, cookie: string) {
  let count = 0;
  const started = performance.now();
  for (let cursor: string | null = null; ; ) {
    const path = `/api/projects/1/replay/frames?limit=500${cursor === null ? '' : `&cursor=${cursor}`}`;
    const answer = await fetch(origin + path, { headers: { cookie } });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    const { frames, next } = (await answer.json()) as Frames;
    count += frames.length;
    if (next === null) return { count, perSecond: count / ((performance.now() - started) / 1_000) };
    cursor = next;
  }
}

/** Plays the whole year in a browser. The first task of the page, which draws all cards, belongs to opening it. */
function played(setting: Setting, origin: string, cookie: string): Promise<Figure[]> {
  const seconds = setting.options.quick ? 5 : 60;
  return inBrowser(async (browser) => {
    const context = await freshContext(browser, origin, signedInCookies(cookie));
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await addProbe(page);
    await page.goto(`${origin}/tasks/project/1/replay`);
    await page.locator('[data-replay="open"]').waitFor();
    await settled(page);
    await page.evaluate(`window.longTasks = []; new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration);
    }).observe({ type: 'longtask' })`);
    const { result, busy } = await busyDuring(session, () =>
      framesDuring(page, async () => {
        await page.keyboard.press('Space');
        await page.waitForTimeout(seconds * 1_000);
      }),
    );
    const long = await page.evaluate<number[]>('longTasks');
    await context.close();
    return [
      figure(
        'the longest task while a year plays in a minute',
        Math.max(0, ...long),
        'ms',
        { name: 'the most that is allowed', value: longestTaskMs },
        `${long.length} tasks over ${longestTaskMs} ms in ${seconds} s, ${result.length} frames drawn, main thread busy ${(busy / seconds / 10).toFixed(0)} %`,
      ),
    ];
  });
}
