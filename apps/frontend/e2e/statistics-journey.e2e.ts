import { barriersInBothThemes } from './support/barriers';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let karla: Person;

beforeAll(async () => {
  karla = await stage.person('Karla Svobodová');
});

/** The choice follows a moment after the click. */
async function choose(view: 'Tabulka' | 'Grafy'): Promise<void> {
  const radio = karla.page.getByRole('radio', { name: view });
  await radio.click({ force: true });
  await expect.poll(() => radio.isChecked()).toBe(true);
}

it('opens what makes the numbers of a project, without a barrier in both themes', async () => {
  const { id } = await karla.send('POST', '/projects', { name: 'Statistika dark' });
  await karla.send('POST', '/projects', { name: 'Statistika light' });
  const solverId = await karla.id();
  for (const name of ['Ceník', 'Katalog', 'Leták']) {
    const task = await karla.send('POST', '/tasks', { name, projectId: id, solverId });
    if (name !== 'Leták') await karla.send('POST', `/tasks/${task.id}/complete`, { result: 'Hotovo' });
  }
  const { page } = karla;
  await karla.open(`/tasks/project/${id}/statistics`);
  await page.getByRole('button', { name: /^3 – Vytvořené, Tento měsíc:/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: /Leták/ }).waitFor();
  await page.keyboard.press('Escape');
  await choose('Tabulka');
  const sums = page.getByRole('table', { name: 'Vytvořené a vyřešené od začátku projektu' });
  await sums.getByRole('button', { name: /^2 – Vyřešené, do / }).click();
  const made = page.getByRole('dialog');
  await made.getByRole('link', { name: /Katalog/ }).waitFor();
  await expect.poll(() => made.getByRole('listitem').count()).toBe(2);
  expect(await barriersInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await made.waitFor({ state: 'detached' });
  await choose('Grafy');
});

it('keeps the cursor in the search of the projects while it is typed', async () => {
  const { page } = karla;
  await karla.open('/tasks/projects');
  const search = page.getByRole('searchbox', { name: 'Najít projekt…' });
  await search.focus();
  await page.keyboard.press('d');
  await page.waitForURL(/q=d$/);
  await page.keyboard.type('ark');
  await page.waitForURL(/q=dark$/);
  await page.getByRole('row', { name: /Statistika dark/ }).waitFor();
  expect(await search.inputValue()).toBe('dark');
  expect(await page.getByRole('row', { name: /Statistika light/ }).count()).toBe(0);
});
