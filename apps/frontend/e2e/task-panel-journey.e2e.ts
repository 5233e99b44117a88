import { refusal } from './support/complaints';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let reader: Person;
let stranger: Person;
let hidden: number;
const ids: number[] = [];
const names = ['Migrace skladových karet', 'Přihlášení přes firemní účet', 'Doplnit překlady nápovědy'];

beforeAll(async () => {
  await stage.person('Správce Gosu');
  stranger = await stage.person('Marek Veselý');
  reader = await stage.person('Jan Novák');
  hidden = (await stranger.send('POST', '/tasks', { name: 'Tajný úkol' })).id;
  const me = await reader.id();
  for (const name of names) ids.push((await reader.send('POST', '/tasks', { name, solverId: me })).id);
});

const currentRow = () => reader.page.locator('tr[aria-current]');

it('opens a task over another screen, and Back closes it', async () => {
  await reader.open('/people');
  await reader.page.getByRole('row', { name: /Marek Veselý/ }).waitFor();
  await reader.open(`/people?taskId=${ids[0]}`);
  await reader.title(names[0]!).waitFor();
  await reader.page.getByRole('heading', { level: 1, name: 'Uživatelé' }).waitFor();
  await reader.page.goBack();
  await reader.panel.waitFor({ state: 'detached' });
  expect(reader.path).toBe('/people');

  await reader.go('/tasks');
  await reader.openTask(names[1]!);
  expect(reader.path).toBe(`/tasks?taskId=${ids[1]}`);
  await reader.page.goBack();
  await reader.panel.waitFor({ state: 'detached' });
  await reader.row(names[1]!).waitFor();
  await reader.page.goForward();
  await reader.title(names[1]!).waitFor();
});

it.each([
  ['one that does not exist', () => 999_999],
  ['of somebody else', () => hidden],
])('says of a task %s only that there is none', async (_, id) => {
  reader.complaints.foresee(refusal(404, '/api/tasks/'));
  await reader.open(`/tasks/given?taskId=${id()}`);
  await reader.panel.getByText('Takový úkol neexistuje.').waitFor();
  expect(await reader.page.getByText('Tajný úkol').count()).toBe(0);
  await reader.panel.getByRole('button', { name: 'Zavřít úkol' }).last().click();
  await reader.panel.waitFor({ state: 'detached' });
  expect(reader.path).toBe('/tasks/given');
});

it.each(['abc', '-1', '0', '1.5', '1e30'])('takes taskId=%s as none', async (value) => {
  await reader.open(`/tasks?taskId=${value}`);
  await reader.row(names[0]!).waitFor();
  expect(await reader.panel.count()).toBe(0);
});

