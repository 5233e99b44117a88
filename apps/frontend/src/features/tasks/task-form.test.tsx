import { screen, waitFor, within } from '@testing-library/react';
import { draftKeys } from '../../lib/kept-draft';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Call, type Handlers, jan, pageOf, problem, serve, signedIn } from '../../testing/server';
import { aTask, karla, petr } from '../../testing/task-fixtures';

const people = [jan, { ...jan, ...karla }, { ...jan, ...petr }];

async function open(handlers: Handlers = {}) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /users': () => pageOf(people),
    'GET /tasks/77': () => aTask({ id: 77, name: 'Nový úkol tady' }),
    'GET /tasks/77/activity': () => ({ items: [], total: 0 }),
    'GET /tasks/77/comments': () => pageOf([]),
    'POST /tasks': () => ({ id: 77, revision: 1, position: '5' }),
    ...handlers,
  });
  const app = await renderApp('/tasks/new');
  const form = await screen.findByRole('form', { name: 'Nový úkol' });
  await waitFor(() => expect(within(form).getByRole('textbox', { name: /^Název/ })).toHaveFocus());
  return {
    ...app,
    form,
    calls,
    name: within(form).getByRole('textbox', { name: /^Název/ }),
    posts: () => calls.filter(({ method, path }) => method === 'POST' && path === '/tasks'),
  };
}

const submit = '{Control>}{Enter}{/Control}';
const keptTasks = () =>
  draftKeys('gos-task-draft-1-', 'browser')
    .map((key) => localStorage.getItem(key))
    .join();

it('says the limits of the name: the least once it is left, the most while it is typed', async () => {
  const { user, form, name, posts } = await open();
  await user.type(name, 'ab');
  expect(within(form).queryByText('Název musí mít alespoň 3 znaky.')).toBeNull();
  await user.tab();
  expect(await within(form).findByText('Název musí mít alespoň 3 znaky.')).toBeVisible();
  await user.clear(name);
  await user.click(name);
  await user.paste('x'.repeat(101));
  expect(await within(form).findByText(/nejvýše 100 znaků/)).toBeVisible();
  await user.keyboard(submit);
  expect(posts()).toHaveLength(0);
  expect(name).toHaveFocus();
});

it('finds people without diacritics and sends only what was filled in', async () => {
  const { user, form, name, posts, router } = await open();
  await user.type(name, '  Nový úkol tady ');
  await user.click(within(form).getByRole('button', { name: /^Řešitel/ }));
  await user.keyboard('dvor');
  await user.click(await screen.findByRole('option', { name: /Petr Dvořák/ }));
  expect(within(form).getByRole('button', { name: /^Řešitel/ })).toHaveTextContent('Petr Dvořák');
  await user.click(within(form).getByRole('button', { name: /^Vytvořit úkol/ }));
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]?.body).toEqual({ name: 'Nový úkol tady', solverId: 4 });
  expect((await screen.findAllByText('Úkol vytvořen'))[0]).toBeVisible();
  expect(await screen.findByRole('dialog', { name: 'Nový úkol tady' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/tasks/given');
});

it('understands an estimate, offers quick deadlines, and asks a meeting for both', async () => {
  const { user, form, name, posts } = await open();
  await user.type(name, 'Porada týmu');
  await user.click(within(form).getByRole('button', { name: 'Další údaje' }));
  await user.click(await within(form).findByRole('radio', { name: /^Schůzka/ }));
  await user.keyboard(submit);
  expect(await within(form).findByText('Schůzka potřebuje svou délku.')).toBeVisible();
  expect(posts()).toHaveLength(0);
  await user.type(within(form).getByRole('textbox', { name: /^Odhad/ }), '1h 30m');
  expect(within(form).getByText('1 h 30 min')).toBeVisible();
  await user.click(within(form).getByRole('button', { name: /^Termín/ }));
  await user.click(await screen.findByRole('button', { name: /^Zítra/ }));
  await user.click(within(form).getByRole('button', { name: /^Vytvořit úkol/ }));
  await waitFor(() => expect(posts()).toHaveLength(1));
  const body = posts()[0]?.body as { estimateMinutes: number; deadline: string; type: string };
  expect(body).toMatchObject({ type: 'meeting', estimateMinutes: 90 });
  expect(Date.parse(body.deadline)).toBeGreaterThan(Date.now());
});

it("brings what the server refuses to its field, and says in the catalogue's words that nothing was created", async () => {
  localStorage.setItem('lng', 'en');
  const { user, name } = await openInEnglish({
    'POST /tasks': () =>
      problem(422, 'task.solver.unknown', {
        errors: [{ path: 'solverId', code: 'task.solver.unknown', message: 'x' }],
      }),
  });
  await user.type(name, 'A new task');
  await user.keyboard(submit);
  expect(await screen.findByRole('alert')).toHaveTextContent('Task not created');
  expect(screen.getByRole('button', { name: /^Solver/ })).toHaveAccessibleDescription(
    'This person cannot be the solver.',
  );
});

async function openInEnglish(handlers: Handlers) {
  haveSession();
  serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, language: 'en' }),
    'GET /users': () => pageOf(people),
    ...handlers,
  });
  const app = await renderApp('/tasks/new');
  return { ...app, name: await screen.findByRole('textbox', { name: /^Name/ }) };
}

