import type { ActivityItem, MyChange } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, pageOf, serve, signedIn } from '../../testing/server';
import { aRow } from '../../testing/task-fixtures';
import { nextVisit } from './home.api';

const minutes = (count: number) => count * 60_000;
const ago = (count: number) => new Date(Date.now() - minutes(count)).toISOString();

const comment: ActivityItem = {
  id: 'e1',
  event: 'CommentAdded',
  class: 'comment',
  at: ago(5),
  by: { id: 2, name: 'Karla Svobodová' },
  byThen: null,
  via: 'web',
  taskId: 12,
  revision: 3,
  changes: [],
  text: 'Kdy to bude?',
  hash: '',
};
const change: MyChange = { task: { id: 12, name: 'Inventura', state: 'assigned' }, last: comment, count: 3 };

async function open(handlers: Handlers) {
  haveSession();
  const calls = serve({ ...signedIn, ...handlers });
  return { ...(await renderApp('/')), calls };
}

describe('the visit', () => {
  const now = Date.parse('2026-05-04T10:00:00.000Z');
  const at = (instant: string) => `2026-05-04T${instant}:00.000Z`;

  it('begins with the first look and goes on while one comes back soon', () => {
    expect(nextVisit(null, now)).toEqual({ at: at('10:00'), since: null });
    expect(nextVisit({ at: at('09:50'), since: at('07:00') }, now)).toEqual({ at: at('10:00'), since: at('07:00') });
    expect(nextVisit({ at: at('08:00'), since: at('07:00') }, now)).toEqual({ at: at('10:00'), since: at('08:00') });
  });

  it('takes what cannot be read for nothing', () => {
    for (const wrong of ['x', 7, { at: 'yesterday' }, { at: 5, since: {} }, []]) {
      expect(nextVisit(wrong, now).since).toBeNull();
    }
  });
});

it('greets, and shows what waits with its first tasks, what asks for an answer first', async () => {
  await open({
    'GET /tasks': ({ query }) =>
      pageOf(query.get('list') === 'to-accept' ? [aRow({ id: 5, name: 'Předaná sestava', state: 'fulfilled' })] : []),
  });
  expect(await screen.findByText('Přihlášeno')).toBeVisible();
  const waiting = await screen.findByRole('region', { name: 'Co na vás čeká' });
  const links = await within(waiting).findAllByRole('link', { name: /úkol/ });
  expect(links.map(({ textContent }) => textContent)).toEqual([
    '2 úkoly k převzetí',
    '7 úkolů k dokončení',
    '3 zadané úkoly',
    'Nový úkol',
  ]);
  expect(await within(waiting).findByRole('link', { name: /Předaná sestava/ })).toHaveAttribute('href', '/?taskId=5');
});

it('tells what others did since the last visit, and remembers this one', async () => {
  const last = ago(300);
  const { calls, user, router } = await open({
    'GET /me/preferences/home': () => ({ value: { at: last, since: null } }),
    'GET /me/changes': () => ({ items: [change] }),
  });
  const changes = await screen.findByRole('region', { name: 'Co se změnilo od vaší poslední návštěvy' });
  const link = await within(changes).findByRole('link', { name: /Inventura/ });
  expect(link).toHaveTextContent(/Karla Svobodová.*a 2 další změny/);
  expect(calls.find(({ path }) => path === '/me/changes')!.query.get('since')).toBe(last);
  const put = calls.find(({ method, path }) => method === 'PUT' && path === '/me/preferences/home')!;
  expect(put.body).toEqual({ value: { at: expect.any(String), since: last } });
  serve({
    ...signedIn,
    'GET /tasks/:id': () => new Response('{}', { status: 404 }),
    'GET /tasks/:id/activity': () => pageOf([]),
    'GET /tasks/:id/comments': () => pageOf([]),
  });
  await user.click(link);
  await waitFor(() => expect(router.state.location.search).toMatchObject({ taskId: 12 }));
});

it('says that nothing changed', async () => {
  await open({ 'GET /me/preferences/home': () => ({ value: { at: ago(300), since: null } }) });
  expect(await screen.findByText(/se ve vašich úkolech nic nezměnilo/)).toBeVisible();
});

it('says how to begin where there is nothing', async () => {
  await open({
    'GET /tasks/counts': () => ({ 'to-complete': 0, given: 0, 'to-accept': 0, notified: 0, planned: 0 }),
  });
  expect(await screen.findByRole('heading', { name: 'Jak začít' })).toBeVisible();
  expect(screen.getByText(/\/register/)).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Nový projekt' }).at(-1)).toHaveAttribute('href', '/tasks/project-new');
  expect(screen.queryByRole('region', { name: /Co se/ })).toBeNull();
});

it.each([
  ['invite', 'Pozvat kolegy', '/people/invitations'],
  ['off', 'Otevřít nastavení', '/admin/settings'],
] as const)(
  'leads an admin to the screen that lets colleagues in where registration is %s',
  async (registration, name, to) => {
    window.__GOS_CONFIG__ = { registration };
    await open({
      'GET /tasks/counts': () => ({ 'to-complete': 0, given: 0, 'to-accept': 0, notified: 0, planned: 0 }),
    });
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', to);
    expect(screen.queryByText(/\/register/)).toBeNull();
    delete window.__GOS_CONFIG__;
  },
);

it('keeps the settings from who is no admin', async () => {
  await open({
    'GET /me': () => ({ ...jan, role: 'member' }),
    'GET /tasks/counts': () => ({ 'to-complete': 0, given: 0, 'to-accept': 0, notified: 0, planned: 0 }),
  });
  expect(await screen.findByRole('heading', { name: 'Jak začít' })).toBeVisible();
  expect(screen.queryByText(/\/register/)).toBeNull();
});
