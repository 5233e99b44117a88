// Pictures of the product for docs/pictures, from a demo folder of their own: `node scripts/e2e.mjs --pictures [--data FOLDER]`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

const root = join(import.meta.dirname, '../../..');
const pictures = join(root, 'docs/pictures');
const most = 400_000;
const { values } = parseArgs({ strict: false, options: { data: { type: 'string' } } });
const folder = values.data ?? mkdtempSync(join(tmpdir(), 'gos-pictures-'));
const env = { ...process.env, NODE_ENV: 'production', GOS_DATA_DIR: folder, GOS_LOG_LEVEL: 'error', PORT: '0' };

/** Fills the demo and reads from what it prints who may sign in, and in which language they work. */
function fillDemo() {
  const filled = spawnSync(process.execPath, [join(root, 'dist/modules/apps/demo/src/demo.js')], {
    env,
    encoding: 'utf8',
  });
  if (filled.status !== 0) throw new Error(`the demo was not made:\n${filled.stdout}${filled.stderr}`);
  const password = /with the password (\S.*?) as/.exec(filled.stdout)?.[1];
  const people = [...filled.stdout.matchAll(/^\s+(\S+@\S+)\s{2,}.*\((Czech|English)\)/gm)].map(
    ([, email, language]) => ({ email, language }),
  );
  if (password === undefined || people.length === 0) throw new Error(`the demo printed no sign-ins:\n${filled.stdout}`);
  return { password, people };
}

async function startServer() {
  const server = spawn(process.execPath, [join(root, 'dist/apps/backend/src/main.js')], { env });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (said += chunk));
  while (!/running at (http:\S+)/.test(said)) {
    if (server.exitCode !== null) throw new Error(`the server did not start:\n${said}`);
    await Promise.race([once(server.stdout, 'data'), once(server, 'exit')]);
  }
  return { server, address: /running at (http:\S+)/.exec(said)[1] };
}

