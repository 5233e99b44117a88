import { elsewhere } from './support/browser';
import { refusal } from './support/complaints';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let admin: Person;
let member: Person;

it('makes the first who registers an admin, the next a member', async () => {
  admin = await stage.person('Karla Svobodová');
  await admin.page.getByRole('heading', { level: 1, name: 'K dokončení' }).waitFor();
  member = await stage.person('Jan Novák');
  await admin.open('/people');
  const roleOf = (name: string) => admin.page.getByRole('combobox', { name: `Role osoby ${name}` });
  await roleOf('Jan Novák').waitFor();
  expect(await roleOf('Karla Svobodová').inputValue()).toBe('Správce');
  expect(await roleOf('Jan Novák').inputValue()).toBe('Člen');
});

it('lets the admin give a role, which the others see', async () => {
  await admin.page.getByRole('combobox', { name: 'Role osoby Jan Novák' }).click();
  await admin.page.getByRole('option', { name: 'Auditor' }).click();
  await admin.toast('Změna uložena').waitFor();
  await member.open('/people');
  const row = member.page.getByRole('row', { name: /Jan Novák/ });
  await row.getByRole('cell', { name: 'Auditor' }).waitFor();
  expect(await member.page.getByRole('combobox', { name: /Role osoby/ }).count()).toBe(0);
  expect(await member.page.getByRole('switch').count()).toBe(0);
});

it('says at each field what is wrong with it, and goes on once it is right', async () => {
  const guest = await stage.guest('Tereza Horská');
  const { page, identity } = guest;
  await guest.open('/register');
  const submit = page.getByRole('button', { name: 'Zaregistrovat se' });
  await submit.click();
  await page.getByText('Vyplňte jméno').waitFor();
  await page.getByText('Zadejte e-mailovou adresu.').waitFor();
  await page.getByText('Vyplňte obě pole').waitFor();
  await expect
    .poll(() => page.getByLabel('Jméno a příjmení').evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.getByLabel('Jméno a příjmení').fill(identity.name);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('tereza');
  await page.getByLabel('Heslo', { exact: true }).fill('krátké');
  await page.getByLabel('Heslo znovu').fill('jiné');
  await submit.click();
  await page.getByText('Hesla se neshodují').waitFor();
  await page.getByText('Zadejte e-mailovou adresu.').waitFor();
  await page.getByText('Heslo musí mít alespoň 8 znaků.').waitFor();
  expect(await page.getByText('Vyplňte jméno').count()).toBe(0);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(identity.email);
  await page.getByLabel('Heslo', { exact: true }).fill(identity.password);
  await page.getByLabel('Heslo znovu').fill(identity.password);
  await submit.click();
  await guest.menuButton.waitFor();
  expect(guest.path).toMatch(/^\/tasks/);
});

it('never says whether an e-mail is taken', async () => {
  const guest = await stage.guest('Jan Novák');
  guest.complaints.foresee(refusal(422, '/api/auth/register'));
  const { page, identity } = guest;
  await guest.open('/register');
  await page.getByLabel('Jméno a příjmení').fill('Jiný Člověk');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(identity.email);
  await page.getByLabel('Heslo', { exact: true }).fill(identity.password);
  await page.getByLabel('Heslo znovu').fill(identity.password);
  await page.getByRole('button', { name: 'Zaregistrovat se' }).click();
  await page.getByText('S těmito údaji se nelze registrovat.').waitFor();
});

it('refuses a wrong password in the words of the specification, in English', async () => {
  const again = await stage.again(member, { locale: 'en-GB' });
  again.complaints.foresee(refusal(401, '/api/auth/login'));
  const { page } = again;
  await again.open('/login');
  const submit = page.getByRole('button', { name: 'Sign in' });
  await submit.click();
  await page
    .getByRole('alert')
    .filter({ hasText: /^Fill in both fields$/ })
    .waitFor();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(again.identity.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  await submit.click();
  await page
    .getByRole('alert')
    .filter({ hasText: /^Error while logging in$/ })
    .waitFor();
  expect(await page.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe(again.identity.email);
  await page.getByLabel('Password', { exact: true }).fill(again.identity.password);
  await submit.click();
  await again.menuButton.waitFor();
  // An auditor by now.
  expect(again.path).toBe('/audit');
});

it('keeps where one wanted to go through the sign-in and through the registration', async () => {
  const again = await stage.again(member);
  await again.open('/tasks/given?sort=-name');
  await again.page.waitForURL(/\/login\?redirectTo=/);
  expect(new URL(again.page.url()).searchParams.get('redirectTo')).toBe('/tasks/given?sort=-name');
  await again.signIn();
  await again.page.getByRole('heading', { level: 1, name: 'Zadané' }).waitFor();
  expect(again.path).toBe('/tasks/given?sort=-name');

  const guest = await stage.guest('Petr Dvořák');
  await guest.open('/tasks/archive');
  await guest.page.getByRole('link', { name: 'Ještě nemáte účet? Zaregistrujte se' }).click();
  await guest.page.waitForURL(/\/register/);
  const registration = guest.path;
  await guest.register(registration);
  await guest.page.getByRole('heading', { level: 1, name: 'Archiv' }).waitFor();
});

it('never leads to another site after the sign-in', async () => {
  for (const elsewhere of ['https://zly.example/', '//zly.example/', '/\\zly.example', 'javascript:alert(1)']) {
    const again = await stage.again(member);
    await again.open(`/login?redirectTo=${encodeURIComponent(elsewhere)}`);
    await again.signIn();
    await again.menuButton.waitFor();
    expect(again.path).toBe('/audit');
    await again.leave();
  }
});

it('says before and after the sign-in that over http from elsewhere it is not kept', async () => {
  const again = await stage.again(member);
  const { page } = again;
  again.complaints.foresee(/header has been ignored, because the URL's origin was untrustworthy/);
  await again.open('/login');
  const warning = page.getByText('Na adrese, která začíná http://, nikdo nezůstane přihlášený.');
  await page.getByRole('textbox', { name: 'E-mail' }).waitFor();
  expect(await warning.count()).toBe(0);
  const { port } = new URL(page.url());
  await again.open(`http://${elsewhere}:${port}/login?redirectTo=%2Ftasks%2Fgiven`);
  await warning.waitFor();
  await again.signIn();
  await page.getByText('Přihlášení proběhlo, ale na této adrese si ho prohlížeč nezapamatoval.').waitFor();
  await expect.poll(() => page.url()).toMatch(/\/login\?redirectTo=%2Ftasks%2Fgiven$/);
  expect(await page.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe(again.identity.email);
  await expect.poll(() => page.getByRole('button', { name: 'Přihlásit se' }).isEnabled()).toBe(true);
  await again.leave();
});

it('signs out: the application is closed, the cookies are gone', async () => {
  const again = await stage.again(member);
  await again.open('/login');
  await again.signIn();
  await again.choose('Odhlásit se');
  await again.page.getByRole('heading', { level: 1, name: 'Přihlášení' }).waitFor();
  expect(
    (await again.context.cookies()).map(({ name }) => name).filter((name) => /Token|Expiration/.test(name)),
  ).toEqual([]);
  await again.open('/tasks');
  await again.page.waitForURL(/\/login\?redirectTo=%2Ftasks/);
});
