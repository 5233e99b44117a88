import { projectRoutes, taskRoutes } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leave } from '../lib/leave';
import { hasPast, pastMoment, showMomentOf } from '../lib/past';
import { request } from '../lib/request';
import { haveSession, renderApp } from '../testing/render-app';
import { serve, signedIn } from '../testing/server';

const moment = '2026-11-20T08:00:00.000Z';
const left: string[] = [];

beforeEach(() => {
  haveSession();
  left.length = 0;
  vi.spyOn(leave, 'to').mockImplementation((address) => void left.push(address));
});
afterEach(() => {
  vi.restoreAllMocks();
  showMomentOf('');
});

const bar = () => screen.findByRole('region', { name: 'Minulost' });

it('asks as of the moment of the address, where there is a past, and shows it framed', async () => {
  const calls = serve(signedIn);
  await renderApp(`/tasks?asOf=${moment}`);
  expect(await bar()).toHaveTextContent(/^Minulost: .*20\. listopadu 2026.*Nic tu nejde změnit\./);
  await waitFor(() => expect(calls.some(({ path }) => path === '/tasks')).toBe(true));
  const atOf = (wanted: string) => calls.find(({ path }) => path === wanted)?.query.get('at');
  expect(atOf('/tasks')).toBe(moment);
  expect(atOf('/projects')).toBe(moment);
  expect(atOf('/me')).toBeNull();
  // Counts are those of the present.
  expect(screen.queryByText('7')).toBeNull();
  expect(screen.queryByRole('link', { name: /Nový úkol/ })).toBeNull();
});

it('keeps the moment on the way to other screens, and says which of them have no past', async () => {
  serve({ ...signedIn, 'GET /users': () => ({ items: [], total: 0, page: 1, pageSize: 25 }) });
  const { user, router } = await renderApp(`/tasks?asOf=${moment}`);
  await bar();
  await user.click(await screen.findByRole('link', { name: 'Zadané' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/tasks/given'));
  expect(router.state.location.search).toMatchObject({ asOf: moment });
  await router.navigate({ to: '/profile' });
  await waitFor(async () => expect(await bar()).toHaveTextContent('Tato obrazovka minulost nemá'));
  expect(router.state.location.search).toMatchObject({ asOf: moment });
});

it('sends no command, whatever asks for it', async () => {
  const calls = serve(signedIn);
  await renderApp(`/tasks?asOf=${moment}`);
  await bar();
  const before = calls.length;
  await expect(request(taskRoutes.create, { body: { name: 'Změna' } as never })).rejects.toMatchObject({
    code: 'past.read-only',
  });
  await expect(request(projectRoutes.create, { body: { name: 'Změna' } as never })).rejects.toMatchObject({
    code: 'past.read-only',
  });
  expect(calls.slice(before).filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('takes away what today’s rights allow', async () => {
  serve({
    ...signedIn,
    'GET /tasks/:id': () => ({ id: 5, can: { edit: true, accept: 'task.not-solved' } }),
  });
  showMomentOf(`?asOf=${moment}`);
  expect(await request(taskRoutes.detail, { id: 5 })).toMatchObject({
    can: { edit: 'past.read-only', accept: 'past.read-only' },
  });
});

it('leads back to the present by a key and by a button', async () => {
  serve(signedIn);
  window.history.replaceState(null, '', `/tasks?asOf=${moment}&at=${moment}&page=2`);
  const { user } = await renderApp(`/tasks?asOf=${moment}`);
  await user.click(within(await bar()).getByRole('button', { name: /^Zpět do současnosti/ }));
  await user.keyboard('n');
  expect(left.map((address) => address.replace(window.location.origin, ''))).toEqual([
    '/tasks?page=2',
    '/tasks?page=2',
  ]);
  window.history.replaceState(null, '', '/');
});

it('is chosen with G T: a quick moment, or a day and a time, none of them ahead', async () => {
  serve(signedIn);
  window.history.replaceState(null, '', '/tasks');
  const { user } = await renderApp('/tasks');
  await screen.findByRole('button', { name: 'Ukázat jiný okamžik' });
  expect(screen.queryByRole('region', { name: 'Minulost' })).toBeNull();
  await user.keyboard('gt');
  const dialog = within(await screen.findByRole('dialog', { name: 'Ukázat jiný okamžik' }));
  const began = Date.now();
  await user.click(dialog.getByRole('button', { name: 'Před týdnem' }));
  const chosen = Date.parse(new URL(left[0]!).searchParams.get('asOf')!);
  expect(Math.abs(began - 7 * 86_400_000 - chosen)).toBeLessThan(60_000);
  await user.clear(dialog.getByLabelText('Čas'));
  expect(dialog.getByRole('button', { name: 'Ukázat' })).toBeDisabled();
});

it.each([
  ['?asOf=yesterday', null],
  ['?asOf=2999-01-01T00:00:00Z', null],
  ['?asOf=0000-01-01T00:00:00Z', null],
  ['', null],
  ['?asOf=2026-11-20T09:00:00%2B01:00', moment],
])('takes %s as %s', (search, expected) => {
  showMomentOf(search);
  expect(pastMoment()).toBe(expected);
});

it.each([
  ['/tasks', true],
  ['/tasks/project/5/board/7', true],
  ['/tasks/project/5/', true],
  ['/people/positions', true],
  ['/attendance', true],
  ['/attendance/worked', true],
  ['/attendance/team', false],
  ['/attendance/team-month', true],
  ['/tasks/project/5/statistics', false],
  ['/tasks/search', false],
  ['/admin', false],
  ['/profile', false],
])('knows whether %s has a past: %s', (path, expected) => {
  expect(hasPast(path)).toBe(expected);
});
