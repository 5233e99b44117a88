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

  it('the open task has no serious barrier, with a question asked and in every part', async () => {
    const { page, panel } = person;
    await person.open(`/tasks?taskId=${taskId}`);
    await person.title('Migrace skladových karet').waitFor();
    await panel.getByText('Chybí šarže.').first().waitFor();
    expect(await barriersInBothThemes(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Předat výsledek' }).click();
    await panel.getByRole('form', { name: 'Předat výsledek' }).waitFor();
    expect(await barriersInBothThemes(page)).toEqual([]);
    for (const tab of ['Informace', 'Komentáře']) {
      await panel.getByRole('tab', { name: tab }).click();
      expect(await barriersInBothThemes(page)).toEqual([]);
    }
  });

  it('what floats has no serious barrier', async () => {
    const { page } = person;
    await person.open('/tasks');
    await person.row('Inventura').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('m');
    await page.getByRole('option').first().waitFor();
    await page.getByRole('dialog', { name: 'Hledat' }).waitFor();
    expect(await barriersInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').waitFor({ state: 'hidden' });
    await person.menuButton.click();
    await page.getByRole('menuitem', { name: 'Profil' }).waitFor();
    expect(await barriersInBothThemes(page)).toEqual([]);
    await contractor.open(`/tasks/given?taskId=${taskId}`);
    await contractor.panel.getByRole('button', { name: 'Další akce' }).click();
    await contractor.page.getByRole('menuitem', { name: 'Smazat úkol' }).waitFor();
    expect(await barriersInBothThemes(contractor.page)).toEqual([]);
    await contractor.page.keyboard.press('Escape');
    await contractor.panel.getByRole('button', { name: 'Přidat předchůdce' }).click();
    await contractor.page.getByRole('option').nth(9).waitFor();
    expect(await barriersInBothThemes(contractor.page)).toEqual([]);
    await contractor.page.keyboard.press('Escape');
    await contractor.open('/tasks/given');
    await contractor.row('Inventura').waitFor();
    await contractor.page.keyboard.press('?');
    await contractor.page.getByRole('dialog', { name: 'Klávesové zkratky' }).waitFor();
    expect(await barriersInBothThemes(contractor.page)).toEqual([]);
    await contractor.page.keyboard.press('Escape');
    await contractor.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await contractor.page.keyboard.press('Control+a');
    await contractor.page.getByRole('region', { name: 'Hromadné akce' }).waitFor();
    expect(await barriersInBothThemes(contractor.page)).toEqual([]);
    await contractor.open('/tasks/new');
    await contractor.page.getByRole('button', { name: 'Termín' }).click();
    await contractor.page.getByRole('dialog', { name: 'Termín' }).waitFor();
    expect(await barriersInBothThemes(contractor.page)).toEqual([]);
  });
});
