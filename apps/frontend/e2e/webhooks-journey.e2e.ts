import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { barriersInBothThemes } from './support/barriers';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage({ GOS_WEBHOOK_ALLOW_PRIVATE: 'true' });
let person: Person;
let project: number;
let address: string;
let secret: string;

/** Requests that reached the target, and its response status. */
const received: { readonly type: string }[] = [];
let status = 200;
let target: Server;
let targetUrl: string;

beforeAll(async () => {
  target = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.push(JSON.parse(text));
    response.writeHead(status, { 'content-type': 'text/plain' }).end('díky');
  });
  target.listen(0, '127.0.0.1');
  await once(target, 'listening');
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}/gos`;
  person = await stage.person('Jan Novák');
  project = (await person.send('POST', '/projects', { name: 'Orlice 2.0' })).id;
  await person.send('POST', `/projects/${project}/boards`, { name: 'Zásobník', section: 'backlog' });
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
});
afterAll(() => {
  target.closeAllConnections();
  target.close();
});

const dialog = (name: string | RegExp) => person.page.getByRole('dialog', { name });
const delivery = (words: RegExp) => person.page.getByRole('button', { name: words });
const clipboard = () => person.page.evaluate(() => navigator.clipboard.readText());

/** A delivery as GitHub sends it. */
async function opened(number: number, title: string, signedWith: string): Promise<number> {
  const body = JSON.stringify({
    action: 'opened',
    issue: {
      html_url: `https://github.com/firma/orlice/issues/${number}`,
      number,
      title,
      body: 'Platba selže.',
      labels: [],
      state: 'open',
      user: { login: 'petra-git' },
    },
    repository: { html_url: 'https://github.com/firma/orlice' },
    sender: { login: 'petra-git' },
  });
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'issues',
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${createHmac('sha256', signedWith).update(body).digest('hex')}`,
    },
    body,
  });
  return answer.status;
}

it('is created from its tab, and its url and secret are copied', async () => {
  const { page } = person;
  await person.open(`/tasks/project/${project}`);
  await page.getByRole('link', { name: 'Webhooky' }).click();
  await page.getByText(/Založte první/).waitFor();
  await page.getByRole('button', { name: 'Nový webhook' }).click();
  const form = dialog('Nový webhook');
  await form.getByLabel('Název').fill('GitHub');
  await form.getByRole('textbox', { name: 'Nástěnka pro nové' }).or(form.getByRole('combobox')).first().fill('Zás');
  await page.getByRole('option', { name: 'Zásobník' }).click();
  await form.getByLabel('Cílová adresa').fill(targetUrl);
  await form.getByRole('button', { name: /Uložit/ }).click();
  const shown = dialog(/Tajný klíč webhooku/);
  await shown.getByRole('button', { name: 'Kopírovat adresu i klíč' }).click();
  await person.toast('Adresa webhooku a tajný klíč zkopírovány').waitFor();
  await expect.poll(clipboard).toMatch(/\/api\/hooks\/\d+\nwhsec_/);
  [address, secret] = (await clipboard()).split('\n') as [string, string];
  expect(await barriersInBothThemes(page)).toEqual([]);
  await shown.getByRole('button', { name: 'Klíč mám uložený' }).click();
  await shown.waitFor({ state: 'hidden' });
  await page.getByText('Zatím tu nejsou žádná doručení.').waitFor();
});

it('takes a signed delivery, makes a task of it and shows that by itself', async () => {
  const refused = person.page.getByText(/podpis nepatří k tajnému klíči/);
  expect(await opened(1, 'Chyba v platbě', 'whsec_wrong')).toBe(401);
  await refused.waitFor();
  expect(await opened(1, 'Chyba v platbě', secret)).toBe(202);
  await refused.waitFor({ state: 'hidden' });
  const line = delivery(/issue\.opened.*Chyba v platbě: založen.*Řešitel nástěnky nenalezen.*Doručeno/);
  await line.click();
  await person.page.getByText(/"html_url": "https:\/\/github.com\/firma\/orlice\/issues\/1"/).waitFor();
  expect(await barriersInBothThemes(person.page)).toEqual([]);
  await person.page.getByRole('link', { name: /Chyba v platbě/ }).click();
  await person.title('Chyba v platbě').waitFor();
  await person.page.keyboard.press('Escape');
  await person.panel.waitFor({ state: 'hidden' });
});

it('tries its target, and delivers again what the target refused', async () => {
  const { page } = person;
  status = 410;
  await page.getByRole('button', { name: 'Zkušební doručení' }).click();
  await person.toast('Zkušební doručení je na cestě').waitFor();
  await page.getByText(/už neexistuje \(410\)/).waitFor();
  status = 200;
  await page.getByRole('button', { name: 'Zapnout' }).click();
  await page.getByText(/už neexistuje \(410\)/).waitFor({ state: 'hidden' });
  await delivery(/webhook\.test.*410.*Selhalo/).click();
  await page.getByRole('button', { name: 'Doručit znovu' }).click();
  await delivery(/webhook\.test.*2× · 200.*Doručeno/).waitFor();
  await page.getByText('díky').waitFor();
  expect(received.filter(({ type }) => type === 'webhook.test')).toHaveLength(2);
});

it('gets another secret, and the old one stays valid', async () => {
  const { page } = person;
  await page.getByRole('button', { name: 'Vyměnit klíč' }).click();
  await dialog(/Vyměnit tajný klíč/)
    .getByRole('button', { name: 'Vyměnit klíč' })
    .click();
  const shown = dialog(/Tajný klíč webhooku/);
  await shown.getByRole('button', { name: 'Kopírovat tajný klíč' }).click();
  await expect.poll(clipboard).toMatch(/^whsec_/);
  const next = await clipboard();
  expect(next).not.toBe(secret);
  await shown.getByRole('button', { name: 'Klíč mám uložený' }).click();
  expect(await opened(2, 'Košík se vyprázdní', secret)).toBe(202);
  expect(await opened(3, 'Faktura bez čísla', next)).toBe(202);
  await delivery(/Košík se vyprázdní: založen/).waitFor();
  await delivery(/Faktura bez čísla: založen/).waitFor();
});

it('sends what happened before once it is asked to', async () => {
  const { page } = person;
  const before = received.length;
  await page.getByRole('button', { name: 'Poslat minulost…' }).click();
  const form = dialog(/Poslat znovu/);
  await form.getByRole('radio', { name: 'Celou minulost' }).check();
  await form.getByRole('button', { name: /Poslat události/ }).click();
  await person.toast('Události projektu se posílají').waitFor();
  await expect.poll(() => received.length).toBeGreaterThan(before);
  await page.getByRole('radio', { name: 'Odchozí' }).check();
  await delivery(/project\.created/).waitFor();
  await expect.poll(() => delivery(/issue\.opened/).count()).toBe(0);
});
