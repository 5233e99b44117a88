import { longName } from './support/company';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let jan: Person;

beforeAll(async () => {
  jan = await stage.person('Jan Novák');
  const { id } = await jan.send('POST', '/projects', { name: 'Stěhování centrálního skladu do nové haly' });
  for (const name of [longName, 'Inventura', 'Tiskové sestavy'])
    await jan.send('POST', '/tasks', { name, projectId: id, solverId: await jan.id(), tags: ['sklad', 'evidence'] });
});

const heads = () => jan.page.locator('main thead th[data-column]');
const shown = () => heads().evaluateAll((all) => all.map((head) => head.getAttribute('data-column')));
const nameWidth = async () => (await jan.page.locator('main thead th[data-column="name"]').boundingBox())!.width;

it.each([
  [1920, []],
  [1440, []],
  [1280, []],
  [1024, ['id', 'priority', 'own']],
])('leaves at least 320 pixels to the name at %i pixels', async (width, givenWay) => {
  await jan.page.setViewportSize({ width, height: 800 });
  for (const [list, own] of [
    ['/tasks', 'solver'],
    ['/tasks/given', 'contractor'],
  ] as const) {
    await jan.open(list);
    await jan.row('Inventura').waitFor();
    expect(await nameWidth()).toBeGreaterThanOrEqual(320);
    const all = ['id', 'name', 'state', 'priority', 'project', 'deadline', 'contractor', 'solver'];
    expect(await shown()).toEqual(
      all.filter((column) => !(givenWay as string[]).includes(column === own ? 'own' : column)),
    );
    const scroller = jan.page.locator('main table').locator('xpath=..');
    expect(await scroller.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
});

it('follows a window that becomes narrower and wider', async () => {
  await jan.page.setViewportSize({ width: 1440, height: 800 });
  await jan.open('/tasks');
  await jan.row('Inventura').waitFor();
  await jan.page.setViewportSize({ width: 1024, height: 800 });
  await expect.poll(shown).not.toContain('priority');
  expect(await nameWidth()).toBeGreaterThanOrEqual(320);
  await jan.page.setViewportSize({ width: 1440, height: 800 });
  await expect.poll(shown).toContain('priority');
});