const desk = { viewport: { width: 1440, height: 860 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const dayIn = (at) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Prague' }).format(at);
const lastMonth = () => {
  const [year, month] = dayIn(new Date()).split('-').map(Number);
  return month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 };
};

async function main() {
  const { password, people } = fillDemo();
  const { server, address } = await startServer();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--headless',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });

  /** A page in a theme and a language, signed in unless it shows the sign-in. */
  async function pageOf({ theme, language, device = desk, email }) {
    const context = await browser.newContext({
      baseURL: address,
      locale: language === 'cs' ? 'cs-CZ' : 'en-GB',
      timezoneId: 'Europe/Prague',
      reducedMotion: 'reduce',
      ...device,
    });
    await context.addInitScript((value) => localStorage.setItem('gos-theme', value), theme);
    if (email !== undefined) {
      const headers = { 'X-Requested-With': 'gos' };
      await context.request.post('/api/auth/login', { data: { email, password }, headers });
    }
    return context.newPage();
  }

  async function take(page, name) {
    await page.evaluate(() => document.fonts.ready);
    await page.waitForLoadState('networkidle');
    const path = join(pictures, `${name}.png`);
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
    const { size } = statSync(path);
    if (size > most) throw new Error(`${name}.png has ${size} bytes, more than ${most}`);
    process.stdout.write(`${name}.png ${Math.round(size / 1000)} kB\n`);
    await page.context().close();
  }

  const readIn = async (page, path) => (await page.context().request.get(path)).json();
  const listOf = (page, list) => readIn(page, `/api/tasks?list=${list}&pageSize=100`);

  /** Returns the task of a list that has the most content. */
  async function richest(page, list) {
    const { items } = await listOf(page, list);
    const details = await Promise.all(
      items.slice(0, 40).map(async ({ id }) => (await page.context().request.get(`/api/tasks/${id}`)).json()),
    );
    const richness = (task) =>
      task.subtasks.length * 3 +
      task.files.length * 2 +
      task.tags.length +
      task.participants.acknowledged.length +
      Math.min(4, task.description.length / 80) +
      (task.gitBranch ? 1 : 0) +
      (task.spentMinutes ? 3 : 0);
    return details.toSorted((one, other) => richness(other) - richness(one))[0];
  }

  /** Returns the recommended demo user with the most tasks in a list. */
  async function busiest(list, spoken) {
    const found = await Promise.all(
      people
        .filter(({ language }) => language === spoken)
        .map(async ({ email }) => {
          const page = await pageOf({ theme: 'light', language: 'cs', email });
          const { total } = await listOf(page, list);
          await page.context().close();
          return { email, total };
        }),
    );
    return found.toSorted((one, other) => other.total - one.total)[0].email;
  }

  /** Somebody who manages a project with a webhook. */
  async function linked() {
    for (const { email } of people) {
      const page = await pageOf({ theme: 'light', language: 'cs', email });
      const { items } = await readIn(page, '/api/projects?active=true&pageSize=100');
      const found = await Promise.all(
        items.map(async ({ id }) => ({
          projectId: id,
          webhook: (await readIn(page, `/api/projects/${id}/webhooks`)).items?.[0],
        })),
      );
      await page.context().close();
      const one = found.find(({ webhook }) => webhook !== undefined);
      if (one) return { email, projectId: one.projectId, webhookId: one.webhook.id };
    }
    throw new Error('nobody manages a webhook');
  }

  try {
    mkdirSync(pictures, { recursive: true });
    const solver = await busiest('to-complete', 'Czech');
    const contractor = await busiest('to-accept', 'English');

    /** The main screens in both themes and languages. */
    const looks = [
      { theme: 'dark', language: 'cs', email: solver },
      { theme: 'light', language: 'en', email: contractor },
    ];

    for (const look of looks) {
      const list = await pageOf(look);
      await list.goto(`/tasks?lng=${look.language}`);
      await list.locator('[data-row-link]').nth(1).waitFor();
      await list.keyboard.press('j');
      await list.locator('tr[aria-current]').waitFor();
      await list.evaluate(() => document.activeElement?.blur());
      await take(list, `list-${look.theme}-${look.language}`);

      const detail = await pageOf(look);
      const task = await richest(detail, 'to-accept');
      await detail.goto(`/tasks/to-accept?lng=${look.language}&taskId=${task.id}`);
      await detail.locator('[data-task-panel] h2').filter({ hasText: task.name }).waitFor();
      await take(detail, `detail-${look.theme}-${look.language}`);
    }

    for (const look of [
      { theme: 'light', language: 'cs', email: solver },
      { theme: 'dark', language: 'en', email: contractor },
    ]) {
      const pocket = await pageOf({ ...look, device: phone });
      await pocket.goto(`/tasks?lng=${look.language}`);
      await pocket.locator('[data-row-link]').nth(1).waitFor();
      await take(pocket, `phone-${look.theme}-${look.language}`);

      const calendar = await pageOf(look);
      await calendar.goto(`/tasks/calendar?lng=${look.language}`);
      await calendar.getByRole('heading', { level: 1 }).waitFor();
      await take(calendar, `calendar-${look.theme}-${look.language}`);

      const month = await pageOf(look);
      const { year, month: number } = lastMonth();
      await month.goto(`/attendance?lng=${look.language}&year=${year}&month=${number}`);
      await month.locator('[data-day]').nth(20).waitFor();
      await take(month, `month-${look.theme}-${look.language}`);
    }

    for (const look of looks) {
      const worked = await pageOf(look);
      const { items } = await readIn(worked, '/api/work/entries?pageSize=100');
      const today = dayIn(new Date());
      const date = items.map(({ from }) => dayIn(new Date(from))).find((day) => day < today);
      await worked.goto(`/attendance/worked?lng=${look.language}&date=${date}`);
      await worked.locator('[data-block]').first().waitFor();
      await take(worked, `worked-${look.theme}-${look.language}`);
    }

    const week = await pageOf({ theme: 'light', language: 'cs', email: solver, device: phone });
    await week.goto('/attendance/availability?lng=cs');
    await week.getByText('8:00').first().waitFor();
    await take(week, 'availability-phone-light-cs');

    const form = await pageOf({ theme: 'light', language: 'cs', email: solver });
    await form.goto('/tasks/new?lng=cs');
    await form.getByLabel('Název').fill('Připravit inventuru skladu v Hradci');
    await form.getByRole('textbox', { name: 'Popis' }).fill('Sečíst regály A až F a porovnat se stavem v evidenci.');
    await form.getByRole('button', { name: 'Řešitel' }).click();
    await form.getByRole('option').nth(2).click();
    await form.getByRole('button', { name: 'Termín' }).click();
    await form.getByRole('list', { name: 'Rychlé termíny' }).getByRole('button').nth(7).click();
    await form.getByRole('button', { name: 'Další údaje' }).click();
    await form.getByRole('combobox', { name: 'Štítky' }).fill('sklad');
    await form.getByRole('combobox', { name: 'Štítky' }).press('Enter');
    await form.getByRole('heading', { level: 1 }).click();
    await take(form, 'new-task-light-cs');

    /** The active project with most boards, of those that the person sees. */
    async function fullest(page) {
      const { items } = await readIn(page, '/api/projects?active=true&pageSize=100');
      const counted = await Promise.all(
        items.map(async ({ id }) => ({ id, boards: (await readIn(page, `/api/projects/${id}/boards`)).total })),
      );
      return counted.toSorted((one, other) => other.boards - one.boards || one.id - other.id)[0].id;
    }

    for (const look of looks) {
      const board = await pageOf(look);
      const projectId = await fullest(board);
      await board.goto(`/tasks/project/${projectId}?lng=${look.language}`);
      await board.locator('article [data-task]').first().waitFor();
      await take(board, `board-${look.theme}-${look.language}`);

      const statistics = await pageOf(look);
      await statistics.goto(`/tasks/project/${projectId}/statistics?lng=${look.language}`);
      await statistics.locator('svg.recharts-surface').nth(1).waitFor();
      await take(statistics, `statistics-${look.theme}-${look.language}`);
    }

    for (const look of looks) {
      const definition = await pageOf({ ...look, email: solver });
      const { items } = await readIn(definition, '/api/repeated-tasks?mine=true&active=true&pageSize=100');
      const [{ id }] = items.toSorted((one, other) => other.generated.length - one.generated.length);
      await definition.goto(`/tasks/repeated/${id}?lng=${look.language}`);
      await definition.getByRole('heading', { level: 1 }).waitFor();
      await take(definition, `repeated-${look.theme}-${look.language}`);

      const bell = await pageOf(look);
      await bell.goto(`/tasks?lng=${look.language}`);
      await bell.locator('[data-row-link]').nth(1).waitFor();
      await bell.getByRole('button', { name: /^(Upozornění|Notifications)/ }).click();
      await take(bell, `notifications-${look.theme}-${look.language}`);

      const { email, projectId, webhookId } = await linked();
      const webhook = await pageOf({ ...look, email });
      await webhook.goto(`/tasks/project/${projectId}/webhooks?lng=${look.language}&webhookId=${webhookId}`);
      await webhook.getByRole('heading', { level: 2 }).first().waitFor();
      await take(webhook, `webhook-${look.theme}-${look.language}`);
    }

    const login = await pageOf({ theme: 'dark', language: 'cs' });
    await login.goto('/login');
    await login.getByRole('textbox', { name: 'E-mail' }).fill(solver);
    await take(login, 'login-dark-cs');
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    await once(server, 'exit');
    if (values.data === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

await main();
