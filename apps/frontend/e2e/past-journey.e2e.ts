import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();

let person: Person;
let project: number;
let moment: string;

beforeAll(async () => {
  person = await stage.person('Karla Svobodová');
  ({ id: project } = await person.send('POST', '/projects', { name: 'Most' }));
  const solverId = await person.id();
  const { id } = await person.send('POST', '/tasks', { name: 'Pilíř', projectId: project, solverId });
  const { id: gone } = await person.send('POST', '/tasks', { name: 'Lešení', projectId: project, solverId });
  await sleep(20);
  moment = new Date().toISOString();
  await sleep(20);
  await person.send('PATCH', `/tasks/${id}`, { name: 'Pilíř z betonu' });
  await person.send('DELETE', `/tasks/${gone}`);
  await person.send('POST', '/tasks', { name: 'Zábradlí', projectId: project, solverId });
});

it('shows lists, boards and tasks as of a moment, changes nothing, and leads back by one key', async () => {
  const { page } = person;
  await person.open(`/tasks?asOf=${moment}`);
  const bar = page.getByRole('region', { name: 'Minulost' });
  await bar.getByText('Nic tu nejde změnit.').waitFor();
  await page.getByText('Lešení').first().waitFor();
  await page.getByText('Pilíř', { exact: true }).first().waitFor();
  expect(await page.getByText('Zábradlí').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Nový úkol' }).count()).toBe(0);

  // The moment is kept on the way, and by an open task.
  await page.getByRole('link', { name: 'Most' }).first().click();
  await page.waitForURL(`**/project/${project}?*asOf=*`);
  await page.getByText('Pilíř', { exact: true }).first().click();
  await person.title('Pilíř').waitFor();
  expect(await person.panel.getByRole('textbox').count()).toBe(0);
  await person.panel.getByRole('button', { name: /^Zavřít/ }).click();
  await person.panel.waitFor({ state: 'hidden' });

  await person.open(`/profile?asOf=${moment}`);
  await bar.getByText('Tato obrazovka minulost nemá').waitFor();

  await person.open(`/tasks?asOf=${moment}`);
  await bar.waitFor();
  await page.keyboard.press('n');
  await page.waitForURL((url) => !url.searchParams.has('asOf'));
  await page.getByText('Zábradlí').first().waitFor();
  expect(await bar.count()).toBe(0);
});

it('takes another moment with G and T', async () => {
  const { page } = person;
  await person.open('/tasks');
  await page.getByText('Zábradlí').first().waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog', { name: 'Ukázat jiný okamžik' });
  await dialog.getByRole('button', { name: 'Před dnem' }).click();
  await page.getByRole('region', { name: 'Minulost' }).waitFor();
  expect(await page.getByText('Zábradlí').count()).toBe(0);
});

it('is chosen on a phone in the account menu', async () => {
  const phone = await stage.again(person, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  await phone.comeBack();
  await phone.open('/tasks');
  await phone.page.getByText('Zábradlí').first().waitFor();
  await phone.menuButton.tap();
  await phone.page.getByRole('menuitem', { name: 'Ukázat jiný okamžik' }).tap();
  await phone.page
    .getByRole('dialog', { name: 'Ukázat jiný okamžik' })
    .getByRole('button', { name: 'Před dnem' })
    .tap();
  const bar = phone.page.getByRole('region', { name: 'Minulost' });
  await bar.getByRole('button', { name: 'Zpět do současnosti' }).tap();
  await phone.page.getByText('Zábradlí').first().waitFor();
});
