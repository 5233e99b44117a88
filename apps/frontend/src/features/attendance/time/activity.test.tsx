import { localDay, mondayOf } from '@gos/domain';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../../testing/render-app';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../../testing/server';

const petr = { id: 3, name: 'Petr Malý' };
const offer = { id: 12, name: 'Nabídka', project: null, contractId: 'S-1', minutes: 90 };
const secret = { id: null, name: null, project: null, contractId: null, minutes: 30 };
const today = localDay(Date.now(), 'Europe/Prague');

async function open(address: string, handlers: Handlers = {}) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, role: 'member' }),
    'GET /users/3': () => petr,
    'GET /positions': () => pageOf([]),
    'GET /attendance/activity': ({ query }) => ({
      user: petr,
      from: query.get('from'),
      to: query.get('to'),
      workedMinutes: 120,
      days: [{ date: '2026-11-18', workedMinutes: 120, tasks: [offer, secret] }],
      logs: [
        {
          id: '1:4',
          at: '2026-11-18T09:00:00.000Z',
          by: petr,
          event: 'CommentAdded',
          class: 'comment',
          changes: [],
          text: 'x',
          task: { id: 12, name: 'Nabídka' },
        },
      ],
    }),
    'GET /attendance/availability': () => ({
      from: mondayOf(today),
      days: [today],
      holidays: [],
      people: [
        { user: { id: jan.id, name: jan.name }, days: [{ date: today, plans: [] }] },
        {
          user: petr,
          days: [
            {
              date: today,
              plans: [
                {
                  id: 1,
                  user: petr,
                  from: '08:00',
                  to: '16:30',
                  type: 'remote_work',
                  kind: null,
                  half: null,
                  location: 'Doma',
                },
              ],
            },
          ],
        },
      ],
    }),
    'GET /presence': () =>
      pageOf([
        { user: petr, state: 'working', since: '2026-11-23T08:00:00.000Z', task: { id: null, name: null }, plan: null },
      ]),
    ...handlers,
  });
  const app = await renderApp(address);
  const asked = () => calls.find(({ path }) => path === '/attendance/activity')!.query;
  return { ...app, asked };
}

it('tells what a person did in some days, hidden tasks as such', async () => {
  const { asked } = await open('/attendance/activity?userId=3&from=2026-11-16&to=2026-11-20');
  const day = (await screen.findByRole('heading', { name: /středa 18. listopadu/ })).closest('section')!;
  expect(within(day).getByText('skrytý úkol')).toBeInTheDocument();
  expect(within(day).getByRole('link', { name: '#12 Nabídka' })).toBeInTheDocument();
  // A member may not open somebody else's day.
  expect(within(day).queryByRole('link', { name: /středa/ })).not.toBeInTheDocument();
  expect(Object.fromEntries(asked())).toEqual({ userId: '3', from: '2026-11-16', to: '2026-11-20' });
});

it('takes a span that ends before it begins for none', async () => {
  const { asked } = await open('/attendance/activity?from=2026-11-20&to=2026-11-16');
  await screen.findByRole('heading', { name: /středa 18. listopadu/ });
  expect(asked().get('to')).toBe(today);
});

it('says why it cannot be shown', async () => {
  await open('/attendance/activity?userId=3', { 'GET /attendance/activity': () => problem(404, 'user.not-found') });
  expect(await screen.findByText(/Docházku se nepodařilo načíst/)).toBeInTheDocument();
});

it('shows the plan of today, who works, and leads to what they did', async () => {
  await open('/attendance/team');
  const row = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('[data-person="3"]');
    expect(found).toHaveTextContent('pracuje');
    return found!;
  });
  expect(row).toHaveTextContent('8:00–16:30 Home office · Doma');
  expect(row).toHaveTextContent('skrytý úkol');
  expect(within(row).getByRole('link', { name: 'Petr Malý' })).toHaveAttribute('href', '/attendance/activity?userId=3');
  expect(document.querySelector('[data-person="1"]')).toHaveTextContent('Dnes bez plánunepřipojen(a)');
});

it('knows of all of 250 who is here', async () => {
  const people = Array.from({ length: 250 }, (_, index) => ({ id: index + 1, name: `Člověk ${index + 1}` }));
  const state = { state: 'connected', since: '2026-11-23T08:00:00.000Z', task: null, plan: null };
  const here = people.map((user) => ({ user, ...state }));
  await open('/attendance/team', {
    'GET /attendance/availability': () => ({
      from: mondayOf(today),
      days: [today],
      holidays: [],
      people: people.map((user) => ({ user, days: [{ date: today, plans: [] }] })),
    }),
    'GET /presence': ({ query }) => {
      const page = Number(query.get('page'));
      return { items: here.slice((page - 1) * 100, page * 100), total: 250, page, pageSize: 100 };
    },
  });
  await waitFor(() => expect(document.querySelector('[data-person="250"]')).toHaveTextContent('online'));
  expect(document.querySelectorAll('[data-person]')).toHaveLength(250);
});
