import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aDeletion } from '../../testing/activity-fixtures';
import { haveSession, renderApp } from '../../testing/render-app';
import { serve, signedIn } from '../../testing/server';

const action = aDeletion;

const board = {
  id: 'edit-2',
  event: 'BoardDeleted',
  class: null,
  taskId: null,
  thing: { kind: 'board', id: '8', name: 'Platby' },
  task: null,
  project: { id: 5, name: 'E-shop' },
} as const;

it('opens with the undo key, undoes an action and says why another cannot be undone', async () => {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /undo': () => ({
      items: [
        { action, refused: null },
        { action: { ...action, ...board }, refused: 'undo.too-late' },
      ],
    }),
    'POST /undo': () => ({ id: 12, revision: 4, position: '9', eventId: 'undo-1' }),
  });
  await renderApp('/tasks');
  const user = userEvent.setup();
  await user.keyboard('{Control>}z{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Moje poslední akce' });
  expect(await within(dialog).findByText('Vzít to zpět brání pozdější změna.')).toBeVisible();
  expect(within(dialog).getByRole('link', { name: 'Platby' })).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Vzít zpět: Inventura' }));
  expect(await screen.findByText('Akce je vzatá zpět')).toBeVisible();
  expect(calls.find(({ method, path }) => method === 'POST' && path === '/undo')?.body).toEqual({ eventId: 'edit-1' });
});
