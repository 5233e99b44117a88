import { addDays, type Day, instantOf, localDay, weekdayOf } from '@gos/domain';
import type { Person } from './support/person';
import { useStage } from './support/stage';
import { tooWide } from './support/too-wide';

const stage = useStage();
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const zone = 'Europe/Prague';
const today = localDay(Date.now(), zone);
/** A Wednesday of the month before the present one, which is over. */
const first = `${addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)}-08` as Day;
const planned = addDays(first, (10 - weekdayOf(first)) % 7);
const [year, month] = [Number(planned.slice(0, 4)), Number(planned.slice(5, 7))];
const screen = `/attendance/team-month?month=${month}&year=${year}`;

let boss: Person;
let worker: Person;
let workerId: number;

beforeAll(async () => {
  boss = await stage.person('Alena Adminová');
  worker = await stage.person('Petr Novák');
  workerId = await worker.id();
  const taskId = (await worker.send('POST', '/tasks', { name: 'Nabídka', solverId: workerId })).id;
  const times = { from: instantOf(planned, '09:00', zone), to: instantOf(planned, '10:30', zone) };
  await worker.send('POST', '/work/entries', { taskId, ...times });
});

const row = (person: Person) => person.page.locator(`[data-person="${workerId}"]`);

it('shows everybody’s month, and each number leads to what makes it', async () => {
  const { page } = boss;
  await boss.open(screen);
  await row(boss).getByRole('link', { name: '+1 h 30 min' }).waitFor();
  await row(boss).getByRole('button', { name: '1 h 30 min' }).click();
  const entries = page.getByRole('dialog', { name: /Petr Novák/ });
  await entries.getByText(/9:00–10:30/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Chybějící hodiny' }).click();
  await page.getByText('Filtrům nikdo neodpovídá.').waitFor();
  await page.getByRole('button', { name: 'Zrušit filtry' }).click();
  await row(boss).waitFor();
});

it('shows a month that somebody closes meanwhile', async () => {
  await row(boss).getByText('Otevřený').waitFor();
  await boss.send('POST', '/attendance/months/close', { userId: workerId, month, year });
  await row(boss).getByText('Uzavřený').waitFor();
  await boss.send('POST', '/attendance/months/reopen', { userId: workerId, month, year, reason: 'Oprava' });
  await row(boss).getByText('Otevřený').waitFor();
});

it('fits a phone, where the people stay beside their numbers', async () => {
  const touched = await stage.again(boss, phone);
  await touched.context.addCookies(await boss.context.cookies());
  await touched.page.goto(screen);
  await row(touched).waitFor();
  // The table scrolls by itself.
  expect(await tooWide(touched.page)).toEqual([expect.stringMatching(/^section\._scroll_/)]);
  const name = row(touched).getByRole('link', { name: /Petr Novák/ });
  const before = (await name.boundingBox())!.x;
  await touched.page.getByRole('columnheader', { name: 'Měsíc' }).scrollIntoViewIfNeeded();
  await expect.poll(async () => (await name.boundingBox())!.x).toBe(before);
  await name.tap();
  await touched.page.waitForURL((address) => address.searchParams.get('userId') === String(workerId));
});

it('is not offered to people who do not see the attendance of others', async () => {
  await worker.open(screen);
  await worker.page.getByText('Docházku ostatních vidí správci, auditoři a lidé, kterým byla přidělena.').waitFor();
});

it('closes the months of selected people, exports them, and takes the closing back', async () => {
  const { page } = boss;
  await boss.open(screen);
  await page.getByRole('checkbox', { name: 'Vybrat: Petr Novák' }).click();
  const bar = page.getByRole('region', { name: 'Akce s vybranými lidmi' });
  const coming = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'CSV' }).click();
  expect((await coming).suggestedFilename()).toContain('Petr Novák');
  await bar.getByRole('button', { name: 'Uzavřít měsíce' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Uzavřít měsíce' }).click();
  await row(boss).getByText('Uzavřený').waitFor();
  await boss
    .toast(/^Uzavřen 1 měsíc/)
    .getByRole('button', { name: 'Zpět' })
    .click();
  await row(boss).getByText('Otevřený').waitFor();
});

it('prints a page for each selected person, in place of the screen', async () => {
  const { page } = boss;
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-asked-to-print', '');
  });
  await page
    .getByRole('region', { name: 'Akce s vybranými lidmi' })
    .getByRole('button', { name: 'Vytisknout' })
    .click();
  await page.locator('body[data-asked-to-print]').waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('heading', { name: /^Petr Novák · / }).waitFor();
  expect(await page.locator('main').isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.locator('main').waitFor();
});
