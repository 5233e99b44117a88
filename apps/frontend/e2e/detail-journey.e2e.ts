import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { barriers } from './support/barriers';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage({}, { needsWhole: true });
let contractor: Person;
let solver: Person;
let taskId: number;
let folder: string | undefined;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R>>
`;

const files = (person: Person) => person.panel.getByRole('region', { name: 'Soubory' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gos-e2e-detail-'));
  contractor = await stage.person('Karla Svobodová');
  solver = await stage.person('Jan Novák');
  const task = await contractor.send('POST', '/tasks', {
    name: 'Rozdílová sestava',
    description: '<p>Porovnat součty.</p>',
    solverId: await solver.id(),
    tags: ['sklad'],
  });
  taskId = task.id;
  for (const person of [contractor, solver]) {
    await person.open(`/tasks?taskId=${taskId}`);
    await person.title('Rozdílová sestava').waitFor();
  }
});

afterAll(() => (folder === undefined ? undefined : rm(folder, { recursive: true, force: true })));

it('shows each who else looks, and no longer when they leave', async () => {
  const seen = (person: Person, other: string) =>
    person.panel.getByRole('group', { name: `Úkol má otevřený také ${other}` });
  await seen(contractor, 'Jan Novák').waitFor();
  await seen(solver, 'Karla Svobodová').waitFor();
  await solver.page.keyboard.press('Escape');
  await solver.panel.waitFor({ state: 'detached' });
  await seen(contractor, 'Jan Novák').waitFor({ state: 'detached' });
  await solver.page.goBack();
  await seen(contractor, 'Jan Novák').waitFor();
});

it('looks at an image, a PDF and a text, one after the other', async () => {
  const paths = await Promise.all(
    (
      [
        ['plan.png', png],
        ['smlouva.pdf', pdf],
        ['zadani.txt', 'První řádek'],
      ] as const
    ).map(async ([name, content]) => {
      const path = join(folder ?? '', name);
      await writeFile(path, content);
      return path;
    }),
  );
  const [chooser] = await Promise.all([
    contractor.page.waitForEvent('filechooser'),
    files(contractor).getByRole('button', { name: 'Přidat soubory' }).click(),
  ]);
  await chooser.setFiles(paths);
  const { page } = solver;
  await files(solver).getByRole('link', { name: 'zadani.txt', exact: true }).waitFor();
  await files(solver).getByRole('link', { name: 'plan.png', exact: true }).click();
  const image = page.getByRole('img', { name: 'plan.png' });
  await image.waitFor();
  await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1);
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await page.locator('iframe[title="smlouva.pdf"]').waitFor();
  await expect.poll(() => page.frames().some((frame) => frame.url().includes('/files/'))).toBe(true);
  await page.getByRole('button', { name: 'Další soubor' }).click();
  await page.getByText('První řádek').waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByText('První řádek').waitFor({ state: 'detached' });
  await solver.title('Rozdílová sestava').waitFor();
});

it('brings a removed file back from the list of them', async () => {
  await files(contractor).getByRole('button', { name: 'Odebrat soubor zadani.txt' }).click();
  await files(contractor).getByRole('button', { name: '1 odebraný soubor' }).click();
  await files(contractor).getByRole('button', { name: 'Vrátit soubor zadani.txt' }).click();
  await files(contractor).getByRole('link', { name: 'zadani.txt', exact: true }).waitFor();
});

it('brings a deleted comment back from the list of them, long after its toast', async () => {
  const { panel, page } = solver;
  await solver.send('POST', `/tasks/${taskId}/comments`, { text: 'Sedí to jen v září.' });
  await panel.getByRole('tab', { name: 'Komentáře 1' }).click();
  const comment = panel.getByRole('listitem').filter({ hasText: 'Sedí to jen v září.' });
  await comment.hover();
  await comment.getByRole('button', { name: 'Více o komentáři' }).click();
  await page.getByRole('menuitem', { name: 'Smazat komentář' }).click();
  await panel.getByRole('tab', { name: 'Komentáře', exact: true }).waitFor();
  await page.reload();
  await panel.getByText('Zatím tu nejsou žádné komentáře.').waitFor();
  await panel.getByRole('button', { name: '1 smazaný komentář' }).click();
  await comment.getByRole('button', { name: 'Vrátit' }).click();
  await panel.getByRole('tab', { name: 'Komentáře 1' }).waitFor();
  await expect.poll(() => panel.getByRole('button', { name: /smazaný komentář/ }).count()).toBe(0);
  await panel.getByRole('tab', { name: 'Přehled' }).click();
});

it('talks about the work: a question, its answer, an edit, reactions, and a link to one of them', async () => {
  const { panel, page } = contractor;
  const one = (person: Person, text: string) => person.panel.locator('li:not(:has(li))').filter({ hasText: text });
  await panel.getByRole('tab', { name: /Komentáře/ }).click();
  await panel.getByRole('textbox', { name: 'Nový komentář' }).fill('Kdy to bude?');
  await page.keyboard.press('Control+Enter');
  await solver.panel.getByRole('tab', { name: /Komentáře/ }).click();
  const question = one(solver, 'Kdy to bude?');
  await question.hover();
  await question.getByRole('button', { name: 'Odpovědět' }).click();
  await solver.page.keyboard.type('V pátek.');
  await solver.page.keyboard.press('Control+Enter');
  await solver.panel.getByRole('textbox', { name: 'Vaše odpověď' }).waitFor({ state: 'detached' });

  const answer = one(contractor, 'V pátek.');
  await answer.waitFor();
  expect(await panel.locator('li').filter({ hasText: 'Kdy to bude?' }).filter({ hasText: 'V pátek.' }).count()).toBe(1);
  // By the keyboard alone: along the row of reactions and back.
  await answer.getByRole('button', { name: 'Reagovat' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemcheckbox', { name: '👍' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await one(solver, 'V pátek.').getByRole('button', { name: '👍 1 Karla Svobodová' }).click();
  await answer.getByRole('button', { name: '👍 2 Karla Svobodová a Jan Novák', pressed: true }).click();
  await one(solver, 'V pátek.').getByRole('button', { name: '👍 1 Jan Novák', pressed: true }).waitFor();

  const mine = one(solver, 'V pátek.');
  await mine.hover();
  await mine.getByRole('button', { name: 'Více o komentáři' }).click();
  await solver.page.getByRole('menuitem', { name: 'Upravit komentář' }).click();
  await solver.panel.getByRole('textbox', { name: 'Text komentáře' }).fill('Ve čtvrtek.');
  await solver.page.keyboard.press('Control+Enter');
  const edited = one(contractor, 'Ve čtvrtek.');
  await edited.getByText('upraveno').waitFor();
  // Nobody edits the words of somebody else.
  await edited.hover();
  await edited.getByRole('button', { name: 'Více o komentáři' }).click();
  await page.getByRole('menuitem', { name: 'Kopírovat odkaz na komentář' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Upravit komentář' }).count()).toBe(0);
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const id = await edited.getAttribute('id');
  await contractor.open(`/tasks?taskId=${taskId}&tab=comments#${id}`);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(id);
  await panel.getByRole('tab', { name: 'Přehled' }).click();
  await panel.getByText('reaguje 👍 na komentář').first().waitFor();
  await panel.getByText('upravuje komentář').waitFor();
});

