import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
const task = 'Migrace skladových karet';
let contractor: Person;
let solver: Person;

const banner = (person: Person, text: string) => person.panel.getByText(text);
const act = (person: Person, name: string) => person.panel.getByRole('button', { name }).click();

beforeAll(async () => {
  contractor = await stage.person('Karla Svobodová');
  solver = await stage.person('Jan Novák');
});

it('shows a given task to its solver at once, in the open list and in the navigation', async () => {
  await solver.page.getByText('Máte hotovo.').waitFor();
  await contractor.page.getByRole('link', { name: 'Nový úkol' }).first().click();
  await contractor.page.getByLabel('Název').fill(task);
  await contractor.page.getByRole('textbox', { name: 'Popis' }).waitFor();
  await contractor.page.getByRole('button', { name: 'Řešitel' }).click();
  await contractor.page.getByRole('option', { name: 'Jan Novák' }).click();
  await contractor.page.getByRole('button', { name: 'Vytvořit úkol' }).click();
  await contractor.title(task).waitFor();
  expect(contractor.path).toMatch(/^\/tasks\/given\?taskId=\d+$/);

  await solver.row(task).waitFor();
  await expect.poll(() => solver.count('/tasks')).toBe(1);
  await expect.poll(() => contractor.count('/tasks/given')).toBe(1);
  await expect.poll(() => solver.row(task).innerText()).toContain('Zadán');
});

it('shows the result to the contractor in the open panel and list', async () => {
  await solver.openTask(task);
  await banner(solver, 'Karla Svobodová vám zadává tento úkol.').waitFor();
  await act(solver, 'Předat výsledek');
  const form = solver.panel.getByRole('form', { name: 'Předat výsledek' });
  await form.getByRole('button', { name: 'Předat výsledek' }).click();
  await form.getByText('Napište, jaký je výsledek.').waitFor();
  await form.getByLabel('Výsledek').fill('Převedeno 14 208 karet.');
  await form.getByRole('button', { name: 'Předat výsledek' }).click();

  await banner(solver, 'Předáno. Na převzetí čeká: Karla Svobodová.').waitFor();
  await expect.poll(() => solver.count('/tasks')).toBe(0);
  await solver.row(task).waitFor({ state: 'detached' });

  await banner(contractor, 'Jan Novák předává výsledek.').waitFor();
  await contractor.panel.getByText('Převedeno 14 208 karet.').first().waitFor();
  await expect.poll(() => contractor.row(task).innerText()).toContain('Splněn');
  await expect.poll(() => contractor.count('/tasks/to-accept')).toBe(1);
});

it('brings it back to the solver with the reason', async () => {
  await act(contractor, 'Vrátit');
  const form = contractor.panel.getByRole('form', { name: 'Vrátit' });
  await form.getByLabel('Důvod vrácení').fill('Chybí šarže 22-118.');
  await form.getByRole('button', { name: 'Vrátit' }).click();

  await banner(solver, 'Karla Svobodová úkol vrací.').waitFor();
  await solver.panel.getByText('Chybí šarže 22-118.').first().waitFor();
  await solver.row(task).waitFor();
  await expect.poll(() => solver.row(task).innerText()).toContain('Vrácen');
  await expect.poll(() => solver.count('/tasks')).toBe(1);
  await expect.poll(() => contractor.count('/tasks/to-accept')).toBe(0);
});

it('shows a comment to the other as soon as it is written', async () => {
  const written = solver.panel.getByRole('textbox', { name: 'Nový komentář' });
  await written.fill('Doplním do večera.');
  await solver.panel.getByRole('button', { name: 'Odeslat' }).click();
  await contractor.panel.getByText('Doplním do večera.').waitFor();
  await expect.poll(() => written.inputValue()).toBe('');
  await contractor.panel.getByRole('tab', { name: 'Komentáře 1' }).waitFor();
});

