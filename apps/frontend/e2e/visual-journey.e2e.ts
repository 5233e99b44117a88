import type { Locator } from 'playwright-core';
import { fillCompany, longName } from './support/company';
import { faults } from './support/faults';
import type { Person } from './support/person';
import { useStage } from './support/stage';
import { tooWide } from './support/too-wide';

/** Every main screen as it looks: in both languages and themes, on a desk, on a phone, and zoomed to 200 %. */
const stage = useStage();
let person: Person;
let numbers: Awaited<ReturnType<typeof fillCompany>>;

const desk = { width: 1440, height: 860 };
const others = {
  phone: { width: 360, height: 740 },
  // What a screen of 1280 by 720 has at 200 %, and one of 1440 by 860.
  'zoom 200 %': { width: 640, height: 360 },
  'zoom 200 % of a desk': { width: 720, height: 430 },
  wide: { width: 2560, height: 1300 },
};

beforeAll(async () => {
  const boss = await stage.person('Karla Svobodová');
  person = await stage.person('Jan Novák');
  numbers = await fillCompany(boss, person);
});

/** A table of figures has two dimensions, and scrolls by itself. */
const dataTable = /^section\._scroll_/;

/** Its address, and what is there once it is drawn. */
const screens: Readonly<Record<string, readonly [path: string, drawn?: string]>> = {
  home: ['/'],
  list: ['/tasks', '[data-row-link]'],
  given: ['/tasks/given', '[data-row-link]'],
  'an empty list': ['/tasks/planned'],
  archive: ['/tasks/archive', '[data-row-link]'],
  'a new task': ['/tasks/new', '[contenteditable]'],
  search: ['/tasks/search?q=ciselniky', 'mark'],
  month: ['/tasks/calendar?view=month'],
  week: ['/tasks/calendar?view=week'],
  projects: ['/tasks/projects', 'tbody a'],
  'repeated tasks': ['/tasks/repeated', 'tbody a'],
  'a new repeated task': ['/tasks/repeated-new', '[contenteditable]'],
  'a repeated task': ['/tasks/repeated/:repeated', 'main li time'],
  'editing a repeated task': ['/tasks/repeated/:repeated/edit', '[contenteditable]'],
  'a new project': ['/tasks/project-new', '[contenteditable]'],
  dashboard: ['/tasks/project/:project', 'article'],
  members: ['/tasks/project/:project/users', 'main li, main tbody tr'],
  information: ['/tasks/project/:project/information'],
  statistics: ['/tasks/project/:project/statistics', 'svg.recharts-surface'],
  webhooks: ['/tasks/project/:project/webhooks', 'tbody th'],
  'a webhook': ['/tasks/project/:project/webhooks?webhook=:webhook', 'main h2'],
  'editing a project': ['/tasks/project/:project/edit', '[contenteditable]'],
  board: ['/tasks/project/:project/board/:board', '[data-row-link]'],
  'its solved tasks': ['/tasks/project/:project/board/:board/solved', '[data-row-link]'],
  people: ['/people'],
  positions: ['/people/positions', 'tbody th'],
  profile: ['/profile'],
  'an area': ['/areas/contracts'],
  'a task': ['/tasks?taskId=:task', '[data-task-panel] h2'],
  'its information': ['/tasks?taskId=:task&tab=information', '[data-task-panel] h2'],
  'its comments': ['/tasks?taskId=:task&tab=comments', '[data-task-panel] h2'],
  nothing: ['/nikde'],
};

// CI has no time for both; `npm run test:full` and everybody else take it.
const languages = process.env.CI && !process.env.TEST_FULL ? (['cs'] as const) : (['cs', 'en'] as const);

describe.each(languages)('in %s', (language) => {
  beforeAll(() => person.send('PATCH', '/me', { language }));

  it.each(Object.entries(screens))('%s', async (_, [path, drawn]) => {
    const { page } = person;
    await page.setViewportSize(desk);
    const address = path.replace(/:(\w+)/g, (_all, name: string) => String(numbers[name as keyof typeof numbers]));
    await person.open(`${address}${address.includes('?') ? '&' : '?'}lng=${language}`);
    await person.heading.or(page.locator('[data-task-panel] h2')).first().waitFor();
    if (drawn !== undefined) await page.locator(drawn).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await faults(page, language)).toEqual([]);
    for (const [name, size] of Object.entries(others)) {
      await page.setViewportSize(size);
      const wrong = async () => ({
        faults: await faults(page, language),
        wide: (await tooWide(page)).filter((scroller) => !dataTable.test(scroller)),
      });
      // The screen takes its time to become another one.
      await expect.poll(wrong, { message: name }).toEqual({ faults: [], wide: [] });
    }
  });
});

it('keeps what is done most within reach at 200 %', async () => {
  const { page, panel } = person;
  await page.setViewportSize(others['zoom 200 %']);
  await person.open(`/tasks?taskId=${numbers.task}&lng=cs`);
  await person.title(longName).waitFor();
  await panel.getByRole('button', { name: 'Předat výsledek' }).click();
  const form = panel.getByRole('form', { name: 'Předat výsledek' });
  await form.getByLabel('Výsledek').fill('Sjednoceno.');
  await form.getByRole('button', { name: 'Předat výsledek' }).click();
  await panel.getByText('Jan Novák předává výsledek.').waitFor();
  await panel.getByRole('button', { name: 'Zavřít úkol' }).click();
  await page.getByRole('link', { name: 'Nový úkol' }).last().click();
  await page.getByLabel('Název').fill('Zvětšeno na dvojnásobek');
  const create = page.getByRole('button', { name: 'Vytvořit úkol' });
  await create.scrollIntoViewIfNeeded();
  await create.click();
  await person.title('Zvětšeno na dvojnásobek').waitFor();
});

it('lets all of what floats be reached at 200 % by the wheel alone', async () => {
  const { page } = person;
  await page.setViewportSize(others['zoom 200 %']);
  /** How far it stands out of the screen. */
  const beyond = (part: Locator) =>
    part.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return Math.max(0, -top, bottom - innerHeight);
    });
  async function reach(floating: Locator, last: Locator) {
    await last.waitFor();
    await expect.poll(() => beyond(floating)).toBe(0);
    await floating.hover();
    await page.mouse.wheel(0, 2_000);
    await expect.poll(() => beyond(last)).toBe(0);
  }
  await person.open('/tasks?lng=cs');
  await person.menuButton.click();
  await reach(page.getByRole('menu'), page.getByRole('menuitem', { name: 'Odhlásit se' }));
  await page.keyboard.press('Escape');
  await person.open('/tasks/new?lng=cs');
  await page.getByRole('button', { name: 'Termín' }).click();
  const deadline = page.getByRole('dialog', { name: 'Termín' });
  await reach(deadline, deadline.getByRole('button', { name: 'Nastavit' }));
});
