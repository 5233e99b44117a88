import type { Page } from 'playwright-core';
import type { Person } from './support/person';
import { useStage } from './support/stage';
import { tooWide } from './support/too-wide';

/** Follows a repeated task from its definition to its end, together with the colleague who solves it. */
const stage = useStage();
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

let giver: Person;
let solver: Person;

beforeAll(async () => {
  giver = await stage.person('Karla Svobodová');
  solver = await stage.person('Jan Novák', phone);
});

const preview = (page: Page) => page.getByRole('region', { name: 'Příští termíny' });
const coming = (page: Page) => page.getByRole('region', { name: /^(Nejbližší termíny|Coming dates)$/ });

it('is created weekly for a colleague, with its dates seen before', async () => {
  const { page } = giver;
  await giver.go('/tasks/repeated');
  await page.getByText('Zatím tu nejsou žádné opakované úkoly.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Nový opakovaný úkol' }).first().click();
  await page.getByLabel('Název').fill('Kontrola zásob');
  await page.getByRole('button', { name: /^Řešitel/ }).click();
  await page.getByRole('option', { name: /Jan Novák/ }).click();
  await page.getByRole('button', { name: /^První termín/ }).click();
  await page
    .getByRole('dialog', { name: 'První termín' })
    .getByRole('list', { name: 'Rychlé termíny' })
    .getByRole('button')
    .nth(2)
    .click();
  await preview(page).getByText('a tak dál').waitFor();
  expect(await preview(page).getByRole('listitem').count()).toBe(10);
  await page.getByRole('radio', { name: 'pátek' }).check();
  await expect
    .poll(() => preview(page).getByRole('listitem').allInnerTexts())
    .toEqual(Array.from({ length: 10 }, () => expect.stringMatching(/^pá /)));
  await page.getByRole('combobox', { name: 'Když vyjde na volno' }).click();
  await page.getByRole('option', { name: 'Předchozí pracovní den' }).click();
  await preview(page).getByText('každý pátek, jinak pracovní den předtím').waitFor();
  await page.getByRole('button', { name: /^Vytvořit opakovaný úkol/ }).click();
  await giver.toast('Opakovaný úkol vytvořen').waitFor();
  await page.getByText('každý pátek').waitFor();
});

it('is there for the colleague as a task, which leads to its definition', async () => {
  const { page, panel } = solver;
  await page.goto('/tasks');
  await page.getByRole('link', { name: 'Kontrola zásob' }).click();
  await panel.getByRole('link', { name: 'Opakovaný úkol: Kontrola zásob' }).click();
  await page.getByText('každý pátek').waitFor();
  expect(await page.getByRole('main').getByRole('button', { name: 'Deaktivovat' }).count()).toBe(0);
  expect(await tooWide(page)).toEqual([]);
});

it('skips one date, which others see at once', async () => {
  const { page } = giver;
  const dates = coming(page).getByRole('listitem');
  await dates.nth(1).getByText('zatím není úkolem').waitFor();
  const skipped = (await dates.nth(1).locator('time').innerText()).trim();
  await dates
    .nth(1)
    .getByRole('button', { name: /^Akce výskytu/ })
    .click();
  await page.getByRole('menuitem', { name: 'Vynechat…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Vynechat' }).click();
  await giver.toast('Výskyt vynechán').waitFor();
  for (const one of [page, solver.page]) {
    await expect.poll(() => coming(one).locator('time').allInnerTexts()).not.toContain(skipped);
  }
});

it('is edited, and the untouched task follows', async () => {
  const { page } = giver;
  await page.getByRole('main').getByRole('link', { name: 'Upravit' }).click();
  await page.getByLabel('Název').fill('Inventura regálů');
  await page.getByRole('switch', { name: /kterých se nikdo nedotkl/ }).check();
  await page.getByRole('button', { name: /^Uložit/ }).click();
  await giver.toast('Opakovaný úkol uložen').waitFor();
  await coming(page)
    .getByRole('link', { name: /#\d+ Inventura regálů/ })
    .waitFor();
  await page.getByText('upravuje opakovaný úkol').waitFor();
});

it('ends, in English, and is still found among the inactive ones', async () => {
  const { page } = giver;
  await page.goto(`${new URL(page.url()).pathname}?lng=en`);
  await page.getByText('every week on Friday').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByText('A repeated task is not deleted, deactivating ends it.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await giver.toast('Inventura regálů was deactivated').waitFor();
  await page.goto('/tasks/repeated?show=inactive&lng=en');
  const row = page.getByRole('row', { name: /Inventura regálů/ });
  await expect.poll(() => row.innerText()).toContain('Inactive');
});
