import type { Locator } from 'playwright-core';
import { fillCompany, longName } from './support/company';
import type { Person } from './support/person';
import { useStage } from './support/stage';

/** The product zoomed to 200 %. The journey of the routes checks how each screen looks. */
const stage = useStage();
let person: Person;
let numbers: Awaited<ReturnType<typeof fillCompany>>;

/** A screen of 1280 by 720 at 200 %. */
const zoomed = { width: 640, height: 360 };

beforeAll(async () => {
  const boss = await stage.person('Karla Svobodová');
  person = await stage.person('Jan Novák');
  numbers = await fillCompany(boss, person);
});

it('keeps what is done most within reach at 200 %', async () => {
  const { page, panel } = person;
  await page.setViewportSize(zoomed);
  await person.open(`/tasks?taskId=${numbers.task}&lng=cs`);
  await person.title(longName).waitFor();
  await panel.getByRole('button', { name: 'Předat výsledek' }).click();
  const form = panel.getByRole('form', { name: 'Předat výsledek' });
  await form.getByLabel('Výsledek').fill('Sjednoceno.');
  await form.getByRole('button', { name: 'Předat výsledek' }).click();
  await panel.getByText(/^Předáno\. Na převzetí čeká: /).waitFor();
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
  await page.setViewportSize(zoomed);
  /** Returns by how many pixels the element extends beyond the screen. */
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
