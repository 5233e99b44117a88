import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refusal } from './support/complaints';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let admin: Person;

const address = /http:\/\/\S+\/(forgotten\?token|register\?invitation)=[\w-]+/;
const read = new Set<string>();

/** The text of a mail as nodemailer writes it: quoted-printable, or as it is. */
const plain = (raw: string) =>
  raw
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The path behind the link of the next mail to somebody. */
async function linkTo(email: string): Promise<string> {
  const folder = stage.mailFolder();
  for (;;) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter((one) => one.endsWith('.eml') && !read.has(one))) {
      const mail = plain(await readFile(join(folder, name), 'latin1'));
      const link = address.exec(mail)?.[0];
      if (link === undefined || (!mail.includes(`To: ${email}`) && !mail.includes(`<${email}>`))) continue;
      read.add(name);
      return link.replace(/^http:\/\/[^/]+/, '');
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

beforeAll(async () => {
  admin = await stage.person('Karla Svobodová');
});

it('gives a new password to who forgot theirs, by the link in the mail', async () => {
  const jan = await stage.person('Jan Novák');
  const other = await stage.again(jan);
  const { page, identity } = other;
  const cookie = (await jan.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const asBefore = async () => (await fetch(new URL('/api/me', page.url()), { headers: { cookie } })).status;
  // An open page would go on asking, and be refused.
  await jan.leave();
  await other.open('/login');
  expect(await asBefore()).toBe(200);
  const begun = Date.now();
  await page.getByRole('link', { name: 'Zapomněli jste heslo?' }).click();
  // The sign-in screen, which stays until then, also has an email field.
  await page.getByRole('heading', { level: 1, name: 'Zapomenuté heslo' }).waitFor();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(identity.email);
  await page.getByRole('button', { name: 'Poslat odkaz' }).click();
  await page.getByRole('heading', { level: 1, name: 'Podívejte se do pošty' }).waitFor();
  const link = await linkTo(identity.email);
  const mailed = Date.now();
  await other.open(link);
  await page.getByRole('button', { name: 'Uložit heslo' }).waitFor();
  await expect.poll(() => other.path).toBe('/forgotten');
  await page.getByLabel('Heslo', { exact: true }).fill('nové tajné heslo');
  await page.getByLabel('Heslo znovu').fill('nové tajné heslo');
  await page.getByRole('button', { name: 'Uložit heslo' }).click();
  await page.getByRole('heading', { level: 1, name: 'Heslo je změněno' }).waitFor();
  await page.getByRole('link', { name: 'Na přihlášení' }).click();
  await other.signIn('nové tajné heslo');
  await other.menuButton.waitFor();
  process.stdout.write(`recovery: mail after ${mailed - begun} ms, signed in after ${Date.now() - begun} ms\n`);

  // Where they were signed in before they are not any more.
  expect(await asBefore()).toBe(401);

  const again = await stage.again(other);
  again.complaints.foresee(refusal(422, '/api/auth/recover'));
  await again.open(link);
  await again.page.getByLabel('Heslo', { exact: true }).fill('ještě jiné heslo');
  await again.page.getByLabel('Heslo znovu').fill('ještě jiné heslo');
  await again.page.getByRole('button', { name: 'Uložit heslo' }).click();
  await again.page.getByText('Neplatný token').waitFor();
});

it('lets in who was invited, in the role that was chosen', async () => {
  const { page } = admin;
  await admin.open('/people/invitations');
  const guest = await stage.guest('Eva Malá');
  await page.getByLabel('E-mailové adresy').fill(`Eva Malá <${guest.identity.email}>, ${admin.identity.email}`);
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Auditor' }).click();
  await page.getByRole('button', { name: /^Pozvat 2 osoby/ }).click();
  await page.getByText(`${guest.identity.email} – pozvána`).waitFor();
  await page.getByText(`${admin.identity.email} – už má účet`).waitFor();
  const row = page.getByRole('row', { name: new RegExp(`^${guest.identity.email}`) });
  await row.getByText(/^Poštovní server není nastaven: pošlete odkaz sami/).waitFor();
  await guest.open(await linkTo(guest.identity.email));
  await guest.page.getByText('Karla Svobodová vás zve.').waitFor();
  expect(await guest.page.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe(guest.identity.email);
  await guest.page.getByLabel('Jméno a příjmení').fill(guest.name);
  await guest.page.getByLabel('Heslo', { exact: true }).fill(guest.identity.password);
  await guest.page.getByLabel('Heslo znovu').fill(guest.identity.password);
  await guest.page.getByRole('button', { name: 'Zaregistrovat se' }).click();
  await guest.menuButton.waitFor();
  expect((await guest.read<{ role: string }>('/me')).role).toBe('auditor');
  await admin.page.reload();
  await page.getByText('Nikdo teď není pozvaný.').waitFor();
});
