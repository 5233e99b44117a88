import { setTimeout as sleep } from 'node:timers/promises';
import { barriersInBothThemes } from './support/barriers';
import type { Person } from './support/person';
import { useStage } from './support/stage';
import { tooWide } from './support/too-wide';

const stage = useStage();

let person: Person;
let project: number;
let piers: number;
let deck: number;

beforeAll(async () => {
  person = await stage.person('Karla Svobodová');
  const solverId = await person.id();
  ({ id: project } = await person.send('POST', '/projects', { name: 'Most' }));
  const board = (name: string, section: string) =>
    person.send('POST', `/projects/${project}/boards`, { name, section });
  ({ id: piers } = await board('Pilíře', 'backlog'));
  ({ id: deck } = await board('Mostovka', 'todo'));
  const task = (name: string) => person.send('POST', '/tasks', { name, projectId: project, boardId: piers, solverId });
  const { id: pier } = await task('Pilíř');
  await task('Lešení');
  await sleep(20);
  await person.send('POST', `/tasks/${pier}/move`, { projectId: project, boardId: deck, beforeId: null });
  await person.send('PATCH', `/tasks/${pier}`, { name: 'Pilíř z betonu' });
  await person.send('POST', `/boards/${piers}/move`, { section: 'done', beforeId: null });
});

const board = (who: Person, name: string) => who.page.getByRole('article', { name });
const player = (who: Person) => who.page.getByRole('region', { name: 'Přehrávání' });
const sentence = (who: Person) => player(who).locator('[data-sentence]');

it('is opened from the menu of the project, and steps by keys without motion', async () => {
  const calm = await stage.again(person, { reducedMotion: 'reduce' });
  await calm.comeBack();
  const { page } = calm;
  await calm.open(`/tasks/project/${project}`);
  await page.getByRole('button', { name: 'Akce přehledu' }).click();
  await page.getByRole('menuitem', { name: 'Přehrát historii' }).click();
  await page.waitForURL(`**/project/${project}/replay?*moment=*`);
  await sentence(calm).getByText('Zatím žádná změna').waitFor();
  expect(await page.getByRole('article').count()).toBe(0);

  const slider = page.getByRole('slider', { name: 'Okamžik historie' });
  await slider.focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight');
  await board(calm, 'Pilíře').getByText('Pilíř', { exact: true }).waitFor();
  await sentence(calm).getByText('Karla Svobodová').waitFor();
  await page.keyboard.press('ArrowLeft');
  await board(calm, 'Pilíře').getByText('Pilíř', { exact: true }).waitFor({ state: 'detached' });

  await page.keyboard.press('End');
  await board(calm, 'Mostovka').getByText('Pilíř z betonu').waitFor();
  await page.locator('[data-section="done"]').getByRole('article', { name: 'Pilíře' }).waitFor();
  await page.keyboard.press('Home');
  await board(calm, 'Mostovka').waitFor({ state: 'detached' });
  // With reduced motion, transitions of colours take a hundredth of a millisecond.
  const lasting = () =>
    page.evaluate(
      () => document.getAnimations().filter(({ effect }) => Number(effect!.getTiming().duration) > 1).length,
    );
  expect(await lasting()).toBe(0);

  // The keys of the screen do the same without the slider.
  await page.getByRole('heading', { name: /Přehrávání historie/ }).click();
  await page.keyboard.press('.');
  await board(calm, 'Pilíře').waitFor();
  await page.keyboard.press(',');
  await board(calm, 'Pilíře').waitFor({ state: 'detached' });
  await calm.leave();
});

it('plays by itself to the present, and its address shows the same moment to others', async () => {
  const { page } = person;
  await person.open(`/tasks/project/${project}/replay`);
  await page.getByRole('combobox', { name: 'Rychlost' }).selectOption('10');
  await player(person).getByRole('button', { name: 'Přehrát', exact: true }).click();
  await board(person, 'Mostovka').getByText('Pilíř z betonu').waitFor();
  await player(person).getByRole('button', { name: 'Přehrát', exact: true }).waitFor();
  await player(person).getByRole('button', { name: 'Předchozí změna' }).click();
  await page.locator('[data-section="backlog"]').getByRole('article', { name: 'Pilíře' }).waitFor();

  await page.reload();
  await page.locator('[data-section="backlog"]').getByRole('article', { name: 'Pilíře' }).waitFor();
  await board(person, 'Mostovka').getByText('Pilíř z betonu').waitFor();
  expect(await barriersInBothThemes(page)).toEqual([]);

  await player(person).getByRole('link', { name: 'Ukázat v tomto okamžiku' }).click();
  await page.getByRole('region', { name: 'Minulost' }).waitFor();
});

it('follows a single card', async () => {
  const { page } = person;
  await person.open(`/tasks/project/${project}/replay`);
  const slider = page.getByRole('slider', { name: 'Okamžik historie' });
  await slider.focus();
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Lešení' }).click();
  await player(person).getByRole('button', { name: 'Jen změny úkolu Lešení' }).waitFor();
  await player(person).getByRole('button', { name: 'Předchozí změna' }).click();
  await sentence(person).getByRole('link', { name: 'Lešení' }).waitFor();
});

it('plays a single board by states, on a phone too', async () => {
  const phone = await stage.again(person, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  await phone.comeBack();
  const { page } = phone;
  await phone.open(`/tasks/project/${project}/replay?board=${deck}`);
  await page.getByRole('heading', { name: 'Přehrávání historie: Mostovka' }).waitFor();
  await player(phone).getByRole('button', { name: 'Další změna' }).tap();
  await page.getByText('Pilíř', { exact: true }).waitFor();
  expect(await tooWide(page)).toEqual([]);
  expect(await barriersInBothThemes(page)).toEqual([]);
  await player(phone).getByRole('button', { name: 'Další změna' }).tap();
  await page.getByText('Pilíř z betonu').first().waitFor();
  await page.getByRole('button', { name: 'Celý projekt' }).tap();
  await page.getByRole('heading', { name: 'Přehrávání historie: Most' }).waitFor();
});
