import { addDays, localDay, mondayOf } from '@gos/domain';
import type { Page } from 'playwright-core';
import { refusal } from './support/complaints';
import { fingerOn } from './support/finger';
import type { Person } from './support/person';
import { useStage } from './support/stage';
import { tooWide } from './support/too-wide';

const stage = useStage();
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const nextMonday = addDays(mondayOf(localDay(Date.now(), 'Europe/Prague')), 7);
const weekend = [addDays(nextMonday, 5), addDays(nextMonday, 6)];

let planner: Person;
let colleague: Person;

beforeAll(async () => {
  colleague = await stage.person('Karla Svobodová', phone);
  planner = await stage.person('Jan Novák');
});

const form = (page: Page) => page.getByRole('form', { name: 'Naplánovat týden' });
const days = (page: Page) => form(page).locator('[data-day]');

/** From Friday on the form begins with it. */
async function turnToNextWeek(page: Page): Promise<void> {
  if ((await days(page).first().getAttribute('data-day')) !== nextMonday) {
    await form(page).getByRole('button', { name: 'Další týden' }).click();
  }
  await page.locator(`[data-day="${nextMonday}"]`).waitFor();
}

/** A finger that goes over the week. */
async function swipe(page: Page, by: number): Promise<void> {
  const start = { x: by < 0 ? 320 : 40, y: 400 };
  await (await fingerOn(page)).flick(start, { ...start, x: start.x + by });
}