it('creates one task however often it is sent', async () => {
  let release: (value: unknown) => void = () => undefined;
  const { user, name, posts } = await open({
    'POST /tasks': () =>
      new Promise((resolve) => {
        release = resolve;
      }),
  });
  await user.type(name, 'Jen jednou prosím');
  await user.keyboard(submit);
  await user.keyboard(submit);
  release({ id: 77, revision: 1, position: '5' });
  await screen.findByRole('dialog', { name: 'Nový úkol tady' });
  expect(posts()).toHaveLength(1);
});

it('sends the same task with the same key after an answer was lost', async () => {
  let lost = true;
  const keys: (string | null)[] = [];
  const { user, name } = await open({
    'POST /tasks': ({ headers }: Call) => {
      keys.push(headers.get('Idempotency-Key'));
      return lost ? problem(500, 'request.failed') : { id: 77, revision: 1, position: '5' };
    },
  });
  await user.type(name, 'Ztracená odpověď');
  await user.keyboard(submit);
  expect(await screen.findByRole('alert')).toHaveTextContent('Úkol se nepodařilo vytvořit');
  lost = false;
  await user.keyboard(submit);
  await screen.findByRole('dialog', { name: 'Nový úkol tady' });
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

it('keeps what was typed and offers it back', async () => {
  const first = await open();
  await first.user.type(first.name, 'Rozepsaný úkol');
  await waitFor(() => expect(keptTasks()).toContain('Rozepsaný úkol'));
  await first.router.navigate({ to: '/tasks' });
  await screen.findByRole('heading', { level: 1, name: /K dokončení/ });
  await first.router.navigate({ to: '/tasks/new' });
  expect(await screen.findByText('Máte tu rozepsaný úkol: Rozepsaný úkol')).toBeVisible();
  const name = () => screen.getByRole('textbox', { name: /^Název/ });
  await first.user.type(name(), 'Jiný');
  // Neither of them is lost by leaving while the first one is still offered.
  await first.router.navigate({ to: '/tasks' });
  await first.router.navigate({ to: '/tasks/new' });
  expect(await screen.findByText('Máte tu rozepsaný úkol: Jiný')).toBeVisible();
  await first.user.click(screen.getByRole('button', { name: 'Zahodit' }));
  expect(await screen.findByText('Máte tu rozepsaný úkol: Rozepsaný úkol')).toBeVisible();
  await first.user.type(name(), 'Nový');
  await first.user.click(screen.getByRole('button', { name: 'Pokračovat v něm' }));
  expect(name()).toHaveValue('Rozepsaný úkol');
  expect(name()).toHaveFocus();
  expect(screen.getByText('Máte tu rozepsaný úkol: Nový')).toBeVisible();
});
