import type { Locator } from 'playwright-core';
import { io } from 'socket.io-client';
import type { Line } from './support/line';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let contractor: Person;
let solver: Person;
let line: Line;
let taskId: number;

const noLine = [/net::ERR_/, /WebSocket connection/];
const comment = () => solver.panel.getByRole('textbox', { name: 'Nový komentář' });
const send = () => solver.panel.getByRole('button', { name: 'Odeslat' }).click();
const shown = (person: Person, text: string) =>
  person.panel.getByRole('region', { name: 'Aktivita' }).getByText(text, { exact: true });
/** Returns null while one of the two elements is being redrawn. */
async function overlap(one: Locator, other: Locator): Promise<boolean | null> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (a === null || b === null) return null;
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
const banner = () => solver.page.getByText('Spojení je přerušeno.');

async function stored(text: string): Promise<number> {
  const { items } = await contractor.read<{ items: { text: string }[] }>(`/tasks/${taskId}/comments?pageSize=100`);
  return items.filter((one) => one.text === text).length;
}

beforeAll(async () => {
  contractor = await stage.person('Karla Svobodová');
  ({ person: solver, line } = await stage.remote('Jan Novák'));
  solver.complaints.foresee(...noLine);
  const task = await contractor.send('POST', '/tasks', { name: 'Čtečka na dráze', solverId: await solver.id() });
  taskId = task.id;
  for (const person of [contractor, solver]) {
    await person.open(`/tasks?taskId=${taskId}`);
    await person.title('Čtečka na dráze').waitFor();
  }
});

afterEach(async () => {
  line.mend();
  await solver.context.setOffline(false);
});

it('sends a change once when the connection comes back in time', async () => {
  await comment().fill('Poslední slova');
  line.cut();
  const failed = solver.page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  await send();
  await failed;
  line.mend();
  await shown(contractor, 'Poslední slova').waitFor();
  await shown(solver, 'Poslední slova').waitFor();
  expect(await stored('Poslední slova')).toBe(1);
  await expect.poll(() => comment().inputValue()).toBe('');
});

