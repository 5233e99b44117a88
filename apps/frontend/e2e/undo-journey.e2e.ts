import { barriers } from './support/barriers';
import { BoardScreen } from './support/board-screen';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let karla: Person;
let jan: Person;
let projectId: number;

beforeAll(async () => {
  karla = await stage.person('Karla Svobodová');
  jan = await stage.person('Jan Novák');
  projectId = (await karla.send('POST', '/projects', { name: 'E-shop' })).id;
});

it('takes a card back by the undo key, and lists what was done with its undo', async () => {
  for (const name of ['Evidence', 'Platby']) {
    const { id } = await karla.send('POST', `/projects/${projectId}/boards`, { name, section: 'todo' });
    await karla.send('POST', '/tasks', { name: `Úkol ${name}`, boardId: id });
  }
  const boards = new BoardScreen(karla, projectId);
  await boards.open();
  await boards.drag('Úkol Platby', 'Úkol Evidence');
  await expect.poll(() => boards.tasks('Evidence')).toHaveLength(2);
  await karla.toast('Úkol přesunut na nástěnku Evidence').waitFor();
  await karla.page.keyboard.press('Control+z');
  await expect.poll(() => boards.tasks('Evidence')).toEqual(['Úkol Evidence']);
  await expect.poll(() => boards.tasks('Platby')).toEqual(['Úkol Platby']);

  await karla.send('PATCH', `/projects/${projectId}`, { name: 'Nový e-shop' });
  await karla.page.keyboard.press('Control+z');
  const dialog = karla.page.getByRole('dialog', { name: 'Moje poslední akce' });
  await dialog.getByRole('button', { name: 'Vzít zpět: Nový e-shop' }).first().click();
  await karla.toast('Akce je vzatá zpět').waitFor();
  await expect.poll(async () => (await karla.read<{ name: string }>(`/projects/${projectId}`)).name).toBe('E-shop');
});

it('takes an acceptance back', async () => {
  const { id } = await karla.send('POST', '/tasks', { name: 'Inventura', solverId: await jan.id() });
  await jan.send('POST', `/tasks/${id}/complete`, { result: 'Hotovo' });
  await karla.send('POST', `/tasks/${id}/accept`, {});
  await karla.open('/tasks');
  await karla.menuButton.waitFor();
  await karla.page.keyboard.press('Control+z');
  const dialog = karla.page.getByRole('dialog', { name: 'Moje poslední akce' });
  await dialog.getByRole('button', { name: 'Vzít zpět: Inventura' }).first().waitFor();
  await dialog.getByRole('button', { name: 'Vzít zpět: Inventura' }).first().click();
  await expect.poll(async () => (await karla.read<{ state: string }>(`/tasks/${id}`)).state).not.toBe('solved');
});

it('takes back what a person did between two moments, as an admin', async () => {
  const ids: number[] = [];
  for (const name of ['Import 1', 'Import 2']) ids.push((await jan.send('POST', '/tasks', { name })).id);
  await karla.open(`/audit?by=${await jan.id()}&kind=task`);
  await karla.page.getByRole('button', { name: 'Vzít zpět rozsah' }).click();
  const dialog = karla.page.getByRole('dialog', { name: 'Vzít zpět rozsah' });
  await dialog.getByRole('list', { name: 'Akce v rozsahu' }).getByText('Import 2').waitFor();
  // Colours change gradually when the button becomes usable.
  await expect.poll(() => barriers(karla.page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Vzít zpět \d+ akc/ }).click();
  await karla.page
    .getByRole('dialog', { name: /^Vzít zpět \d+ akc.*\?/ })
    .getByRole('button', { name: /^Vzít zpět/ })
    .click();
  await karla.page.getByText('Rozsah je vzatý zpět.').waitFor();
  const isThere = (id: number) =>
    jan.read(`/tasks/${id}`).then(
      () => true,
      () => false,
    );
  for (const id of ids) expect(await isThere(id)).toBe(false);
});
