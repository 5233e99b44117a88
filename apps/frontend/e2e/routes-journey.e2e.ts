import { barriers, barriersInBothThemes } from './support/barriers';
import { fillCompany } from './support/company';
import { faults } from './support/faults';
import type { Person } from './support/person';
import { addressOf, guestPaths, type Parameters, signedInPaths } from './support/screens';
import { useStage } from './support/stage';
import { strays } from './support/strays';
import { tooWide } from './support/too-wide';

/** Every screen that has an address, in a browser whose scrollbars take room. A new route is walked by itself. */
const stage = useStage({}, { scrollbars: true });

/** What stands over a screen has an address too, and so has nothing. */
const opened = [
  '/tasks/given?taskId=$task',
  '/tasks/given?taskId=$task&tab=information',
  '/tasks/given?taskId=$task&tab=comments',
  '/tasks/given?graph=$task',
  '/tasks/search?q=ciselniky',
  '/tasks/calendar?view=week',
  '/tasks/project/$projectId/webhooks?webhook=$webhook',
  '/tasks/project/$projectId/webhooks?new=true',
  '/nowhere',
];

/** A table of figures has two dimensions, and scrolls by itself. */
const dataTable = /^section\._scroll_/;

const desk = { width: 1440, height: 860 };
const between = [
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
];
// CI has no time for all; `npm run test:full` and everybody else take it. The narrowest is the last.
const widths = [desk, ...(process.env.CI && !process.env.TEST_FULL ? [] : between), { width: 360, height: 740 }];

let guest: Person;
let person: Person;
let parameters: Parameters;

beforeAll(async () => {
  person = await stage.person('Karla Svobodová');
  const colleague = await stage.person('Jan Novák');
  guest = await stage.guest('Host');
  const { project, board, webhook, task, repeated } = await fillCompany(person, colleague);
  parameters = {
    userId: await person.id(),
    projectId: project,
    boardId: board,
    repeatedTaskId: repeated,
    webhook,
    task,
    area: 'contracts',
  };
  // Lists that are longer than every window.
  const [me, other] = [await person.id(), await colleague.id()];
  for (let n = 1; n <= 30; n += 1) {
    await person.send('POST', '/tasks', {
      name: `Přepočítat regál ${n}`,
      solverId: other,
      projectId: project,
      boardId: board,
    });
    await colleague.send('POST', '/tasks', { name: `Vyřídit poptávku ${n}`, solverId: me });
  }
  // One browser is enough; what comes live would move what is measured.
  await colleague.leave();
});

/** The document is exactly as large as its window, and stands. */
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

/** What is wrong with the screen as it is now; the screen takes its time to become one of another width. */
async function wrongWith(one: Person): Promise<string[]> {
  const { page } = one;
  const until = Date.now() + 4_000;
  for (;;) {
    const found = [
      ...(await strays(page)),
      ...(await faults(page, 'cs')),
      ...(await tooWide(page)).filter((scroller) => !dataTable.test(scroller)),
    ];
    await page.mouse.wheel(0, 20_000);
    found.push(...(await overWindow(one)));
    await toTop(one);
    if (found.length === 0 || Date.now() > until) return [...new Set(found)];
    await page.waitForTimeout(100);
  }
}

describe.each([
  ['a guest', guestPaths, () => guest],
  ['a person', [...signedInPaths, ...opened], () => person],
] as const)('to %s', (_who, walked, who) => {
  it.each(walked)('%s keeps within its window and has no barrier', async (path) => {
    const one = who();
    const { page } = one;
    await one.open(addressOf(path, parameters));
    await one.heading.or(one.panel.locator('h2')).or(page.getByRole('dialog')).first().waitFor();
    await page.waitForLoadState('networkidle');
    const wrong: Record<string, string[]> = {};
    for (const size of widths) {
      await page.setViewportSize(size);
      await page.mouse.move(size.width / 2, size.height / 2);
      wrong[size.width] = await wrongWith(one);
    }
    wrong['axe on a phone'] = await barriers(page);
    await page.setViewportSize(desk);
    wrong.axe = await barriersInBothThemes(page);
    expect(Object.fromEntries(Object.entries(wrong).filter(([, found]) => found.length > 0))).toEqual({});
  });
});
