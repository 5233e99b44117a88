import type { SearchItem } from '@gos/contract';
import { screen, waitFor } from '@testing-library/react';
import { haveSession, renderApp } from '../testing/render-app';
import { pageOf, serve, signedIn } from '../testing/server';
import { aTask, karla, me } from '../testing/task-fixtures';

const found = (id: number, name: string): SearchItem => ({
  model: 'task',
  id,
  name,
  snippet: name,
  field: 'name',
  state: 'assigned',
  deadline: null,
  contractor: karla,
  solver: me,
  project: null,
});

it('opens a hit of all that was typed, however quickly Enter follows', async () => {
  haveSession();
  serve({
    ...signedIn,
    'GET /projects': () => pageOf([]),
    'GET /search': ({ query }) =>
      pageOf([query.get('q') === 'mig' ? found(99, 'Migréna') : found(12, 'Migrace karet')]),
    'GET /tasks/:id': ({ path }) => aTask({ id: Number(path.split('/')[2]) }),
    'GET /tasks/:id/activity': () => ({ items: [], total: 0 }),
    'GET /tasks/:id/comments': () => pageOf([]),
  });
  const { user, router } = await renderApp('/tasks');
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Hledat nebo přejít na…' });
  await user.type(field, 'mig');
  expect(await screen.findByRole('option', { name: /Migréna/ })).toHaveAttribute('aria-selected', 'true');
  await user.type(field, 'race{Enter}');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ taskId: 12 }));
  expect(screen.queryByRole('combobox', { name: 'Hledat nebo přejít na…' })).toBeNull();
});
