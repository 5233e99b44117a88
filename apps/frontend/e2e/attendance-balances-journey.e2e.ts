import type { HolidaysAnswer } from '@gos/contract';
import { addDays, type Day, localDay, mondayOf, weekdayOf } from '@gos/domain';
import type { Locator, Page } from 'playwright-core';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
const today = localDay(Date.now(), 'Europe/Prague');
const nextMonday = addDays(mondayOf(today), 7);

let boss: Person;
let worker: Person;
let workerId: number;
/** A working day ahead. */
let day: Day;
let year: number;

beforeAll(async () => {
  boss = await stage.person('Alena Adminová');
  worker = await stage.person('Petr Novák');
  workerId = await worker.id();
  const years = new Set([nextMonday, addDays(nextMonday, 30)].map((one) => one.slice(0, 4)));
  const answers = [...years].map((one) => worker.read<HolidaysAnswer>(`/attendance/holidays?year=${one}`));
  const holidays = (await Promise.all(answers)).flatMap(({ items }) => items.map(({ date }) => date));
  day = nextMonday;
  while (weekdayOf(day) > 5 || holidays.includes(day)) day = addDays(day, 1);
  year = Number(day.slice(0, 4));
  await boss.send('PATCH', '/settings', { absencesNeedApproval: true });
  const work = { type: 'at_work', from: '08:00', to: '16:30', location: 'Brno' };
  await worker.send('POST', '/plans', { ...work, date: day });
});

/** The balance of the year of that day. */
async function vacation(page: Page): Promise<Locator> {
  const section = page.getByRole('region', { name: /^Dovolená 20\d\d$/ });
  await section.getByRole('radio', { name: String(year) }).check();
  return page.getByRole('region', { name: `Dovolená ${year}` });
}

it('gives a person an allowance of vacation', async () => {
  const { page } = boss;
  await boss.open(`/attendance/plans?userId=${workerId}`);
  await (await vacation(page)).getByRole('button', { name: 'Určit nárok' }).click();
  const dialog = page.getByRole('dialog', { name: `Dovolená ${year}: Petr Novák` });
  await dialog.getByLabel('Nárok (dny)').fill('20,5');
  await dialog.getByRole('button', { name: /Uložit/ }).click();
  await boss.toast(`Dovolená ${year} uložena: Petr Novák`).waitFor();
  await expect.poll(async () => (await vacation(page)).innerText()).toMatch(/Zbývá\s+20,5 dne/);
});

it('says what is left before a vacation is requested, over work that stays until then', async () => {
  const { page } = worker;
  await worker.go('/attendance/plans');
  await page.getByRole('button', { name: 'Nový plán' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nový plán' });
  await dialog.getByRole('combobox', { name: 'Typ' }).click();
  await page.getByRole('option', { name: 'Volno' }).click();
  await dialog.getByRole('button', { name: /^Datum/ }).click();
  const calendar = page.getByRole('dialog', { name: 'Datum' });
  if (day.slice(0, 7) !== today.slice(0, 7)) await calendar.getByRole('button', { name: 'Další měsíc' }).click();
  await calendar
    .locator('button:not([data-outside])')
    .getByText(String(Number(day.slice(8))), { exact: true })
    .click();
  await dialog.getByText(`Po uložení zbývá z roku ${year}: 19,5 dne.`).waitFor();
  await dialog.getByRole('button', { name: /Přidat plán/ }).click();
  await worker.toast('Plán přidán').waitFor();
  const plans = page.getByRole('table', { name: 'Moje plány' });
  await plans.getByRole('row').filter({ hasText: 'Dovolená' }).getByText('čeká na schválení').waitFor();
  await plans.getByRole('row').filter({ hasText: 'Kancelář' }).waitFor();
  await expect.poll(async () => (await vacation(page)).innerText()).toMatch(/Žádosti\s+1 den/);
});

it('is approved by somebody else, which takes the work away and the day from the balance', async () => {
  const { page } = boss;
  await boss.go('/attendance/plans');
  const requests = page.getByRole('region', { name: 'Žádosti o volno' });
  await requests.getByText(`Se všemi žádostmi zbývá z roku ${year}: 19,5 dne.`).waitFor();
  await requests.getByRole('button', { name: /^Schválit: Petr Novák, Dovolená/ }).click();
  await requests.getByRole('button', { name: /^Schválit/ }).waitFor({ state: 'detached' });
  const plans = worker.page.getByRole('table', { name: 'Moje plány' });
  await plans.getByRole('row').filter({ hasText: 'Kancelář' }).waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await vacation(worker.page)).innerText())
    .toMatch(/Naplánováno\s+1 den[\s\S]*Zbývá\s+19,5 dne/);
});

it('begins a balance of overtime, which the person sees too', async () => {
  const { page } = boss;
  await boss.open(`/attendance?userId=${workerId}`);
  await page.getByRole('button', { name: 'Začátek přesčasů' }).click();
  const dialog = page.getByRole('dialog', { name: 'Přesčasy: Petr Novák' });
  await dialog.getByLabel(/Přesčasy k tomu dni/).fill('12:30');
  await dialog.getByRole('button', { name: /Uložit/ }).click();
  await boss.toast('Přesčasy uloženy: Petr Novák').waitFor();
  for (const person of [boss, worker]) {
    if (person === worker) await worker.open('/attendance');
    const balance = person.page.getByText('Zůstatek přesčasů').locator('..');
    await expect.poll(() => balance.innerText()).toContain('12 h 30 min');
  }
});
