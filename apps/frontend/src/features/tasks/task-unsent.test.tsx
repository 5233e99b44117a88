import type { TaskAnswer } from '@gos/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { readDraft } from '../../lib/kept-draft';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Call, type Handlers, jan, pageOf, problem, serve, signedIn } from '../../testing/server';
import { aComment, aRow, aTask, karla, me, petr } from '../../testing/task-fixtures';

// Whole journeys through the screen; on a busy machine they take their time.
// The chunks are read before the clock of the first test runs.
beforeAll(() => Promise.all([import('./task-panel'), import('../../ui/rich-text/rich-text-editor')]), 60_000);

const member = { ...jan, role: 'member' as const };
const mine = { contractor: me, solver: petr } satisfies Partial<TaskAnswer>;
let lastId = 100;

/** Opens a task with a number of its own, so that tests do not share state; task 99 exists too. */
async function open(task: Partial<TaskAnswer> = {}, handlers: Handlers = {}) {
  haveSession();
  const id = ++lastId;
  const other = { ...task, id: 99, name: 'Druhý úkol' };
  const calls = serve({
    ...signedIn,
    'GET /me': () => member,
    'GET /tasks': () => pageOf([aRow({ ...task, id }), aRow(other)]),
    'GET /tasks/99': () => aTask(other),
    'GET /tasks/:id': () => aTask({ ...task, id }),
    'GET /tasks/:id/activity': () => ({ items: [], total: 0 }),
    'GET /tasks/:id/comments': () => pageOf([]),
    'GET /users': () =>
      pageOf([
        { ...jan, ...karla },
        { ...jan, ...petr },
      ]),
    ...handlers,
  });
  const app = await renderApp(`/tasks/given?taskId=${id}`);
  const first = await screen.findByRole('dialog', { name: 'Migrace skladových karet' });
  const show = async (name: string) => {
    await app.user.click(screen.getByRole('link', { name }));
    return screen.findByRole('dialog', { name });
  };
  return { ...app, id, panel: first, show, sent: (method: string) => calls.filter((call) => call.method === method) };
}

const field = (panel: HTMLElement, name: string | RegExp) => within(panel).findByRole('textbox', { name });

it('tells those who are mentioned, though another part of the task was looked at before it was sent', async () => {
  const { user, panel, sent } = await open(
    {},
    { 'POST /tasks/:id/comments': () => ({ id: 1, revision: 4, position: '9' }) },
  );
  await user.type(await field(panel, 'Nový komentář'), 'Ano, @kar');
  await user.click(await screen.findByRole('option', { name: /Karla Svobodová/ }));
  await user.click(within(panel).getByRole('tab', { name: /Komentáře/ }));
  expect(await field(panel, 'Nový komentář')).toHaveValue('Ano, @Karla Svobodová ');
  await user.click(within(panel).getByRole('button', { name: /^Odeslat/ }));
  await waitFor(() => expect(sent('POST')[0]?.body).toEqual({ text: `Ano, @[${karla.id}]` }));
});

it('offers to put mentioned people on notice who have no part in the task, and adds nobody without being told to', async () => {
  const { user, panel, sent } = await open(mine, {
    'POST /tasks/:id/participants': () => new Promise(() => undefined),
  });
  const text = await field(panel, 'Nový komentář');
  await user.type(text, 'Ano, @petr');
  await user.click(await screen.findByRole('option', { name: /Petr Dvořák/ }));
  await user.type(text, 'a @kar');
  await user.click(await screen.findByRole('option', { name: /Karla Svobodová/ }));
  expect(within(panel).queryByText(/Petr Dvořák se na tomto/)).toBeNull();
  expect(await within(panel).findByText('Karla Svobodová se na tomto úkolu nepodílí.')).toBeVisible();
  await user.click(within(panel).getByRole('button', { name: 'Přidat na vědomí' }));
  await waitFor(() => expect(sent('POST')[0]?.body).toEqual({ userId: karla.id, kind: 'acknowledged' }));
  await waitFor(() => expect(within(panel).queryByText(/se na tomto úkolu nepodílí/)).toBeNull());
  expect(text).toHaveValue('Ano, @Petr Dvořák a @Karla Svobodová ');
});

it('mentions by Enter whom the server has named after the last letter', async () => {
  let answer: (people: unknown) => void = () => undefined;
  const people = new Promise((resolve) => {
    answer = resolve;
  });
  const { user, panel } = await open({}, { 'GET /users': () => people });
  const comment = await field(panel, 'Nový komentář');
  await user.type(comment, 'Ano, @petr');
  answer(pageOf([{ ...jan, ...petr }]));
  const option = await screen.findByRole('option', { name: /Petr Dvořák/ });
  await waitFor(() => expect(option).toHaveAttribute('data-combobox-selected'));
  await user.keyboard('{Enter}');
  expect(comment).toHaveValue('Ano, @Petr Dvořák ');
});

