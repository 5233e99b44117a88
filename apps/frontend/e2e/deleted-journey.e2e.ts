import { barriers } from './support/barriers';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let karla: Person;

beforeAll(async () => {
  karla = await stage.person('Karla Svobodová');
});

it('lists a deleted board and plan with their places, and restores both', async () => {
  const projectId = (await karla.send('POST', '/projects', { name: 'E-shop' })).id;
  const board = (await karla.send('POST', `/projects/${projectId}/boards`, { name: 'Platby', section: 'todo' })).id;
  const userId = await karla.id();
  const plan = { userId, date: '2031-03-03', from: '08:00', to: '16:00', type: 'remote_work', location: 'Brno' };
  const planId = (await karla.send('POST', '/plans', plan)).id;
  await karla.send('DELETE', `/boards/${board}`);
  await karla.send('DELETE', `/plans/${planId}`);
  await karla.open('/tasks/archive/deleted');
  const list = karla.page.getByRole('list', { name: 'Smazané' });
  await list.getByText('E-shop').waitFor();
  expect(await list.getByRole('listitem').count()).toBe(2);
  expect(await barriers(karla.page)).toEqual([]);
  await list.getByRole('link', { name: 'Platby, stav před smazáním' }).waitFor();
  await list.getByRole('button', { name: /^Vrátit: Home office/ }).click();
  await karla.toast(/Vráceno: Home office/).waitFor();
  await list.getByRole('button', { name: 'Vrátit: Platby' }).press('Enter');
  await karla.page.getByText('Nic, co byste mohli vrátit, smazané není.').waitFor();
  expect((await karla.read<{ name: string }>(`/boards/${board}`)).name).toBe('Platby');
  expect((await karla.read<{ location: string }>(`/plans/${planId}`)).location).toBe('Brno');
});
