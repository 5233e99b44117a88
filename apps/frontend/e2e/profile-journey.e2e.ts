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
