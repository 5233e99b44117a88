import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, localDay } from '@gos/domain';
import { refusal } from './support/complaints';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage({}, { needsWhole: true });

let person: Person;
let project: number;
let board: number;
let task: number;
let moment: string;
const extra = 60;

beforeAll(async () => {
  person = await stage.person('Karla Svobodová');
  const solverId = await person.id();
  ({ id: project } = await person.send('POST', '/projects', { name: 'Most' }));
  ({ id: board } = await person.send('POST', `/projects/${project}/boards`, { name: 'Stavba', section: 'todo' }));
  const common = { projectId: project, boardId: board, solverId };
  ({ id: task } = await person.send('POST', '/tasks', { ...common, name: 'Pilíř' }));
  const { id: last } = await person.send('POST', '/tasks', { ...common, name: 'Mostovka' });
  const { id: gone } = await person.send('POST', '/tasks', { ...common, name: 'Lešení' });
  await sleep(20);
  moment = new Date().toISOString();
  await sleep(20);
  await person.send('PATCH', `/tasks/${task}`, { name: 'Pilíř z betonu' });
  await person.send('POST', `/tasks/${last}/move`, { projectId: project, boardId: board, beforeId: task });
  await person.send('DELETE', `/tasks/${gone}`);
  for (let n = 1; n <= extra; n++) await person.send('POST', '/tasks', { ...common, name: `Zábradlí ${n}.` });
  const day = addDays(localDay(Date.now(), 'Europe/Prague'), -1);
  const hours = { from: `${day}T08:00:00.000Z`, to: `${day}T09:30:00.000Z` };
  await person.send('POST', '/work/entries', { taskId: task, ...hours });
});

it('compares a project since a week ago from its menu, and opens a task as it was', async () => {
  const { page } = person;
  await person.open(`/tasks/project/${project}`);
  await page.getByRole('button', { name: 'Akce přehledu' }).click();
  await page.getByRole('menuitem', { name: 'Porovnat dva okamžiky projektu' }).click();
  await page.waitForURL(`**/compare/project/${project}?*from=*`);
  await page.getByRole('heading', { level: 1, name: 'Projekt · Most' }).waitFor();
  await page.getByRole('region', { name: 'Přibylo: Nástěnky' }).waitFor();

  // A week ago there was no project yet; its address can be sent, with other moments too.
  await person.open(`/compare/project/${project}?from=${moment}&to=${new Date().toISOString()}`);
  const counts = page.getByRole('table', { name: 'Kolik toho přibylo, ubylo a změnilo se' });
  await counts.getByRole('row', { name: `Úkoly ${extra} 1 1` }).waitFor();
  const changed = page.getByRole('region', { name: 'Změnilo se: Úkoly' });
  expect(await changed.innerText()).toContain('Pilíř z betonu');
  // A deleted task is looked for among the present ones first.
  person.complaints.foresee(refusal(404, '/api/tasks/'));
  await page
    .getByRole('region', { name: 'Ubylo: Úkoly' })
    .getByRole('link', { name: /Lešení/ })
    .click();
  await person.title('Lešení').waitFor();
});

it('compares a board and a task from their palette commands', async () => {
  const { page } = person;
  await person.open(`/compare/board/${board}?from=${moment}&to=${new Date().toISOString()}`);
  const changed = page.getByRole('region', { name: 'Změnilo se: Úkoly' });
  await changed.getByRole('listitem').filter({ hasText: 'Mostovka' }).filter({ hasText: 'Pořadí' }).first().waitFor();
  for (const [path, label, heading] of [
    [`/tasks/project/${project}/board/${board}`, 'Porovnat dva okamžiky nástěnky', 'Nástěnka · Stavba'],
    [`/tasks?taskId=${task}`, 'Porovnat dva okamžiky úkolu', 'Úkol · Pilíř z betonu'],
  ] as const) {
    await person.open(path);
    await page.getByText('Pilíř z betonu').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(label);
    await page.getByRole('option', { name: label, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }
});

it('compares a month of attendance, and chooses another moment', async () => {
  const { page } = person;
  const [year, month] = localDay(Date.now() - 86_400_000, 'Europe/Prague').split('-');
  await person.open(`/compare/month/${year}-${month}`);
  await page.getByRole('region', { name: 'Přibylo: Pracovní časy' }).getByText('Pilíř z betonu').waitFor();
  const days = page.getByRole('table', { name: /^Dny, které se liší/ });
  await days
    .getByRole('row', { name: /1 h 30 min/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: /^První okamžik/ }).click();
  const dialog = page.getByRole('dialog', { name: 'První okamžik' });
  await dialog.getByRole('button', { name: 'Teď' }).click();
  await page.getByText('Mezi těmito okamžiky se nic neliší.').waitFor();
});

it('leads from the past to what changed since', async () => {
  const { page } = person;
  await person.open(`/tasks/project/${project}?asOf=${moment}`);
  await page.getByRole('region', { name: 'Minulost' }).getByRole('link', { name: 'Porovnat se současností' }).click();
  await page.waitForURL(`**/compare/project/${project}?*`);
  expect(new URL(page.url()).searchParams.get('from')).toBe(moment);
  expect(new URL(page.url()).searchParams.has('asOf')).toBe(false);
  await page.getByRole('region', { name: 'Ubylo: Úkoly' }).getByText('Lešení').waitFor();
  expect(await page.getByRole('region', { name: 'Minulost' }).count()).toBe(0);
});

it('is saved as JSON and printed whole, without the shell', async () => {
  const { page } = person;
  await person.open(`/compare/project/${project}?from=${moment}&to=${new Date().toISOString()}`);
  await page.getByText(`Zábradlí ${extra}.`).waitFor();
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Stáhnout JSON' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/Most.*\.json$/);
  const { added, total } = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect([added.length, total]).toEqual([extra, extra + 2]);

  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 718, height: 1_040 });
  expect(await page.getByRole('navigation').or(page.getByRole('banner')).filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)!.length;
  expect(sheets).toBeGreaterThanOrEqual(2);
  await page.emulateMedia({ media: null });
});
