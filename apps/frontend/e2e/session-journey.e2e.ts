import { refusal } from './support/complaints';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let admin: Person;
let person: Person;
let taskId: number;

const dialog = (who: Person) => who.page.getByRole('dialog', { name: 'Přihlášení vypršelo' });

async function rewrite(who: Person, values: Readonly<Record<string, string>>): Promise<void> {
  const cookies = await who.context.cookies();
  await who.context.addCookies(cookies.map((cookie) => ({ ...cookie, value: values[cookie.name] ?? cookie.value })));
}

const past = () => String(Date.now() - 60_000);

beforeAll(async () => {
  admin = await stage.person('Karla Svobodová');
  person = await stage.person('Jan Novák');
  const task = await admin.send('POST', '/tasks', { name: 'Tiskové sestavy', solverId: await person.id() });
  taskId = task.id;
});

it('goes on silently when only the access has expired', async () => {
  person.complaints.foresee(refusal(401, '/api/'));
  await person.open('/tasks');
  await person.row('Tiskové sestavy').waitFor();
  await rewrite(person, { accessToken: 'propadlý', accessExpiration: past() });
  await person.openTask('Tiskové sestavy');
  await person.panel.getByRole('textbox', { name: 'Nový komentář' }).fill('Jde to dál');
  await person.panel.getByRole('button', { name: 'Odeslat' }).click();
  await person.toast('Komentář přidán').waitFor();
  expect(await dialog(person).count()).toBe(0);
  const renewed = (await person.context.cookies()).find(({ name }) => name === 'accessExpiration');
  expect(Number(renewed?.value)).toBeGreaterThan(Date.now());

  await rewrite(person, { accessToken: 'propadlý', accessExpiration: past() });
  await person.page.reload();
  await person.title('Tiskové sestavy').waitFor();
  expect(person.path).toBe(`/tasks?taskId=${taskId}`);
});

it('leads to the sign-in and back when everything has expired', async () => {
  await person.open(`/tasks/notified?taskId=${taskId}`);
  await person.title('Tiskové sestavy').waitFor();
  await rewrite(person, { accessExpiration: past(), refreshExpiration: past() });
  await person.page.reload();
  await person.page.getByRole('heading', { level: 1, name: 'Přihlášení' }).waitFor();
  expect(new URL(person.page.url()).searchParams.get('redirectTo')).toBe(`/tasks/notified?taskId=${taskId}`);
  expect((await person.context.cookies()).filter(({ name }) => /Token|Expiration/.test(name))).toEqual([]);
  await person.signIn();
  await person.title('Tiskové sestavy').waitFor();
  expect(person.path).toBe(`/tasks/notified?taskId=${taskId}`);
});

it('asks to sign in over the screen when the session ends while one writes, and then sends what was written', async () => {
  await person.open(`/tasks?taskId=${taskId}`);
  await person.title('Tiskové sestavy').waitFor();
  const comment = person.panel.getByRole('textbox', { name: 'Nový komentář' });
  await comment.fill('Napsáno před koncem');
  await rewrite(person, { accessToken: 'konec', refreshToken: 'konec' });
  await person.panel.getByRole('button', { name: 'Odeslat' }).click();
  await dialog(person).waitFor();
  expect(await dialog(person).getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe(person.identity.email);
  await person.signIn('špatné heslo', dialog(person));
  await dialog(person).getByRole('alert').filter({ hasText: 'Chyba při přihlašování' }).waitFor();
  await person.signIn(person.identity.password, dialog(person));
  await dialog(person).waitFor({ state: 'hidden' });
  await person.panel.getByText('Napsáno před koncem').waitFor();
  // The comment shows before it is sent.
  const sent = async () => {
    const { items } = await admin.read<{ items: { text: string }[] }>(`/tasks/${taskId}/comments`);
    return items.map(({ text }) => text).filter((text) => text === 'Napsáno před koncem');
  };
  await expect.poll(sent).toHaveLength(1);
});

it('asks at once when the session was ended elsewhere, and hears changes again after signing in', async () => {
  await person.open(`/tasks?taskId=${taskId}`);
  await person.title('Tiskové sestavy').waitFor();
  const comment = person.panel.getByRole('textbox', { name: 'Nový komentář' });
  await comment.fill('Ještě píšu');
  await person.send('POST', '/auth/logout');
  await dialog(person).waitFor();
  await person.signIn(person.identity.password, dialog(person));
  await dialog(person).waitFor({ state: 'hidden' });
  expect(await comment.inputValue()).toBe('Ještě píšu');
  await admin.send('POST', `/tasks/${taskId}/comments`, { text: 'Slyšíš mě?' });
  await person.panel.getByText('Slyšíš mě?').waitFor();
});

it('is ended by an admin, and what was typed stays', async () => {
  await person.open(`/tasks?taskId=${taskId}`);
  await person.title('Tiskové sestavy').waitFor();
  const comment = person.panel.getByRole('textbox', { name: 'Nový komentář' });
  await comment.fill('Ztratil jsem telefon');
  await admin.open(`/people/${await person.id()}`);
  await admin.page.getByRole('button', { name: 'Odhlásit všude…' }).click();
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Odhlásit všude' }).click();
  await admin.toast('Jan Novák: všude odhlášeno').waitFor();
  await dialog(person).waitFor();
  await person.signIn(person.identity.password, dialog(person));
  await dialog(person).waitFor({ state: 'hidden' });
  expect(await comment.inputValue()).toBe('Ztratil jsem telefon');
});

it('goes on in another tab once one has signed in again in the first', async () => {
  await person.open('/tasks');
  await person.heading.waitFor();
  const other = await person.context.newPage();
  await other.goto('/tasks/given');
  const asked = other.getByRole('dialog', { name: 'Přihlášení vypršelo' });
  await other.getByRole('heading', { level: 1, name: 'Zadané' }).waitFor();
  const personId = await person.id();
  await person.page.bringToFront();
  await admin.send('PATCH', `/users/${personId}`, { active: false });
  await admin.send('PATCH', `/users/${personId}`, { active: true });
  await Promise.all([dialog(person).waitFor(), asked.waitFor()]);
  await person.signIn(person.identity.password, dialog(person));
  await dialog(person).waitFor({ state: 'hidden' });
  await other.bringToFront();
  await other.evaluate(() => window.dispatchEvent(new Event('focus')));
  await asked.waitFor({ state: 'hidden' });
  await other.close();
});

it('begins anew in another tab once somebody else has signed in in the first', async () => {
  const shared = await stage.again(person);
  await shared.comeBack();
  const other = await shared.context.newPage();
  await other.goto('/tasks');
  const nameIn = (page: typeof other, name: string) =>
    page.getByRole('button', { name: `Nabídka uživatele ${name}` }).waitFor();
  await nameIn(other, 'Jan Novák');
  await shared.choose('Odhlásit se');
  const { page } = shared;
  await page.getByRole('textbox', { name: 'E-mail' }).fill(admin.identity.email);
  await page.getByLabel('Heslo', { exact: true }).fill(admin.identity.password);
  await page.getByRole('button', { name: 'Přihlásit se' }).click();
  await nameIn(page, 'Karla Svobodová');
  await nameIn(other, 'Karla Svobodová');
  await shared.leave();
});

/** Returns the personal data that this browser stores, per tab and for all tabs, without the browser's own settings. */
const kept = (page: Person['page']) =>
  page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage).filter((key) => /^gos-.*\d/.test(key))),
  );

