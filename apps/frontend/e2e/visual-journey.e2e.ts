import type { Locator } from 'playwright-core';
import { barriers } from './support/barriers';
import { faults } from './support/faults';
import type { Person } from './support/person';
import { useStage } from './support/stage';
import { tooWide } from './support/too-wide';

/** Every main screen as it looks: in both languages and themes, on a desk, on a phone, and zoomed to 200 %. */
const stage = useStage();
let person: Person;
const numbers: Record<string, number> = {};

const desk = { width: 1440, height: 860 };
const others = {
  phone: { width: 360, height: 740 },
  // What a screen of 1280 by 720 has at 200 %, and one of 1440 by 860.
  'zoom 200 %': { width: 640, height: 360 },
  'zoom 200 % of a desk': { width: 720, height: 430 },
  wide: { width: 2560, height: 1300 },
};

const long = 'Sjednotit číselníky skladových karet napříč všemi pobočkami a dohledat rozdíly';

beforeAll(async () => {
  const boss = await stage.person('Karla Svobodová');
  person = await stage.person('Jan Novák');
  const [bossId, me] = [await boss.id(), await person.id()];
  const project = await boss.send('POST', '/projects', {
    name: 'Stěhování centrálního skladu do nové haly',
    description: '<p>Do konce roku.</p><ul><li>bez výpadku expedice</li></ul>',
    externalTicketSystemUrl: 'https://git.firma.example/sklad',
    contracts: [{ contractId: 'KS-2026-009', name: 'Výstavba haly', client: 'Stavby Hradec' }],
  });
  numbers.project = project.id;
  await boss.send('POST', `/projects/${project.id}/members`, { userId: me, permission: 'manage', notification: 'all' });
  const deadline = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const board = { description: 'Regály, značení a první naskladnění.', deadline: deadline(9), assignedUserId: me };
  numbers.board = (
    await boss.send('POST', `/projects/${project.id}/boards`, { ...board, name: 'Regály a značení', section: 'todo' })
  ).id;
  await boss.send('POST', `/projects/${project.id}/boards`, { name: 'Až potom', section: 'backlog' });
  for (const [index, name] of [long, 'Inventura', 'Porada vedení', 'Tiskové sestavy'].entries()) {
    const { id } = await boss.send('POST', '/tasks', {
      name,
      description: `<p>Popis s <a href="https://firma.example/${'dlouha-adresa-'.repeat(6)}">odkazem</a>.</p>`,
      solverId: me,
      priority: 3 + index * 2,
      tags: ['sklad', 'evidence', 'značení'],
      deadline: deadline(index),
      gitBranch: '1455-ctecka-neposila-sarzi-a-obsluha-ji-musi-opisovat',
      externalUrl: 'https://firma.example/tikety/1455-ctecka-neposila-sarzi',
      ...(index < 3 && { projectId: project.id, boardId: numbers.board }),
      ...(index === 2 && { type: 'meeting', estimateMinutes: 60 }),
    });
    numbers.task ??= id;
    if (index === 1) {
      await person.send('POST', `/tasks/${id}/complete`, { result: 'Sečteno.' });
      await boss.send('POST', `/tasks/${id}/accept`, { rating: 4 });
    }
  }
  await boss.send('POST', `/tasks/${numbers.task}/comments`, { text: 'Začněte prosím regálem C.' });
  await person.send('POST', '/tasks', { name: 'Objednat štítky', solverId: bossId });
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
  'a new project': ['/tasks/project-new', '[contenteditable]'],
  dashboard: ['/tasks/project/:project', 'article'],
  members: ['/tasks/project/:project/users', 'main li, main tbody tr'],
  information: ['/tasks/project/:project/information'],
  statistics: ['/tasks/project/:project/statistics', 'svg.recharts-surface'],
  'editing a project': ['/tasks/project/:project/edit', '[contenteditable]'],
  board: ['/tasks/project/:project/board/:board', '[data-row-link]'],
  'its solved tasks': ['/tasks/project/:project/board/:board/solved', '[data-row-link]'],
  people: ['/people'],
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
    const address = path.replace(/:(\w+)/g, (_all, name: string) => String(numbers[name]));
    await person.open(`${address}${address.includes('?') ? '&' : '?'}lng=${language}`);
    await person.heading.or(page.locator('[data-task-panel] h2')).first().waitFor();
    if (drawn !== undefined) await page.locator(drawn).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await faults(page, language)).toEqual([]);
    // What hinders somebody is the same in both languages.
    for (const theme of language === 'cs' ? ['light', 'dark'] : []) {
      await page.evaluate(async (value) => {
        const root = document.documentElement;
        // Colours take their time only while a person looks; nothing here may be measured in between.
        const still = document.createElement('style');
        still.textContent = '*, *::before, *::after { transition: none !important; animation: none !important; }';
        root.append(still);
        root.setAttribute('data-mantine-color-scheme', value);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }, theme);
      expect([theme, await barriers(page)]).toEqual([theme, []]);
    }
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
  await person.title(long).waitFor();
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