it('is solved once it is handed over again and accepted', async () => {
  await act(solver, 'Předat výsledek');
  const form = solver.panel.getByRole('form', { name: 'Předat výsledek' });
  await form.getByLabel('Výsledek').fill('Šarže doplněna.');
  await form.getByLabel('Výsledek').press('Control+Enter');
  await banner(contractor, 'Jan Novák předává výsledek.').waitFor();
  await contractor.panel.getByText('Šarže doplněna.').first().waitFor();
  await contractor.panel.getByRole('button', { name: 'Převzít', exact: true }).click();
  await contractor.toast(/Úkol #\d+ převzat/).waitFor();
  await banner(contractor, 'Vyřešeno: převzat.').waitFor();
  await banner(solver, 'Vyřešeno: převzat.').waitFor();
  await contractor.row(task).waitFor({ state: 'detached' });
  await expect.poll(() => contractor.count('/tasks/given')).toBe(0);
  await expect.poll(() => contractor.count('/tasks/to-accept')).toBe(0);
});

it('tells every step in the history of both', async () => {
  for (const person of [contractor, solver]) {
    const history = person.panel.getByRole('region', { name: 'Aktivita' });
    await expect
      .poll(async () => (await history.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')))
      .toEqual([
        expect.stringContaining('Karla Svobodová zakládá úkol'),
        expect.stringContaining('Jan Novák předává výsledek'),
        expect.stringContaining('Karla Svobodová vrací úkol k dopracování'),
        expect.stringContaining('Jan Novák komentuje'),
        expect.stringContaining('Jan Novák předává výsledek'),
        expect.stringContaining('Karla Svobodová přebírá úkol'),
      ]);
  }
});

it('stands in the archive lists where it belongs', async () => {
  await solver.page.keyboard.press('Escape');
  await solver.panel.waitFor({ state: 'detached' });
  await solver.go('/tasks/archive');
  await solver.row(task).waitFor();
  for (const list of ['/tasks/archive/finished', '/tasks/archive/completed']) {
    await solver.go(list);
    await solver.row(task).waitFor();
  }
  await solver.entry('/tasks/archive/accepted').click();
  await solver.page.getByText('Zatím jste nepřevzali žádný úkol.').waitFor();

  await contractor.panel.getByRole('button', { name: 'Zavřít úkol' }).click();
  await contractor.go('/tasks/archive');
  await contractor.row(task).waitFor();
  await contractor.entry('/tasks/archive/accepted').click();
  await contractor.row(task).waitFor();
  await contractor.entry('/tasks/archive/finished').click();
  await contractor.page.getByText('Zatím jste nepředali žádný výsledek.').waitFor();
});

it('can be restored and shows the solver that it is theirs again', async () => {
  await solver.go('/tasks');
  await contractor.go('/tasks/archive');
  await contractor.openTask(task);
  await act(contractor, 'Obnovit');
  await contractor.panel.getByRole('form', { name: 'Obnovit' }).getByRole('button', { name: 'Obnovit' }).click();
  await contractor.toast(/Úkol #\d+ obnoven/).waitFor();
  await solver.row(task).waitFor();
  await expect.poll(() => solver.count('/tasks')).toBe(1);
});

it('completes and accepts in one step what one gave oneself', async () => {
  const { page } = solver;
  await page.keyboard.press('c');
  await page.getByLabel('Název').fill('Vlastní úkol');
  await page.getByRole('button', { name: 'Řešitel' }).click();
  await page.getByRole('combobox', { name: 'Najít osobu…' }).fill('jan');
  await page.getByRole('option', { name: 'Jan Novák' }).click();
  await page.getByRole('button', { name: 'Vytvořit úkol' }).click();
  await solver.title('Vlastní úkol').waitFor();
  await act(solver, 'Předat výsledek');
  const form = solver.panel.getByRole('form', { name: 'Předat výsledek' });
  await form.getByLabel('Výsledek').fill('Hotovo.');
  await form.getByRole('button', { name: 'Předat výsledek' }).click();
  await banner(solver, 'Vyřešeno: převzat.').waitFor();
});
