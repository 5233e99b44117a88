import type { AvailabilityAnswer, PlanAnswer } from '@gos/contract';
import { addDays } from '@gos/domain';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../testing/server';

const petr = { id: 3, name: 'Petr Malý' };
const plan = (more: Partial<PlanAnswer> = {}): PlanAnswer => ({
  id: 31,
  user: petr,
  position: null,
  date: '2030-03-26',
  from: '08:00',
  to: '16:30',
  repeatUntil: null,
  type: 'remote_work',
  location: 'Doma',
  excludeWeekends: false,
  kind: null,
  half: null,
  breakMinutes: 0,
  approval: null,
  declineReason: null,
  revision: 1,
  ...more,
});

function weekOf(monday: string): AvailabilityAnswer {
  const days = [0, 1, 2, 3, 4, 5, 6].map((index) => addDays(monday, index));
  const plans = [plan()];
  return {
    from: monday,
    days,
    holidays: [{ date: '2030-04-19', name: 'Velký pátek' }].filter(({ date }) => days.includes(date)),
    people: [petr, { id: jan.id, name: jan.name }].map((user) => ({
      user,
      days: days.map((date) => ({ date, plans: plans.filter((one) => one.user.id === user.id && one.date === date) })),
    })),
  };
}

async function open(address: string, handlers: Handlers = {}) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /attendance/availability': ({ query }) => weekOf(query.get('from')!),
    'GET /positions': () => pageOf([{ id: 4, name: 'Vývojář', people: 1, revision: 1 }]),
    ...handlers,
  });
  const app = await renderApp(address);
  const asked = () => calls.filter(({ path }) => path === '/attendance/availability').map(({ query }) => String(query));
  return { ...app, asked, search: () => app.router.state.location.search as Record<string, unknown> };
}

const march = '/attendance/availability?from=2030-03-28';

it('shows people and days of the week that holds the day, oneself first', async () => {
  const { asked } = await open(march);
  expect(
    await screen.findByRole('heading', { level: 1, name: /Přehled dostupnosti: 25.–31. 3. 2030|25.–31. března 2030/ }),
  ).toBeInTheDocument();
  const table = await screen.findByRole('table', { name: /Dostupnost lidí v týdnu/ });
  const rows = await within(table).findAllByRole('rowheader');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['Jan Novákvy', 'Petr Malý']);
  const tuesday = within(table).getAllByRole('row')[2]!.querySelector('[data-day="2030-03-26"]')!;
  expect(tuesday).toHaveTextContent('Home office8:00–16:30Doma');
  expect(asked()[0]).toBe('from=2030-03-25');
});

it.each([
  ['admin', ['/attendance/plans', '/attendance/plans?userId=3']],
  ['member', []],
] as const)('leads a person as %s to what they plan', async (role, addresses) => {
  await open(march, { 'GET /me': () => ({ ...jan, role }) });
  const table = await screen.findByRole('table', { name: /Dostupnost lidí v týdnu/ });
  await within(table).findAllByRole('rowheader');
  const links = within(table).queryAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(addresses);
});

it('turns by buttons and keys, all in the address', async () => {
  const { user, search } = await open(march);
  await user.click(await screen.findByRole('button', { name: 'Další týden' }));
  await waitFor(() => expect(search().from).toBe('2030-04-01'));
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  await waitFor(() => expect(search().from).toBe('2030-03-18'));
  await user.keyboard('n');
  await waitFor(() => expect(search().from).toBe('2030-03-25'));
  await user.keyboard('t');
  await waitFor(() => expect(search().from).toBeUndefined());
});

it.each(['2030-02-30', '30-03-2030', 'yesterday', '2030-3-28'])('takes from=%s for no parameter', async (from) => {
  const { search } = await open(`/attendance/availability?from=${from}`);
  await screen.findByRole('button', { name: 'Tento týden' });
  expect(search().from).toBeUndefined();
});

it('shows the holders of one position', async () => {
  const { user, asked, search } = await open(march);
  await user.click(await screen.findByRole('button', { name: /Pozice/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Vývojář' }));
  await waitFor(() => expect(search().position).toBe(4));
  await waitFor(() => expect(asked()).toContain('from=2030-03-25&position=4'));
});

it('names the holidays', async () => {
  await open('/attendance/availability?from=2030-04-17');
  const legend = await screen.findByRole('list', { name: 'Legenda' });
  expect(await within(legend).findByText('pá 19. 4. Velký pátek')).toBeInTheDocument();
  expect(screen.getByRole('columnheader', { name: /19\. 4\..*Velký pátek/ })).toBeInTheDocument();
});

it('says in the words of the catalogue that it failed, and tries again', async () => {
  let failing = true;
  const { user } = await open(`${march}&lng=en`, {
    'GET /attendance/availability': ({ query }) =>
      failing ? problem(500, 'request.failed') : weekOf(query.get('from')!),
  });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/Dostupnost uživatelů se nepodařilo načíst|Error while getting users availability/);
  failing = false;
  await user.click(within(alert).getByRole('button'));
  expect(await screen.findByRole('table')).toBeInTheDocument();
});
