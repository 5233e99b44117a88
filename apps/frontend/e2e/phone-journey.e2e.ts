import type { Person } from './support/person';
import { useStage } from './support/stage';
import { tooWide } from './support/too-wide';

const stage = useStage();
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
let person: Person;
let contractor: Person;
let taskId: number;
const name = 'Regál C: čtečka neposílá šarži a obsluha ji musí opisovat z papírového štítku ručně do evidence';

beforeAll(async () => {
  contractor = await stage.person('Karla Svobodová');
  person = await stage.person('Jan Novák', phone);
  const task = await contractor.send('POST', '/tasks', {
    name,
    description:
      '<p>Viz <a href="https://firma.example/velmi/dlouha/adresa/ktera/se/nikde/nezalomi/sama/od/sebe">zadání</a>.</p>',
    solverId: await person.id(),
    deadline: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    tags: ['sklad', 'hw', 'šarže', 'evidence'],
    gitBranch: '1455-ctecka-neposila-sarzi-a-obsluha-ji-musi-opisovat',
    externalUrl: 'https://firma.example/tikety/1455-ctecka-neposila-sarzi',
  });
  taskId = task.id;
});

it('lists, opens and completes a task by touch', async () => {
  const { page, panel } = person;
  const row = page.getByRole('main').getByRole('link', { name });
  await row.waitFor();
  await row.tap();
  await person.title(name).waitFor();
  await panel.getByRole('button', { name: 'Předat výsledek' }).tap();
  const form = panel.getByRole('form', { name: 'Předat výsledek' });
  await form.getByLabel('Výsledek').fill('Vyměněno.');
  await form.getByRole('button', { name: 'Předat výsledek' }).tap();
  await panel.getByText('Předáno. Na převzetí čeká: Karla Svobodová.').waitFor();
  await panel.getByRole('button', { name: 'Zavřít úkol' }).tap();
  await panel.waitFor({ state: 'detached' });
  await page.getByText('Máte hotovo.').waitFor();
});

it('goes everywhere by the bar below and by the menu', async () => {
  const { page } = person;
  await page.getByRole('link', { name: 'Nový úkol' }).last().tap();
  await page.getByRole('heading', { level: 1, name: 'Nový úkol' }).waitFor();
  await page.getByRole('link', { name: 'K převzetí' }).last().tap();
  await page.getByText('Nic nečeká na převzetí.').waitFor();
  await page.getByRole('button', { name: 'Nabídka', exact: true }).first().tap();
  await page.getByRole('dialog').getByRole('link', { name: 'Archiv' }).tap();
  await page.waitForURL(/\/tasks\/archive/);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

it.each([
  '/',
  '/tasks',
  '/tasks/given',
  '/tasks/to-accept',
  '/tasks/notified',
  '/tasks/planned',
  '/tasks/archive',
  '/tasks/archive/finished',
  '/tasks/archive/completed',
  '/tasks/archive/accepted',
  '/tasks/archive/deleted',
  '/tasks/new',
  '/people',
  '/profile',
  '/nikde',
])('%s fits on 360 px', async (path) => {
  await person.open(path);
  await person.heading.waitFor();
  expect(await tooWide(person.page)).toEqual([]);
});

it('fits with the whole form, the open task and its parts', async () => {
  const { page, panel } = person;
  await person.open('/tasks/new');
  await page.getByRole('button', { name: 'Další údaje' }).tap();
  await page.getByLabel('Rozpočet').waitFor();
  expect(await tooWide(person.page)).toEqual([]);
  await person.open(`/tasks/archive/finished?taskId=${taskId}`);
  await person.title(name).waitFor();
  expect(await tooWide(person.page)).toEqual([]);
  for (const tab of ['Informace', 'Komentáře', 'Přehled']) {
    await panel.getByRole('tab', { name: tab }).tap();
    await panel.getByRole('tabpanel').waitFor();
    expect(await tooWide(person.page)).toEqual([]);
  }
});

it('fits before one has signed in', async () => {
  const guest = await stage.guest('Host', phone);
  for (const path of ['/login', '/register']) {
    await guest.open(path);
    await guest.heading.waitFor();
    expect(await guest.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  }
});

it('fits when a list is divided by projects whose names are one long word', async () => {
  const { page } = person;
  const word = 'Nejneobhospodařovávatelnějšímu'.repeat(4).slice(0, 100);
  const me = await person.id();
  const { id } = await contractor.send('POST', '/projects', { name: word });
  await contractor.send('POST', `/projects/${id}/members`, { userId: me, permission: 'edit', notification: 'all' });
  await contractor.send('POST', '/tasks', { name: word, solverId: me, projectId: id, tags: [word.slice(0, 40)] });
  await person.open('/tasks');
  await page.getByRole('button', { name: 'Podle projektů' }).tap();
  await page.getByRole('rowheader', { name: word }).first().waitFor();
  expect(await tooWide(page)).toEqual([]);
});
