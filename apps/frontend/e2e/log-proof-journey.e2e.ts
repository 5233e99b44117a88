import { readFile } from 'node:fs/promises';
import { barriers } from './support/barriers';
import type { Person } from './support/person';
import { useStage } from './support/stage';
import { tooWide } from './support/too-wide';

const stage = useStage();
let admin: Person;
let auditor: Person;

beforeAll(async () => {
  admin = await stage.person('Karla Svobodová');
  const registered = await stage.person('Alena Auditorová');
  await admin.send('PATCH', `/users/${await registered.id()}`, { role: 'auditor' });
  auditor = await stage.again(registered);
  await admin.send('POST', '/tasks', { name: 'Migrace karet' });
  // An export of proofs signs the log.
  await admin.context.request.get('/api/log/proof?taskId=1');
});

const section = (person: Person, name: string) => person.page.getByRole('region', { name });

it('leads an admin from the state of operations to a verification, by keyboard', async () => {
  const { page } = admin;
  await admin.open('/admin');
  await section(admin, 'Důkaz záznamu událostí').getByRole('link', { name: 'Ověřit a stáhnout' }).press('Enter');
  await admin.heading.filter({ hasText: 'Důkaz záznamu' }).waitFor();
  expect(admin.path).toBe('/audit/log');
  const verification = section(admin, 'Ověření záznamu');
  await verification.getByText('Zatím nikdo neověřoval.').waitFor();
  await verification.getByRole('button', { name: 'Ověřit' }).press('Enter');
  await verification.getByText('Vše sedí').waitFor();
  // The result is kept.
  await page.reload();
  await verification.getByText('Vše sedí').waitFor();
  expect(await barriers(page)).toEqual([]);
});

it('gives an auditor the checkpoint, the keys and the program for a check elsewhere, also on a phone', async () => {
  const { page } = auditor;
  await auditor.comeBack();
  await page.waitForURL('**/audit');
  const navigation = page.getByRole('navigation', { name: 'Hlavní navigace' });
  await navigation.getByRole('link', { name: 'Důkaz záznamu' }).click();
  const last = section(auditor, 'Poslední kontrolní bod');
  const download = page.waitForEvent('download');
  await last.getByRole('button', { name: 'Stáhnout kontrolní bod', exact: true }).click();
  const note = await readFile(await (await download).path(), 'utf8');
  expect(note).toMatch(/^gos\/log\/[^\n]+\n\d+\n[^\n]+\n\n— gos\/log\//);
  await last.getByText(note.split('\n')[2]!).waitFor();
  await section(auditor, 'Ověření záznamu').getByText('Vše sedí').waitFor();
  const program = await page.request.get(new URL('/verify.mjs', page.url()).href);
  expect(program.status()).toBe(200);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => tooWide(page)).toEqual([]);
});
