import { addDays, instantOf, localDay, mondayOf } from '@gos/domain';
import { BoardScreen } from './support/board-screen';
import { centreOf, type Finger, fingerOn } from './support/finger';
import type { Person } from './support/person';
import { useStage } from './support/stage';
import { type Traffic, watchedMs, watchTraffic } from './support/traffic';

/** Each gesture of a finger acts once: nothing navigates, sends or scrolls for seconds after the finger has left. */
const stage = useStage();
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const;
const zone = 'Europe/Prague';
const today = localDay(Date.now(), zone);
const monday = mondayOf(today);

let jan: Person;
let me: number;
let taskId: number;

beforeAll(async () => {
  jan = await stage.person('Jan Novák', { ...phone, reducedMotion: 'no-preference' });
  me = await jan.id();
  taskId = (await jan.send('POST', '/tasks', { name: 'Časová osa', solverId: me })).id;
});

/** Runs a gesture and counts from its begin until seconds after its end. */
async function traffic(gesture: (finger: Finger, seen: Traffic) => Promise<void>): Promise<Traffic> {
  const { page } = jan;
  const finger = await fingerOn(page);
  const seen = watchTraffic(page);
  await gesture(finger, seen);
  await page.waitForTimeout(watchedMs);
  return seen;
}

const scrollTops = () =>
  jan.page.evaluate(() => [...document.querySelectorAll('*')].map((element) => element.scrollTop).filter(Boolean));

describe('a swipe over the week', () => {
  const left = [
    { x: 320, y: 420 },
    { x: 40, y: 430 },
  ] as const;
  const shownWeek = () => new URL(jan.page.url()).searchParams.get('from');
  const visibleWeek = () => jan.page.locator('[data-page="0"] th[data-day], [data-page="0"] td[data-day]').first();
  const begin = async (from = monday) => {
    await jan.page.goto(`/attendance/availability?from=${from}`);
    await jan.page.locator('[data-page="0"]').getByText('Jan Novák').waitFor();
    await jan.page.waitForLoadState('networkidle');
  };

  it('turns one week, to either side, and no more', async () => {
    await begin();
    const seen = await traffic((finger) => finger.flick(...left));
    expect(seen.navigations.map((address) => new URL(address, 'http://x').searchParams.get('from'))).toEqual([
      addDays(monday, 7),
    ]);
    expect(await visibleWeek().getAttribute('data-day')).toBe(addDays(monday, 7));
    const back = await traffic((finger) => finger.flick(left[1], left[0]));
    expect(back.navigations).toHaveLength(1);
    expect(shownWeek()).toBe(monday);
  });

  it('turns three weeks for three swipes, also when they follow each other at once', async () => {
    for (const pauseMs of [0, 900]) {
      await begin();
      const seen = await traffic(async (finger) => {
        for (let swipe = 0; swipe < 3; swipe++) {
          await finger.flick(...left);
          await jan.page.waitForTimeout(pauseMs);
        }
      });
      expect(shownWeek()).toBe(addDays(monday, 21));
      expect(seen.navigations.length).toBeLessThanOrEqual(3);
      // Each week that is shown reads itself and its neighbours at most.
      expect(seen.requests.filter((request) => request.endsWith('/availability')).length).toBeLessThanOrEqual(9);
      const shown = jan.page.locator('[data-page="0"]');
      expect(await shown.count()).toBe(1);
      expect((await shown.boundingBox())!.x).toBeCloseTo(0, 0);
      expect(await visibleWeek().getAttribute('data-day')).toBe(addDays(monday, 21));
    }
  });

  it('keeps the week when the finger scrolls down, moves too little or comes back', async () => {
    await begin();
    const seen = await traffic(async (finger) => {
      await finger.flick({ x: 180, y: 600 }, { x: 190, y: 300 });
      await finger.flick({ x: 180, y: 420 }, { x: 176, y: 421 });
      await finger.press({ x: 300, y: 420 });
      await finger.move({ x: 150, y: 420 });
      await finger.move({ x: 298, y: 420 });
      await jan.page.waitForTimeout(200);
      await finger.lift();
    });
    expect(seen.navigations).toEqual([]);
    expect(shownWeek()).toBe(monday);
  });
});

