import { readFile } from 'node:fs/promises';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();

let admin: Person;
let solver: Person;
let auditor: Person;
let task: number;

beforeAll(async () => {
  admin = await stage.person('Karla Svobodová');
  solver = await stage.person('Jan Novák');
  const registered = await stage.person('Alena Auditorová');
  await admin.send('PATCH', `/users/${await registered.id()}`, { role: 'auditor' });
  auditor = await stage.again(registered);
  ({ id: task } = await admin.send('POST', '/tasks', { name: 'Spočítat sklad', solverId: await solver.id() }));
  await admin.send('PATCH', `/tasks/${task}`, { name: 'Spočítat celý sklad' });
  await solver.send('POST', `/tasks/${task}/comments`, { text: 'Začínám regálem číslo tři.' });
});

it('leads an auditor to all events, to the task as it was then, and to a file of them', async () => {
  const { page } = auditor;
  await auditor.context.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await auditor.comeBack();
  await page.waitForURL('**/audit');
  await auditor.heading.filter({ hasText: 'Audit' }).waitFor();
  expect(await page.getByRole('link', { name: 'Nový úkol' }).count()).toBe(0);

  // By keyboard: the class is chosen in its menu and stays in the address.
  await page.getByRole('button', { name: /Druh/ }).press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'Komentář' }).press('Enter');
  await page.keyboard.press('Escape');
  await page.waitForURL(/class=/);
  const comment = page.getByRole('listitem').filter({ hasText: 'komentuje' });
  await comment.getByRole('button', { name: /^Podrobnosti události/ }).click();
  await comment.getByText('Začínám regálem číslo tři.').waitFor();
  await page.reload();
  await comment.waitFor();
  await page.getByRole('button', { name: 'Zrušit filtry' }).click();

  const created = page.getByRole('listitem').filter({ hasText: 'zakládá úkol' });
  await created.getByRole('link', { name: new RegExp(`^Úkol ${task}, jak tehdy vypadal`) }).click();
  await auditor.title('Spočítat sklad').waitFor();
  await auditor.panel.getByRole('button', { name: 'Zpět do přítomnosti' }).waitFor();
  expect(auditor.path).toContain('at=');
  await auditor.panel.getByRole('button', { name: /^Zavřít/ }).click();
  await auditor.panel.waitFor({ state: 'hidden' });

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportovat události' }).click();
  await page.getByRole('menuitem', { name: 'JSON' }).click();
  const events = JSON.parse(await readFile(await (await download).path(), 'utf8')) as { readonly event: string }[];
  expect(events.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['TaskCreated', 'TaskEdited', 'CommentAdded']),
  );
});

it('shows the events of a project to its members, and all of them to nobody else', async () => {
  const { id } = await admin.send('POST', '/projects', { name: 'Sklad' });
  await admin.open(`/tasks/project/${id}`);
  await admin.page.getByRole('link', { name: 'Aktivita' }).click();
  await admin.page.getByRole('listitem').filter({ hasText: 'zakládá projekt' }).waitFor();
  await solver.open('/audit');
  await solver.page.getByText('Události všech lidí vidí jen auditoři a správci.').waitFor();
});
