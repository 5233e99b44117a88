import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from './support/person';
import { useStage } from './support/stage';

/** The parts of the application that come when they are needed, while the server does not give them. */
const stage = useStage();
let person: Person;

beforeAll(async () => {
  person = await stage.person('Karla Svobodová');
  person.complaints.foresee(
    /503/,
    /dynamically imported module/,
    /console: .*preload CSS/,
    /ErrorBoundary|error boundary|CatchBoundary/,
  );
});

afterEach(() => person.page.unrouteAll());

/**
 * Refuses the first requests for a part of the application and returns a counter of the refused requests.
 * Call it before the page opens: requests of an open page may bypass the route.
 */
async function refuse(path: string, times: number): Promise<() => number> {
  let asked = 0;
  await person.page.route(path, async (route) => {
    if (++asked > times) return route.continue();
    await route.fulfill({ status: 503, contentType: 'text/plain', body: '' });
  });
  return () => asked;
}

const manifest = join(import.meta.dirname, '../../../dist/frontend/.vite/manifest.json');
/** The file of the Czech texts: the bundler calls others after the language too. */
const texts = `**/${JSON.parse(readFileSync(manifest, 'utf8'))['src/i18n/cs.json'].file}`;

/** How often the page was loaded since. */
function loads(): () => number {
  let count = 0;
  person.page.on('load', () => {
    count++;
  });
  return () => count;
}

it('asks for the texts again, on the same page', async () => {
  const asked = await refuse(texts, 2);
  const loaded = loads();
  await person.open('/tasks');
  await person.page.getByRole('heading', { level: 1, name: 'K dokončení' }).waitFor();
  expect(asked()).toBe(3);
  expect(loaded()).toBe(1);
});

it('says in both languages that it could not be loaded, and comes once it can be', async () => {
  const asked = await refuse(texts, 6);
  await person.open('/tasks');
  await person.page.getByText('Gos could not be loaded.').waitFor({ timeout: 60_000 });
  await person.page.getByText('Gos se nepodařilo načíst.').waitFor();
  expect(asked()).toBe(6);
  await person.page.getByRole('heading', { level: 1, name: 'K dokončení' }).waitFor({ timeout: 30_000 });
});

it('stays as it is when what the pointer is above cannot be brought', async () => {
  const asked = await refuse('**/assets/online-list-*.js', Number.POSITIVE_INFINITY);
  await person.open('/tasks');
  const online = person.page.getByRole('button', { name: /^Připojen/ });
  await online.waitFor();
  const loaded = loads();
  await refuse(`${new URL('/', person.page.url())}`, Number.POSITIVE_INFINITY);
  await online.hover();
  await expect.poll(asked).toBeGreaterThan(0);
  await person.go('/tasks/given');
  expect(loaded()).toBe(0);
});

it('says that changes do not come while what follows them cannot be brought, and takes them up by itself', async () => {
  await refuse('**/assets/live-changes-*.js', Number.POSITIVE_INFINITY);
  await person.open('/tasks');
  await person.heading.waitFor();
  const lost = person.page.getByText('Spojení je přerušeno.');
  await lost.waitFor();
  await person.page.unrouteAll();
  await lost.waitFor({ state: 'hidden' });
  await person.send('POST', '/tasks', { name: 'Sečíst regál', solverId: await person.id() });
  await person.row('Sečíst regál').waitFor();
});

it.each([
  { part: 'palette', ask: () => person.page.keyboard.press('Control+k'), title: 'K dokončení' },
  { part: 'people', ask: () => person.page.keyboard.type('gu'), title: 'Uživatelé' },
])('says that the server is away when it does not give the $part, and comes back by itself', async (given) => {
  await person.page.evaluate(() => sessionStorage.clear());
  await refuse(`**/assets/${given.part}-*.js`, Number.POSITIVE_INFINITY);
  // A newly loaded page lacks the part just as this page does.
  let away = false;
  let pages = 0;
  await person.page.route('**/*', async (route) => {
    if (!away) return route.fallback();
    if (route.request().resourceType() === 'script' || route.request().url().includes('/api/')) return route.fallback();
    if (route.request().isNavigationRequest()) pages++;
    await route.fulfill({ status: 503, contentType: 'text/plain', body: 'away' });
  });
  await person.open('/tasks');
  await person.heading.waitFor();
  away = true;
  await given.ask();
  await person.page.getByRole('heading', { name: 'Server teď neodpovídá' }).waitFor();
  expect(pages).toBe(0);
  const loaded = person.page.waitForEvent('load');
  await person.page.unrouteAll();
  await loaded;
  await person.page.getByRole('heading', { level: 1, name: given.title }).waitFor();
});
