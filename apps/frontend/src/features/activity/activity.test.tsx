import type { Happening } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { jan, pageOf, problem, serve, signedIn } from '../../testing/server';

const auditor = { ...jan, id: 9, name: 'Alena Auditorová', role: 'auditor', mayCreateProjects: false };

const event = (position: number, more: Partial<Happening>): Happening => ({
  id: `e${position}`,
  event: 'CommentAdded',
  class: 'comment',
  at: `2026-11-2${position}T10:00:00.000Z`,
  by: { id: 2, name: 'Petr Dvořák' },
  byThen: null,
  via: 'web',
  taskId: 5,
  revision: 1,
  changes: [],
  text: 'Hotovo, @[2].',
  hash: 'abcdef0123456789',
  position: String(position),
  thing: { kind: 'task', id: '5', name: 'Faktury' },
  task: { id: 5, name: 'Faktury' },
  project: { id: 3, name: 'Sklad' },
  source: null,
  ...more,
});

const events = [
  event(4, {
    event: 'UserRoleChanged',
    class: null,
    taskId: null,
    task: null,
    project: null,
    text: null,
    thing: { kind: 'user', id: '7', name: 'Eva Malá' },
    changes: [{ field: 'role', from: 'member', to: 'admin' }],
  }),
  event(3, {}),
];

const handlers = {
  ...signedIn,
  'GET /me': () => auditor,
  'GET /activity': () => pageOf(events),
  'GET /users/:id': () => ({ ...jan, id: 2, name: 'Petr Dvořák' }),
};

it('leads an auditor to the desk and offers nothing that the server refuses', async () => {
  haveSession();
  serve(handlers);
  const { path } = await renderApp('/tasks');
  expect(await screen.findByRole('heading', { level: 1, name: /Audit/ })).toBeVisible();
  expect(path()).toBe('/audit');
  const navigation = screen.getByRole('navigation', { name: 'Hlavní navigace' });
  expect(within(navigation).getByRole('link', { name: 'Audit' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Nový úkol/ })).toBeNull();
  expect(within(navigation).queryByRole('link', { name: /K dokončení|Dostupnost$/ })).toBeNull();
});

it('tells the events by day, with values before and after', async () => {
  haveSession();
  serve(handlers);
  const { user } = await renderApp('/audit');
  const changed = (await screen.findByText('mění roli osoby', { exact: false })).closest('li')!;
  expect(changed).toHaveTextContent('Petr Dvořák mění roli osoby z Člen → na Správce');
  expect(within(changed).getByRole('link', { name: 'Eva Malá' })).toHaveAttribute('href', '/people/7');
  await user.click(within(changed).getByRole('button', { name: 'Podrobnosti události 4' }));
  const values = within(changed).getByRole('table', { name: 'Hodnoty předtím a potom' });
  expect(within(values).getByRole('row', { name: 'Role Člen Správce' })).toBeVisible();
  expect(changed).toHaveTextContent('abcdef0123456789');
  expect(screen.getAllByRole('heading', { level: 2, name: /2026/ }).map(({ textContent }) => textContent)).toEqual([
    'úterý 24. listopadu 2026',
    'pondělí 23. listopadu 2026',
  ]);
});

it('links to the task as it was then', async () => {
  haveSession();
  serve(handlers);
  await renderApp('/audit?via=web');
  const link = await screen.findByRole('link', { name: 'Úkol 5, jak tehdy vypadal: #5 Faktury' });
  const { searchParams } = new URL(link.getAttribute('href')!, 'http://gos.example');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    taskId: '5',
    at: '2026-11-23T10:00:00.000Z',
    via: '["web"]',
  });
});

it('filters by the address and clears the filters', async () => {
  haveSession();
  const calls = serve({ ...handlers, 'GET /activity': () => pageOf([]) });
  const { user, router } = await renderApp('/audit?class=comment&by=2&q=faktura&from=2026-11-01');
  expect(await screen.findByText('Filtrům neodpovídá žádná událost.')).toBeVisible();
  const asked = calls.find(({ path }) => path === '/activity')!.query;
  expect(Object.fromEntries(asked)).toEqual({
    by: '2',
    class: 'comment',
    q: 'faktura',
    from: '2026-10-31T23:00:00.000Z',
    page: '1',
    pageSize: '50',
  });
  await user.click(screen.getAllByRole('button', { name: 'Zrušit filtry' })[0]!);
  await waitFor(() => expect(router.state.location.searchStr).toBe(''));
});

it('says who may read it, and what went wrong', async () => {
  haveSession();
  serve({ ...handlers, 'GET /me': () => ({ ...jan, role: 'member' }) });
  await renderApp('/audit');
  expect(await screen.findByText('Události všech lidí vidí jen auditoři a správci.')).toBeVisible();
});

it('offers another try after a failure', async () => {
  haveSession();
  let broken = true;
  serve({ ...handlers, 'GET /activity': () => (broken ? problem(404, 'not-found') : pageOf(events)) });
  const { user } = await renderApp('/audit');
  expect(await screen.findByText('Události se nepodařilo načíst.')).toBeVisible();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Zkusit znovu' }));
  expect(await screen.findByText('mění roli osoby', { exact: false })).toBeVisible();
});

it('names the token or webhook of an event, and filters by it', async () => {
  haveSession();
  const source = { kind: 'token', id: 'abc_1', name: 'Noční import' } as const;
  const hook = { kind: 'webhook', id: '4', name: null } as const;
  const sources = {
    tokens: [{ id: 'abc_1', name: 'Noční import', owner: { id: 2, name: 'Petr Dvořák' }, ended: true }],
    webhooks: [{ id: 4, name: 'Gitea', project: { id: 3, name: 'Sklad' }, deleted: false }],
  };
  const calls = serve({
    ...handlers,
    'GET /activity': () => pageOf([event(4, { via: 'webhook', source: hook }), event(3, { via: 'api', source })]),
    'GET /activity/sources': () => sources,
  });
  const { user, router } = await renderApp('/audit?webhook=4');
  expect(await screen.findByText('tokenem Noční import')).toBeVisible();
  expect(screen.getByText('webhookem #4')).toBeVisible();
  expect(await screen.findByRole('button', { name: /Webhook.*Gitea/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /Token API/ }));
  await user.click(await screen.findByRole('option', { name: 'Noční import Petr Dvořák, ukončen' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ token: 'abc_1', webhook: 4 }));
  const asked = calls.filter(({ path }) => path === '/activity').at(-1)!.query;
  expect(Object.fromEntries(asked)).toMatchObject({ token: 'abc_1', webhook: '4' });
});
