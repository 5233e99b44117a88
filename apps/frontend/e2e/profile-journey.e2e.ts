import type { Locator, Page } from 'playwright-core';
import { barriersInBothThemes } from './support/barriers';
import { refusal } from './support/complaints';
import { identityOf, type Person } from './support/person';
import { useStage } from './support/stage';
import { tooWide } from './support/too-wide';

const stage = useStage();
const own = 'moje nove heslo';

const passwordOf = (said: string) => /^password: (.+)$/m.exec(said)![1]!;
const choosing = ({ page }: Person) => page.getByRole('heading', { level: 1, name: 'Zvolte si nové heslo' });

async function changePassword({ page }: Person, current: string, next: string): Promise<void> {
  await page.getByLabel('Dosavadní heslo').fill(current);
  await page.getByLabel('Nové heslo', { exact: true }).fill(next);
  await page.getByLabel('Nové heslo znovu').fill(next);
  await page.getByRole('button', { name: 'Změnit heslo' }).click();
}

beforeAll(async () => {
  await stage.person('Karla Svobodová');
});

describe('a password that an operator made', () => {
  let nova: Person;
  let made: string;

  it('is changed at the first sign-in, and leads to where one wanted to go', async () => {
    const { name, email } = identityOf('Nová Kolegyně');
    made = passwordOf(await stage.operate('user', 'create', name, email));
    nova = await stage.guest(name);
    nova.complaints.foresee(refusal(422, '/api/me/password'));
    await nova.open('/tasks/given');
    await nova.signIn(made);
    await choosing(nova).waitFor();
    expect(await barriersInBothThemes(nova.page)).toEqual([]);
    await nova.page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => tooWide(nova.page)).toEqual([]);
    await nova.page.setViewportSize({ width: 1440, height: 860 });
    await nova.open('/tasks/given');
    await choosing(nova).waitFor();
    await changePassword(nova, 'nevím jaké', own);
    await nova.page.getByText('Tohle není vaše dosavadní heslo.').waitFor();
    await changePassword(nova, made, own);
    await nova.page.getByRole('heading', { level: 1, name: 'Zadané' }).waitFor();
    expect(nova.path).toBe('/tasks/given');
    await nova.open('/password');
    await nova.page.getByRole('heading', { level: 1, name: 'K dokončení' }).waitFor();
  });

  it('is asked for over the work that it ends', async () => {
    nova.complaints.foresee(refusal(401, '/api/'), refusal(403, '/api/'));
    made = passwordOf(await stage.operate('user', 'password', nova.identity.email));
    const dialog = nova.page.getByRole('dialog', { name: 'Přihlášení vypršelo' });
    await dialog.waitFor();
    await nova.signIn(made, dialog);
    await choosing(nova).waitFor();
    await nova.page.getByRole('button', { name: 'Odhlásit se' }).click();
    await nova.page.getByRole('heading', { level: 1, name: 'Přihlášení' }).waitFor();
    await nova.signIn(made);
    await changePassword(nova, made, own);
    await nova.menuButton.waitFor();
  });
});

describe('my account', () => {
  let jan: Person;
  const region = (name: string) => jan.page.getByRole('region', { name });

  beforeAll(async () => {
    jan = await stage.person('Jan Novák');
    await jan.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  });

  it('is reached from the menu and from the palette, and fits a phone', async () => {
    await jan.choose('Profil');
    await region('Kde jste přihlášeni').getByText('Tento prohlížeč', { exact: true }).waitFor();
    expect(await barriersInBothThemes(jan.page)).toEqual([]);
    await jan.page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => tooWide(jan.page)).toEqual([]);
    await jan.page.setViewportSize({ width: 1440, height: 860 });
    await jan.open('/tasks');
    await jan.heading.waitFor();
    await jan.page.keyboard.press('Control+k');
    await jan.page.keyboard.type('profil');
    await jan.page.getByRole('option', { name: 'Profil', exact: true }).click();
    await jan.page.getByRole('heading', { level: 1, name: 'Profil' }).waitFor();
  });

  it('signs out another browser, which asks to sign in at once', async () => {
    const other = await stage.again(jan);
    other.complaints.foresee(refusal(401, '/api/'));
    await other.comeBack();
    await jan.page.reload();
    const rows = region('Kde jste přihlášeni').getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(2);
    await rows.getByRole('button', { name: /^Odhlásit / }).click();
    await jan.toast('Prohlížeč odhlášen').waitFor();
    await other.page.getByRole('dialog', { name: 'Přihlášení vypršelo' }).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    await other.leave();
  });

  it('makes a token by which a program reads, and revokes it', async () => {
    const tokens = region('Tokeny API');
    await tokens.getByRole('button', { name: 'Vytvořit token' }).click();
    const dialog = jan.page.getByRole('dialog');
    await dialog.getByLabel('Název').fill('Výkazy');
    await dialog.getByLabel('Vaše heslo').fill(jan.identity.password);
    await jan.page.keyboard.press('Control+Enter');
    await dialog.getByRole('button', { name: 'Zkopírovat' }).click();
    await jan.toast('Token zkopírován').waitFor();
    const token = await jan.page.evaluate(() => navigator.clipboard.readText());
    await dialog.getByRole('button', { name: 'Hotovo' }).click();
    const asked = async (method: string, path: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = method === 'POST' ? JSON.stringify({ name: 'Úkol z programu' }) : undefined;
      return (await fetch(new URL(path, jan.page.url()), { method, headers, body })).status;
    };
    expect(await asked('GET', '/api/tasks')).toBe(200);
    expect(await asked('POST', '/api/tasks')).toBe(403);
    await jan.page.reload();
    await tokens.getByText(/naposledy použit dnes/).waitFor();
    await tokens.getByRole('button', { name: 'Zrušit token Výkazy' }).click();
    await dialog.getByRole('button', { name: 'Zrušit token' }).click();
    await tokens.getByText('Zatím nemáte žádný token.').waitFor();
    expect(await asked('GET', '/api/tasks')).toBe(401);
  });

  it('changes the password, with which one signs in from then on', async () => {
    jan.complaints.foresee(refusal(401, '/api/auth/login'));
    await jan.page.getByRole('button', { name: 'Změnit heslo' }).click();
    await changePassword(jan, jan.identity.password, own);
    await jan.toast('Heslo změněno, ostatní prohlížeče jsou odhlášeny').waitFor();
    await jan.choose('Odhlásit se');
    await jan.signIn();
    await jan.page.getByRole('alert').filter({ hasText: 'Chyba při přihlašování' }).waitFor();
    await jan.signIn(own);
    await jan.menuButton.waitFor();
  });
});

