import { barriers } from './support/barriers';
import { refusal } from './support/complaints';
import type { Person } from './support/person';
import { useStage } from './support/stage';
import { tooWide } from './support/too-wide';

const stage = useStage();
let admin: Person;
let leaver: Person;
let heir: Person;
let taskId: number;

beforeAll(async () => {
  admin = await stage.person('Karla Svobodová');
  leaver = await stage.person('Jan Odchozí');
  heir = await stage.person('Eva Nováková');
  await leaver.send('POST', '/projects', { name: 'Sklad' });
  const { items } = await (await leaver.context.request.get('/api/users?q=Odchoz')).json();
  taskId = (await admin.send('POST', '/tasks', { name: 'Inventura regálů', solverId: items[0].id })).id;
});

const row = (name: string) => admin.page.getByRole('row').filter({ hasText: name });
const dialog = () => admin.page.getByRole('dialog');

it('shows an admin what somebody who leaves holds, and asks who takes it over', async () => {
  await admin.open('/people');
  await row('Jan Odchozí').getByRole('switch').press('Space');
  await dialog().getByText('Inventura regálů').waitFor();
  await dialog().getByText('Spravované projekty').waitFor();
  expect(await barriers(admin.page)).toEqual([]);
  await dialog().getByRole('button', { name: 'Deaktivovat' }).press('Enter');
  await dialog().getByText('Projekt už nikdo jiný nespravuje.').waitFor();
});

it('hands it over in one step: the work is there, and the leaver is out', async () => {
  leaver.complaints.foresee(refusal(401));
  await dialog().getByRole('button', { name: 'Kdo převezme práci' }).press('Enter');
  await admin.page.getByRole('option', { name: 'Eva Nováková' }).click();
  await dialog().getByRole('button', { name: 'Deaktivovat a předat' }).press('Enter');
  await admin.toast('Práci přebírá Eva Nováková').waitFor();
  await row('Jan Odchozí').getByText('Neaktivní').waitFor();
  expect((await leaver.context.request.get('/api/me')).status()).toBe(401);

  await heir.open(`/tasks?taskId=${taskId}`);
  await heir.title('Inventura regálů').waitFor();
  await heir.row('Inventura regálů').waitFor();
  await heir.open('/tasks/projects');
  await heir.page.getByRole('row').filter({ hasText: 'Sklad' }).getByText('Správa').first().waitFor();
});

it('shows the person afterwards, who can be let in again', async () => {
  await row('Jan Odchozí').getByRole('link').click();
  await admin.page.getByRole('button', { name: 'Aktivovat' }).press('Enter');
  await admin.page.getByRole('button', { name: 'Deaktivovat…' }).waitFor();
});

it('fits a phone, is dark, and speaks English', async () => {
  const phone = await stage.again(admin, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  await phone.comeBack();
  await phone.open('/people?lng=en');
  await phone.page.getByRole('switch', { name: /Eva/ }).press('Space');
  await phone.page.getByRole('dialog').getByText('Inventura regálů').waitFor();
  expect(await tooWide(phone.page)).toEqual([]);
  expect(await barriers(phone.page)).toEqual([]);
});
