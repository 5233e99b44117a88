import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { barriers } from './support/barriers';
import type { Person } from './support/person';
import { useStage } from './support/stage';
import { tooWide } from './support/too-wide';

const dataDir = await mkdtemp(join(tmpdir(), 'gos-e2e-admin-'));

/** Jobs that failed for good before the installation began. */
async function failJobs(...ids: string[]): Promise<void> {
  const folder = pathToFileURL(join(import.meta.dirname, '../../../dist/modules/apps/backend/src/stores/jobs/')).href;
  const { SqliteJobs } = await import(`${folder}sqlite.jobs.js`);
  const { PermanentFailure } = await import(`${folder}jobs.js`);
  const jobs = new SqliteJobs(join(dataDir, 'jobs.sqlite'));
  jobs.process('letters', {}, ({ id }: { id: string }) =>
    Promise.reject(new PermanentFailure(`Adresa ${id} neexistuje`)),
  );
  for (const id of ids) await jobs.add('letters', { id, data: { to: id } });
  while ((await jobs.counts('letters')).failed < ids.length) await new Promise((resolve) => setTimeout(resolve, 10));
  await jobs.close();
}
await failJobs('prvni', 'druha', 'treti');

const stage = useStage({ GOS_DATA_DIR: dataDir });
let admin: Person;
let member: Person;

beforeAll(async () => {
  admin = await stage.person('Karla Svobodová');
  member = await stage.person('Jan Novák');
  await admin.send('POST', '/tasks', { name: 'Migrace karet' });
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const section = (name: string) => admin.page.getByRole('region', { name });

it('leads admins from their menu to how the installation fares', async () => {
  await admin.open('/tasks');
  await admin.choose('Provoz');
  await admin.page.getByText('Vše běží').waitFor();
  await section('Procesy').getByText('vede dokumenty').waitFor();
  await section('Dokumenty pro obrazovky').getByText('Ukazují vše, co je v záznamu událostí.').waitFor();
  await section('Fronty úloh').getByText('maintenance').waitFor();
  expect(await barriers(admin.page)).toEqual([]);
});

it('builds the documents anew while people go on', async () => {
  const build = section('Dokumenty pro obrazovky')
    .getByRole('row', { name: /^Úkoly/ })
    .getByRole('cell')
    .nth(2);
  await expect.poll(() => build.innerText()).toBe('1');
  await admin.page.getByRole('button', { name: 'Sestavit vše znovu' }).click();
  await admin.toast('Sestavování začalo').waitFor();
  await expect.poll(() => build.innerText()).toBe('2');
  await member.open('/tasks');
  await admin.page.getByRole('button', { name: 'Sestavit znovu: Úkoly' }).click();
  await expect.poll(() => build.innerText()).toBe('3');
  await expect.poll(() => admin.page.getByRole('button', { name: 'Sestavit vše znovu' }).isEnabled()).toBe(true);
});

it('lists failed jobs with their reason, runs them again and removes them, by keyboard', async () => {
  const { page } = admin;
  await section('Fronty úloh').getByRole('link', { name: 'Selhané úlohy fronty letters: 3' }).press('Enter');
  const list = section('letters');
  await list.getByText('Adresa prvni neexistuje').waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/jobs');
  expect(await barriers(page)).toEqual([]);
  await list.getByRole('button', { name: 'Spustit znovu prvni' }).press('Enter');
  await admin.toast('Spuštěno znovu: 1').waitFor();
  await list.getByText('Adresa prvni neexistuje').waitFor({ state: 'detached' });
  await list.getByRole('checkbox', { name: 'Vybrat vše na této stránce' }).press('Space');
  await list.getByRole('button', { name: 'Odstranit (2)' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Odstranit úlohy?' });
  await question.getByRole('button', { name: 'Odstranit (2)' }).press('Enter');
  await list.getByText('Žádná úloha natrvalo neselhala.').waitFor();
});

it('pauses a queue, removes a job that waits, and resumes the queue', async () => {
  const { page } = admin;
  const table = section('Fronty úloh');
  await table.getByRole('link', { name: 'Dokončené projekty', exact: true }).press('Enter');
  const list = section('Dokončené projekty finished-projects');
  await list.getByRole('button', { name: 'Pozastavit' }).press('Enter');
  await list.getByText(/^Tato fronta je pozastavena/).waitFor();
  await table.getByText('Pozastaveno').waitFor();
  await admin.send('POST', '/projects', { name: 'E-shop', finishDate: '2099-01-01' });
  await list.getByRole('tab', { name: 'Odloženo 1' }).click();
  await list.getByText('projekt 1').waitFor();
  await list.getByText('Příští běh').waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.reload();
  await list.getByText(/^Tato fronta je pozastavena/).waitFor();
  await list.getByRole('button', { name: /^Odstranit / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Odstranit (1)' }).click();
  await list.getByText('Žádná úloha není odložena.').waitFor();
  await list.getByRole('button', { name: 'Pokračovat' }).click();
  await list.getByRole('button', { name: 'Pozastavit' }).waitFor();
  expect(await table.getByText('Pozastaveno').count()).toBe(0);
});

it('shows schedules and their next runs, and is led to from the former page of the queues', async () => {
  const { page } = admin;
  await admin.open('/admin/queues');
  expect(new URL(page.url()).pathname).toBe('/admin/jobs');
  await page.getByText('Vyberte frontu a uvidíte její úlohy.').waitFor();
  await section('Fronty úloh').getByRole('link', { name: 'Denní souhrn', exact: true }).click();
  const list = section('Denní souhrn digest');
  await list.getByRole('tab', { name: 'Plány' }).click();
  await list.getByText('Zahájí denní souhrny upozornění').waitFor();
  await list.getByText('Plán 0 7 * * * v časovém pásmu Europe/Prague').waitFor();
});

it('fits a phone, is dark, and speaks English', async () => {
  const phone = await stage.again(admin, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  await phone.comeBack();
  await phone.choose('Tmavý');
  await phone.open('/admin?lng=en');
  await phone.page.getByText('Everything runs').waitFor();
  expect(await tooWide(phone.page)).toEqual([]);
  expect(await barriers(phone.page)).toEqual([]);
  await phone.open('/admin/jobs?queue=letters&jobs=failed');
  await phone.page.getByText('No job has failed for good.').waitFor();
  await phone.page.getByRole('button', { name: 'Pause' }).waitFor();
  expect(await tooWide(phone.page)).toEqual([]);
  expect(await barriers(phone.page)).toEqual([]);
});

it('is not for others: no way leads there, and nothing is told', async () => {
  await member.open('/admin');
  await member.page.getByText('Tato stránka je pro správce').waitFor();
  expect((await member.context.request.get('/api/admin/overview')).status()).toBe(403);
  await member.menuButton.click();
  await member.page.getByRole('menuitem', { name: 'Profil' }).waitFor();
  expect(await member.page.getByRole('menuitem', { name: 'Provoz' }).count()).toBe(0);
});
