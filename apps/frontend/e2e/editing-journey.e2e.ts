import { refusal } from './support/complaints';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let contractor: Person;
let solver: Person;
let taskId: number;

const edit = (person: Person, field: string) => person.panel.getByRole('button', { name: `Upravit: ${field}` }).click();
const box = (person: Person, field: string) => person.panel.getByRole('textbox', { name: field, exact: true });

beforeAll(async () => {
  contractor = await stage.person('Karla Svobodová');
  solver = await stage.person('Jan Novák');
  const task = await contractor.send('POST', '/tasks', {
    name: 'Sjednotit číselníky',
    description: '<p>Původní popis.</p>',
    gitBranch: 'ciselniky',
    solverId: await solver.id(),
  });
  taskId = task.id;
  for (const person of [contractor, solver]) {
    await person.open(`/tasks?taskId=${taskId}`);
    await person.title('Sjednotit číselníky').waitFor();
  }
});

it('lets two people change different fields at the same time', async () => {
  await edit(contractor, 'Název');
  await edit(solver, 'Větev');
  await box(contractor, 'Název').fill('Sjednotit číselníky skladů');
  await box(solver, 'Větev').fill('ciselniky-skladu');
  await box(solver, 'Větev').press('Enter');
  await contractor.panel.getByText('ciselniky-skladu').first().waitFor();
  expect(await box(contractor, 'Název').inputValue()).toBe('Sjednotit číselníky skladů');
  await box(contractor, 'Název').press('Enter');
  await solver.title('Sjednotit číselníky skladů').waitFor();
  await contractor.title('Sjednotit číselníky skladů').waitFor();
  expect(await contractor.page.getByRole('dialog', { name: /Stejný údaj/ }).count()).toBe(0);
});

it('shows both values when they change the same field, and lets one choose', async () => {
  contractor.complaints.foresee(refusal(409, '/api/tasks/'));
  await edit(contractor, 'Větev');
  await box(contractor, 'Větev').fill('od-karly');
  await edit(solver, 'Větev');
  await box(solver, 'Větev').fill('od-jana');
  await box(solver, 'Větev').press('Enter');
  await contractor.panel.getByText('Mezitím změněno na: od-jana').waitFor();
  expect(await box(contractor, 'Větev').inputValue()).toBe('od-karly');
  await box(contractor, 'Větev').press('Enter');
  const dialog = contractor.page.getByRole('dialog', { name: 'Stejný údaj mezitím upravil někdo jiný' });
  await dialog.getByRole('radio', { name: /Hodnota od kolegy\s*od-jana/ }).waitFor();
  await dialog.getByRole('radio', { name: /Vaše hodnota\s*od-karly/ }).click();
  await dialog.getByRole('button', { name: 'Uložit vybrané' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await solver.panel.getByText('od-karly').first().waitFor();
  await contractor.panel.getByText('od-karly').first().waitFor();
});

it('keeps the other value when one says so', async () => {
  await edit(contractor, 'Větev');
  await box(contractor, 'Větev').fill('pozde');
  await edit(solver, 'Větev');
  await box(solver, 'Větev').fill('driv');
  await box(solver, 'Větev').press('Enter');
  await contractor.panel.getByText('Mezitím změněno na: driv').waitFor();
  await box(contractor, 'Větev').press('Enter');
  await contractor.page.getByRole('button', { name: 'Ponechat cizí změnu' }).click();
  await expect.poll(() => contractor.panel.getByRole('button', { name: 'Upravit: Větev' }).innerText()).toBe('driv');
  expect((await contractor.read<{ gitBranch: string }>(`/tasks/${taskId}`)).gitBranch).toBe('driv');
});

it('never touches a description that is being written', async () => {
  await edit(contractor, 'Popis');
  const written = box(contractor, 'Popis');
  await written.fill('Popis od Karly');
  await edit(solver, 'Popis');
  await box(solver, 'Popis').fill('Popis od Jana');
  await solver.panel.getByRole('button', { name: 'Uložit' }).click();
  await contractor.panel.getByText('Popis mezitím změnil někdo jiný.').waitFor();
  expect(await written.innerText()).toContain('Popis od Karly');
  await expect.poll(() => written.evaluate((field) => field.contains(document.activeElement))).toBe(true);
  await written.press('Control+Enter');
  const dialog = contractor.page.getByRole('dialog', { name: /Stejný údaj/ });
  await dialog.getByRole('radio', { name: /Hodnota od kolegy\s*Popis od Jana/ }).waitFor();
  await dialog.getByRole('radio', { name: /Vaše hodnota\s*Popis od Karly/ }).click();
  await dialog.getByRole('button', { name: 'Uložit vybrané' }).click();
  await solver.panel.getByText('Popis od Karly').first().waitFor();
});

it('leaves the cursor and the text of a comment alone while others change the task', async () => {
  const comment = box(contractor, 'Nový komentář');
  await comment.pressSequentially('Rozepsaná věta');
  await comment.press('Home');
  await solver.send('POST', `/tasks/${taskId}/comments`, { text: 'Zpráva odjinud.' });
  await solver.send('PATCH', `/tasks/${taskId}`, { tags: ['nový-štítek'] });
  await contractor.panel.getByText('Zpráva odjinud.').waitFor();
  await contractor.panel.getByText('nový-štítek').first().waitFor();
  await contractor.page.keyboard.type('Ne! ');
  expect(await comment.inputValue()).toBe('Ne! Rozepsaná věta');
});

it('takes a change back with the reason when the server refuses it', async () => {
  contractor.complaints.foresee(refusal(409, '/api/tasks/'));
  await contractor.page.route(`**/api/tasks/${taskId}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    await route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: '', status: 409, code: 'task.already-solved', detail: '' }),
    });
  });
  const title = contractor.panel.getByRole('heading', { level: 2 });
  const before = await title.innerText();
  await edit(contractor, 'Název');
  await box(contractor, 'Název').fill('Nepovolený název');
  await box(contractor, 'Název').press('Enter');
  await contractor.toast('Úkol je již vyřešen.').waitFor();
  await expect.poll(() => title.innerText()).toBe(before);
  await contractor.page.unrouteAll();
});