it('keeps what was typed over a session that ends, and nothing over a sign-out, in any tab', async () => {
  const shared = await stage.again(person);
  await shared.open(`/tasks?taskId=${taskId}`);
  await shared.signIn();
  const comment = (page: Person['page']) => page.getByRole('textbox', { name: 'Nový komentář' });
  await comment(shared.page).fill('Rozepsáno v první kartě');
  const other = await shared.context.newPage();
  await other.goto(`/tasks?taskId=${taskId}`);
  await comment(other).fill('Rozepsáno ve druhé kartě');
  await shared.page.bringToFront();
  await rewrite(shared, { accessExpiration: past(), refreshExpiration: past() });
  await shared.page.reload();
  await shared.page.getByRole('heading', { level: 1, name: 'Přihlášení' }).waitFor();
  await shared.signIn();
  await comment(shared.page).waitFor();
  expect(await comment(shared.page).inputValue()).toBe('Rozepsáno v první kartě');
  expect(await comment(other).inputValue()).toBe('Rozepsáno ve druhé kartě');

  await shared.page.keyboard.press('Escape');
  const answer = shared.page.waitForResponse((one) => one.url().endsWith('/api/auth/logout'));
  await shared.choose('Odhlásit se');
  expect(await (await answer).headerValue('clear-site-data')).toBe('"cache"');
  const atSignIn = (page: Person['page']) => page.getByRole('heading', { level: 1, name: 'Přihlášení' }).waitFor();
  await Promise.all([atSignIn(shared.page), atSignIn(other)]);
  for (const page of [shared.page, other]) await expect.poll(async () => kept(page)).toEqual([]);
  expect(await shared.page.evaluate(() => localStorage.getItem('lng'))).toBe('cs');
  await shared.signIn();
  await other.getByRole('button', { name: 'Nabídka uživatele Jan Novák' }).waitFor();
  await other.goto(`/tasks?taskId=${taskId}`);
  await comment(other).waitFor();
  expect(await comment(other).inputValue()).toBe('');
  await shared.leave();
});

it('puts a deactivated person out at once, and lets nobody in by that sign-in', async () => {
  person.complaints.foresee(refusal(401, '/api/'));
  await admin.open('/people');
  // The switch itself is out of sight; its label is what one clicks.
  await admin.page.getByRole('switch', { name: 'Jan Novák je aktivní' }).click({ force: true });
  await admin.page.getByRole('button', { name: 'Deaktivovat' }).click();
  await admin.toast('Jan Novák už není mezi aktivními.').waitFor();
  await dialog(person).waitFor();
  await person.signIn(person.identity.password, dialog(person));
  await dialog(person).getByRole('alert').filter({ hasText: 'Chyba při přihlašování' }).waitFor();
  await person.page.reload();
  await person.page.getByRole('heading', { level: 1, name: 'Přihlášení' }).waitFor();
});
