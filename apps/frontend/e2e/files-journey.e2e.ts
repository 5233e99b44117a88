import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusal } from './support/complaints';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let contractor: Person;
let solver: Person;
let taskId: number;
let folder: string | undefined;

const content = 'číslo;název\n1482;Migrace skladových karet\n';

/** A file on the disk of the person's computer. */
async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder ?? '', name);
  await writeFile(path, text);
  return path;
}

const files = (person: Person) => person.panel.getByRole('region', { name: 'Soubory' });
const link = (person: Person, name: string) => files(person).getByRole('link', { name, exact: true });

async function choose(person: Person, path: string): Promise<void> {
  const [chooser] = await Promise.all([
    person.page.waitForEvent('filechooser'),
    files(person).getByRole('button', { name: 'Přidat soubory' }).click(),
  ]);
  await chooser.setFiles(path);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gos-e2e-files-'));
  contractor = await stage.person('Karla Svobodová');
  solver = await stage.person('Jan Novák');
  const task = await contractor.send('POST', '/tasks', { name: 'Rozdílová sestava', solverId: await solver.id() });
  taskId = task.id;
  for (const person of [contractor, solver]) {
    await person.open(`/tasks?taskId=${taskId}`);
    await person.title('Rozdílová sestava').waitFor();
  }
});

afterAll(() => (folder === undefined ? undefined : rm(folder, { recursive: true, force: true })));

it('shows an uploaded file to the other, who downloads it as it was', async () => {
  await choose(contractor, await fileOf('žluťoučké karty.csv', content));
  await link(contractor, 'žluťoučké karty.csv').waitFor();
  await link(solver, 'žluťoučké karty.csv').waitFor();
  const [download] = await Promise.all([
    solver.page.waitForEvent('download'),
    link(solver, 'Stáhnout žluťoučké karty.csv').click(),
  ]);
  expect(download.suggestedFilename()).toBe('žluťoučké karty.csv');
  expect(await readFile(await download.path(), 'utf8')).toBe(content);
  await solver.panel
    .getByRole('region', { name: 'Aktivita' })
    .getByText('přikládá soubor žluťoučké karty.csv')
    .waitFor();
});

it('removes a file and brings it back', async () => {
  await files(solver).getByRole('button', { name: 'Odebrat soubor žluťoučké karty.csv' }).click();
  await link(solver, 'žluťoučké karty.csv').waitFor({ state: 'detached' });
  await link(contractor, 'žluťoučké karty.csv').waitFor({ state: 'detached' });
  await solver.toast('Soubor odebrán').getByRole('button', { name: /^Zpět/ }).click();
  await link(solver, 'žluťoučké karty.csv').waitFor();
  await link(contractor, 'žluťoučké karty.csv').waitFor();
});

it('refuses a file that is too large before sending it', async () => {
  const path = join(folder ?? '', 'zaloha.bin');
  const file = await open(path, 'w');
  await file.truncate(100 * 1024 * 1024 + 1);
  await file.close();
  await choose(contractor, path);
  await contractor.panel.getByText('Soubor smí mít nejvýše 100 MiB.').waitFor();
});

it('refuses an empty file and one whose content is not what its name says', async () => {
  contractor.complaints.foresee(refusal(415, `/api/tasks/${taskId}/files`));
  await choose(contractor, await fileOf('nic.txt', ''));
  await contractor.panel.getByText('Soubor je prázdný.').waitFor();
  await choose(contractor, await fileOf('obrazek.png', 'ahoj, nejsem obrázek'));
  await contractor.toast('Soubory se nepodařilo přidat').getByText('Obsah souboru neodpovídá jeho typu.').waitFor();
  expect(await link(contractor, 'obrazek.png').count()).toBe(0);
});

it('takes files into a new task', async () => {
  const { page } = contractor;
  await contractor.open('/tasks/new');
  await page.getByLabel('Název').fill('S přílohou');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Přiložit soubory' }).click(),
  ]);
  await chooser.setFiles(await fileOf('zadani.txt', 'zadání'));
  const create = page.getByRole('button', { name: 'Vytvořit úkol' });
  await expect.poll(() => create.isEnabled()).toBe(true);
  await create.click();
  await contractor.title('S přílohou').waitFor();
  await link(contractor, 'zadani.txt').waitFor();
});