it('stores a change once when only its answer was lost', async () => {
  let lost = 0;
  await solver.page.route(`**/api/tasks/${taskId}/comments`, async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue();
    lost++;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await comment().fill('Jednou stačí');
  const answered = solver.page.waitForResponse((response) => response.request().method() === 'POST');
  await send();
  expect((await answered).status()).toBe(201);
  await shown(contractor, 'Jednou stačí').waitFor();
  expect(lost).toBe(1);
  expect(await stored('Jednou stačí')).toBe(1);
  expect(await shown(solver, 'Jednou stačí').count()).toBe(1);
  await solver.page.unrouteAll();
});

it('says that the connection is lost, keeps what is typed, and brings what was missed', async () => {
  line.cut();
  await banner().waitFor();
  await comment().fill('Napsáno bez spojení');
  await contractor.send('POST', `/tasks/${taskId}/comments`, { text: 'Zmeškaná zpráva' });
  await contractor.send('PATCH', `/tasks/${taskId}`, { name: 'Čtečka na rampě' });
  await send();
  await solver.toast('Komentář se nepodařilo uložit').waitFor();
  await expect.poll(() => comment().inputValue()).toBe('Napsáno bez spojení');
  expect(await stored('Napsáno bez spojení')).toBe(0);

  line.mend();
  await banner().waitFor({ state: 'hidden' });
  await shown(solver, 'Zmeškaná zpráva').waitFor();
  await solver.title('Čtečka na rampě').waitFor();
  await solver.row('Čtečka na rampě').waitFor();
  expect(await comment().inputValue()).toBe('Napsáno bez spojení');
  await send();
  await shown(contractor, 'Napsáno bez spojení').waitFor();
  expect(await stored('Napsáno bez spojení')).toBe(1);
});

it('loses none of two comments that could not be sent one after the other', async () => {
  line.cut();
  await comment().fill('První věta');
  await send();
  await comment().fill('Druhá věta');
  await send();
  const kept = async () => {
    const text = await comment().inputValue();
    return ['První věta', 'Druhá věta'].filter((sentence) => text.includes(sentence));
  };
  await solver.toast('Komentář se nepodařilo uložit').waitFor();
  await expect.poll(kept).toEqual(['První věta', 'Druhá věta']);
});

it.each([
  { width: 360, height: 740 },
  { width: 1440, height: 860 },
])('without the net shows a comment that waits and why, and covers neither, $width wide', async (size) => {
  const { page, context, panel } = solver;
  const text = `Napsáno ${size.width}`;
  const waits = panel.getByRole('listitem').filter({ hasText: text }).getByText('čeká na odeslání');
  await page.setViewportSize(size);
  await context.setOffline(true);
  await banner().waitFor();
  await comment().fill(text);
  await send();
  await shown(solver, text).waitFor();
  await waits.waitFor();
  /** Describes the topmost element at the middle of the part. */
  const atMiddle = (part: Locator) =>
    part.evaluate((element) => {
      element.scrollIntoView({ block: 'nearest' });
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    });
  for (const part of [banner(), waits, panel.getByRole('button', { name: 'Zavřít úkol' })]) {
    expect(await atMiddle(part)).toBe(true);
  }
  await context.setOffline(false);
  const toast = solver.toast('Komentář přidán');
  await toast.waitFor();
  for (const part of [shown(solver, text), comment()]) await expect.poll(() => overlap(toast, part)).toBe(false);
  await waits.waitFor({ state: 'detached' });
  await banner().waitFor({ state: 'hidden' });
  expect(await stored(text)).toBe(1);
});

it('keeps a new task that could not be sent', async () => {
  const { page } = solver;
  await solver.open('/tasks/new');
  await page.getByLabel('Název').fill('Bez spojení');
  // All of the form is there.
  await page.getByRole('textbox', { name: 'Popis' }).waitFor();
  line.cut();
  await page.getByRole('button', { name: 'Vytvořit úkol' }).click();
  await solver.toast('Úkol se nepodařilo vytvořit').waitFor();
  expect(await page.getByLabel('Název').inputValue()).toBe('Bez spojení');
  line.mend();
  await page.getByRole('button', { name: 'Vytvořit úkol' }).click();
  await solver.title('Bez spojení').waitFor();
  expect((await solver.read<{ total: number }>('/tasks?list=all&q=spojeni')).total).toBe(1);
});

it('pauses live changes in a tab that is one too many, asks anew there, and takes them up again', async () => {
  const { context, page } = contractor;
  const { origin } = new URL(page.url());
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const options = { transports: ['websocket'], extraHeaders: { cookie }, forceNew: true, reconnection: false };
  // With the one that has been open all the time they are 20.
  const tabs = Array.from({ length: 19 }, () => io(origin, options));
  await Promise.all(tabs.map((tab) => new Promise((resolve) => tab.once('hello', resolve))));
  const last = await context.newPage();
  await last.goto(`/tasks?taskId=${taskId}`);
  const paused = last.getByText('Živé změny jsou v této záložce pozastavené: otevřených jich máte už 20.');
  await paused.waitFor();
  await last.setViewportSize({ width: 360, height: 740 });
  expect(await last.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await solver.send('POST', `/tasks/${taskId}/comments`, { text: 'Přišlo i sem' });
  const comes = last.getByRole('region', { name: 'Aktivita' }).getByText('Přišlo i sem', { exact: true });
  const back = () => last.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect.poll(() => back().then(() => comes.isVisible()), { timeout: 20_000 }).toBe(true);
  expect(await paused.isVisible()).toBe(true);

  tabs[0]!.close();
  await expect.poll(() => back().then(() => paused.isVisible()), { timeout: 20_000 }).toBe(false);
  for (const tab of tabs) tab.close();
  await last.close();
});