/**
 * Returns a photo as a phone takes it: 12 megapixels, rotated by EXIF and larger than the server accepts.
 * Upright, its upper half is red and its lower half is blue.
 */
async function phonePhoto(page: Page): Promise<Buffer> {
  const data = await page.evaluate(() => {
    const [width, height] = [4000, 3000];
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d')!;
    const image = context.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    for (let at = 0; at < pixels.length; at++) {
      const noise = (Math.random() * 90) | 0;
      const lit = 255 - noise;
      const [red, blue] = at % width < width / 2 ? [lit, noise] : [noise, lit];
      pixels[at] = 0xff000000 | (blue << 16) | (noise << 8) | red;
    }
    context.putImageData(image, 0, 0);
    return canvas.toDataURL('image/jpeg', 0.9);
  });
  const jpeg = Buffer.from(data.slice(data.indexOf(',') + 1), 'base64');
  // EXIF: orientation 6, to be turned by a quarter to the right.
  const exif = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010006000000000000', 'hex');
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
}

describe('my picture', () => {
  let petra: Person;
  let ota: Person;
  const choose = () => petra.page.getByRole('button', { name: /^(Vybrat|Změnit) obrázek$/ });
  const pictureIn = (place: Locator) => place.locator('[data-initials="PM"] img');
  const width = (image: Locator) => image.first().evaluate((one: HTMLImageElement) => one.naturalWidth);
  const places = () => [
    petra.page.getByRole('main'),
    petra.menuButton,
    // The solver in the open task of somebody else.
    ota.panel,
  ];

  async function chooseByKeyboard(name: string, mimeType: string, buffer: Buffer) {
    const opened = petra.page.waitForEvent('filechooser');
    await choose().focus();
    await petra.page.keyboard.press('Enter');
    await (await opened).setFiles({ name, mimeType, buffer });
  }

  beforeAll(async () => {
    petra = await stage.person('Petra Malá');
    ota = await stage.person('Ota Velký');
    const { id } = await ota.send('POST', '/tasks', { name: 'Vyfotit halu', solverId: await petra.id() });
    await ota.open(`/tasks/given?taskId=${id}`);
    await ota.title('Vyfotit halu').waitFor();
    await petra.choose('Profil');
    await choose().waitFor();
  });

  it('is made of a photo from a phone, and shown to others at once', async () => {
    await ota.panel.locator('[data-initials="PM"]').first().waitFor();
    for (const place of places()) expect(await pictureIn(place).count()).toBe(0);
    const photo = await phonePhoto(petra.page);
    expect(photo.length).toBeGreaterThan(3 * 1024 * 1024);
    await chooseByKeyboard('IMG_0001.jpg', 'image/jpeg', photo);
    await petra.toast('Obrázek uložen').waitFor();
    for (const place of places()) await expect.poll(() => width(pictureIn(place))).toBe(256);
    await expect.poll(() => choose().evaluate((button) => button === document.activeElement)).toBe(true);
    const sides = await pictureIn(petra.menuButton).evaluate((image: HTMLImageElement) => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 256;
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      return [20, 235].map((y) => [...context.getImageData(128, y, 1, 1).data.slice(0, 3)]);
    });
    const [above, below] = sides as [number[], number[]];
    expect([above[0]! > above[2]!, below[0]! > below[2]!]).toEqual([true, false]);
    expect(await barriersInBothThemes(petra.page)).toEqual([]);
    expect(await barriersInBothThemes(ota.page)).toEqual([]);
    await petra.page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => tooWide(petra.page)).toEqual([]);
    await petra.page.setViewportSize({ width: 1440, height: 860 });
  });

  it('stays when something else is chosen', async () => {
    await chooseByKeyboard('smlouva.pdf', 'application/pdf', Buffer.from('%PDF-1.4'));
    await petra.page.getByRole('alert').filter({ hasText: 'Je potřeba obrázek PNG, JPEG' }).waitFor();
    expect(await width(pictureIn(petra.menuButton))).toBe(256);
  });

  it('is removed, and there are initials again', async () => {
    await petra.page.getByRole('button', { name: 'Odebrat obrázek' }).click();
    await petra.toast('Obrázek odebrán').waitFor();
    for (const place of places()) await expect.poll(() => pictureIn(place).count()).toBe(0);
    await ota.panel.locator('[data-initials="PM"]').first().waitFor();
    await expect.poll(() => choose().evaluate((button) => button === document.activeElement)).toBe(true);
  });
});
