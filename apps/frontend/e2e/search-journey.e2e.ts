import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let karla: Person;
let jan: Person;
let named: number;
let said: number;

beforeAll(async () => {
  await stage.person('Alena Adminová');
  jan = await stage.person('Jan Novák');
  karla = await stage.person('Karla Svobodová');
  const solverId = await jan.id();
  const project = await karla.send('POST', '/projects', { name: 'Regály Hradec' });
  named = (await karla.send('POST', '/tasks', { name: 'Přestavba regálů', solverId, projectId: project.id })).id;
  said = (await karla.send('POST', '/tasks', { name: 'Čtečky v hale', solverId })).id;
  await jan.send('POST', `/tasks/${said}/comments`, { text: 'Nejdřív přesuňte regály ke zdi, pak čtečky.' });
  await karla.send('POST', '/tasks', { name: 'Tajné regály' });
});

const field = (person: Person) => person.page.getByRole('searchbox', { name: 'Co hledáte' });
const hits = (person: Person) => person.page.getByRole('list', { name: 'Výsledky hledání' }).getByRole('listitem');

it('finds as one types what one may see, says where, and opens it by keys', async () => {
  const { page } = jan;
  await jan.open('/tasks');
  await jan.go('/tasks/search');
  await expect.poll(() => field(jan).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('REGAL', { delay: 20 });
  await expect.poll(() => jan.path).toContain('q=REGAL');
  await expect.poll(() => hits(jan).count()).toBe(2);
  expect(await hits(jan).nth(0).locator('mark').allInnerTexts()).toEqual(['regálů']);
  expect(await hits(jan).nth(1).innerText()).toContain('Nejdřív přesuňte regály ke zdi, pak čtečky.');
  expect(await hits(jan).nth(1).locator('mark').allInnerTexts()).toEqual(['regály']);
  await page.getByRole('status').filter({ hasText: 'Nalezeny 2 výsledky' }).waitFor({ state: 'attached' });

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await jan.title('Čtečky v hale').waitFor();
  expect(jan.path).toContain(`taskId=${said}`);
  await page.keyboard.press('k');
  await jan.title('Přestavba regálů').waitFor();
  await page.keyboard.press('Escape');
  await jan.panel.waitFor({ state: 'hidden' });
  expect(jan.path).toContain('q=REGAL');
});

it('finds projects, boards and everything for those who see them; filters are in the address', async () => {
  const { page } = karla;
  await karla.open('/tasks/search?q=regal');
  await expect.poll(() => hits(karla).count()).toBe(4);
  expect(await hits(karla).nth(0).innerText()).toContain('Regály Hradec');
  await page.getByRole('button', { name: 'Filtr: Druh' }).click();
  await page.getByRole('menuitemradio', { name: 'Úkoly' }).click();
  await expect.poll(() => hits(karla).count()).toBe(3);
  await page.getByRole('button', { name: 'Filtr: Člověk' }).click();
  await page.getByRole('combobox', { name: 'Najít osobu…' }).fill('novak');
  await page.getByRole('option', { name: 'Jan Novák' }).click();
  await expect.poll(() => hits(karla).count()).toBe(2);
  expect(karla.path).toMatch(/person=\d+/);
  await page.reload();
  await page.getByRole('button', { name: 'Filtr: Člověk: Jan Novák' }).waitFor();
  await expect.poll(() => hits(karla).count()).toBe(2);
  await karla.open('/tasks/search?q=regal&kind=project');
  await hits(karla).getByRole('link').click();
  await karla.heading.filter({ hasText: 'Regály Hradec' }).waitFor();
});

it('offers what was searched for last, and follows what others change', async () => {
  const { page } = jan;
  await jan.open('/tasks/search');
  await page.getByRole('region', { name: 'Poslední hledání' }).getByRole('link', { name: 'REGAL' }).click();
  await expect.poll(() => hits(jan).count()).toBe(2);
  await karla.send('PATCH', `/tasks/${named}`, { name: 'Přestavba polic' });
  await expect.poll(() => hits(jan).count()).toBe(1);
  await karla.send('PATCH', `/tasks/${named}`, { name: 'Přestavba regálů' });
  await expect.poll(() => hits(jan).count()).toBe(2);
});

it('goes from the palette to the whole search', async () => {
  const { page } = jan;
  await jan.open('/tasks');
  await jan.heading.waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('čtečky');
  await page.getByRole('option', { name: 'Hledat všude: čtečky' }).click();
  await expect.poll(() => hits(jan).count()).toBe(1);
  expect(await field(jan).inputValue()).toBe('čtečky');
});

it('takes nonsense in the address for nothing, and says when nothing was found', async () => {
  const { page } = jan;
  await jan.open('/tasks/search?q=nictakoveho&state=hotovo&project=-1&page=x&kind=user');
  await page.getByText('Pro „nictakoveho“ se nic nenašlo.').waitFor();
  await jan.open('/tasks/search?q[]=x');
  await page.getByText('Hledá se v názvech').waitFor();
});
