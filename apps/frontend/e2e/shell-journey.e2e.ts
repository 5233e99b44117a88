import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { barriers } from './support/barriers';
import type { Person } from './support/person';
import { useStage } from './support/stage';

/** Another system of the company, which lets itself be framed. */
const elsewhere = createServer((_, reply) => {
  reply.setHeader('content-type', 'text/html; charset=utf-8');
  reply.end('<!doctype html><html lang="cs"><title>Účtárna</title><h1>Účtárna firmy</h1></html>');
});
await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;

const stage = useStage({
  GOS_AREAS: JSON.stringify({
    'invoices.cashflow': { url: `${address}/cashflow`, frame: true },
    'my-mobile': `${address}/mobil`,
    offers: `${address}/offers`,
  }),
});
let admin: Person;
let member: Person;

const navigation = (person: Person) => person.page.getByRole('navigation', { name: 'Hlavní navigace' });
const group = (person: Person, name: string) => navigation(person).getByRole('button', { name: `Skupina ${name}` });
const online = (person: Person, text: string | RegExp) => person.page.getByRole('button', { name: text });
const focused = (person: Person) => person.page.evaluate(() => document.activeElement?.textContent ?? '');

beforeAll(async () => {
  admin = await stage.person('Karla Svobodová');
  member = await stage.person('Jan Novák');
});
afterAll(() => void elsewhere.close());

it('greets on an empty installation and says how to begin', async () => {
  await admin.open('/');
  await admin.page.getByText('Přihlášeno', { exact: true }).waitFor();
  await admin.page.getByRole('heading', { name: 'Jak začít' }).waitFor();
  expect(await admin.page.getByRole('main').getByText('/register').innerText()).toContain('/register');
  expect(await barriers(admin.page)).toEqual([]);
});

it('opens and closes the groups of the sidebar by keyboard, and remembers them', async () => {
  const { page } = admin;
  await group(admin, 'Smlouvy').focus();
  await page.keyboard.press('Enter');
  const orders = navigation(admin).getByRole('link', { name: /^Objednávky/ });
  await orders.waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(admin)).toContain('Nová smlouva');
  await group(admin, 'Úkoly').focus();
  await page.keyboard.press('Space');
  await admin.entry('/tasks/given').waitFor({ state: 'detached' });
  // At once, while the second change waits for the first.
  await page.reload();
  await orders.waitFor();
  await expect.poll(() => admin.read('/me/preferences/sidebar')).toMatchObject({ value: { tasks: false } });
  expect(await group(admin, 'Úkoly').getAttribute('aria-expanded')).toBe('false');
  await group(admin, 'Úkoly').click();
  await admin.entry('/tasks/given').waitFor();
});

it('leads from an entry without an address to its setting, and shows a new address to others at once', async () => {
  await navigation(admin)
    .getByRole('link', { name: /^Objednávky/ })
    .click();
  await admin.page.getByRole('heading', { name: 'Objednávky: zatím nepřipojeno' }).waitFor();
  await member.open('/areas/contracts.orders');
  await member.page.getByText('Připojit ji může správce.').waitFor();
  await admin.page.getByRole('link', { name: 'Připojit v nastavení' }).click();
  const setting = admin.page.getByRole('textbox', { name: 'Objednávky' });
  await expect.poll(() => setting.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await barriers(admin.page)).toEqual([]);
  await admin.page.keyboard.type(`${address}/objednavky`);
  await admin.page.keyboard.press('Enter');
  await member.page.getByRole('heading', { name: 'Objednávky se otevírá v nové kartě' }).waitFor();
  await admin.page.getByRole('switch', { name: 'Telefon: skrýt' }).setChecked(true, { force: true });
  await navigation(member)
    .getByRole('link', { name: /^Telefon/ })
    .waitFor({ state: 'detached' });
});

it('frames a connected area, and opens another one in a new tab', async () => {
  const { page } = admin;
  await group(admin, 'Faktury').click();
  await navigation(admin).getByRole('link', { name: 'Peněžní tok' }).click();
  await page
    .frameLocator('iframe[title="Peněžní tok"]')
    .frameLocator('iframe')
    .getByRole('heading', { name: 'Účtárna firmy' })
    .waitFor();
  await group(admin, 'Nabídky').click();
  const [tab] = await Promise.all([
    admin.context.waitForEvent('page'),
    navigation(admin)
      .getByRole('link', { name: /^Zamítnuté/ })
      .click(),
  ]);
  await tab.getByRole('heading', { name: 'Účtárna firmy' }).waitFor();
  expect(new URL(tab.url()).pathname).toBe('/offers');
  await tab.close();
});

