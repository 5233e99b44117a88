import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { TestOidcServer } from '../../backend/src/testing/servers/oidc';
import { barriersInBothThemes } from './support/barriers';
import { refusal } from './support/complaints';
import type { Person } from './support/person';
import { useStage } from './support/stage';
import { tooWide } from './support/too-wide';

/** The provider has to know where Gos is before it starts, and Gos where the provider is. */
async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const port = await freePort();
const publicUrl = `http://localhost:${port}`;
const provider = await TestOidcServer.start([`${publicUrl}/oidc-callback`]);
const stage = useStage({ PORT: String(port), GOS_PUBLIC_URL: publicUrl, ...provider.env('GOOGLE', 'Google') });
const here = { baseURL: publicUrl };

afterAll(() => provider.stop());

/** Its pages ask for letters of somebody else's. */
const withoutLetters = ({ page }: Person) =>
  page.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ contentType: 'text/css', body: '' }));

/** Signs in on the provider's pages and consents to sharing the identity. */
async function atProvider(page: Page, login: string): Promise<void> {
  await page.waitForURL((address) => address.origin === provider.issuer);
  await page.locator('[name="login"]').fill(login);
  await page.locator('[name="password"]').fill('any');
  await page.locator('[type="submit"]').click();
  await page.locator('[name="prompt"][value="consent"]').waitFor({ state: 'attached' });
  await page.locator('[type="submit"]').click();
}

/** Narrow and wide, light and dark. */
async function isFit({ page }: Person): Promise<void> {
  expect(await barriersInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => tooWide(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 860 });
}

const byGoogle = (page: Page) => page.getByRole('link', { name: 'Přihlásit se přes Google' });
const accounts = (page: Page) => page.getByRole('region', { name: 'Připojené účty' });

it('lets in who is new, on to where they wanted to go', async () => {
  provider.accounts.set('eva', { name: 'Eva Malá', email: 'eva.mala@firma.example', email_verified: true });
  const eva = await stage.guest('Eva Malá', here);
  const { page } = eva;
  await withoutLetters(eva);
  await page.goto('/tasks/given');
  await byGoogle(page).waitFor();
  await isFit(eva);
  const began = performance.now();
  await byGoogle(page).click();
  await atProvider(page, 'eva');
  await page.getByRole('heading', { level: 1, name: 'Zadané' }).waitFor();
  process.stdout.write(`single sign-on: there, back and in after ${Math.round(performance.now() - began)} ms\n`);
  expect(new URL(page.url()).pathname).toBe('/tasks/given');
  expect((await eva.read<{ name: string }>('/me')).name).toBe('Eva Malá');

  // The only way in stays.
  await page.goto('/profile#identities');
  await accounts(page)
    .getByText(/^Připojen od .* · eva\.mala@firma\.example$/)
    .waitFor();
  await isFit(eva);
  eva.complaints.foresee(refusal(409, '/api/me/identities/google'));
  await accounts(page).getByRole('button', { name: 'Odpojit účet Google' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Odpojit' }).click();
  await eva.toast(/Jinak se přihlásit nemůžete/).waitFor();
});

it('links the account with the same e-mail by its password, once', async () => {
  const jan = await stage.person('Jan Novák', here);
  provider.accounts.set('jan', { name: 'J. N.', email: jan.identity.email, email_verified: true });
  const again = await stage.again(jan, here);
  const { page } = again;
  await withoutLetters(again);
  await page.goto('/login');
  await byGoogle(page).click();
  await atProvider(page, 'jan');
  await page.getByRole('heading', { level: 1, name: 'Propojení účtů' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await isFit(again);
  again.complaints.foresee(refusal(401, '/api/auth/sso/link'));
  await page.getByLabel('Heslo', { exact: true }).fill('jiné heslo');
  await page.keyboard.press('Enter');
  await page.getByText('Chyba při přihlašování').waitFor();
  await page.getByLabel('Heslo', { exact: true }).fill(again.identity.password);
  await page.keyboard.press('Enter');
  await again.menuButton.waitFor();
  expect(await again.id()).toBe(await jan.id());

  await again.choose(/^Odhlásit se$/);
  await byGoogle(page).click();
  await again.menuButton.waitFor();
  expect(await again.id()).toBe(await jan.id());
});

it('is connected and disconnected in the profile', async () => {
  const petr = await stage.person('Petr Dlouhý', here);
  provider.accounts.set('petr', { name: 'Petr', email: 'petr@jinde.example', email_verified: true });
  const { page } = petr;
  await withoutLetters(petr);
  await page.goto('/profile#identities');
  await accounts(page).getByText('Nepřipojen').waitFor();
  await accounts(page).getByRole('button', { name: 'Připojit účet Google' }).click();
  await page.getByLabel('Vaše heslo').fill(petr.identity.password);
  await page.keyboard.press('Enter');
  await atProvider(page, 'petr');
  await petr.toast('Účet je připojen').waitFor();
  await accounts(page)
    .getByText(/^Připojen od .* · petr@jinde\.example$/)
    .waitFor();
  await accounts(page).getByRole('button', { name: 'Odpojit účet Google' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Odpojit' }).click();
  await accounts(page).getByText('Nepřipojen').waitFor();
});

it('says what went wrong, and leads on', async () => {
  const guest = await stage.guest('Kdo Si', here);
  const { page } = guest;
  await page.goto('/oidc-callback?error=access_denied&state=x');
  await page.getByText('U poskytovatele jste přihlášení nedokončili.').waitFor();
  await isFit(guest);
  await page.getByRole('link', { name: 'Na přihlášení' }).click();
  await page.getByRole('button', { name: 'Přihlásit se' }).waitFor();
});
