import { readFile } from 'node:fs/promises';
import { barriers } from './support/barriers';
import { refusal } from './support/complaints';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let karla: Person;
let jan: Person;
let petr: Person;

/** Tasks that Jan gave to Petr, with their numbers by name. */
async function given(names: readonly string[], more: object = {}): Promise<ReadonlyMap<string, number>> {
  const solverId = await petr.id();
  const ids = new Map<string, number>();
  for (const name of names) {
    ids.set(name, (await jan.send('POST', '/tasks', { name, solverId, ...more })).id);
  }
  return ids;
}

const bar = ({ page }: Person) => page.getByRole('region', { name: 'Hromadné akce' });
const box = (person: Person, name: string) => person.row(name).getByRole('checkbox');
const rowNames = ({ page }: Person) => page.getByRole('main').getByRole('rowheader').getByRole('link').allInnerTexts();
const dialog = ({ page }: Person, name: string | RegExp) => page.getByRole('dialog', { name });

beforeAll(async () => {
  karla = await stage.person('Karla Svobodová');
  jan = await stage.person('Jan Novák');
  petr = await stage.person('Petr Dvořák');
});

it('accepts tasks in bulk at two browsers at once, each task once', async () => {
  const names = ['Migrace karet', 'Tiskové sestavy', 'Firemní účet', 'Obnova hesla', 'Inventura', 'Školení'];
  const { id: projectId } = await jan.send('POST', '/projects', { name: 'Převzetí' });
  for (const person of [karla, petr]) {
    const member = { userId: await person.id(), permission: 'manage', notification: 'all' };
    await jan.send('POST', `/projects/${projectId}/members`, member);
  }
  const { id: boardId } = await jan.send('POST', `/projects/${projectId}/boards`, { name: 'Vše', section: 'todo' });
  const ids = await given(names, { boardId });
  for (const id of ids.values()) await petr.send('POST', `/tasks/${id}/complete`, { result: 'Hotovo.' });

  // The contractor in their list, a manager of the project in its board.
  await jan.go('/tasks/to-accept');
  await karla.open(`/tasks/project/${projectId}/board/${boardId}`);
  for (const person of [jan, karla]) {
    await person.row('Školení').waitFor();
    await person.page.keyboard.press('Control+a');
    await bar(person).getByText('Vybráno 6 úkolů').waitFor();
    await bar(person).getByRole('button', { name: 'Převzít' }).click();
    await dialog(person, 'Převzít 6 úkolů?').waitFor();
    // The second of two people who take the same task is refused.
    person.complaints.foresee(refusal(409, '/api/tasks/'));
  }
  const told = (person: Person) => person.toast(/Převzat[yo]? \d úkol/).or(dialog(person, 'Jak to dopadlo'));
  await Promise.all(
    [jan, karla].map(async (person) => {
      await dialog(person, 'Převzít 6 úkolů?').getByRole('button', { name: 'Převzít' }).click();
      await told(person).first().waitFor();
    }),
  );
  for (const id of ids.values()) {
    const { items } = await jan.read<{ items: { event: string }[] }>(`/tasks/${id}/activity?pageSize=100`);
    expect(items.filter(({ event }) => event === 'TaskAccepted')).toHaveLength(1);
  }
  await expect.poll(() => jan.count('/tasks/to-accept')).toBe(0);
});

it('selects by keys, changes together, and takes it back', async () => {
  const ids = await given(['Alfa', 'Beta', 'Gama'], { priority: 4 });
  const priorities = () =>
    Promise.all([...ids.values()].map(async (id) => (await jan.read<{ priority: number }>(`/tasks/${id}`)).priority));
  await jan.open('/tasks/given?sort=name');
  const { page } = jan;
  await jan.row('Gama').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await bar(jan).getByText('Vybrány 2 úkoly').waitFor();
  expect(await box(jan, 'Alfa').isChecked()).toBe(true);
  expect(await box(jan, 'Gama').isChecked()).toBe(false);
  expect(await barriers(page)).toEqual([]);
  await bar(jan).getByRole('button', { name: 'Priorita' }).click();
  await page.getByRole('menuitemradio', { name: '9' }).waitFor();
  await page.keyboard.press('9');
  await page.keyboard.press('Enter');
  await expect.poll(priorities).toEqual([9, 9, 4]);
  await page.getByRole('button', { name: /^Zpět/ }).click();
  await expect.poll(priorities).toEqual([4, 4, 4]);
  await page.keyboard.press('Control+a');
  await bar(jan).getByText('Vybrány 3 úkoly').waitFor();
  await page.keyboard.press('Escape');
  await bar(jan).waitFor({ state: 'detached' });
});

