import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../testing/server';
import { aBoard, aProject, aTask, karla, me, petr } from '../../testing/task-fixtures';
import { serveUploads } from '../../testing/uploads';

// The chunks are read before the clock of the first test runs.
beforeAll(() => Promise.all([import('./task-form'), import('../../ui/rich-text/rich-text-editor')]), 60_000);

const project = aProject();
const board = aBoard();
const inAWeek = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 7 * 86_400_000).toISOString();

const source = aTask({
  id: 12,
  name: 'Měsíční kontrola',
  description: '<p>Sklad C</p>',
  solver: petr,
  tags: ['sklad'],
  priority: 8,
  type: 'continuous',
  estimateMinutes: 90,
  budget: { amount: '1200.00', currency: 'CZK' },
  project: { id: project.id, name: project.name },
  board: { id: board.id, name: board.name },
  participants: { acknowledged: [karla, me], passive: [] },
  deadline: '2020-01-01T22:59:00.000Z',
  gitBranch: 'feature/12',
});

async function open(handlers: Handlers = {}, address = '/tasks/new?from=12') {
  haveSession();
  const uploads = serveUploads();
  const calls = serve({
    ...signedIn,
    'GET /users': () => pageOf([jan, { ...jan, ...karla }, { ...jan, ...petr }]),
    'GET /tasks/12': () => source,
    [`GET /projects/${project.id}`]: () => project,
    [`GET /boards/${board.id}`]: () => board,
    'POST /tasks': () => problem(500, 'request.failed'),
    'PUT /me/preferences/:key': () => ({ value: null }),
    ...handlers,
  });
  const app = await renderApp(address);
  const form = await screen.findByRole('form', { name: 'Nový úkol' });
  return {
    ...app,
    form,
    uploads,
    body: () => calls.find(({ method, path }) => method === 'POST' && path === '/tasks')?.body,
  };
}

const submit = '{Control>}{Enter}{/Control}';

it('begins as the other task is, without what has passed and what is its alone', async () => {
  const { user, form, body } = await open();
  expect(await screen.findByText(/^Podle úkolu Měsíční kontrola/)).toBeVisible();
  expect(within(form).getByRole('textbox', { name: /^Název/ })).toHaveValue('Měsíční kontrola');
  await user.click(within(form).getByRole('textbox', { name: /^Název/ }));
  await user.keyboard(submit);
  await waitFor(() => expect(body()).toBeDefined());
  expect(body()).toEqual({
    name: 'Měsíční kontrola',
    description: '<p>Sklad C</p>',
    solverId: petr.id,
    projectId: project.id,
    boardId: board.id,
    priority: 8,
    type: 'continuous',
    tags: ['sklad'],
    estimateMinutes: 90,
    acknowledged: [karla.id],
    budget: { amount: '1200.00', currency: 'CZK' },
  });
});

it('takes a deadline over that is still ahead, and the place that the address asks for', async () => {
  const { user, form, body } = await open(
    { 'GET /tasks/12': () => ({ ...source, deadline: inAWeek, board: { id: 99, name: 'Jiná' } }) },
    `/tasks/new?from=12&projectId=${project.id}`,
  );
  await user.click(within(form).getByRole('textbox', { name: /^Název/ }));
  await user.keyboard(submit);
  await waitFor(() => expect(body()).toMatchObject({ deadline: inAWeek, projectId: project.id }));
  expect(body()).not.toHaveProperty('boardId');
});

it('gives the new task images of its own, and attaches the files on wish', async () => {
  const file = { id: 5, name: 'postup.txt', size: 6, mime: 'text/plain', addedBy: karla, addedAt: inAWeek };
  const image = { ...file, id: 6, name: 'mapa.png', mime: 'image/png' };
  const { user, form, uploads, body } = await open({
    'GET /tasks/12': () => ({
      ...source,
      description: '<p>Mapa</p><img src="/api/files/6" alt="mapa"><img src="/api/files/404" alt="pryč">',
      files: [file, image],
    }),
    'GET /files/6': () => new Response('obrázek', { headers: { 'content-type': 'image/png' } }),
    'GET /files/404': () => problem(404, 'task.file.unknown'),
    'GET /tasks/12/files/5': () => new Response('postup'),
  });
  await waitFor(() => expect(uploads).toHaveLength(1));
  uploads[0]?.answer({ body: { fileId: 60 } });
  const text = await within(form).findByRole('textbox', { name: 'Popis' });
  expect(await within(text).findByRole('img', { name: 'mapa' })).toHaveAttribute('src', '/api/files/60');
  expect(within(text).getAllByRole('img')).toHaveLength(1);
  expect(await screen.findByText(/1 obrázek z popisu se nepodařilo převzít/)).toBeVisible();

  await user.click(within(form).getByRole('button', { name: 'Přiložit i jeho 1 soubor' }));
  await waitFor(() => expect(uploads).toHaveLength(2));
  uploads[1]?.answer({ body: { fileId: 50 } });
  expect(await within(form).findByRole('button', { name: 'Odebrat soubor postup.txt' })).toBeVisible();
  await user.click(within(form).getByRole('textbox', { name: /^Název/ }));
  await user.keyboard(submit);
  await waitFor(() => expect(body()).toMatchObject({ files: [50] }));
  expect((body() as { description: string }).description).toContain('src="/api/files/60"');
});

it('says that the task to begin from is not there', async () => {
  const { form } = await open({ 'GET /tasks/12': () => problem(404, 'task.not-found') });
  expect(await screen.findByText(/není nebo jej nevidíte/)).toBeVisible();
  expect(within(form).getByRole('textbox', { name: /^Název/ })).toHaveValue('');
});
