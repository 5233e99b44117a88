import { screen, waitFor, within } from '@testing-library/react';
import { draftKeys } from '../../lib/kept-draft';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Call, type Handlers, jan, pageOf, problem, serve, signedIn } from '../../testing/server';
import { aBoard, aProject, aTask, karla, petr } from '../../testing/task-fixtures';

const orlice = aProject();
const sklad = aProject({ id: 6, name: 'Sklad Hradec' });
const closed = aProject({ id: 7, name: 'Černá věž', active: false });
const seenOnly = aProject({ id: 9, name: 'Jen k nahlédnutí' }, 'view');

const evidence = aBoard({ assignedUser: petr, deadline: '2099-05-20T21:59:00.000Z' });
const readers = aBoard({ id: 10, name: 'Mobilní čtečky', section: 'backlog' });

const answers: Handlers = {
  ...signedIn,
  'GET /users': () => pageOf([jan, { ...jan, ...karla }, { ...jan, ...petr }]),
  'GET /projects': ({ query }: Call) => pageOf(query.get('active') === 'false' ? [closed] : [orlice, sklad, seenOnly]),
  'GET /projects/5': () => orlice,
  'GET /projects/7': () => closed,
  'GET /projects/5/boards': () => pageOf([readers, evidence]),
  'GET /projects/6/boards': () => pageOf([]),
  'GET /boards/8': () => evidence,
  'GET /boards/10': () => readers,
  'GET /tasks/77': () => aTask({ id: 77, name: 'Nový úkol tady' }),
  'GET /tasks/77/activity': () => ({ items: [], total: 0 }),
  'GET /tasks/77/comments': () => pageOf([]),
  'POST /tasks': () => ({ id: 77, revision: 1, position: '5' }),
};

async function open(address = '/tasks/new', handlers: Handlers = {}, language: 'cs' | 'en' = 'cs') {
  haveSession();
  if (language === 'en') localStorage.setItem('lng', 'en');
  const calls = serve({
    ...answers,
    'GET /me': () => ({ ...jan, language, role: 'member' }),
    ...handlers,
  });
  const app = await renderApp(address);
  const form = await screen.findByRole('form', { name: language === 'cs' ? 'Nový úkol' : 'New task' });
  const within_ = within(form);
  return {
    ...app,
    form,
    name: within_.getByRole('textbox', { name: language === 'cs' ? /^Název/ : /^Name/ }),
    project: within_.getByRole('button', { name: language === 'cs' ? /^Projekt/ : /^Project/ }),
    board: within_.getByRole('button', { name: language === 'cs' ? /^Nástěnka/ : /^Board/ }),
    posts: () => calls.filter(({ method, path }) => method === 'POST' && path === '/tasks').map(({ body }) => body),
  };
}

const submit = '{Control>}{Enter}{/Control}';
const keptTasks = () =>
  draftKeys('gos-task-draft-1-', 'browser')
    .map((key) => localStorage.getItem(key))
    .join();

it('offers projects that take tasks, found without diacritics, and says why one does not', async () => {
  const { user, project } = await open();
  await user.click(project);
  const list = await screen.findByRole('listbox', { name: 'Projekt' });
  expect(await within(list).findByRole('option', { name: /Orlice 2\.0/ })).toBeVisible();
  expect(within(list).queryByRole('option', { name: /Jen k nahlédnutí/ })).toBeNull();
  await user.keyboard('cerna');
  const inactive = await within(list).findByRole('option', {
    name: 'Černá věž Projekt není aktivní a nové úkoly nepřijímá.',
  });
  expect(inactive).toHaveAttribute('aria-disabled', 'true');
  await user.click(inactive);
  expect(project).toHaveTextContent('Bez projektu');
  expect(within(list).queryByRole('option', { name: /Orlice/ })).toBeNull();
});

it('offers the boards of the project by section and says who will get the task', async () => {
  const { user, form, name, project, board, posts } = await open();
  await user.type(name, 'Nový úkol tady');
  await user.click(project);
  await user.keyboard('orlice{Enter}');
  await waitFor(() => expect(project).toHaveTextContent('Orlice 2.0'));
  await user.click(board);
  const backlog = await screen.findByRole('group', { name: 'Zásobník' });
  expect(within(backlog).getByRole('option', { name: 'Mobilní čtečky' })).toBeVisible();
  await user.click(
    within(screen.getByRole('group', { name: 'Rozpracováno' })).getByRole('option', { name: /^Evidence/ }),
  );
  expect(await within(form).findByText('Řešitelem bude Petr Dvořák podle nástěnky.')).toBeVisible();
  await user.click(name);
  await user.keyboard(submit);
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]).toEqual({ name: 'Nový úkol tady', projectId: 5, boardId: 8 });
});

it('forgets the board when another project is chosen', async () => {
  const { user, project, board } = await open('/tasks/new?boardId=8');
  await waitFor(() => expect(board).toHaveTextContent('Evidence'));
  expect(project).toHaveTextContent('Orlice 2.0');
  await user.click(project);
  await user.click(await screen.findByRole('option', { name: 'Sklad Hradec' }));
  expect(board).toHaveTextContent('Mimo nástěnky');
});

