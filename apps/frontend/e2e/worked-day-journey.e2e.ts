import { addDays, instantOf, localDay } from '@gos/domain';
import type { Locator } from 'playwright-core';
import { refusal } from './support/complaints';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let petr: Person;
let taskId: number;

interface Entries {
  readonly items: readonly { readonly id: number; readonly from: string; readonly to: string }[];
}

const zone = 'Europe/Prague';
const yesterday = addDays(localDay(Date.now(), zone), -1);
const [year, month] = yesterday.split('-').map(Number);
const at = (time: string) => instantOf(yesterday, time, zone);

beforeAll(async () => {
  await stage.person('Alena Adminová');
  petr = await stage.person('Petr Novák');
  taskId = (await petr.send('POST', '/tasks', { name: 'Připravit nabídku', solverId: await petr.id() })).id;
  await petr.send('POST', '/work/entries', { taskId, from: at('09:00'), to: at('10:00') });
});

const entries = async () => (await petr.read<Entries>(`/work/entries?taskId=${taskId}&sort=from`)).items;
const block = (name: RegExp) => petr.page.getByRole('button', { name });

async function drag(from: { readonly x: number; readonly y: number }, down: number): Promise<void> {
  const { mouse } = petr.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(from.x, from.y + down / 2, { steps: 4 });
  await mouse.move(from.x, from.y + down, { steps: 4 });
  await mouse.up();
}
async function boxOf(target: Locator) {
  await target.scrollIntoViewIfNeeded();
  return (await target.boundingBox())!;
}

/** The timeline has 0.8 pixels a minute. */
const pixels = (minutes: number) => minutes * 0.8;

it('corrects yesterday by dragging: the whole, its end, and back', async () => {
  const { page } = petr;
  await petr.open(`/attendance?year=${year}&month=${month}`);
  await page
    .getByRole('link', { name: /odpracováno 1 h/i })
    .first()
    .waitFor();
  await page.goto(`/attendance/worked?date=${yesterday}`);
  const first = await boxOf(block(/^9:00–10:00, Připravit nabídku/));
  await drag({ x: first.x + 60, y: first.y + first.height / 2 }, pixels(30));
  await block(/^9:30–10:30, Připravit nabídku/).waitFor();
  await expect.poll(async () => (await entries())[0]).toMatchObject({ from: at('09:30'), to: at('10:30') });
  await petr.toast('Čas opraven').first().getByRole('button', { name: /^Zpět/ }).click();
  await block(/^9:00–10:00, Připravit nabídku/).waitFor();

  const again = await boxOf(block(/^9:00–10:00, Připravit nabídku/));
  await drag({ x: again.x + 60, y: again.y + again.height - 2 }, pixels(45));
  await block(/^9:00–10:45, Připravit nabídku/).waitFor();
  await expect.poll(async () => (await entries())[0]).toMatchObject({ from: at('09:00'), to: at('10:45') });
});

it('draws forgotten work on the timeline, and names what is in the way', async () => {
  const { page } = petr;
  petr.complaints.foresee(refusal(409, '/api/work/entries'));
  await petr.open(`/attendance/worked?date=${yesterday}`);
  const before = await boxOf(block(/^9:00–10:45/));
  await drag({ x: before.x + 60, y: before.y + before.height + pixels(30) }, pixels(40));
  const dialog = page.getByRole('dialog', { name: 'Přidat čas' });
  await dialog.getByRole('button', { name: /Úkol/ }).click();
  await page.getByRole('option', { name: /Připravit nabídku/ }).click();
  await dialog.getByLabel('Od', { exact: true }).fill('10:30');
  await dialog.getByRole('button', { name: /Uložit/ }).click();
  await dialog.getByText('Monitoring nelze přidat přes jiný úkol.').waitFor();
  await dialog.getByText(/9:00–10:45/).waitFor();
  await dialog.getByLabel('Od', { exact: true }).fill('11:00');
  await dialog.getByRole('button', { name: /Uložit/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await entries()).length).toBe(2);
  expect((await entries())[1]).toMatchObject({ from: at('11:00') });
});
