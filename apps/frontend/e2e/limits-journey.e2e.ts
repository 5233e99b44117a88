import type { Locator, Route } from 'playwright-core';
import { drop } from './support/clipboard';
import { refusal } from './support/complaints';
import type { Person } from './support/person';
import { useStage } from './support/stage';

/** At each limit the screen says which one it is and what to do, and nothing typed is lost. */
const stage = useStage({ GOS_UPLOAD_QUOTA: String(1024 * 1024) });
let person: Person;
let taskId: number;

const box = (field: string): Locator => person.panel.getByRole('textbox', { name: field, exact: true });
const comment = () => box('Nový komentář');
const send = () => person.panel.getByRole('button', { name: 'Odeslat' }).click();
const said = (text: string) => person.page.getByText(text).first();
const big = (name: string) => ({ name, type: 'text/plain', text: 'x'.repeat(700_000) });

beforeAll(async () => {
  person = await stage.person('Karla Svobodová');
  taskId = (await person.send('POST', '/tasks', { name: 'Inventura', solverId: await person.id() })).id;
});

afterEach(() => person.page.unrouteAll({ behavior: 'wait' }));

async function openTask(): Promise<void> {
  await person.open(`/tasks?taskId=${taskId}`);
  await person.title('Inventura').waitFor();
}

/** Fakes a refusal that would take too long to provoke; a server test checks the real one. */
async function refuse(path: string, status: number, problem: object): Promise<void> {
  person.complaints.foresee(refusal(status, `/api${path}`));
  await person.page.route(`**/api${path}`, async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: '', status, detail: '', ...problem }),
    });
  });
}

it('names the most that a person may keep without a task, and takes what fits', async () => {
  const { page, complaints } = person;
  complaints.foresee(refusal(429, '/api/files'));
  await person.open('/tasks/new');
  await page.getByRole('textbox', { name: 'Popis', exact: true }).waitFor();
  await page.getByLabel('Název').fill('S přílohami');
  await drop(page.locator('body'), [big('prvni.txt')]);
  await page.getByRole('button', { name: 'Odebrat soubor prvni.txt' }).waitFor();
  await drop(page.locator('body'), [big('druhy.txt')]);
  await said('Máte 1 MiB souborů, které nejsou v žádném úkolu, z 1 MiB.').waitFor();
  expect(await page.getByLabel('Název').inputValue()).toBe('S přílohami');
  await page.getByRole('button', { name: 'Odebrat soubor druhy.txt' }).click();
  await page.getByRole('button', { name: 'Vytvořit úkol' }).click();
  await person.title('S přílohami').waitFor();
  await person.panel.getByText('prvni.txt').first().waitFor();
  // In a task it counts no more.
  await person.open('/tasks/new');
  await page.getByLabel('Název').fill('S další');
  await drop(page.locator('body'), [big('druhy.txt')]);
  await page.getByRole('button', { name: 'Odebrat soubor druhy.txt' }).waitFor();
  await page.getByRole('button', { name: 'Vytvořit úkol' }).click();
  await person.title('S další').waitFor();
});

it('names the most tasks that one may wait for', async () => {
  const predecessors: number[] = [];
  for (let n = 0; n < 101; n++) {
    predecessors.push((await person.send('POST', '/tasks', { name: `Předchůdce ${n}` })).id);
  }
  for (const id of predecessors.slice(0, 100)) {
    await person.send('POST', `/tasks/${taskId}/predecessors`, { taskId: id });
  }
  person.complaints.foresee(refusal(422, `/api/tasks/${taskId}/predecessors`));
  await openTask();
  await comment().fill('Rozepsané');
  await person.panel.getByRole('button', { name: 'Přidat předchůdce' }).click();
  await person.page.keyboard.type('Předchůdce 100');
  await person.page.getByRole('option', { name: 'Předchůdce 100' }).click();
  await said('Úkol může čekat nejvýše na 100 jiných.').waitFor();
  expect(await comment().inputValue()).toBe('Rozepsané');
  await comment().fill('');
});

it('names the most comments of a task, and keeps what was written', async () => {
  const params = { max: 5_000, what: 'comments' };
  await refuse(`/tasks/${taskId}/comments`, 422, {
    code: 'validation.too-many',
    errors: [{ path: 'text', code: 'validation.too-many', params }],
    params,
  });
  await openTask();
  await comment().fill('O jeden víc');
  await send();
  await said('Úkol může mít nejvýše 5000 komentářů včetně smazaných. Pokračujte v podúkolu.').waitFor();
  expect(await comment().inputValue()).toBe('O jeden víc');
});

it('waits its turn where programs of the same person ask too much, then says so', async () => {
  const params = { atOnce: 8, waiting: 56 };
  await refuse(`/tasks/${taskId}/comments`, 429, { code: 'limit.requests', params });
  await openTask();
  await comment().fill('Ve frontě');
  await send();
  await said('Právě běží 8 vašich požadavků a dalších 56 čeká.').waitFor();
  expect(await comment().inputValue()).toBe('Ve frontě');
  await person.page.unrouteAll({ behavior: 'wait' });
  await send();
  await expect.poll(() => comment().inputValue()).toBe('');
  await person.panel.getByRole('region', { name: 'Aktivita' }).getByText('Ve frontě').waitFor();
});
