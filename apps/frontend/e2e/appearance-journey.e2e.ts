import type { Page } from 'playwright-core';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let person: Person;

const scheme = (page: Page) => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const light = 'rgb(251, 251, 252)';
const dark = 'rgb(16, 17, 20)';

beforeAll(async () => {
  person = await stage.person('Karla Svobodová');
});

it('is light with nothing stored, though the system is dark and the document comes dark', async () => {
  const guest = await stage.guest('Host', { colorScheme: 'dark' });
  const document = await (await guest.context.request.get('/')).text();
  expect(document).toMatch(/<html[^>]* data-mantine-color-scheme="dark"/);
  await guest.open('/login');
  await guest.heading.waitFor();
  expect(await scheme(guest.page)).toBe('light');
  expect(await background(guest.page)).toBe(light);
  expect(await kept(guest.page, 'gos-theme')).toBeNull();
});

it.each(['light', 'dark'] as const)('has the %s theme before the first paint', async (stored) => {
  const guest = await stage.guest('Host');
  await guest.page.addInitScript((theme) => {
    localStorage.setItem('gos-theme', theme);
    const seen: [number, string | undefined][] = [];
    Object.assign(window, { seenSchemes: seen });
    new MutationObserver(() =>
      seen.push([performance.now(), document.documentElement.dataset.mantineColorScheme]),
    ).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-mantine-color-scheme'] });
  }, stored);
  await guest.open('/login');
  await guest.heading.waitFor();
  // The heading is in the document before the first paint.
  await guest.page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0);
  const { painted, seen } = await guest.page.evaluate(() => ({
    painted: performance.getEntriesByName('first-paint')[0]!.startTime,
    seen: (window as unknown as { readonly seenSchemes: [number, string][] }).seenSchemes,
  }));
  expect(painted).toBeGreaterThan(0);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen[0]![0]).toBeLessThan(painted);
  expect(new Set(seen.map(([, value]) => value))).toEqual(new Set([stored]));
});

it('keeps the dark theme, and lets the system choose where one wants that', async () => {
  const { page } = person;
  await person.choose('Tmavý');
  await expect.poll(() => background(page)).toBe(dark);
  expect(await kept(page, 'gos-theme')).toBe('dark');
  await page.reload();
  await person.menuButton.waitFor();
  expect([await scheme(page), await background(page)]).toEqual(['dark', dark]);

  await person.choose('Podle systému');
  expect(await kept(page, 'gos-theme')).toBe('system');
  await page.keyboard.press('Escape');
  for (const [system, colour] of [
    ['dark', dark],
    ['light', light],
  ] as const) {
    await page.emulateMedia({ colorScheme: system });
    await expect.poll(() => background(page)).toBe(colour);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await person.menuButton.waitFor();
  await expect.poll(() => background(page)).toBe(dark);
  await person.choose('Světlý');
  await expect.poll(() => background(page)).toBe(light);
  await page.keyboard.press('Escape');
});

it('shows in both themes what is late', async () => {
  const { page } = person;
  const deadline = new Date(Date.now() - 60_000).toISOString();
  await person.send('POST', '/tasks', { name: 'Po termínu', solverId: await person.id(), deadline });
  await person.open('/tasks');
  const late = person.row('Po termínu').locator('time');
  const rest = person.row('Po termínu').getByRole('cell').first();
  const colour = (of: typeof late) =>
    of.evaluate((element) => getComputedStyle(element).color.match(/\d+/g)!.map(Number));
  for (const theme of ['Tmavý', 'Světlý']) {
    await person.choose(theme);
    await page.keyboard.press('Escape');
    await expect
      .poll(async () => {
        const [red = 0, green = 0, blue = 0] = await colour(late);
        return red > green + 60 && red > blue + 60;
      })
      .toBe(true);
    expect(await colour(rest)).not.toEqual(await colour(late));
  }
});

it('keeps the chosen language, in the profile too', async () => {
  const { page } = person;
  await person.open('/tasks/given');
  await page.getByRole('heading', { level: 1, name: 'Zadané' }).waitFor();
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/api/me') && response.request().method() === 'PATCH',
  );
  await person.choose('English');
  await page.getByRole('heading', { level: 1, name: 'Given' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  expect((await saved).ok()).toBe(true);
  expect(await kept(page, 'lng')).toBe('en');
  expect((await person.context.cookies()).find(({ name }) => name === 'lng')?.value).toBe('en');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Given' }).waitFor();

  const elsewhere = await stage.again(person);
  await elsewhere.open('/login');
  await elsewhere.signIn();
  await elsewhere.page.getByRole('heading', { level: 1, name: 'To complete' }).waitFor();
});

it('lets ?lng= win over everything', async () => {
  const { page } = person;
  await person.open('/tasks/given?lng=cs');
  await page.getByRole('heading', { level: 1, name: 'Zadané' }).waitFor();
  const english = await stage.guest('Host', { locale: 'en-GB' });
  await english.open('/login');
  await english.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await english.open('/login?lng=cs');
  await english.page.getByRole('heading', { level: 1, name: 'Přihlášení' }).waitFor();
  await english.open('/login');
  await english.page.getByRole('heading', { level: 1, name: 'Přihlášení' }).waitFor();
  await english.page.getByRole('button', { name: 'English' }).click();
  await english.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});

it('speaks Czech to somebody whose language it does not know', async () => {
  const guest = await stage.guest('Gast', { locale: 'de-DE' });
  await guest.open('/login');
  await guest.page.getByRole('heading', { level: 1, name: 'Přihlášení' }).waitFor();
});
