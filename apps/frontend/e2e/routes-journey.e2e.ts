import { barriers, barriersInBothThemes } from './support/barriers';
import { fillCompany } from './support/company';
import { faults } from './support/faults';
import type { Person } from './support/person';
import { addressOf, guestPaths, type Parameters, signedInPaths } from './support/screens';
import { useStage } from './support/stage';
import { strays } from './support/strays';
import { tooWide } from './support/too-wide';

/**
 * Every screen that has an address, as it looks on a desk, on a phone and zoomed to 200 %, and whether it has barriers. The scrollbars of
 * the browser take room. A new route is included automatically.
 */
const stage = useStage({}, { scrollbars: true });

/** Dialogs and panels that cover a screen have addresses of their own. */
const opened = [
  '/tasks/given?taskId=$task',
  '/tasks/given?taskId=$task&tab=information',
  '/tasks/given?taskId=$task&tab=comments',
  '/tasks/given?graph=$task',
  '/tasks/search?q=ciselniky',
  '/tasks/calendar?view=month',
  '/tasks/calendar?view=week',
  // With holidays.
  '/tasks/calendar?view=month&date=2030-12-24',
  '/attendance/availability?from=2030-12-24',
  '/attendance/availability?view=month&from=2030-12-24',
  '/tasks/project/$projectId/webhooks?webhook=$webhook',
  '/tasks/project/$projectId/webhooks?new=true',
  '/nowhere',
];

/** The solver of a task has other buttons and another history than the person who gave it. */
const solved = ['/tasks', '/tasks/archive', '/tasks?taskId=$task', '/tasks?taskId=$task&tab=comments'];

/** A table of figures has two dimensions, and scrolls by itself. */
const dataTable = /^section\._scroll_/;

const desk = { width: 1440, height: 860 };
const phone = { width: 360, height: 740 };
/** In addition to desk and phone. */
const widths = [
  { width: 2560, height: 1300 },
  // A screen of 1280 by 720 at 200 %.
  { width: 640, height: 360 },
  // CI has no time for these; `npm run test:full` and local runs include them.
  ...(process.env.CI && !process.env.TEST_FULL
    ? []
    : [
        // A screen of 1440 by 860 at 200 %.
        { width: 720, height: 430 },
        { width: 1024, height: 768 },
        { width: 768, height: 1024 },
      ]),
];
const otherLanguages = process.env.CI && !process.env.TEST_FULL ? [] : (['en'] as const);

let guest: Person;
let person: Person;
let solver: Person;
let parameters: Parameters;

beforeAll(async () => {
  person = await stage.person('Karla Svobodová');
  solver = await stage.person('Jan Novák');
  guest = await stage.guest('Host');
  const { project, board, webhook, task, repeated } = await fillCompany(person, solver);
  parameters = {
    userId: await person.id(),
    projectId: project,
    boardId: board,
    repeatedTaskId: repeated,
    webhook,
    task,
    area: 'contracts',
    kind: 'project',
    id: project,
  };
  // Lists that are longer than every window.
  const [me, other] = [await person.id(), await solver.id()];
  for (let n = 1; n <= 30; n += 1) {
    await person.send('POST', '/tasks', {
      name: `Přepočítat regál ${n}`,
      solverId: other,
      projectId: project,
      boardId: board,
    });
    await solver.send('POST', '/tasks', { name: `Vyřídit poptávku ${n}`, solverId: me });
  }
});

/** Checks that the document is exactly as large as its window and does not scroll. */
const overWindow = ({ page }: Person) =>
  page.evaluate(async () => {
    // The wheel turns with the next frames.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { scrollWidth, scrollHeight, clientWidth, clientHeight, scrollTop, scrollLeft } = document.documentElement;
    const { body } = document;
    const numbers = {
      'higher than its window': Math.max(scrollHeight, body.scrollHeight) - innerHeight,
      'wider than its window': Math.max(scrollWidth, body.scrollWidth) - innerWidth,
      'narrower by its scrollbar': innerWidth - clientWidth,
      'lower by its scrollbar': innerHeight - clientHeight,
      'scrolled down': scrollTop + body.scrollTop,
      'scrolled aside': scrollLeft + body.scrollLeft,
    };
    return Object.entries(numbers).flatMap(([what, by]) => (by === 0 ? [] : [`the document is ${by} px ${what}`]));
  });

/** Not by the wheel: for half a second the browser lets it turn what it turned before, which another width may have taken away. */
const toTop = ({ page }: Person) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll('*')) if (element.scrollTop > 0) element.scrollTop = 0;
  });

/** Returns the faults of the screen at a size. The screen needs some time to adapt to a new one. */
async function faultsAt(one: Person, size: typeof desk, language: 'cs' | 'en'): Promise<Record<string, string[]>> {
  const { page } = one;
  await page.setViewportSize(size);
  await page.mouse.move(size.width / 2, size.height / 2);
  const until = Date.now() + 4_000;
  for (;;) {
    const found = [
      ...(await strays(page)),
      ...(await faults(page, language)),
      ...(await tooWide(page)).filter((scroller) => !dataTable.test(scroller)),
    ];
    await page.mouse.wheel(0, 20_000);
    found.push(...(await overWindow(one)));
    await toTop(one);
    if (found.length === 0) return {};
    if (Date.now() > until) return { [`${size.width} by ${size.height}`]: [...new Set(found)] };
    await page.waitForTimeout(100);
  }
}

async function show(one: Person, path: string): Promise<void> {
  const { page } = one;
  await one.open(addressOf(path, parameters));
  await one.heading.or(one.panel.locator('h2')).or(page.getByRole('dialog')).first().waitFor();
  await page.waitForLoadState('networkidle');
}

describe.each([
  ['a guest', guestPaths, () => guest],
  ['a person', [...signedInPaths, ...opened], () => person],
  ['the solver', solved, () => solver],
] as const)('to %s', (_who, walked, who) => {
  it.each(walked)('%s keeps within its window and has no barrier', async (path) => {
    const one = who();
    const { page } = one;
    await page.setViewportSize(desk);
    await show(one, path);
    const wrong: Record<string, readonly string[]> = await faultsAt(one, desk, 'cs');
    const axe = await barriersInBothThemes(page);
    if (axe.length > 0) wrong.axe = axe;
    for (const size of widths) Object.assign(wrong, await faultsAt(one, size, 'cs'));
    Object.assign(wrong, await faultsAt(one, phone, 'cs'));
    const axeOnPhone = await barriers(page);
    if (axeOnPhone.length > 0) wrong['axe on a phone'] = axeOnPhone;
    expect(wrong).toEqual({});
  });
});

describe.each(otherLanguages)('in %s', (language) => {
  beforeAll(() => person.send('PATCH', '/me', { language }));

  it.each([...signedInPaths, ...opened])('%s keeps within its window', async (path) => {
    await person.page.setViewportSize(desk);
    await show(person, `${path}${path.includes('?') ? '&' : '?'}lng=${language}`);
    const wrong: Record<string, readonly string[]> = {};
    for (const size of [desk, ...widths, phone]) Object.assign(wrong, await faultsAt(person, size, language));
    expect(wrong).toEqual({});
  });
});
