import type { Page } from 'playwright-core';
import { barriersInBothThemes } from './support/barriers';
import { refusal } from './support/complaints';
import { oneTimeCode } from './support/one-time-code';
import type { Person } from './support/person';
import { useStage } from './support/stage';
import { tooWide } from './support/too-wide';

const stage = useStage();
let admin: Person;

const section = (page: Page) => page.getByRole('region', { name: 'Dvoufázové přihlášení' });
const password = (page: Page) => page.getByRole('dialog').getByLabel('Vaše heslo');

/** Adds the authenticator app in the profile or on the screen that requires it; returns its secret and the recovery codes. */
async function addApp({ page, identity }: Person, button: string) {
  await page.getByRole('button', { name: button }).click();
  await password(page).fill(identity.password);
  await page.keyboard.press('Enter');
  const secret = (await page.getByLabel('Klíč', { exact: true }).inputValue()).replace(/\s/g, '');
  await page.getByRole('img', { name: 'QR kód pro ověřovací aplikaci' }).waitFor();
  return { secret, confirm: (code: string) => confirmApp(page, code) };
}

async function confirmApp(page: Page, code: string): Promise<string[]> {
  await page.getByLabel('Kód, který aplikace ukazuje').fill(code);
  await page.getByRole('button', { name: 'Ověřit a zapnout' }).click();
  const codes = page.getByRole('dialog', { name: 'Záložní kódy' });
  await codes.waitFor();
  return codes.getByRole('listitem').allInnerTexts();
}

const saved = (page: Page) => page.getByRole('button', { name: 'Mám je uložené' }).click();

/** Narrow and wide, light and dark. */
async function isFit({ page }: Person): Promise<void> {
  expect(await barriersInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => tooWide(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 860 });
}

beforeAll(async () => {
  admin = await stage.person('Karla Svobodová');
});

describe('an authenticator app', () => {
  let jan: Person;
  let secret: string;
  let codes: string[];

  it('is set up in the profile by its QR code', async () => {
    jan = await stage.person('Jan Novák');
    jan.complaints.foresee(refusal(422, '/api/me/totp'));
    await jan.open('/profile#second-step');
    await section(jan.page).getByText('Není nastavena').waitFor();
    const begun = await addApp(jan, 'Nastavit aplikaci');
    secret = begun.secret;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    await isFit(jan);
    codes = await begun.confirm(oneTimeCode(secret));
    expect(codes).toHaveLength(10);
    await isFit(jan);
    await saved(jan.page);
    await section(jan.page)
      .getByText(/^Zapnuta od/)
      .waitFor();
    await section(jan.page).getByText('Zbývá 10 kódů').waitFor();
    await isFit(jan);
  });

  it('is asked for after the password', async () => {
    const again = await stage.again(jan);
    again.complaints.foresee(refusal(401, '/api/auth/second-step'));
    await again.open('/tasks/given');
    const began = performance.now();
    await again.signIn();
    const code = again.page.getByLabel('Kód z aplikace');
    await code.waitFor();
    await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true);
    const asked = performance.now();
    await isFit(again);
    await code.fill('000000');
    await again.page.keyboard.press('Enter');
    await again.page.getByText('Tento kód neplatí.').waitFor();
    await code.fill(oneTimeCode(secret, 1));
    const sent = performance.now();
    await again.page.keyboard.press('Enter');
    await again.page.getByRole('heading', { level: 1, name: 'Zadané' }).waitFor();
    const [toAsk, toEnter] = [asked - began, performance.now() - sent].map(Math.round);
    process.stdout.write(`second step: asked for after ${toAsk} ms, signed in ${toEnter} ms after the code\n`);
    expect(again.path).toBe('/tasks/given');
  });

  it('is stood in for by a recovery code, once', async () => {
    const again = await stage.again(jan);
    again.complaints.foresee(refusal(401, '/api/auth/second-step'));
    await again.open('/login');
    await again.signIn();
    const { page } = again;
    await page.getByRole('button', { name: 'Použít záložní kód' }).click();
    await page.getByLabel('Záložní kód').fill(codes[0]!.toUpperCase());
    await page.keyboard.press('Enter');
    await again.menuButton.waitFor();
    await again.choose('Odhlásit se');
    await again.signIn();
    await page.getByRole('button', { name: 'Použít záložní kód' }).click();
    await page.getByLabel('Záložní kód').fill(codes[0]!);
    await page.keyboard.press('Enter');
    await page.getByText('Tento kód neplatí.').waitFor();
    await page.getByRole('button', { name: 'Zpět k heslu' }).click();
    await page.getByLabel('Heslo', { exact: true }).waitFor();
  });
});

describe('a passkey', () => {
  it('is made by the browser, and signs in after the password', async () => {
    const { host } = new URL(admin.page.url());
    const eva = await stage.person('Eva Malá', { baseURL: `http://localhost:${host.split(':')[1]}` });
    const { page } = eva;
    const browser = await eva.context.newCDPSession(page);
    await browser.send('WebAuthn.enable');
    const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await eva.open('/profile');
    await section(page).getByRole('button', { name: 'Přidat přístupový klíč' }).click();
    await page.getByLabel('Název klíče').fill('Můj notebook');
    await password(page).fill(eva.identity.password);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Záložní kódy' }).waitFor();
    await saved(page);
    await section(page).getByRole('heading', { name: 'Můj notebook' }).waitFor();
    await section(page)
      .getByText(/zatím nepoužit/)
      .waitFor();
    await isFit(eva);
    const { credentials } = await browser.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toHaveLength(1);

    await eva.choose('Odhlásit se');
    await eva.signIn();
    const use = page.getByRole('button', { name: 'Použít přístupový klíč' });
    await use.waitFor();
    await isFit(eva);
    const began = performance.now();
    await page.keyboard.press('Enter');
    await eva.menuButton.waitFor();
    process.stdout.write(`passkey: signed in after ${Math.round(performance.now() - began)} ms\n`);
    await eva.open('/profile');
    await section(page)
      .getByText(/naposledy použit/)
      .waitFor();

    // Another device has none of its passkeys.
    await eva.choose('Odhlásit se');
    await browser.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credentials[0]!.credentialId });
    await eva.signIn();
    await use.click();
    await page.getByText('Přístupový klíč nebyl použit.').waitFor();
    await page.getByRole('button', { name: 'Použít záložní kód' }).waitFor();
  });
});

describe('two-step sign-in that is required', () => {
  it('is set up over the work during which an admin began to require it', async () => {
    const ota = await stage.person('Ota Černý');
    ota.complaints.foresee(refusal(403, '/api/'));
    admin.complaints.foresee(refusal(403, '/api/'));
    await admin.open('/admin/settings');
    await admin.page.getByRole('radio', { name: 'Povinné pro všechny' }).click();
    await admin.page.getByRole('heading', { level: 1, name: 'Nastavte si dvoufázové přihlášení' }).waitFor();
    const app = await addApp(admin, 'Ověřovací aplikace');
    await app.confirm(oneTimeCode(app.secret));
    await saved(admin.page);
    await admin.page.getByRole('radio', { name: 'Povinné pro všechny' }).waitFor();
    expect(admin.path).toBe('/admin/settings');

    await ota.open('/tasks/given');
    await ota.page.getByRole('heading', { level: 1, name: 'Nastavte si dvoufázové přihlášení' }).waitFor();
    await isFit(ota);
    const own = await addApp(ota, 'Ověřovací aplikace');
    await own.confirm(oneTimeCode(own.secret));
    await saved(ota.page);
    await ota.page.getByRole('heading', { level: 1, name: 'Zadané' }).waitFor();
  });
});
