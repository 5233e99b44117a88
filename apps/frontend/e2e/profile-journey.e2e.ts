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
    expect(await tooWide(nova.page)).toEqual([]);
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
    expect(await tooWide(jan.page)).toEqual([]);
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
    await other.open('/login');
    await other.signIn();
    await other.menuButton.waitFor();
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