it('plans next week in one go', async () => {
  const { page } = planner;
  await planner.go('/attendance/plans');
  await turnToNextWeek(page);
  await form(page).getByLabel('Místo').fill('Kancelář Brno');
  await form(page).getByRole('button', { name: 'Další týden' }).focus();
  for (const day of await days(page).all()) {
    const box = day.getByRole('checkbox', { disabled: false });
    await box.waitFor();
    const isWeekend = weekend.includes((await day.getAttribute('data-day'))!);
    await box.setChecked(!isWeekend);
  }
  await form(page)
    .getByRole('button', { name: /^Naplánovat 5 dnů/ })
    .click();
  await planner.toast(/Naplánováno 5.dnů/).waitFor();
  // Five days that are alike are one plan.
  const rows = page.getByRole('table', { name: 'Moje plány' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(1);
});

it('is told what is in the way, at the day', async () => {
  const { page } = planner;
  planner.complaints.foresee(refusal(409, '/api/plans'));
  const monday = page.locator(`[data-day="${nextMonday}"]`);
  await monday.getByRole('checkbox').check();
  await form(page)
    .getByRole('button', { name: /^Naplánovat 1 den/ })
    .click();
  await monday.getByRole('alert').filter({ hasText: 'Překáží jiný plán: Kancelář' }).waitFor();
  await monday.getByRole('checkbox').uncheck();
});

it('changes a plan, and takes that back by the key', async () => {
  const { page } = planner;
  const first = page.getByRole('table', { name: 'Moje plány' }).getByRole('row').first();
  await first.getByRole('button', { name: /^Akce plánu Kancelář/ }).click();
  await page.getByRole('menuitem', { name: 'Upravit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Upravit plán' });
  await dialog.getByLabel('Místo').fill('Jinde');
  await dialog.getByRole('button', { name: /Uložit/ }).click();
  await planner.toast('Plán změněn').waitFor();
  await expect.poll(() => first.innerText()).toContain('Jinde');
  await page.keyboard.press('Control+z');
  await planner.toast('Plán je jako předtím').waitFor();
  await page.reload();
  await expect.poll(() => first.innerText()).toContain('Kancelář Brno');
});

it('works at night, which makes two plans', async () => {
  const { page } = planner;
  await page.getByRole('button', { name: 'Nový plán' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nový plán' });
  await dialog.getByRole('button', { name: /Datum/ }).click();
  const saturday = Number(weekend[0]!.slice(8));
  const calendar = page.getByRole('dialog', { name: 'Datum' });
  if (weekend[0]!.slice(0, 7) !== localDay(Date.now(), 'Europe/Prague').slice(0, 7)) {
    await calendar.getByRole('button', { name: 'Další měsíc' }).click();
  }
  await calendar.locator('button:not([data-outside])').getByText(String(saturday), { exact: true }).click();
  await dialog.getByLabel('Od').fill('22:00');
  await dialog
    .getByLabel('Do', { exact: true })
    .or(dialog.getByLabel(/^Do \*/))
    .fill('06:00');
  await dialog.getByText('Končí druhý den: vzniknou dva plány.').waitFor();
  await dialog.getByLabel('Místo').fill('Sklad');
  await dialog.getByRole('button', { name: /Přidat plán/ }).click();
  await dialog.waitFor({ state: 'detached' });
  const rows = page.getByRole('table', { name: 'Moje plány' }).getByRole('row').filter({ hasText: 'Sklad' });
  await expect
    .poll(() => rows.allInnerTexts().then((all) => all.map((row) => /\d+:\d+–\d+:\d+/.exec(row)?.[0])))
    .toEqual(['22:00–24:00', '0:00–6:00']);
});

it('takes a day off in place of work, and takes that back', async () => {
  const { page } = planner;
  await turnToNextWeek(page);
  const friday = page.locator(`[data-day="${addDays(nextMonday, 4)}"]`);
  await friday.getByRole('checkbox').check();
  await friday.getByRole('combobox', { name: /^Typ/ }).click();
  await page.getByRole('option', { name: 'Volno' }).click();
  await form(page)
    .getByRole('button', { name: /^Naplánovat 1 den/ })
    .click();
  await planner.toast(/Naplánován 1.den/).waitFor();
  const off = page.getByRole('table', { name: 'Moje plány' }).getByRole('row').filter({ hasText: 'Dovolená' });
  await off.waitFor();
  await expect.poll(() => friday.innerText()).not.toContain('8:00–16:30');
  await planner.page.getByRole('button', { name: /^Zpět/ }).click();
  await off.waitFor({ state: 'detached' });
  await expect.poll(() => friday.innerText()).toContain('8:00–16:30');
});

it('is swiped to on a phone, and changes there while one looks', async () => {
  const { page } = colleague;
  await page.goto('/attendance/availability');
  const table = page.getByRole('table', { name: /Dostupnost lidí/ }).first();
  await table.getByText('Jan Novák').waitFor();
  expect(await tooWide(page)).toEqual([]);
  await swipe(page, -280);
  await page.waitForURL((address) => address.searchParams.get('from') === nextMonday);
  const name = page.locator('[data-page="0"]').getByRole('button', { name: /Jan Novák/ });
  await name.tap();
  await page
    .locator('[data-page="0"]')
    .getByText(/Kancelář, 8:00–16:30, Kancelář Brno/)
    .first()
    .waitFor();
  expect(await page.locator(`[data-page="0"] [data-day="${nextMonday}"] [data-type]`).count()).toBe(1);

  await planner.page
    .getByRole('button', { name: /^Akce plánu Kancelář/ })
    .first()
    .click();
  await planner.page.getByRole('menuitem', { name: 'Odebrat jeden den', exact: true }).click();
  await planner.page
    .getByRole('dialog')
    .getByRole('button', { name: /Odebrat/ })
    .click();
  await planner.toast('Plán odebrán').waitFor();
  await page.locator(`[data-page="0"] [data-day="${nextMonday}"] [data-type]`).waitFor({ state: 'detached' });
  await planner.page.getByRole('button', { name: /^Zpět/ }).click();
  await page.locator(`[data-page="0"] [data-day="${nextMonday}"] [data-type]`).waitFor();

  await swipe(page, 280);
  await page.waitForURL((address) => address.searchParams.get('from') !== nextMonday);
});

it('shows the month, its days as bars, and leads from a day to its week', async () => {
  const { page } = planner;
  await page.goto(`/attendance/availability?view=month&from=${nextMonday}`);
  const bar = page.getByRole('listitem').filter({ hasText: 'Kancelář Brno' });
  await bar.first().waitFor();
  const isOneMonth = nextMonday.slice(0, 7) === weekend[0]!.slice(0, 7);
  if (isOneMonth) {
    expect(await bar.count()).toBe(1);
    const [first, box] = [
      await page
        .locator('thead a')
        .nth(Number(nextMonday.slice(8)) - 1)
        .boundingBox(),
      await bar.boundingBox(),
    ];
    expect(Math.abs(first!.x - box!.x)).toBeLessThan(3);
    expect(box!.width / first!.width).toBeCloseTo(5, 0);
  }
  expect(await tooWide(page)).toEqual([]);
  await page
    .locator('thead a')
    .nth(Number(nextMonday.slice(8)) - 1)
    .click();
  await page
    .getByRole('table', { name: /v týdnu/ })
    .first()
    .waitFor();
  expect(new URL(page.url()).searchParams.get('from')).toBe(nextMonday);
  expect(new URL(page.url()).searchParams.get('view')).toBeNull();
  await page.keyboard.press('v');
  await bar.first().waitFor();
});

it('scrolls the month on a phone, never the page', async () => {
  const { page } = colleague;
  await page.goto(`/attendance/availability?view=month&from=${nextMonday}`);
  await page.getByRole('listitem').filter({ hasText: 'Kancelář Brno' }).first().waitFor();
  expect(await tooWide(page)).not.toContain('the page');
});
