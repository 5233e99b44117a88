import type { Page as Answer, WorkEntryAnswer } from '@gos/contract';
import { addDays, localDay } from '@gos/domain';
import type { Locator, Page } from 'playwright-core';
import type { Person } from './support/person';
import { useStage } from './support/stage';
import { tooWide } from './support/too-wide';

const stage = useStage();
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
let contractor: Person;
let solver: Person;
let other: Page;
const first = 'Zkontrolovat skladové karty';
const second = 'Vytisknout štítky';
let firstId: number;

const running = (page: Page): Locator =>
  page
    .getByRole('banner')
    .first()
    .getByRole('button', { name: /^Zastavit práci/ });

beforeAll(async () => {
  contractor = await stage.person('Karla Svobodová');
  solver = await stage.person('Jan Novák');
  const solverId = await solver.id();
  ({ id: firstId } = await contractor.send('POST', '/tasks', { name: first, solverId, estimateMinutes: 60 }));
  await contractor.send('POST', '/tasks', { name: second, solverId });
  other = await solver.context.newPage();
});

it('is started in one window, seen in the other, and stopped there', async () => {
  const { page } = solver;
  await solver.open('/tasks');
  await other.goto('/tasks');
  await other.getByText('Žádná práce neběží').waitFor();
  await solver.row(first).hover();
  await solver
    .row(first)
    .getByRole('button', { name: /^Začít pracovat/ })
    .click();
  await solver.toast('Monitoring spuštěn').waitFor();
  await other.getByRole('link', { name: `Právě pracuji na: ${first}` }).waitFor();
  await running(other).click();
  await page.getByText('Žádná práce neběží').waitFor();
  await other.getByText('Žádná práce neběží').waitFor();
});

it('changes to another task by a key, and says what was stopped', async () => {
  const { page } = solver;
  await solver.openTask(first);
  await page.keyboard.press('t');
  await solver.panel.getByRole('button', { name: 'Zastavit práci' }).waitFor();
  await page.keyboard.press('Escape');
  await solver.openTask(second);
  await page.keyboard.press('t');
  await solver.toast(`Monitoring spuštěn. Zastaveno: ${first}`).waitFor();
  await other.getByRole('link', { name: `Právě pracuji na: ${second}` }).waitFor();
  await page.keyboard.press('t');
  await other.getByText('Žádná práce neběží').waitFor();
});

it('corrects yesterday', async () => {
  const { page, panel } = solver;
  await solver.open(`/tasks?taskId=${firstId}&tab=monitoring`);
  await panel.getByRole('button', { name: 'Přidat čas' }).click();
  const form = panel.getByRole('form', { name: 'Přidat čas' });
  await form.getByRole('button', { name: /^Den dnes/ }).click();
  const today = localDay(Date.now(), 'Europe/Prague');
  const yesterday = addDays(today, -1);
  const dialog = page.getByRole('dialog', { name: 'Den' });
  if (yesterday.slice(0, 7) !== today.slice(0, 7))
    await dialog.getByRole('button', { name: 'Předchozí měsíc' }).click();
  await dialog
    .locator('table button:not([data-outside])')
    .getByText(String(Number(yesterday.slice(8))), { exact: true })
    .click();
  await form.getByLabel('Od', { exact: true }).fill('09:00');
  await form.getByLabel('Do', { exact: true }).fill('08:00');
  await form.getByRole('button', { name: /^Přidat čas/ }).click();
  await form.getByText('Konec musí být po začátku.').waitFor();
  await form.getByLabel('Do', { exact: true }).fill('10:00');
  await form.getByRole('button', { name: /^Přidat čas/ }).click();
  await solver.toast('Čas přidán').waitFor();
  const day = panel.getByRole('region', { name: 'včera' });
  await day.getByText('9:00–10:00').waitFor();
  await day.getByRole('button', { name: /^Akce záznamu/ }).click();
  await page.getByRole('menuitem', { name: 'Opravit' }).click();
  await panel.getByLabel('Do', { exact: true }).fill('10:30');
  await panel.getByRole('button', { name: /^Uložit/ }).click();
  await day.getByText('9:00–10:30').waitFor();
  await day.getByText('opraveno').waitFor();
  // The entry shows before it is sent.
  const kept = async () =>
    (await solver.read<Answer<WorkEntryAnswer>>(`/work/entries?taskId=${firstId}&sort=from`)).items[0];
  await expect.poll(kept).toMatchObject({ minutes: 90, added: true, corrected: true });
});

it('is started, seen and stopped on a phone', async () => {
  const touched = await stage.again(solver, phone);
  await touched.open('/login');
  await touched.signIn();
  const { page, panel } = touched;
  await page.getByRole('main').getByRole('link', { name: first }).tap();
  await touched.title(first).waitFor();
  await panel.getByRole('button', { name: 'Začít pracovat' }).tap();
  await panel.getByRole('button', { name: 'Zastavit práci' }).waitFor();
  await panel.getByRole('tab', { name: 'Monitoring' }).tap();
  await panel.getByRole('region', { name: 'včera' }).waitFor();
  expect(await tooWide(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Zavřít úkol' }).tap();
  await page.getByRole('link', { name: `Právě pracuji na: ${first}` }).waitFor();
  expect(await tooWide(page)).toEqual([]);
  await page
    .getByRole('button', { name: /^Zastavit práci/ })
    .last()
    .tap();
  await touched.toast('Monitoring zastaven').waitFor();
  await other.getByText('Žádná práce neběží').waitFor();
});
