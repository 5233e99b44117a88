import type { TaskAnswer } from '@gos/contract';
import { screen, waitFor } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, pageOf, serve, signedIn } from '../../testing/server';
import { anItem, aRow, aTask, me, petr } from '../../testing/task-fixtures';

// The chunk is read before the clock of the first test runs.
beforeAll(() => import('./task-panel'), 60_000);
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const handedOver = {
  contractor: me,
  solver: petr,
  state: 'fulfilled',
  result: 'Hotovo.',
} satisfies Partial<TaskAnswer>;

async function open(task: Partial<TaskAnswer>, handlers: Handlers = {}) {
  haveSession();
  serve({
    ...signedIn,
    'GET /tasks': () => pageOf([aRow(task)]),
    'GET /tasks/12': () => aTask(task),
    'GET /tasks/12/activity': () => ({ items: [anItem()], total: 1 }),
    'GET /tasks/12/comments': () => pageOf([]),
    'GET /users': () => pageOf([]),
    ...handlers,
  });
  const app = await renderApp('/tasks/given?taskId=12');
  const panel = await screen.findByRole('dialog', { name: 'Migrace skladových karet' });
  await waitFor(() => expect(panel).toHaveFocus());
  return { ...app, panel };
}

it('says why a key does nothing now, and lets what is typed after it do nothing either', async () => {
  const { user, panel, router } = await open(handedOver);
  await user.keyboard('s');
  expect(await screen.findByRole('alert')).toHaveTextContent('Výsledek úkolu je již předán.');
  // "Rychle c": r would return the task, c make a new one, Enter open what has the focus.
  await user.keyboard('Rychle c{Enter}');
  expect(screen.queryByRole('form', { name: 'Vrátit' })).toBeNull();
  expect(router.state.location.pathname).toBe('/tasks/given');
  expect(panel).toBeVisible();
});

it('obeys keys again once nothing was typed for a moment', async () => {
  const { user } = await open(handedOver);
  await user.keyboard('s');
  await screen.findByRole('alert');
  vi.setSystemTime(Date.now() + 1_400);
  await user.keyboard('r');
  vi.setSystemTime(Date.now() + 1_400);
  await user.keyboard('r');
  expect(screen.queryByRole('form', { name: 'Vrátit' })).toBeNull();
  vi.setSystemTime(Date.now() + 1_600);
  await user.keyboard('r');
  expect(await screen.findByRole('form', { name: 'Vrátit' })).toBeVisible();
});

it('obeys Escape at once, and what is typed into a field', async () => {
  const { user, panel } = await open(handedOver);
  await user.keyboard('s');
  await screen.findByRole('alert');
  const comment = screen.getByRole('textbox', { name: /komentář/i });
  await user.type(comment, 'Ano');
  expect(comment).toHaveValue('Ano');
  panel.focus();
  await user.keyboard('s{Escape}');
  await waitFor(() => expect(panel).not.toBeInTheDocument());
});

it('says of a moment of the past that it cannot be changed', async () => {
  const { user } = await open(handedOver, { 'GET /tasks/12/diff': () => ({ from: {}, to: {}, changes: [] }) });
  await user.click(await screen.findByRole('button', { name: 'Ukázat úkol v tomto okamžiku' }));
  await screen.findByText('Úkol ve stavu k okamžiku:', { exact: false });
  await user.keyboard('r');
  expect(await screen.findByRole('alert')).toHaveTextContent('Minulost změnit nejde.');
});
