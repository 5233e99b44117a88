import { localDay } from '@gos/domain';
import type { Person } from './support/person';
import { useStage } from './support/stage';

/** A browser in New York of a company in Prague. */
const stage = useStage();
const zone = 'Europe/Prague';
let petr: Person;
let from: Date;

beforeAll(async () => {
  petr = await stage.person('Petr Novák', { timezoneId: 'America/New_York' });
  const me = await petr.id();
  const { id: taskId } = await petr.send('POST', '/tasks', { name: 'Připravit nabídku', solverId: me });
  await petr.send('POST', '/work/start', { taskId });
  const { entry } = await petr.read<{ entry: { id: number; from: string } }>('/work/active');
  from = new Date(entry.from);
  const today = localDay(Date.now(), zone);
  await petr.send('POST', '/plans', { type: 'at_work', date: today, from: '00:15', to: '23:45', location: 'Brno' });
});

const inPrague = () =>
  new Intl.DateTimeFormat('cs', { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(from);
const inNewYork = () =>
  new Intl.DateTimeFormat('cs', { timeZone: 'America/New_York', hour: 'numeric', minute: '2-digit' }).format(from);

it.each(['/attendance/team', '/attendance/worked', '/'])(
  '%s shows every time in the zone of the company',
  async (path) => {
    const main = petr.page.getByRole('main');
    await petr.open(path);
    await main.getByText('Připravit nabídku').first().waitFor();
    if (path !== '/') await main.getByText(inPrague()).first().waitFor();
    expect(await main.getByText(inNewYork()).count()).toBe(0);
  },
);

it('counts running work the same on the worked day and in the top bar', async () => {
  const { page } = petr;
  await petr.open('/attendance/worked');
  const worked = page
    .locator('dl > div')
    .filter({ has: page.getByText('Odpracováno', { exact: true }) })
    .locator('dd');
  const today = page.locator('a[href="/attendance/worked"][title]');
  await worked.waitFor();
  // A minute may pass between the two looks.
  await expect
    .poll(async () => (await today.getAttribute('title'))!.endsWith(await worked.innerText()), { timeout: 75_000 })
    .toBe(true);
  await expect.poll(() => worked.innerText(), { timeout: 75_000 }).toMatch(/^[1-9]\d* min$/);
  await expect.poll(async () => (await today.getAttribute('title'))!.endsWith(await worked.innerText())).toBe(true);
});