it('goes through the list with j and k, opens with Enter, closes with Esc', async () => {
  const { page } = reader;
  await reader.open('/tasks');
  await reader.row(names[0]!).waitFor();
  const order = await page.getByRole('main').locator('[data-row-link]').allInnerTexts();
  expect(order).toHaveLength(3);
  for (const [key, place] of [
    ['j', 0],
    ['j', 1],
    ['j', 2],
    ['j', 2],
    ['k', 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => currentRow().innerText()).toContain(order[place]);
  }
  await page.keyboard.press('Enter');
  await reader.title(order[1]!).waitFor();
  await page.keyboard.press('j');
  await reader.title(order[2]!).waitFor();
  await page.keyboard.press('Escape');
  await reader.panel.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(order[2]);
});

it('begins a new task with c, but not while one is typing', async () => {
  const { page } = reader;
  await reader.open('/tasks');
  const filter = page.getByRole('searchbox', { name: 'Filtrovat…' });
  await filter.pressSequentially('ccc');
  await page.getByText('Žádný úkol neodpovídá zvoleným filtrům.').waitFor();
  expect(reader.path).toMatch(/^\/tasks\/?\?/);
  await page.getByRole('button', { name: 'Zrušit filtry' }).click();
  await reader.row(names[0]!).waitFor();
  await page.keyboard.press('c');
  await page.getByRole('heading', { level: 1, name: 'Nový úkol' }).waitFor();
});

it('finds a task without diacritics in the palette and opens it', async () => {
  const { page } = reader;
  await reader.open('/people');
  await reader.heading.waitFor();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Hledat nebo přejít na…' });
  await box.fill('prihlaseni ucet');
  await page.getByRole('option', { name: names[1] }).waitFor();
  await box.press('Enter');
  await reader.title(names[1]!).waitFor();
  expect(reader.path).toBe(`/people?taskId=${ids[1]}`);

  await page.keyboard.press('Control+k');
  await box.fill(String(ids[2]));
  await page.getByRole('option', { name: names[2] }).waitFor();
  await box.fill('tajny');
  await page.getByRole('option', { name: 'Hledat všude: tajny' }).waitFor();
  expect(await page.getByRole('option', { name: 'Tajný úkol' }).count()).toBe(0);
  await box.fill('zadane');
  await page.getByRole('option', { name: 'Zadané' }).click();
  await page.getByRole('heading', { level: 1, name: 'Zadané' }).waitFor();
});

it('runs the actions of the open task from the palette and by their keys', async () => {
  const { page, panel } = reader;
  await reader.open(`/tasks?taskId=${ids[2]}`);
  await reader.title(names[2]!).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('predat');
  await page.getByRole('option', { name: /Předat výsledek/ }).waitFor();
  await page.getByRole('combobox').press('Enter');
  const form = panel.getByRole('form', { name: 'Předat výsledek' });
  await form.getByRole('button', { name: 'Zrušit' }).click();
  await form.waitFor({ state: 'detached' });
  await page.keyboard.press('e');
  const name = panel.getByRole('textbox', { name: 'Název' });
  await name.fill('Přeložit nápovědu');
  await name.press('Enter');
  await reader.title('Přeložit nápovědu').waitFor();
  await reader.row('Přeložit nápovědu').waitFor();
});

it('keeps what was changed just before the page is left', async () => {
  const { page, panel } = reader;
  let held = false;
  await page.route(`**/api/tasks/${ids[2]}`, (route) => {
    if (held || route.request().method() !== 'PATCH') return route.fallback();
    held = true;
  });
  await page.keyboard.press('e');
  await panel.getByRole('textbox', { name: 'Název' }).fill('Přeložit celou nápovědu');
  await panel.getByRole('textbox', { name: 'Název' }).press('Enter');
  await expect.poll(() => held).toBe(true);
  await page.reload();
  await reader.title('Přeložit celou nápovědu').waitFor();
  await page.unrouteAll();
});

it('puts the cursor where an action asks for words, and Esc closes the question before the task', async () => {
  const { page, panel } = reader;
  await reader.open(`/tasks?taskId=${ids[2]}`);
  await reader.title('Přeložit celou nápovědu').waitFor();
  await page.keyboard.press('d');
  const result = panel.getByRole('textbox', { name: 'Výsledek' });
  await expect.poll(() => result.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await result.waitFor({ state: 'detached' });
  await reader.title('Přeložit celou nápovědu').waitFor();
});

it('names the open task to a screen reader', async () => {
  await reader.open(`/tasks?taskId=${ids[0]}`);
  await reader.title(names[0]!).waitFor();
  await reader.page.getByRole('dialog', { name: names[0] }).waitFor();
});

it('helps with every key on ?', async () => {
  const { page } = reader;
  await reader.open('/tasks');
  await reader.row(names[0]!).waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Klávesové zkratky' });
  await help.waitFor();
  const terms = await help.getByRole('term').allInnerTexts();
  expect(terms).toEqual(expect.arrayContaining(['Hledat a příkazy', 'Pohyb v seznamu', 'Otevřít úkol', 'Nový úkol']));
  for (const place of ['V seznamu úkolů', 'Na nástěnkách', 'V grafu podúkolů', 'V kalendáři']) {
    expect(await help.getByRole('region', { name: place }).getByRole('term').count()).toBeGreaterThan(3);
  }
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'hidden' });
});
