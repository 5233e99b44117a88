import { screen, waitFor, within } from '@testing-library/react';
import { karla, me } from '../../../testing/project-fixtures';
import { haveSession, renderApp } from '../../../testing/render-app';
import { aRepeatedTask } from '../../../testing/repeated-fixtures';
import { type Handlers, json, pageOf, problem, serve, signedIn } from '../../../testing/server';

const event = (id: string, name: string, more: object) => ({
  id,
  event: name,
  at: '2026-11-20T08:00:00.000Z',
  by: me,
  via: 'app',
  revision: 1,
  changes: [],
  hash: id,
  ...more,
});
const history = [
  event('1', 'RepeatedTaskCreated', {}),
  event('2', 'OccurrenceGenerated', {
    by: null,
    number: 1,
    deadline: '2030-03-04T08:00:00.000Z',
    tasks: [{ id: 31, name: 'Kontrola zásob' }],
  }),
  event('2b', 'RepeatedTaskEdited', {
    changes: [
      { field: 'repeat', from: 'yearly', to: 'monthly' },
      { field: 'repeatDay', from: '03-15', to: 31 },
    ],
  }),
  event('2c', 'RepeatedTaskEdited', {
    changes: [
      { field: 'repeat', from: 'monthly', to: 'weekly' },
      { field: 'repeatDay', from: 31, to: 2 },
    ],
  }),
  event('3', 'RepeatedTaskEdited', {
    changes: [
      { field: 'repeatDay', from: 2, to: 1 },
      { field: 'period', from: 'two-weeks', to: 'week' },
      { field: 'solver', from: null, to: karla },
    ],
  }),
  event('4', 'OccurrenceSkipped', {
    reason: 'inactive',
    count: 2,
    from: '2026-12-07',
    to: '2026-12-14',
    deadline: '2026-12-14T08:00:00.000Z',
    tasks: [],
  }),
];

async function open(handlers: Handlers = {}, address = '/tasks/repeated/7') {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /repeated-tasks/7': () => aRepeatedTask(),
    'GET /repeated-tasks/7/activity': () => pageOf(history),
    ...handlers,
  });
  const app = await renderApp(address);
  return { ...app, calls, sent: (path: string) => calls.find((call) => call.method === 'POST' && call.path === path) };
}

it('says what it is in words, what is to come and what has happened', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'Kontrola zásob' })).toBeVisible();
  expect(screen.getByText('každé pondělí')).toBeVisible();
  expect(screen.getByText('Projít regály')).toBeVisible();
  const coming = screen.getByRole('region', { name: 'Nejbližší termíny' });
  const [first, second] = within(coming).getAllByRole('listitem');
  expect(first).toHaveTextContent('po 4. března 2030, 9:00#31 Kontrola zásob');
  expect(second).toHaveTextContent('po 11. března 2030, 9:00zatím není úkolem');
  const past = within(screen.getByRole('region', { name: 'Aktivita' }));
  expect(await past.findByText(/zakládá opakovaný úkol/)).toBeVisible();
  expect(past.getByRole('link', { name: '#31' })).toHaveAttribute('href', '/tasks/repeated/7?taskId=31');
  expect(past.getByText('každé dva týdny')).toBeVisible();
  const days = past.getAllByText(/^Den opakování/).map((change) => change.textContent);
  expect(days).toEqual([
    'Den opakování: z 15. března →  na poslední den',
    'Den opakování: z poslední den →  na úterý',
    'Den opakování: z úterý →  na pondělí',
  ]);
  expect(past.getByText(/vynechává 2 výskyty od 7. prosince 2026 do 14. prosince 2026/)).toBeVisible();
});

it('says that its history could not be loaded, and tries again', async () => {
  let fails = true;
  const { user } = await open({
    'GET /repeated-tasks/7/activity': () => (fails ? problem(500, 'internal') : pageOf(history)),
  });
  const past = within(await screen.findByRole('region', { name: 'Aktivita' }));
  expect(await past.findByRole('alert')).toHaveTextContent('Historii se nepodařilo načíst.');
  fails = false;
  await user.click(past.getByRole('button', { name: 'Zkusit znovu' }));
  expect(await past.findByText(/zakládá opakovaný úkol/)).toBeVisible();
  expect(past.queryByRole('alert')).toBeNull();
});

it('skips an occurrence after asking, which is gone at once', async () => {
  const { user, sent } = await open({ 'POST /repeated-tasks/7/skip': () => ({ id: 7, revision: 3, position: '1' }) });
  await user.click(await screen.findByRole('button', { name: 'Akce výskytu po 4. března 2030, 9:00' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Vynechat…' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('které ještě nejsou vyřešené, se smažou');
  await user.click(within(dialog).getByRole('button', { name: 'Vynechat' }));
  await waitFor(() => expect(sent('/repeated-tasks/7/skip')?.body).toEqual({ number: 1 }));
  expect(await screen.findByText('Výskyt vynechán')).toBeVisible();
});

it('makes an occurrence a task now, and opens it', async () => {
  const { user, sent, router } = await open({
    'POST /repeated-tasks/7/occurrences': () => json(201, { id: 7, revision: 3, position: '1', taskId: 44 }),
    'GET /tasks/44': () => problem(404, 'task.not-found'),
    'GET /tasks/44/activity': () => problem(404, 'task.not-found'),
    'GET /tasks/44/comments': () => problem(404, 'task.not-found'),
  });
  await user.click(await screen.findByRole('button', { name: 'Akce výskytu po 11. března 2030, 9:00' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Vytvořit úkol hned' }));
  await waitFor(() =>
    expect(sent('/repeated-tasks/7/occurrences')?.body).toEqual({ deadline: '2030-03-11T08:00:00.000Z' }),
  );
  await waitFor(() => expect(router.state.location.search).toMatchObject({ taskId: 44 }));
});

it('is activated again without a question, and offers nothing to who may not change it', async () => {
  const inactive = aRepeatedTask({ active: false, upcoming: [], generated: [] });
  const { user, sent } = await open({
    'GET /repeated-tasks/7': () => inactive,
    'POST /repeated-tasks/7/activate': () => ({ id: 7, revision: 4, position: '1' }),
  });
  expect(await screen.findByText('Neaktivní opakovaný úkol žádné další úkoly nevytváří.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Aktivovat' }));
  await waitFor(() => expect(sent('/repeated-tasks/7/activate')).toBeDefined());
});

it('says that there is none', async () => {
  await open({ 'GET /repeated-tasks/7': () => problem(404, 'repeated-task.not-found') });
  expect(await screen.findByText('Takový opakovaný úkol tu není')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Na opakované úkoly' })).toHaveAttribute('href', '/tasks/repeated');
});