it('keeps a comment and a result over a reload', async () => {
  const { user, panel, id } = await open({ solver: me });
  await user.type(await field(panel, 'Nový komentář'), 'Rozepsáno');
  await user.click(within(panel).getByRole('button', { name: /^Předat výsledek/ }));
  await user.type(await field(panel, /Výsledek/), 'Tři odstavce.');
  const kept = (name: string) => readDraft(`gos-unsent-${name}-${me.id}-${id}`, 'tab');
  expect(kept('comment')).toEqual({ text: 'Rozepsáno', mentioned: [] });
  expect(kept('answer')).toMatchObject({ complete: { text: 'Tři odstavce.' } });
});

it('takes up a comment that was stored before the page was loaded, and forgets it once it is sent', async () => {
  const id = lastId + 1;
  sessionStorage.setItem(`gos-unsent-comment-${me.id}-${id}`, JSON.stringify({ text: 'Odminula', mentioned: [] }));
  const { user, panel, sent } = await open(
    {},
    { 'POST /tasks/:id/comments': () => ({ id: 1, revision: 4, position: '9' }) },
  );
  expect(await field(panel, 'Nový komentář')).toHaveValue('Odminula');
  await user.click(within(panel).getByRole('button', { name: /^Odeslat/ }));
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(sessionStorage.getItem(`gos-unsent-comment-${me.id}-${id}`)).toBeNull();
});

const ofMine = aComment({ by: me, text: `Ano, @[${karla.id}]` });

