import type { Locator } from 'playwright-core';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let karla: Person;
let jan: Person;
let solverId: number;

interface Item {
  readonly id: number;
  readonly deadline: string;
  readonly shownDate: string | null;
}

/** Days around a change of daylight saving, far enough ahead. */
const year = new Date().getUTCFullYear() + 1;
/** The last Sunday of March, from which on the clocks of Prague are an hour ahead. */
const change = (() => {
  const last = new Date(Date.UTC(year, 2, 31));
  return 31 - last.getUTCDay();
})();
const day = (date: number) => `${year}-03-${String(date).padStart(2, '0')}`;

beforeAll(async () => {
  await stage.person('Alena Adminová');
  jan = await stage.person('Jan Novák');
  karla = await stage.person('Karla Svobodová');
  solverId = await jan.id();
});

const give = async (body: object) => (await karla.send('POST', '/tasks', { solverId, ...body })).id;
const task = (id: number) => karla.read<Item>(`/tasks/${id}`);
const cell = (person: Person, date: string) => person.page.locator(`td[data-day="${date}"]`);
const entry = (where: Person | Locator, name: string) =>
  ('page' in where && typeof where.page !== 'function' ? where.page : (where as Locator)).getByRole('link', { name });

async function centre(target: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = (await target.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(person: Person, from: Locator, to: Locator): Promise<void> {
  const { mouse } = person.page;
  const [start, end] = [await centre(from), await centre(to)];
  await mouse.move(start.x, start.y);
  await mouse.down();
  await mouse.move(start.x + 8, start.y + 8, { steps: 3 });
  await mouse.move(end.x, end.y, { steps: 8 });
  await mouse.up();
}

it('shows my days, by month and by week, in the address', async () => {
  await give({ name: 'Do konce dne', deadline: `${day(change - 3)}T22:59:00Z` });
  await give({
    name: 'Porada o skladu',
    type: 'meeting',
    deadline: `${day(change - 3)}T08:30:00Z`,
    estimateMinutes: 90,
  });
  await give({ name: 'Až potom', shownDate: day(change - 2) });
  const { page } = jan;
  await jan.open('/tasks');
  await jan.go('/tasks/calendar');
  await page.goto(`/tasks/calendar?date=${day(change - 3)}`);
  await entry(cell(jan, day(change - 3)), 'Do konce dne').waitFor();
  await entry(cell(jan, day(change - 3)), 'Schůzka 9:30 Porada o skladu').waitFor();
  await entry(cell(jan, day(change - 2)), 'Naplánováno Až potom').waitFor();
  await page.keyboard.press('w');
  await page.getByRole('link', { name: 'Schůzka 9:30–11:00 Porada o skladu' }).waitFor();
  expect(jan.path).toContain('view=week');
  await page.getByRole('button', { name: 'Další týden' }).click();
  await expect.poll(() => page.getByRole('link', { name: /Porada o skladu/ }).count()).toBe(0);
  await page.goBack();
  await page.getByRole('link', { name: /Porada o skladu/ }).click();
  await jan.title('Porada o skladu').waitFor();
  await page.keyboard.press('Escape');
  await jan.panel.waitFor({ state: 'hidden' });
});

it('moves a deadline by mouse at its time of day, through a change of daylight saving, and back', async () => {
  const id = await give({ name: 'Přesouvaný termín', deadline: `${day(change - 2)}T16:00:00Z` });
  const { page } = karla;
  await karla.open(`/tasks/calendar?view=month&date=${day(change - 2)}`);
  const held = entry(cell(karla, day(change - 2)), 'Přesouvaný termín');
  await held.waitFor();
  const moved = page.waitForRequest((request) => request.url().endsWith(`/tasks/${id}/deadline`));
  await drag(karla, held, cell(karla, day(change)));
  // The way back is offered for three seconds.
  const toast = karla.toast(`Termín úkolu #${id} přesunut: neděle ${change}. března`).first();
  await toast.getByRole('button', { name: /^Zpět/ }).click();
  expect((await moved).postDataJSON()).toEqual({ deadline: `${day(change)}T15:00:00.000Z` });
  expect(await karla.panel.count()).toBe(0);
  await entry(cell(karla, day(change - 2)), 'Přesouvaný termín').waitFor();
  await expect.poll(async () => (await task(id)).deadline).toBe(`${day(change - 2)}T16:00:00.000Z`);
});

it('shows at once what others move, and lets the solver move only the plan', async () => {
  const id = await give({ name: 'Sledovaný', deadline: `${day(9)}T10:00:00Z`, shownDate: day(8) });
  const { page } = jan;
  await jan.open(`/tasks/calendar?view=month&date=${day(9)}`);
  await entry(cell(jan, day(9)), 'Sledovaný').waitFor();
  await karla.send('POST', `/tasks/${id}/deadline`, { deadline: `${day(11)}T10:00:00Z` });
  await entry(cell(jan, day(11)), 'Sledovaný').waitFor();

  await entry(cell(jan, day(11)), 'Sledovaný').focus();
  await page.keyboard.press(' ');
  await jan.toast('Vaše role v tomto úkolu to nedovoluje.').first().waitFor();
  await entry(cell(jan, day(8)), 'Naplánováno Sledovaný').focus();
  for (const key of [' ', 'ArrowRight', 'ArrowDown', ' ']) await page.keyboard.press(key);
  await entry(cell(jan, day(16)), 'Naplánováno Sledovaný').waitFor();
  await expect.poll(async () => (await task(id)).shownDate).toBe(day(16));
  await expect
    .poll(() => entry(cell(jan, day(16)), 'Naplánováno Sledovaný').evaluate((link) => link === document.activeElement))
    .toBe(true);
});

it('lets Escape take back what is held, by mouse and by keys', async () => {
  const id = await give({ name: 'Zůstává', deadline: `${day(3)}T10:00:00Z` });
  const { page } = karla;
  await karla.open(`/tasks/calendar?view=month&date=${day(3)}`);
  const held = entry(cell(karla, day(3)), 'Zůstává');
  const start = await centre(held);
  const end = await centre(cell(karla, day(17)));
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 6 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await held.focus();
  for (const key of [' ', 'ArrowDown', 'PageDown', 'Escape']) await page.keyboard.press(key);
  await page.goto(`/tasks/calendar?view=month&date=${day(3)}`);
  await held.waitFor();
  expect((await task(id)).deadline).toBe(`${day(3)}T10:00:00.000Z`);
});

it('begins a task on a day, and comes back to the calendar with it', async () => {
  const { page } = karla;
  await karla.open(`/tasks/calendar?view=month&date=${day(20)}`);
  await cell(karla, day(20)).hover();
  await cell(karla, day(20))
    .getByRole('link', { name: /^Nový úkol s termínem/ })
    .click();
  await page.getByLabel('Název').fill('Z kalendáře');
  await page.getByRole('button', { name: 'Vytvořit úkol' }).click();
  await karla.title('Z kalendáře').waitFor();
  expect(karla.path).toContain('/tasks/calendar');
  await entry(cell(karla, day(20)), 'Z kalendáře').waitFor();
});

it('gives a feed that calendar programs read without signing in, and a new address when asked', async () => {
  const { page, context } = jan;
  await jan.open('/tasks/calendar');
  await page.getByRole('button', { name: 'Odebírat' }).click();
  const address = () => page.getByRole('textbox', { name: 'Adresa kalendáře' }).inputValue();
  const first = await address();
  const stranger = await stage.guest('Cizí program');
  const read = (url: string) => stranger.context.request.get(new URL(url).pathname);
  const feed = await read(first);
  expect(feed.status()).toBe(200);
  expect(await feed.text()).toContain('SUMMARY:Porada o skladu');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Kopírovat adresu' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await page.getByRole('button', { name: 'Nová adresa' }).click();
  await expect.poll(address).not.toBe(first);
  expect((await read(first)).status()).toBe(404);
  expect((await read(await address())).status()).toBe(200);
});

it('is an agenda on a phone, where a finger moves what it holds', async () => {
  const id = await karla.send('POST', '/tasks', { name: 'Na telefonu', deadline: `${day(24)}T10:00:00Z` });
  const phone = await stage.again(karla, { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
  await phone.comeBack();
  await phone.open(`/tasks/calendar?view=week&date=${day(24)}`);
  const { page } = phone;
  const section = (date: string) => page.locator(`section[data-day="${date}"]`);
  const held = section(day(24)).getByRole('link', { name: 'Na telefonu' });
  await held.waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  const [from, to] = [await centre(held), await centre(page.locator(`span[data-day="${day(25)}"]`))];
  const finger = await phone.context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  await page.locator('[data-carrying="pointer"]').waitFor();
  await touch('touchMove', { x: from.x + 2, y: from.y - 20 });
  await touch('touchMove', to);
  await touch('touchEnd');
  await section(day(25)).getByRole('link', { name: 'Na telefonu' }).waitFor();
  await expect.poll(async () => (await task(id.id)).deadline).toBe(`${day(25)}T10:00:00.000Z`);
  await phone.leave();
});