it('keeps the part that is shown in the address', async () => {
  const { page, panel } = contractor;
  await panel.getByRole('tab', { name: 'Informace' }).click();
  await expect.poll(() => contractor.path).toContain('tab=information');
  await page.reload();
  await contractor.title('Rozdílová sestava').waitFor();
  expect(await panel.getByRole('tab', { name: 'Informace' }).getAttribute('aria-selected')).toBe('true');
  await panel.getByRole('tab', { name: 'Přehled' }).click();
});

it('tells two people who edit one field, with both values', async () => {
  const edit = async (person: Person, name: string) => {
    await person.panel.getByRole('button', { name: /^Upravit: Štítky/ }).click();
    const field = person.panel
      .getByRole('combobox', { name: 'Štítky' })
      .or(person.panel.getByRole('textbox', { name: 'Štítky' }));
    await field.pressSequentially(name);
    await field.press('Enter');
    return field;
  };
  const slow = await edit(contractor, 'inventura');
  const quick = await edit(solver, 'tisk');
  await quick.press('Enter');
  await contractor.panel.getByText('Mezitím změněno na: sklad, tisk').waitFor();
  contractor.complaints.foresee(/status of 409/);
  await slow.press('Enter');
  const dialog = contractor.page.getByRole('dialog', { name: 'Stejný údaj mezitím upravil někdo jiný' });
  await dialog.getByRole('radio', { name: /sklad, tisk/ }).waitFor();
  await dialog.getByRole('radio', { name: /sklad, inventura/ }).click();
  await dialog.getByRole('button', { name: 'Uložit vybrané' }).click();
  await solver.panel.getByText('inventura').first().waitFor();
});

it('is approved with a reservation and a rating', async () => {
  await solver.send('POST', `/tasks/${taskId}/complete`, { result: 'Součty sedí.' });
  const { panel } = contractor;
  await panel.getByRole('button', { name: /^S výhradou/ }).click();
  const form = panel.getByRole('form', { name: 'Převzít s výhradou' });
  await form.getByRole('textbox', { name: /^Výhrada/ }).fill('Chybí podpis.');
  await form.getByLabel('Snížení nákladů').fill('málo');
  await form.getByRole('button', { name: 'Převzít s výhradou' }).click();
  await form.getByText('Zadejte číslo').waitFor();
  await form.getByLabel('Snížení nákladů').fill('100');
  await form.locator('label:has(svg)').nth(4).click();
  expect(await form.getByLabel('4 hvězdy').isChecked()).toBe(true);
  await form.getByRole('button', { name: 'Převzít s výhradou' }).click();
  await panel.getByText(/Vyřešeno: převzat s výhradou/).waitFor();
  await solver.panel.getByText(/Vyřešeno: převzat s výhradou/).waitFor();
});

it('plays its history back by the slider', async () => {
  const { page, panel } = contractor;
  await panel.getByRole('button', { name: 'Přehrát historii' }).click();
  const past = panel.getByRole('region', { name: 'Úkol v minulosti' });
  const slider = past.getByRole('slider');
  await past
    .getByRole('group', { name: 'Co se tehdy stalo' })
    .getByText(/zakládá/)
    .waitFor();
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => slider.inputValue()).toBe('2');
  await past
    .getByRole('group', { name: 'Co se tehdy stalo' })
    .getByText(/soubor/)
    .first()
    .waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('End');
  await past.getByRole('combobox', { name: 'Porovnat s okamžikem' }).selectOption({ index: 1 });
  await past.getByText(/Rozdíl oproti okamžiku/).waitFor();
  await past.getByRole('button', { name: 'Zpět do přítomnosti' }).click();
  await past.waitFor({ state: 'detached' });
});
