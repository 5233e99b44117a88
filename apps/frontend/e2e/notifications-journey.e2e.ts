import type { Person } from './support/person';
import { useStage } from './support/stage';
import { tooWide } from './support/too-wide';

const stage = useStage();
const task = 'Migrace skladových karet';
let contractor: Person;
let solver: Person;
let solverId: number;
let taskId: number;

const bell = ({ page }: Person) => page.locator('[data-bell]');
const list = ({ page }: Person) => page.getByRole('list', { name: 'Upozornění' });
const given = async (name: string): Promise<number> =>
  (await contractor.send('POST', '/tasks', { name, solverId })).id as number;
const comment = (text: string) => contractor.send('POST', `/tasks/${taskId}/comments`, { text });
const said = (count: string) => ['Upozornění', count].filter(Boolean).join(', ');
const counts = (person: Person, count: string) =>
  expect.poll(() => bell(person).getAttribute('aria-label')).toBe(said(count));
async function closePanel({ page, panel }: Person): Promise<void> {
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
}

beforeAll(async () => {
  contractor = await stage.person('Karla Svobodová');
  solver = await stage.person('Jan Novák');
  solverId = await solver.id();
});

it('counts at once what others do, in the title of the page too', async () => {
  await counts(solver, '');
  taskId = await given(task);
  await counts(solver, '1 nepřečtené');
  await expect.poll(() => solver.page.title()).toMatch(/^\(1\) /);
  await counts(contractor, '');
});

it('leads to the task, which is read then, in every window of the person', async () => {
  const second = await solver.context.newPage();
  await second.goto('/');
  const otherBell = second.locator('[data-bell]');
  await expect.poll(() => otherBell.getAttribute('aria-label')).toBe('Upozornění, 1 nepřečtené');
  await solver.page.keyboard.press('u');
  const line = list(solver).getByRole('link', { name: /Karla Svobodová vám zadává úkol/ });
  await line.waitFor();
  await line.click();
  await solver.title(task).waitFor();
  await line.waitFor({ state: 'detached' });
  await counts(solver, '');
  await expect.poll(() => otherBell.getAttribute('aria-label')).toBe('Upozornění');
  await second.close();
});

it('marks everything as read', async () => {
  await closePanel(solver);
  await given('Objednat štítky');
  await comment('Kdy to bude?');
  await counts(solver, '2 nepřečtená');
  await bell(solver).click();
  await list(solver).getByText('Karla Svobodová komentuje úkol').waitFor();
  await solver.page.getByRole('button', { name: 'Označit vše jako přečtené' }).click();
  await counts(solver, '');
  await solver.page.keyboard.press('Escape');
  await solver.page.reload();
  await counts(solver, '');
});

it('is quiet of a muted task, but for mentions', async () => {
  await solver.openTask(task);
  await solver.panel.getByRole('button', { name: 'Další akce' }).click();
  await solver.page.getByRole('menuitem', { name: 'Ztlumit upozornění' }).click();
  await solver.toast(/O úkolu se dozvíte, jen když vás někdo zmíní/).waitFor();
  await comment('Ještě prosím doplnit šarže.');
  await comment(`@[${solverId}], prosím doplnit šarže.`);
  await counts(solver, '1 nepřečtené');
  await closePanel(solver);
  await bell(solver).click();
  await list(solver).getByText('Karla Svobodová vás zmiňuje v komentáři').waitFor();
});

it('is a screen of its own on a phone', async () => {
  const phone = await stage.again(solver, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  await phone.open('/login');
  await phone.signIn();
  await counts(phone, '1 nepřečtené');
  await bell(phone).tap();
  await list(phone).getByText('Objednat štítky').waitFor();
  expect(await tooWide(phone.page)).toEqual([]);
  await phone.page.getByRole('button', { name: 'Zavřít upozornění' }).tap();
  await list(phone).waitFor({ state: 'detached' });
});