it('keeps the edit of a comment over a closed field and a refusal, and forgets it when it is cancelled', async () => {
  const { user, panel, sent } = await open(
    {},
    {
      'GET /tasks/:id/comments': () => pageOf([ofMine]),
      'PATCH /tasks/:id/comments/:commentId': () => problem(403, 'task.comment.not-author'),
    },
  );
  await user.click(within(panel).getByRole('tab', { name: /Komentáře/ }));
  const edit = async () => {
    await user.click(await within(panel).findByRole('button', { name: 'Více o komentáři' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Upravit komentář' }));
    return field(panel, 'Text komentáře');
  };
  await user.type(await edit(), ' hned');
  await user.keyboard('{Escape}');
  expect(within(panel).queryByRole('textbox', { name: 'Text komentáře' })).toBeNull();
  expect(await edit()).toHaveValue('Ano, @Karla Svobodová hned');
  await user.click(within(panel).getByRole('button', { name: /^Uložit/ }));
  await waitFor(() => expect(sent('PATCH')[0]?.body).toEqual({ text: `Ano, @[${karla.id}] hned` }));
  expect(await field(panel, 'Text komentáře')).toHaveValue('Ano, @Karla Svobodová hned');
  await user.click(within(panel).getByRole('button', { name: 'Zrušit' }));
  expect(await edit()).toHaveValue('Ano, @Karla Svobodová');
});

it('answers a comment, and shows the answer below it before the server has answered', async () => {
  const { user, panel, sent } = await open(mine, {
    'GET /tasks/:id/comments': () => pageOf([{ ...ofMine, by: petr }]),
    'POST /tasks/:id/comments': () => new Promise(() => undefined),
  });
  await user.click(within(panel).getByRole('tab', { name: /Komentáře/ }));
  const first = await within(panel).findByRole('listitem');
  await user.click(within(first).getByRole('button', { name: 'Odpovědět' }));
  await user.type(await field(panel, 'Vaše odpověď'), 'Dobře');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent('POST')[0]?.body).toEqual({ text: 'Dobře', replyTo: 1 }));
  expect(await within(first).findByText('Dobře')).toBeVisible();
  await user.click(within(first).getAllByRole('button', { name: 'Reagovat' })[0]!);
  await user.click(await screen.findByRole('menuitemcheckbox', { name: '🎉' }));
  expect(await within(first).findByRole('button', { name: '🎉 1 Jan Novák', pressed: true })).toBeVisible();
});

it('shows nobody what the person before them has not sent', async () => {
  const first = await open();
  await first.user.type(await field(first.panel, 'Nový komentář'), 'Jen pro mě');
  const { router, queryClient, id } = first;
  serve({
    ...signedIn,
    'GET /me': () => ({ ...member, id: 7, name: 'Eva Malá' }),
    'GET /tasks/:id': () => aTask({ id, contractor: { id: 7, name: 'Eva Malá' } }),
    'GET /tasks/:id/activity': () => ({ items: [], total: 0 }),
    'GET /tasks/:id/comments': () => pageOf([]),
    'POST /auth/logout': () => new Response(null, { status: 204 }),
  });
  await router.navigate({ to: '/tasks' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  queryClient.clear();
  await router.invalidate();
  await router.navigate({ to: '/tasks/notified', search: { taskId: id } as never });
  const panel = await screen.findByRole('dialog', { name: 'Migrace skladových karet' });
  expect(await field(panel, 'Nový komentář')).toHaveValue('');
});

it('keeps a result that was not handed over while another task is looked at', async () => {
  const { user, panel, show } = await open({ solver: me });
  await user.click(within(panel).getByRole('button', { name: /^Předat výsledek/ }));
  await user.type(await field(panel, /Výsledek/), 'Tři odstavce.');
  await show('Druhý úkol');
  const again = await show('Migrace skladových karet');
  await user.click(within(again).getByRole('button', { name: /^Předat výsledek/ }));
  expect(await field(again, /Výsledek/)).toHaveValue('Tři odstavce.');
});

it('says that somebody else was first, though one has gone on to another task', async () => {
  let release: (value: unknown) => void = () => undefined;
  const { user, panel, show } = await open(mine, {
    'PATCH /tasks/:id': () =>
      new Promise((resolve) => {
        release = resolve;
      }),
  });
  await user.click(within(panel).getByRole('button', { name: /^Upravit: Název/ }));
  const name = await field(panel, 'Název');
  await user.clear(name);
  await user.type(name, 'Můj název');
  await show('Druhý úkol');
  release(
    problem(409, 'conflict', {
      revision: 8,
      conflicts: [{ path: 'name', base: 'Migrace skladových karet', theirs: 'Jejich', yours: 'Můj název' }],
    }),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Někdo to mezitím změnil.');
});

it('leaves both values to choose from until the choice could be sent', async () => {
  let patched = 0;
  const { user, panel, sent } = await open(mine, {
    'PATCH /tasks/:id': () =>
      patched++ === 0
        ? problem(409, 'conflict', {
            revision: 8,
            conflicts: [{ path: 'name', base: 'Migrace skladových karet', theirs: 'Jejich', yours: 'Můj název' }],
          })
        : patched === 2
          ? problem(500, 'request.failed')
          : { id: 1, revision: 9, position: '9' },
  });
  await user.click(within(panel).getByRole('button', { name: /^Upravit: Název/ }));
  const name = await field(panel, 'Název');
  await user.clear(name);
  await user.type(name, 'Můj název{Enter}');
  const dialog = await screen.findByRole('dialog', { name: /Stejný údaj/ });
  await user.click(within(dialog).getByRole('radio', { name: /Můj název/ }));
  const save = () => within(dialog).getByRole('button', { name: 'Uložit vybrané' });
  await user.click(save());
  await waitFor(() => expect(sent('PATCH')).toHaveLength(2));
  await waitFor(() => expect(save()).toBeEnabled());
  await user.click(save());
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /Stejný údaj/ })).toBeNull());
  expect(sent('PATCH').map(({ body }) => body)).toEqual(Array(3).fill({ name: 'Můj název' }));
});

it('leaves a wrong value in its field to be mended', async () => {
  const { user, panel } = await open(mine);
  await user.click(within(panel).getByRole('button', { name: /^Upravit: Název/ }));
  const name = await field(panel, 'Název');
  await user.clear(name);
  await user.paste('x'.repeat(101));
  await user.click(within(panel).getByRole('tab', { name: 'Informace' }));
  expect(await field(panel, 'Název')).toHaveValue('x'.repeat(101));
  expect(within(panel).getByText(/nejvýše 100 znaků/)).toBeVisible();
});

it('gives the focus back to what was edited, and takes it from nobody who has gone on', async () => {
  const { user, panel } = await open(mine, {
    'PATCH /tasks/:id': ({ path }) => ({ id: Number(path.split('/')[2]), revision: 2, position: '9' }),
  });
  const edit = () => within(panel).getByRole('button', { name: /^Upravit: Název/ });
  await user.click(edit());
  await user.type(await field(panel, 'Název'), ' a skladů{Enter}');
  await waitFor(() => expect(edit()).toHaveFocus());
  await user.click(edit());
  const comment = await field(panel, 'Nový komentář');
  fireEvent.keyDown(await field(panel, 'Název'), { key: 'Enter' });
  comment.focus();
  // Wait until a pending return of focus has run.
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(comment).toHaveFocus();
});

