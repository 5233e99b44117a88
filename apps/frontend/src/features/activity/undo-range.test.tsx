import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aDeletion } from '../../testing/activity-fixtures';
import { haveSession, renderApp } from '../../testing/render-app';
import { jan, pageOf, problem, serve, signedIn } from '../../testing/server';

const admin = { ...jan, role: 'admin' } as const;

const action = { ...aDeletion, by: { id: 2, name: 'Petr Dvořák' }, via: 'api' } as const;

const late = {
  action: { ...action, id: 'edit-2', position: '6', task: { id: 13, name: 'Platby' } },
  refusal: {
    code: 'undo.too-late',
    later: { eventId: 'e9', event: 'TaskEdited', at: action.at, by: { id: 3, name: 'Eva Malá' } },
  },
};
const refused = [{ code: 'undo.too-late', count: 1 }];
const preview = { items: [{ action, refusal: null }, late], total: 2, page: 1, pageSize: 25, undoable: 1, refused };

const range = {
  id: 'range-1',
  state: 'running',
  by: { id: 1, name: 'Jan Novák' },
  filters: {},
  startedAt: action.at,
  endedAt: null as string | null,
  all: 2,
  undone: 0,
  refused: [] as object[],
  items: [] as object[],
};

const handlers = {
  ...signedIn,
  'GET /me': () => admin,
  'GET /activity': () => pageOf([]),
  'GET /users/:id': () => ({ ...jan, id: 2, name: 'Petr Dvořák' }),
  'GET /admin/undo': () => ({ last: null }),
  'GET /admin/undo/preview': () => preview,
};

const open = async (more: object, path = '/audit?by=2&via=api&from=2026-11-18&to=2026-11-18') => {
  haveSession();
  const calls = serve({ ...handlers, ...more });
  const { user } = await renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Vzít zpět rozsah' }));
  return { user, calls };
};

it('shows what cannot be undone and why, confirms the number, and reports the result', async () => {
  let last: typeof range | null = null;
  const { user, calls } = await open({
    'GET /admin/undo': () => ({ last }),
    'POST /admin/undo': () => {
      last = range;
      return { last };
    },
  });
  const dialog = await screen.findByRole('dialog', { name: 'Vzít zpět rozsah' });
  expect(await within(dialog).findByText('Vezme se zpět 1 akce.')).toBeVisible();
  const rows = within(within(dialog).getByRole('list', { name: 'Akce v rozsahu' })).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('Petr Dvořák');
  expect(rows[1]).toHaveTextContent('Vzít to zpět brání pozdější změna. Pozdější změna: Eva Malá');
  expect(within(dialog).getByText('Vzít to zpět brání pozdější změna. (1)')).toBeVisible();

  await user.click(within(dialog).getByRole('button', { name: 'Vzít zpět 1 akci' }));
  const confirmation = await screen.findByRole('dialog', { name: 'Vzít zpět 1 akci?' });
  await user.click(within(confirmation).getByRole('button', { name: 'Vzít zpět 1 akci' }));
  expect(await screen.findByText('Vzato zpět: 0 z 2')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Průběh' })).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    filters: { by: ['2'], via: ['api'] },
    from: '2026-11-17T23:00:00.000Z',
    to: '2026-11-18T22:59:59.999Z',
  });

  last = { ...range, state: 'done', endedAt: action.at, undone: 1, refused, items: [late] };
  expect(await screen.findByText('Rozsah je vzatý zpět.', undefined, { timeout: 3_000 })).toBeVisible();
  expect(screen.getByText('Vzato zpět: 1 z 2')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Vybrat jiný rozsah' }));
  expect(await screen.findByText('Vezme se zpět 1 akce.')).toBeVisible();
});

it('warns where no filter is chosen, and refuses a range that is too large', async () => {
  await open(
    { 'GET /admin/undo/preview': () => problem(422, 'undo.range-too-large', { params: { max: 500 } }) },
    '/audit',
  );
  expect(await screen.findByText('Žádný filtr není zvolen: vzaly by se zpět akce všech lidí.')).toBeVisible();
  expect(await screen.findByText(/Najednou lze vzít zpět nejvýše 500 akcí/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Vzít zpět 0 akcí/ })).toBeDisabled();
});

it('shows a running one, which can be stopped', async () => {
  const { user, calls } = await open({
    'GET /admin/undo': () => ({ last: { ...range, undone: 1 } }),
    'POST /admin/undo/stop': () => ({ last: { ...range, undone: 1, state: 'stopping' } }),
  });
  expect(await screen.findByText('Vzato zpět: 1 z 2')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Zastavit' }));
  await waitFor(() => expect(calls.some(({ path }) => path === '/admin/undo/stop')).toBe(true));
  expect(await screen.findByText('Zastavuje se…')).toBeVisible();
});

it('is not offered to an auditor', async () => {
  haveSession();
  serve({ ...handlers, 'GET /me': () => ({ ...jan, role: 'auditor', mayCreateProjects: false }) });
  await renderApp('/audit');
  await screen.findByRole('heading', { level: 1, name: /Audit/ });
  expect(screen.queryByRole('button', { name: 'Vzít zpět rozsah' })).toBeNull();
});