it('opens the menu of a row by the keyboard and by the right button, and gives the focus back', async () => {
  const { page } = jan;
  await page.keyboard.press('k');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Kopírovat název' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-row-link'))).toBe(true);
  await jan.row('Beta').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Informace' }).click();
  await jan.title('Beta').waitFor();
  await page.getByRole('button', { name: 'Zavřít úkol' }).click();
});

it('moves nothing under the pointer while rows are selected, and renews the list afterwards', async () => {
  const { page } = jan;
  await box(jan, 'Gama').check();
  await given(['Aaa první']);
  await expect.poll(() => jan.count('/tasks/given')).toBe(4);
  expect(await rowNames(jan)).toEqual(['Alfa', 'Beta', 'Gama']);
  await page.keyboard.press('Escape');
  await expect.poll(() => rowNames(jan)).toEqual(['Aaa první', 'Alfa', 'Beta', 'Gama']);
});

it('remembers filters, columns and the number of rows after a reload, on the server', async () => {
  const { page } = jan;
  await jan.go('/tasks/given');
  await page.getByRole('button', { name: 'Filtr: Stav' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Zadán' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sloupce' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Vytvořen' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Vytvořen' }).waitFor();
  const kept = () =>
    jan.read<{ value: { state?: string[]; columns?: string[] } | null }>('/me/preferences/tasks.given');
  await expect.poll(async () => (await kept()).value?.columns).toContain('createdAt');
  await expect.poll(async () => (await kept()).value?.state).toEqual(['assigned']);

  const again = await stage.again(jan);
  await again.comeBack();
  await again.go('/tasks/given');
  await again.page.getByRole('button', { name: 'Filtr: Stav: Zadán' }).waitFor();
  await again.page.getByRole('columnheader', { name: 'Vytvořen' }).waitFor();
  await again.leave();

  await page.reload();
  await page.getByRole('button', { name: 'Filtr: Stav: Zadán' }).waitFor();
  await page.getByRole('columnheader', { name: 'Vytvořen' }).waitFor();
});

it('downloads what the filters let through', async () => {
  const { page } = jan;
  await page.getByRole('searchbox', { name: 'Filtrovat…' }).fill('a');
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('a');
  await expect.poll(async () => (await rowNames(jan)).toSorted()).toEqual(['Aaa první', 'Alfa']);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportovat do CSV' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('Zadané.csv');
  const lines = (await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(lines[0]).toBe('ID;Název;Stav;Priorita;Projekt;Termín;Zadavatel;Řešitel;Vytvořen');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(';Zadán;');
});

it('marks what others changed since the last look, until it is opened', async () => {
  await petr.go('/tasks');
  await petr.row('Beta').waitFor();
  const { items } = await petr.read<{ items: { id: number; revision: number }[] }>('/tasks?list=to-complete');
  const shown = items.map(({ id, revision }) => [id, revision]);
  const kept = () => petr.read<{ value: { rows?: unknown[] } | null }>('/me/preferences/tasks.seen');
  await expect.poll(async () => (await kept()).value?.rows).toEqual(expect.arrayContaining(shown));
  await petr.go('/tasks/notified');
  await petr.row('Beta').waitFor({ state: 'detached' });
  const [beta] = (await jan.read<{ items: { id: number; priority: number }[] }>('/tasks?list=given&q=Beta')).items;
  await jan.send('PATCH', `/tasks/${beta!.id}`, { priority: beta!.priority === 7 ? 6 : 7 });
  await petr.go('/tasks');
  await petr.row('Beta').getByText('Změněno od vaší poslední návštěvy').waitFor();
  expect(await petr.row('Gama').getByText('Změněno od vaší poslední návštěvy').count()).toBe(0);
  await petr.openTask('Beta');
  await petr.row('Beta').getByText('Změněno od vaší poslední návštěvy').waitFor({ state: 'detached' });
});

it('offers the actions on a phone by a long press', async () => {
  const phone = await stage.again(petr, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await phone.open('/login');
  await phone.signIn();
  await phone.row('Gama').waitFor();
  const { page } = phone;
  const place = (await phone.row('Gama').boundingBox())!;
  const client = await phone.context.newCDPSession(page);
  const at = { x: place.x + 120, y: place.y + 20 };
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await page.getByRole('menuitem', { name: 'Vybrat' }).waitFor();
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.getByRole('menuitem', { name: 'Vybrat' }).click();
  await bar(phone).getByText('Vybrán 1 úkol').waitFor();
  await phone.row('Beta').tap();
  await bar(phone).getByText('Vybrány 2 úkoly').waitFor();
  expect(await barriers(page)).toEqual([]);
  await phone.leave();
});