it('a card that a finger drags on a board moves once and scrolls nothing afterwards', async () => {
  const project = await jan.send('POST', '/projects', { name: 'Prst' });
  const board = await jan.send('POST', `/projects/${project.id}/boards`, { name: 'Evidence', section: 'todo' });
  for (const name of ['První', 'Druhý', 'Třetí', ...Array.from({ length: 20 }, (_, index) => `Další ${index}`)])
    await jan.send('POST', '/tasks', { name, boardId: board.id });
  const screen = new BoardScreen(jan, project.id);
  await screen.open();
  await expect.poll(() => screen.tasks('Evidence')).toHaveLength(23);
  await screen.card('Druhý').scrollIntoViewIfNeeded();
  const from = await centreOf(screen.card('Druhý'));
  let rested: number[] = [];
  const seen = await traffic(async (finger) => {
    await finger.press(from);
    await jan.page.locator('[data-by="pointer"]').waitFor();
    // The lower edge scrolls while the finger is there.
    await finger.move({ x: from.x, y: 690 });
    await expect.poll(scrollTops).not.toEqual([]);
    await finger.lift();
    await jan.page.locator('[data-by="pointer"]').waitFor({ state: 'detached' });
    rested = await scrollTops();
  });
  expect(await scrollTops()).toEqual(rested);
  expect(seen.commands()).toHaveLength(1);
  expect(seen.navigations).toEqual([]);
});

it('an entry that a finger drags on the timeline is corrected once', async () => {
  const yesterday = addDays(today, -1);
  const at = (time: string) => instantOf(yesterday, time, zone);
  await jan.send('POST', '/work/entries', { taskId, from: at('09:00'), to: at('10:00') });
  await jan.open(`/attendance/worked?date=${yesterday}`);
  const block = jan.page.getByRole('button', { name: /^9:00–10:00, Časová osa/ });
  await block.scrollIntoViewIfNeeded();
  const from = await centreOf(block);
  let rested: number[] = [];
  const seen = await traffic(async (finger) => {
    await finger.press(from);
    await jan.page.waitForTimeout(400);
    await finger.move({ x: from.x, y: from.y + 48 });
    await finger.lift();
    await jan.page.getByRole('button', { name: /^10:00–11:00, Časová osa/ }).waitFor();
    rested = await scrollTops();
  });
  expect(seen.commands()).toHaveLength(1);
  expect(seen.navigations).toEqual([]);
  expect(await scrollTops()).toEqual(rested);
});

it('an entry that a finger drags in the calendar moves once', async () => {
  const day = `${Number(today.slice(0, 4)) + 1}-03-11`;
  const { id } = await jan.send('POST', '/tasks', { name: 'Posun', solverId: me, deadline: `${day}T10:00:00Z` });
  await jan.page.setViewportSize({ width: 1024, height: 768 });
  await jan.open(`/tasks/calendar?view=month&date=${day}`);
  const from = await centreOf(jan.page.getByRole('main').getByRole('link', { name: /Posun/ }));
  const to = await centreOf(jan.page.locator(`td[data-day="${addDays(day, 1)}"]`));
  const seen = await traffic(async (finger) => {
    await finger.press(from);
    await jan.page.waitForTimeout(400);
    await finger.move(to);
    await finger.lift();
  });
  expect(seen.commands()).toEqual([`POST /api/tasks/${id}/deadline`]);
  expect(seen.navigations).toEqual([]);
  await jan.page.setViewportSize(phone.viewport);
});

it('a long press opens the menu of a row once, and opens no task', async () => {
  await jan.open('/tasks/given');
  const row = jan.page.getByRole('main').getByRole('link', { name: 'Časová osa' });
  await row.scrollIntoViewIfNeeded();
  const at = await centreOf(row);
  const seen = await traffic(async (finger) => {
    await finger.press(at);
    await jan.page.getByRole('menu').waitFor();
    await finger.lift();
  });
  expect(await jan.page.getByRole('menu').count()).toBe(1);
  expect(seen.navigations).toEqual([]);
  expect(seen.commands()).toEqual([]);
});

it('pulling at the top of a list neither reloads nor leaves it', async () => {
  await jan.open('/tasks/given');
  await jan.page.getByRole('main').getByRole('link', { name: 'Časová osa' }).waitFor();
  await jan.page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  const seen = await traffic(async (finger) => {
    await finger.flick({ x: 180, y: 200 }, { x: 180, y: 640 });
    await finger.flick({ x: 30, y: 300 }, { x: 340, y: 310 });
  });
  expect(seen.navigations).toEqual([]);
  expect(seen.commands()).toEqual([]);
  expect(await jan.page.locator('body[data-same-page]').count()).toBe(1);
});