it('shows who is online as they come and leave', async () => {
  await online(admin, 'Připojeni 2 lidé').waitFor();
  const third = await stage.person('Petr Dvořák');
  await online(admin, 'Připojeni 3 lidé').waitFor();
  await online(member, 'Připojeni 3 lidé').click();
  await member.page.getByRole('list', { name: 'Dnes bez plánu' }).getByText('Petr Dvořák').waitFor();
  await member.page.getByRole('radio', { name: 'Všichni' }).click();
  const list = member.page.getByRole('list', { name: 'Kdo je připojen' });
  await list.getByText('Petr Dvořák').waitFor();
  await list.getByText('Jan Novák (vy)').waitFor();
  await member.page.getByRole('textbox', { name: 'Najít člověka' }).fill('dvorak');
  await list.getByText('Karla Svobodová').waitFor({ state: 'detached' });
  expect(await list.getByRole('listitem').count()).toBe(1);
  await third.leave();
  await online(admin, 'Připojeni 2 lidé').waitFor();
  await member.page.getByText('Nikdo takový není připojen.').waitFor();
  await member.page.keyboard.press('Escape');
});

it('shows a collaborator only those online whom they share a task or a project with', async () => {
  const outside = await stage.person('Olga Externí');
  await admin.send('PATCH', `/users/${await outside.id()}`, { role: 'collaborator' });
  await admin.send('POST', '/tasks', { name: 'Potisk krabic', solverId: await outside.id() });
  await outside.open('/');
  await online(outside, 'Připojeni 2 lidé').click();
  const list = outside.page.getByRole('list', { name: 'Dnes bez plánu' });
  await list.getByText('Karla Svobodová').waitFor();
  expect(await list.getByRole('listitem').count()).toBe(2);
  expect(await list.getByText('Jan Novák').count()).toBe(0);
  await online(admin, 'Připojeni 3 lidé').waitFor();
  await member.send('POST', '/tasks', { name: 'Zkušební výtisk', solverId: await outside.id() });
  await outside.page.reload();
  await online(outside, 'Připojeni 3 lidé').click();
  await list.getByText('Jan Novák').waitFor();
  await outside.leave();
});

it('says at home what waits, with its tasks, and what others did', async () => {
  const task = await admin.send('POST', '/tasks', { name: 'Inventura skladu', solverId: await member.id() });
  await member.open('/');
  const waiting = member.page.getByRole('region', { name: 'Co na vás čeká' });
  await waiting.getByRole('link', { name: '1 úkol k dokončení' }).waitFor();
  await waiting.getByRole('link', { name: /Inventura skladu/ }).waitFor();
  const changes = member.page.getByRole('region', { name: /Co se/ });
  await changes.getByRole('link', { name: /Inventura skladu.*Karla Svobodová/ }).waitFor();
  await admin.send('POST', `/tasks/${task.id}/comments`, { text: 'Kdy to bude?' });
  await changes.getByText(/komentuje/).waitFor();
  expect(await barriers(member.page)).toEqual([]);
  await changes.getByRole('link', { name: /Inventura skladu/ }).click();
  await member.title('Inventura skladu').waitFor();
});

it('says that there is nothing at an address, and leads home', async () => {
  await member.open('/tasks/nothing-here');
  await member.page.getByText('Na této adrese nic není').waitFor();
  await member.page.getByRole('link', { name: 'Na úvodní stránku' }).click();
  await member.page.getByText('Přihlášeno', { exact: true }).waitFor();
});

it('switches the language on the example page, for anybody', async () => {
  const guest = await stage.guest('Host');
  await guest.open('/example');
  await guest.page.getByText('5 úkolů').waitFor();
  await guest.page.getByLabel('Počet úkolů').fill('2');
  await guest.page.getByText('2 úkoly').waitFor();
  await guest.page.getByRole('button', { name: 'EN – English' }).click();
  await guest.page.getByText('2 tasks').waitFor();
  await guest.page.reload();
  await guest.page.getByText('5 tasks').waitFor();
  await guest.leave();
});
