import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let karla: Person;
let taskId: number;

const comment = () => karla.panel.getByRole('textbox', { name: 'Nový komentář' });
const send = () => karla.panel.getByRole('button', { name: 'Odeslat' }).click();
const banner = () => karla.page.getByText('Server má právě potíže.');
const mismatchBanner = () => karla.page.getByText('Změny teď nelze přijímat. Není to vaše chyba');

const refusal = (code: string) => ({
  status: 503,
  contentType: 'application/problem+json',
  headers: { 'retry-after': '1' },
  body: JSON.stringify({ type: 'about:blank', title: '', status: 503, code, detail: '' }),
});

/** Answers every API request as if the stores were down; the connection to the server stays. */
const storesAreAway = () => karla.page.route('**/api/**', (route) => route.fulfill(refusal('store.unavailable')));

/** Changes are refused, as another event log is behind the address; what is there can be read. */
const logIsAnother = () =>
  karla.page.route('**/api/**', (route) => {
    const isRead = route.request().method() === 'GET' && !route.request().url().endsWith('/health/ready');
    return isRead ? route.continue() : route.fulfill(refusal('installation.mismatch'));
  });

async function stored(text: string): Promise<number> {
  const { items } = await karla.read<{ items: { text: string }[] }>(`/tasks/${taskId}/comments?pageSize=100`);
  return items.filter((one) => one.text === text).length;
}

beforeAll(async () => {
  karla = await stage.person('Karla Svobodová');
  karla.complaints.foresee(/503/, /store\.unavailable|installation\.mismatch/);
  ({ id: taskId } = await karla.send('POST', '/tasks', { name: 'Čtečka na dráze' }));
  await karla.open(`/tasks?taskId=${taskId}`);
  await karla.title('Čtečka na dráze').waitFor();
});

afterEach(() => karla.page.unrouteAll());

it('says that the server is in trouble, keeps what is typed, and goes on when it is back', async () => {
  await storesAreAway();
  await comment().fill('Napsáno při výpadku');
  await send();
  await banner().waitFor();
  await karla.toast('Komentář se nepodařilo uložit').waitFor();
  await expect.poll(() => comment().inputValue()).toBe('Napsáno při výpadku');
  await karla.page.unrouteAll();
  await banner().waitFor({ state: 'hidden' });
  expect(await comment().inputValue()).toBe('Napsáno při výpadku');
  await send();
  await expect.poll(() => stored('Napsáno při výpadku')).toBe(1);
});

it('says that parts of the installation do not belong together, while the task stays, and goes on when they do', async () => {
  await logIsAnother();
  await comment().fill('Napsáno nad cizím logem');
  await send();
  await mismatchBanner().waitFor();
  await karla.toast('Komentář se nepodařilo uložit').waitFor();
  await karla.title('Čtečka na dráze').waitFor();
  await karla.page.unrouteAll();
  await mismatchBanner().waitFor({ state: 'hidden' });
  expect(await comment().inputValue()).toBe('Napsáno nad cizím logem');
  await send();
  await expect.poll(() => stored('Napsáno nad cizím logem')).toBe(1);
});

it('shows a list that could not be read as soon as it can be', async () => {
  await karla.open('/');
  const given = karla.page.getByRole('link', { name: /^Zadané/ }).first();
  await given.waitFor();
  await storesAreAway();
  await given.click();
  await banner().waitFor();
  await karla.page.unrouteAll();
  await karla.row('Čtečka na dráze').waitFor();
  await banner().waitFor({ state: 'hidden' });
});