it('shows no present for a past that cannot be read', async () => {
  const item = {
    id: 'a',
    event: 'TaskCreated',
    class: 'task-created',
    at: '2026-11-20T08:00:00.000Z',
    by: karla,
    via: 'web',
    taskId: 1,
    revision: 1,
    changes: [],
    text: null,
    hash: '0'.repeat(64),
  };
  const { user, panel } = await open(mine, {
    'GET /tasks/:id': ({ query, path }: Call) =>
      query.has('at') ? problem(403, 'task.forbidden') : aTask({ ...mine, id: Number(path.split('/')[2]) }),
    'GET /tasks/:id/activity': () => ({ items: [item], total: 1 }),
    'GET /tasks/:id/diff': () => ({ from: '', to: '', changes: [] }),
  });
  await user.click(await within(panel).findByRole('button', { name: 'Ukázat úkol v tomto okamžiku' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Historii se nepodařilo načíst.');
  expect(within(panel).queryByRole('region', { name: 'Úkol v minulosti' })).toBeNull();
});

it('names people in a comment who work here no more', async () => {
  const { panel } = await open(
    {},
    {
      'GET /tasks/:id/comments': () => pageOf([aComment({ text: 'Předal to @[31].' })]),
      'GET /users/31': () => ({ ...jan, id: 31, name: 'Otakar Bývalý', active: false }),
    },
  );
  await within(panel).findByRole('tab', { name: 'Komentáře 1' });
  within(panel).getByRole('tab', { name: 'Komentáře 1' }).click();
  expect(await within(panel).findByText('@Otakar Bývalý')).toBeVisible();
});

it('offers a description again that was left by Escape', async () => {
  const { user, panel } = await open({ ...mine, description: '<p>Původní.</p>' });
  await user.click(within(panel).getByRole('button', { name: 'Upravit: Popis' }));
  const editor = await field(panel, 'Popis');
  const getData = (kind: string) => (kind === 'text/html' ? '<p>Dlouhý text.</p>' : '');
  fireEvent.paste(editor, { clipboardData: { files: [], types: ['text/html'], getData } });
  await waitFor(() => expect(editor).toHaveTextContent('Dlouhý text.'));
  fireEvent.keyDown(editor, { key: 'Escape' });
  expect(await within(panel).findByText('Popis jste minule nedopsali.')).toBeVisible();
  await user.click(within(panel).getByRole('button', { name: 'Pokračovat v něm' }));
  expect(await field(panel, 'Popis')).toHaveTextContent('Dlouhý text.');
});

it('offers nobody lately chosen who works here no more', async () => {
  const gone = { id: 31, name: 'Otakar Bývalý' };
  localStorage.setItem(`gos-recent-people-${me.id}`, JSON.stringify([gone, { id: 32, name: 'Pavla Stálá' }]));
  const { user, panel } = await open(mine, {
    'GET /users': () => ({ ...pageOf([{ ...jan, ...karla }]), total: 80 }),
    'GET /users/31': () => ({ ...jan, ...gone, active: false }),
    'GET /users/32': () => ({ ...jan, id: 32, name: 'Pavla Stálá' }),
  });
  await user.click(within(panel).getByRole('button', { name: /^Upravit: Řešitel/ }));
  expect(await screen.findByRole('option', { name: /Pavla Stálá/ })).toBeVisible();
  expect(screen.queryByRole('option', { name: /Otakar/ })).toBeNull();
});

it('keeps nothing of what stands in the fields when one signs out', async () => {
  const gone = () => new Response(null, { status: 204 });
  const { user, panel, id, path } = await open({ ...mine, description: '' }, { 'POST /auth/logout': gone });
  await user.type(await field(panel, 'Nový komentář'), 'Rozepsáno');
  await user.click(within(panel).getByRole('button', { name: 'Přidat popis…' }));
  await user.type(await field(panel, 'Popis'), 'Tajné');
  const keys = () =>
    [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((key) => /-1(-|$)/.test(key));
  expect(keys()).toContain(`gos-unsent-comment-${me.id}-${id}`);
  // The screen keeps a description when it is left: here it is left by the sign-out.
  fireEvent(window, new Event('pagehide'));
  expect(keys()).toContain(`gos-description-${me.id}-${id}`);
  await user.click(screen.getByRole('button', { name: /Jan Novák/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Odhlásit se' }));
  await waitFor(() => expect(path()).toBe('/login'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(keys()).toEqual([]));
});
