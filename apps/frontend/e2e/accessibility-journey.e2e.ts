import { barriersInBothThemes } from './support/barriers';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let person: Person;
let contractor: Person;
let taskId: number;

beforeAll(async () => {
  contractor = await stage.person('Karla Svobodová');
  person = await stage.person('Jan Novák');
  const me = await person.id();
  const base = {
    solverId: me,
    priority: 9,
    tags: ['backend', 'tisk'],
    description: '<p>Popis s <a href="https://firma.example">odkazem</a>.</p>',
  };
  for (const [index, name] of ['Migrace skladových karet', 'Tiskové sestavy', 'Inventura'].entries()) {
    const deadline = new Date(Date.now() + index * 86_400_000).toISOString();
    const task = await contractor.send('POST', '/tasks', { ...base, name, deadline });
    taskId ??= task.id;
  }
  for (let n = 1; n <= 20; n += 1) await contractor.send('POST', '/tasks', { name: `Regál ${n}`, solverId: me });
  await contractor.send('POST', `/tasks/${taskId}/comments`, { text: 'Dávka je tam dvakrát.' });
  await person.send('POST', `/tasks/${taskId}/complete`, { result: 'Hotovo.' });
  await contractor.send('POST', `/tasks/${taskId}/return`, { reason: 'Chybí šarže.' });
});

describe('in both themes', () => {
  it.each(['/login', '/register'])('%s has no serious barrier', async (path) => {
    const guest = await stage.guest('Host');
    await guest.open(path);
    await guest.heading.waitFor();
    await guest.page.getByRole('button', { name: /^(Přihlásit se|Zaregistrovat se)$/ }).click();
    expect(await barriersInBothThemes(guest.page)).toEqual([]);
    await guest.leave();
  });

  // The other screens are looked over where all of them are walked: in the journey of the routes.
  it('the whole form of a new task has no serious barrier', async () => {
    await person.open('/tasks/new');
    await person.page.getByRole('button', { name: 'Další údaje' }).click();
    expect(await barriersInBothThemes(person.page)).toEqual([]);
  });

  it('the open task has no serious barrier, with a question asked', async () => {
    const { page, panel } = person;
    await person.open(`/tasks?taskId=${taskId}`);
    await person.title('Migrace skladových karet').waitFor();
    await panel.getByText('Chybí šarže.').first().waitFor();
    expect(await barriersInBothThemes(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Předat výsledek' }).click();
    const form = panel.getByRole('form', { name: 'Předat výsledek' });
    await form.waitFor();
    expect(await barriersInBothThemes(page, form)).toEqual([]);
  });

  it.each(['Informace', 'Komentáře'])('the part %s of a task has no serious barrier', async (tab) => {
    const { page, panel } = person;
    await person.open(`/tasks?taskId=${taskId}`);
    await panel.getByRole('tab', { name: tab }).click();
    expect(await barriersInBothThemes(page, panel)).toEqual([]);
  });

  it('the palette has no serious barrier', async () => {
    const { page } = person;
    await person.open('/tasks');
    await person.row('Inventura').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('m');
    await page.getByRole('option').first().waitFor();
    const palette = page.getByRole('dialog', { name: 'Hledat' });
    await palette.waitFor();
    expect(await barriersInBothThemes(page, palette)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').waitFor({ state: 'hidden' });
  });

  it('the menu of a person has no serious barrier', async () => {
    const { page } = person;
    await person.menuButton.click();
    await page.getByRole('menuitem', { name: 'Profil' }).waitFor();
    expect(await barriersInBothThemes(page, page.getByRole('menu'))).toEqual([]);
  });

  it('the menu and the predecessors of a task have no serious barrier', async () => {
    const { page, panel } = contractor;
    await contractor.open(`/tasks/given?taskId=${taskId}`);
    await panel.getByRole('button', { name: 'Další akce' }).click();
    await page.getByRole('menuitem', { name: 'Smazat úkol' }).waitFor();
    expect(await barriersInBothThemes(page, page.getByRole('menu'))).toEqual([]);
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Přidat předchůdce' }).click();
    await page.getByRole('option').nth(9).waitFor();
    expect(await barriersInBothThemes(page, page.getByRole('listbox'))).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('the list of shortcuts has no serious barrier', async () => {
    const { page } = contractor;
    await contractor.open('/tasks/given');
    await contractor.row('Inventura').waitFor();
    await page.keyboard.press('?');
    const shortcuts = page.getByRole('dialog', { name: 'Klávesové zkratky' });
    await shortcuts.waitFor();
    expect(await barriersInBothThemes(page, shortcuts)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('the bar for chosen tasks has no serious barrier', async () => {
    const { page } = contractor;
    await contractor.open('/tasks/given');
    await contractor.row('Inventura').waitFor();
    await page.keyboard.press('Control+a');
    await page.getByRole('region', { name: 'Hromadné akce' }).waitFor();
    expect(await barriersInBothThemes(page)).toEqual([]);
  });

  it('the calendar of a date has no serious barrier', async () => {
    const { page } = contractor;
    await contractor.open('/tasks/new');
    await page.getByRole('button', { name: 'Termín' }).click();
    const calendar = page.getByRole('dialog', { name: 'Termín' });
    await calendar.waitFor();
    expect(await barriersInBothThemes(page, calendar)).toEqual([]);
  });
});
