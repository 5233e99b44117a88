import { readFile } from 'node:fs/promises';
import { addDays, type Day, instantOf, localDay } from '@gos/domain';
import type { Page } from 'playwright-core';
import { refusal } from './support/complaints';
import type { Person } from './support/person';
import { useStage } from './support/stage';
import { tooWide } from './support/too-wide';

const stage = useStage();
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const zone = 'Europe/Prague';
const today = localDay(Date.now(), zone);
const yesterday = addDays(today, -1);
/** In a month that yesterday is not in. */
const long = `${addDays(`${today.slice(0, 7)}-01`, -40).slice(0, 7)}-10` as Day;
const [year, month] = [Number(long.slice(0, 4)), Number(long.slice(5, 7))];

const inCzech = {
  worker: 'Petr Novák',
  task: 'Připravit nabídku',
  person: 'Osoba',
  worked: 'Odpracováno',
  close: 'Uzavřít měsíc',
  closing: /^Uzavřít .*\?$/,
  closed: /^Měsíc je uzavřený \(Alena Adminová/,
  dayClosed: 'Měsíc je uzavřený: opravují ho jen lidé s docházkou ostatních.',
  reopen: 'Otevřít měsíc',
  reason: /^Důvod/,
  reopening: /^Znovu otevřít .*\?$/,
  reopened: /^Znovu otevřeno: .*Petr Novák/,
  correct: 'Opravit 9:00–10:00',
  correcting: 'Opravit čas',
  to: 'Do',
  save: /^Uložit/,
  adjustments: 'Úpravy od uzavření měsíce',
  adjusted: 'Úpravy od té doby',
  reasonAsked: 'Důvod opravy',
  correctNow: 'Opravit',
  entry: 'Upravený záznam',
  dismiss: 'Zavřít',
  one: 'Tento měsíc do CSV',
  all: 'Měsíc všech do CSV',
  everybody: /^Docházka .* – všichni\.csv$/,
  separator: ';',
  columns:
    'Osoba;Den;Státní svátek;Naplánováno (min);Přestávky (min);Nepřítomnost;Nepřítomnost (dny);Odpracováno (min);Číslo úkolu;Úkol;Projekt;Zakázka;Úprava (min);Před úpravou (min);Po úpravě (min);Upravuje;Den úpravy;Důvod úpravy;Zůstatek přesčasů na konci (min)',
  from: 'Od',
  nextMonth: 'Další měsíc',
  lastWeek: 'Posledních 7 dní',
  nothing: 'V těchto dnech není žádná práce ani činnost, kterou smíte vidět.',
  working: 'pracuje',
  online: 'online',
  noPlan: 'Dnes bez plánu',
  office: 'Kancelář',
};
const inEnglish: typeof inCzech = {
  worker: 'Jana Malá',
  task: 'Prepare the offer',
  person: 'Person',
  worked: 'Worked',
  close: 'Close the month',
  closing: /^Close .*\?$/,
  closed: /^The month is closed \(Alena Adminová/,
  dayClosed: 'The month is closed: only people with the attendance of others correct it.',
  reopen: 'Open the month',
  reason: /^Reason/,
  reopening: /^Open .* again\?$/,
  reopened: /^Open again: .*Jana Malá/,
  correct: 'Correct 9:00–10:00',
  correcting: 'Correct time',
  to: 'To',
  save: /^Save/,
  adjustments: 'Adjustments since the month was closed',
  adjusted: 'Adjustments since',
  reasonAsked: 'Reason for the correction',
  correctNow: 'Correct',
  entry: 'Adjusted entry',
  dismiss: 'Close',
  one: 'This month to CSV',
  all: "Everybody's month to CSV",
  everybody: /^Attendance .* – everybody\.csv$/,
  separator: ',',
  columns:
    'Person,Day,Public holiday,Planned (min),Breaks (min),Absence,Absence (days),Worked (min),Task number,Task,Project,Contract,Adjustment (min),Before the adjustment (min),After the adjustment (min),Adjusted by,Adjusted on,Reason of the adjustment,Overtime balance at the end (min)',
  from: 'From',
  nextMonth: 'Next month',
  lastWeek: 'Last 7 days',
  nothing: 'In these days there is no work and no activity that you may see.',
  working: 'working',
  online: 'online',
  noPlan: 'Not scheduled today',
  office: 'Office',
};

let boss: Person;
let colleague: Person;

beforeAll(async () => {
  boss = await stage.person('Alena Adminová');
  colleague = await stage.person('Karla Svobodová');
});

describe.each([
  ['Czech', inCzech],
  ['English', inEnglish],
])('in %s', (language, words) => {
  let worker: Person;
  let workerId: number;
  let taskId: number;

  beforeAll(async () => {
    worker = await stage.person(words.worker);
    workerId = await worker.id();
    taskId = (await worker.send('POST', '/tasks', { name: words.task, solverId: workerId })).id;
    const worked = (day: Day, from: string, to: string) =>
      worker.send('POST', '/work/entries', { taskId, from: instantOf(day, from, zone), to: instantOf(day, to, zone) });
    await worked(long, '09:00', '10:00');
    await worked(yesterday, '09:00', '09:45');
    if (language === 'English') for (const person of [boss, colleague, worker]) await speakEnglish(person);
  });

  async function speakEnglish(person: Person) {
    await person.open('/tasks');
    await person.choose('English');
    await person.page.getByRole('heading', { level: 1, name: 'To complete' }).waitFor();
  }
  const sum = (page: Page, of: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(of, { exact: true }) })
      .locator('dd');
  const row = (page: Page, day: Day) => page.locator(`[data-day="${day}"]`);
  const choosePerson = async (page: Page) => {
    await page.getByRole('button', { name: new RegExp(`: ${words.person}$`) }).click();
    await page.getByRole('option', { name: words.worker }).click();
  };
  async function exported(page: Page, which: string) {
    await page.getByRole('button', { name: 'Export' }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: which, exact: true }).click();
    const file = await coming;
    const text = await readFile(await file.path(), 'utf8');
    expect(text.startsWith('\uFEFF')).toBe(true);
    const lines = text.slice(1).trimEnd().split('\r\n');
    expect(lines[0]).toBe(words.columns);
    return { name: file.suggestedFilename(), lines: lines.slice(1).map((line) => line.split(words.separator)) };
  }
  const confirm = async (page: Page, title: RegExp, answer: string) => {
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByRole('button', { name: answer, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  it('closes a month, and shows what is corrected in it afterwards as an adjustment', async () => {
    const { page } = boss;
    await boss.open(`/attendance?month=${month}&year=${year}`);
    await choosePerson(page);
    await expect.poll(() => sum(page, words.worked).innerText()).toBe('1 h');
    await page.getByRole('button', { name: words.close, exact: true }).click();
    await confirm(page, words.closing, words.close);
    await page.getByText(words.closed).waitFor();

    await worker.open(`/attendance/worked?date=${long}`);
    await worker.page.getByText(words.dayClosed).waitFor();
    expect(await worker.page.getByRole('button', { name: words.correct }).count()).toBe(0);

    await row(page, long).getByRole('link').first().click();
    await page.getByRole('button', { name: words.correct }).click();
    const form = page.getByRole('dialog', { name: words.correcting });
    await form.getByLabel(words.to, { exact: true }).fill('10:30');
    // The server says that the month is closed, and the dialog requests the reason.
    boss.complaints.foresee(refusal(422, '/api/work/entries/'));
    await form.getByRole('button', { name: words.save }).click();
    const asked = page.getByRole('dialog', { name: words.reasonAsked });
    await asked.getByLabel(words.reason).fill('Porada');
    await asked.getByRole('button', { name: words.correctNow }).click();
    await form.waitFor({ state: 'detached' });
    await page.goBack();
    const adjustments = page.locator('section').filter({ has: page.getByRole('heading', { name: words.adjustments }) });
    await adjustments.getByRole('button', { name: '1 h → 1 h 30 min (+30 min)' }).click();
    const entry = page.getByRole('dialog', { name: words.entry });
    await entry.getByText(/9:00–10:30/).waitFor();
    await entry.getByRole('button', { name: words.dismiss, exact: true }).click();
    await adjustments.getByText('Alena Adminová').waitFor();
    await adjustments.getByText('Porada').waitFor();
    expect(await sum(page, words.worked).innerText()).toBe('1 h');
    expect(await sum(page, words.adjusted).innerText()).toBe('+30 min');
  });

  it('exports the closed month, of one and of all', async () => {
    const { page } = boss;
    const own = await exported(page, words.one);
    expect(own.name).toContain(words.worker);
    const days = own.lines.filter((line) => line[12] === '');
    expect(days).toHaveLength(new Date(Date.UTC(year, month, 0)).getUTCDate());
    expect(days.filter((line) => line[7] !== '0').map((line) => [line[0], line[1], ...line.slice(7, 10)])).toEqual([
      [words.worker, long, '90', String(taskId), words.task],
    ]);
    expect(
      own.lines
        .filter((line) => line[12] !== '')
        .map((line) => [line[0], line[1], ...line.slice(8, 10), ...line.slice(12)]),
    ).toEqual([
      [words.worker, long, String(taskId), words.task, '30', '60', '90', 'Alena Adminová', today, 'Porada', ''],
    ]);
    const all = await exported(page, words.all);
    expect(all.name).toMatch(words.everybody);
    expect(new Set(all.lines.map(([person]) => person))).toEqual(
      new Set(['Alena Adminová', 'Karla Svobodová', inCzech.worker, words.worker]),
    );
    expect(all.lines.filter(([person]) => person === words.worker)).toEqual(own.lines);
  });

  it('opens the month again, where adjustments are part of the sums', async () => {
    const { page } = boss;
    await page.getByRole('button', { name: words.reopen, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: words.reopening });
    await dialog.getByRole('textbox', { name: words.reason }).fill('Služební cesta');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await boss.toast(words.reopened).waitFor();
    await expect.poll(() => sum(page, words.worked).innerText()).toBe('1 h 30 min');
    expect(await page.getByText(words.closed).count()).toBe(0);
    expect(await page.getByRole('heading', { name: words.adjustments }).count()).toBe(0);
    await worker.page.getByText(words.dayClosed).waitFor({ state: 'detached' });
    await worker.page.getByRole('button', { name: words.correct.replace('10:00', '10:30') }).waitFor();
  });

  it('goes on paper, as narrow as a phone, as a table with its person', async () => {
    const { page } = worker;
    await worker.open(`/attendance?month=${month}&year=${year}`);
    await row(page, long).getByText(words.task).waitFor();
    const head = page.locator('main header');
    expect(await head.getByText(words.worker).isVisible()).toBe(false);
    const screen = page.viewportSize()!;
    await page.setViewportSize({ width: 718, height: 1_040 });
    await page.emulateMedia({ media: 'print' });
    await head.getByText(words.worker).waitFor();
    await page.getByRole('columnheader', { name: words.worked }).waitFor();
    expect(await page.getByRole('navigation').or(page.getByRole('banner')).filter({ visible: true }).count()).toBe(0);
    const [above, table] = await Promise.all([head.boundingBox(), page.getByRole('table').boundingBox()]);
    expect(above!.y + above!.height).toBeLessThanOrEqual(table!.y);
    await page.emulateMedia({ media: null });
    await page.setViewportSize(screen);
  });

  it('shows what somebody did in chosen days, to who may see it', async () => {
    const { page } = boss;
    await boss.open('/attendance/activity');
    await choosePerson(page);
    await expect.poll(() => sum(page, words.worked).innerText()).toBe('45 min');
    const heading = page.getByRole('heading', { level: 2 });
    await heading.filter({ hasText: '45 min' }).waitFor();
    await page.getByRole('button', { name: '45 min', exact: true }).click();
    const entries = page.getByRole('dialog', { name: new RegExp(`^${words.task}`) });
    await entries.getByText(/9:00–9:45/).waitFor();
    await entries.getByRole('button', { name: words.dismiss, exact: true }).click();

    await page.getByRole('button', { name: new RegExp(`^${words.from}: `) }).click();
    const calendar = page.getByRole('dialog', { name: words.from, exact: true });
    if (addDays(today, -6).slice(0, 7) !== today.slice(0, 7))
      await calendar.getByRole('button', { name: words.nextMonth }).click();
    await calendar
      .locator('table button:not([data-outside])')
      .getByText(String(Number(today.slice(8))), { exact: true })
      .click();
    await page.waitForURL((address) => address.searchParams.get('from') === today);
    await heading.filter({ hasText: '45 min' }).waitFor({ state: 'detached' });
    expect(await sum(page, words.worked).innerText()).toBe('0 min');
    await page.reload();
    await page.getByText(words.task).first().waitFor();
    expect(await heading.filter({ hasText: '45 min' }).count()).toBe(0);
    await page.getByRole('button', { name: words.lastWeek }).click();
    await heading.filter({ hasText: '45 min' }).waitFor();

    await colleague.open('/attendance/activity');
    await choosePerson(colleague.page);
    // Minutes of tasks that the reader may not see do not count.
    await colleague.page.getByText(words.nothing).waitFor();
    expect(await colleague.page.getByText(words.task).count()).toBe(0);
  });

  it('shows the team as it works, on a phone', async () => {
    const touched = await stage.again(boss, { ...phone, locale: language === 'English' ? 'en-GB' : 'cs-CZ' });
    const { page } = touched;
    await touched.context.addCookies(await boss.context.cookies());
    await page.goto('/attendance/team');
    const line = page.locator(`[data-person="${workerId}"]`);
    await line.getByText(words.noPlan).waitFor();
    await line.getByText(words.online).waitFor();
    await worker.send('POST', '/work/start', { taskId });
    await line.getByText(words.working).waitFor();
    await line.getByRole('link', { name: words.task }).waitFor();
    await worker.send('POST', '/plans', { type: 'at_work', date: today, from: '08:00', to: '16:30', location: 'Brno' });
    await line.getByText(new RegExp(`8:00–16:30 ${words.office}`)).waitFor();
    expect(await tooWide(page)).toEqual([]);
    await worker.send('POST', '/work/stop', {});
    await line.getByText(words.working).waitFor({ state: 'detached' });
    await line.getByText(words.online).waitFor();
    await line.getByRole('link', { name: words.worker }).tap();
    await page.waitForURL((address) => address.pathname === '/attendance/activity');
    await page.getByText(words.task).first().waitFor();
    expect(await tooWide(page)).toEqual([]);
    await page.goto(`/attendance?month=${month}&year=${year}&userId=${workerId}`);
    await row(page, long).getByText('1 h 30 min').first().waitFor();
    expect(await tooWide(page)).toEqual([]);
  });
});