it('says of a task in no project that boards belong to projects, and leads there', async () => {
  const { user, board } = await open('/tasks/new', {}, 'en');
  await user.click(board);
  const group = await screen.findByRole('group', { name: "Task isn't in any project" });
  await user.click(within(group).getByRole('option', { name: 'Choose a project…' }));
  expect(await screen.findByRole('option', { name: /Orlice/ })).toBeVisible();
});

it.each(['/tasks/new?projectId=abc&boardId=-1', '/tasks/new?projectId=404'])(
  'opens %s as if nothing was said',
  async (address) => {
    const { project } = await open(address, { 'GET /projects/404': () => problem(404, 'project.not-found') });
    expect(project).toHaveTextContent('Bez projektu');
    expect(project).not.toHaveAccessibleDescription();
  },
);

it('says at once that the project of the address takes no tasks', async () => {
  const { project } = await open('/tasks/new?projectId=7');
  expect(project).toHaveTextContent('Černá věž');
  expect(project).toHaveAccessibleDescription('Projekt není aktivní a nové úkoly nepřijímá.');
});

it.each([
  ['project.forbidden', 403, 'K úpravám tu nemáte oprávnění.', 'project'],
  ['project.inactive', 409, 'Projekt není aktivní a nové úkoly nepřijímá.', 'project'],
  ['board.not-found', 422, 'Nástěnka nenalezena', 'board'],
  ['task.not-in-project', 422, 'Úkol není v žádném projektu', 'board'],
] as const)('brings %s to its field', async (code, status, sentence, field) => {
  const opened = await open('/tasks/new?projectId=5&boardId=8', { 'POST /tasks': () => problem(status, code) });
  await opened.user.type(opened.name, 'Odmítnutý úkol');
  await opened.user.keyboard(submit);
  expect(await screen.findByRole('alert')).toHaveTextContent('Úkol se nepodařilo vytvořit');
  expect(opened[field]).toHaveAccessibleDescription(expect.stringContaining(sentence));
  expect(opened[field]).toHaveFocus();
});

it("takes over the board's deadline", async () => {
  const { user, form, name, posts } = await open('/tasks/new?boardId=8');
  await user.type(name, 'S termínem nástěnky');
  await user.click(within(form).getByRole('button', { name: /^Termín/ }));
  const choice = await screen.findByRole('button', { name: /^Termín nástěnky/ });
  await waitFor(() => expect(choice).toHaveTextContent('2099'));
  await user.click(choice);
  await user.click(name);
  await user.keyboard(submit);
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]).toMatchObject({ boardId: 8, deadline: '2099-05-20T21:59:00.000Z' });
});

it('says of a board without a date that it has none, and changes nothing', async () => {
  const { user, form, name, posts } = await open('/tasks/new?boardId=10', {}, 'en');
  await user.type(name, 'Without a date');
  await user.click(within(form).getByRole('button', { name: /^Deadline/ }));
  const choice = await screen.findByRole('button', { name: "The board's deadline" });
  await waitFor(async () => {
    await user.click(choice);
    expect(screen.getByText("Board doesn't have date")).toBeVisible();
  });
  await user.keyboard('{Escape}');
  await user.click(name);
  await user.keyboard(submit);
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]).not.toHaveProperty('deadline');
});

it('keeps the place in the draft', async () => {
  const first = await open('/tasks/new?boardId=8');
  await first.user.type(first.name, 'Rozepsaný úkol');
  await waitFor(() => expect(keptTasks()).toContain('Rozepsaný úkol'));
  await first.router.navigate({ to: '/tasks' });
  await screen.findByRole('heading', { level: 1, name: /K dokončení/ });
  await first.router.navigate({ to: '/tasks/new' });
  await first.user.click(await screen.findByRole('button', { name: 'Pokračovat v něm' }));
  const form = within(screen.getByRole('form', { name: 'Nový úkol' }));
  expect(form.getByRole('button', { name: /^Projekt/ })).toHaveTextContent('Orlice 2.0');
  expect(form.getByRole('button', { name: /^Nástěnka/ })).toHaveTextContent('Evidence');
});

it('leads back to where a task of a project was begun, with the new task open', async () => {
  haveSession();
  serve({
    ...answers,
    'GET /me': () => ({ ...jan, role: 'member' }),
  });
  const { user, router } = await renderApp('/tasks/given?page=2');
  await screen.findByRole('heading', { level: 1, name: /Zadané/ });
  await router.navigate({ to: '/tasks/new', search: { projectId: 5, boardId: 8 } });
  await user.type(await screen.findByRole('textbox', { name: /^Název/ }), 'Nový úkol tady');
  await user.keyboard(submit);
  expect(await screen.findByRole('dialog', { name: 'Nový úkol tady' })).toBeVisible();
  expect(router.state.location.href).toBe('/tasks/given?page=2&taskId=77');
});

it('leads to the project where there is no way back', async () => {
  const { user, name, router } = await open('/tasks/new?projectId=5');
  await user.type(name, 'Nový úkol tady');
  await user.keyboard(submit);
  expect(await screen.findByRole('dialog', { name: 'Nový úkol tady' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/tasks/project/5');
});
