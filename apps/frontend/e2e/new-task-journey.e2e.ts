import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let contractor: Person;

beforeAll(async () => {
  await stage.person('Jan Novák');
  await stage.person('Žofie Řeháčková');
  contractor = await stage.person('Karla Svobodová');
});

const name = () => contractor.page.getByLabel('Název');
const create = () => contractor.page.getByRole('button', { name: 'Vytvořit úkol' });

/** The form as somebody sees it who has left nothing unfinished. */
async function begin(): Promise<void> {
  await contractor.page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('gos-task-draft')) localStorage.removeItem(key);
  });
  await contractor.open('/tasks/new');
  await name().waitFor();
}

it('says the limits at the fields, what is too much at once, what is missing when it is sent', async () => {
  const { page } = contractor;
  await begin();
  await create().click();
  await page.getByText('Povinné pole').waitFor();
  await expect.poll(() => name().evaluate((field) => field === document.activeElement)).toBe(true);
  await name().fill('x'.repeat(101));
  await page.getByText('Název smí mít nejvýše 100 znaků.').waitFor();
  // A limit counts what people see as letters: 100 of these are 200 units of the browser's strings.
  await name().fill('𝒜'.repeat(100));
  await page.getByText('Název smí mít nejvýše 100 znaků.').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Další údaje' }).click();
  await page.getByRole('combobox', { name: 'Štítky' }).fill('š'.repeat(51));
  await page.getByRole('combobox', { name: 'Štítky' }).press('Enter');
  await page.getByText('Štítek má 1 až 50 znaků.').waitFor();
  await page.getByLabel('Odhad').fill('brzy');
  await page.getByLabel('Rozpočet').fill('hodně');
  await page.getByRole('textbox', { name: 'Odkaz' }).fill('javascript:alert(1)');
  await create().click();
  await page.getByText('Zadejte číslo').waitFor();
  await page.getByText('Zadejte částku, například 12.50, v měně CZK.').waitFor();
  await page.getByText('Zadejte webovou adresu začínající http.').waitFor();
  expect(contractor.path).toBe('/tasks/new');
});

it('asks a meeting for its time and its length', async () => {
  const { page } = contractor;
  await begin();
  await name().fill('Porada');
  await page.getByRole('button', { name: 'Další údaje' }).click();
  await page.getByRole('radio', { name: /^Schůzka/ }).click();
  await create().click();
  await page.getByText('Zde je potřeba termín.').waitFor();
  await page.getByText('Schůzka potřebuje svou délku.').waitFor();
});

it('takes a quick deadline, tags, a person without diacritics, and opens what was created', async () => {
  const { page } = contractor;
  await begin();
  await name().fill('Zkušební provoz na pobočce Brno');
  await page.getByRole('textbox', { name: 'Popis' }).fill('Začněte skladem C.');

  await page.getByRole('button', { name: 'Řešitel' }).click();
  const search = page.getByRole('combobox', { name: 'Najít osobu…' });
  await search.fill('rehackova');
  await page.getByRole('option', { name: 'Žofie Řeháčková' }).waitFor();
  await search.fill('novak');
  const found = page.getByRole('option', { name: 'Jan Novák' });
  await found.waitFor();
  await expect.poll(() => page.getByRole('option').count()).toBe(1);
  await search.press('Enter');
  await expect.poll(() => page.getByRole('button', { name: 'Řešitel' }).innerText()).toContain('Jan Novák');

  await page.getByRole('button', { name: 'Termín' }).click();
  const presets = page.getByRole('list', { name: 'Rychlé termíny' }).getByRole('button');
  expect((await presets.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
    'Za 6 hodin',
    'Za 12 hodin',
    'Konec dne',
    'Zítra',
    'Za 2 dny',
    'Za 3 dny',
    'Za 5 dní',
    'Za 7 dní',
    'Za 14 dní',
    'Konec týdne',
    'Konec měsíce',
    'Konec roku',
  ]);
  await presets.filter({ hasText: /^Zítra/ }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Termín' }).innerText()).toContain('zítra');

  await page.getByRole('button', { name: 'Další údaje' }).click();
  const tags = page.getByRole('combobox', { name: 'Štítky' });
  for (const tag of ['backend', 'pobočky']) {
    await tags.fill(tag);
    await tags.press('Enter');
  }
  await page.getByLabel('Odhad').fill('1h 30m');

  await create().dblclick();
  await contractor.title('Zkušební provoz na pobočce Brno').waitFor();
  expect(contractor.path).toMatch(/^\/tasks\/given\?taskId=\d+$/);
  const { panel } = contractor;
  for (const text of ['Začněte skladem C.', 'Jan Novák', 'zítra', 'backend', 'pobočky']) {
    await panel.getByText(text).filter({ visible: true }).first().waitFor();
  }
  await expect
    .poll(() => contractor.page.getByRole('link', { name: 'Zkušební provoz na pobočce Brno' }).count())
    .toBe(1);
  expect((await contractor.read<{ total: number }>('/tasks?list=all')).total).toBe(1);
});

it('creates one task only from two quick keys', async () => {
  await begin();
  await name().fill('Jen jednou');
  await name().press('Control+Enter');
  await name()
    .press('Control+Enter')
    .catch(() => undefined);
  await contractor.title('Jen jednou').waitFor();
  expect((await contractor.read<{ total: number }>('/tasks?list=all&q=jednou')).total).toBe(1);
});

it('keeps an unfinished task for later, however quickly one leaves, and forgets it once it is created', async () => {
  const { page } = contractor;
  await begin();
  await name().fill('Rozepsaný úkol');
  await page.getByRole('textbox', { name: 'Popis' }).fill('Ještě nevím.');
  await contractor.go('/tasks/given');
  await page.reload();
  await contractor.heading.waitFor();
  await contractor.open('/tasks/new');
  await page.getByText('Máte tu rozepsaný úkol: Rozepsaný úkol').waitFor();
  await page.getByRole('button', { name: 'Pokračovat v něm' }).click();
  await expect.poll(() => name().inputValue()).toBe('Rozepsaný úkol');
  await expect.poll(() => page.getByRole('textbox', { name: 'Popis' }).innerText()).toContain('Ještě nevím.');
  await create().click();
  await contractor.title('Rozepsaný úkol').waitFor();
  await contractor.open('/tasks/new');
  await name().waitFor();
  expect(await page.getByText('Máte tu rozepsaný úkol').count()).toBe(0);
});
