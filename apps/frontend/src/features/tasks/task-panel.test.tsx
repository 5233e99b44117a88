import type { TaskAnswer } from '@gos/contract';
import { mapTable } from '@gos/domain/kernel/tables';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Call, type Handlers, jan, pageOf, pagesOf, problem, serve, signedIn } from '../../testing/server';
import { anItem, aRow, aTask, karla, me, petr } from '../../testing/task-fixtures';

// The chunk is read before the clock of the first test runs.
beforeAll(() => import('./task-panel'), 60_000);

const member = { ...jan, role: 'member' as const };
const answer = { id: 12, revision: 4, position: '100' };

/** Handed over by Petr to the reader, who gave it. */
const handedOver = {
  contractor: me,
  solver: petr,
  state: 'fulfilled',
  result: 'Všech 14 208 karet přesunuto.',
} satisfies Partial<TaskAnswer>;

interface Opened {
  readonly task?: Partial<TaskAnswer>;
  readonly handlers?: Handlers;
  readonly list?: string;
}

async function open({ task = {}, handlers = {}, list = '/tasks' }: Opened = {}) {
  haveSession();
  let present = aTask(task);
  const calls = serve({
    ...signedIn,
    'GET /me': () => member,
    'GET /tasks': () => pageOf([aRow(task)]),
    'GET /tasks/12': () => present,
    'GET /tasks/12/activity': () => ({ items: [anItem()], total: 1 }),
    'GET /tasks/12/comments': () => pageOf([]),
    'GET /users': () => pageOf([]),
    ...handlers,
  });
  const app = await renderApp(`${list}?taskId=12`);
  const panel = await screen.findByRole('dialog', { name: 'Migrace skladových karet' });
  return {
    ...app,
    calls,
    panel,
    becomes: (next: Partial<TaskAnswer>) => {
      present = aTask({ ...task, ...next });
    },
    sent: (method: string, path: string) => calls.filter((call) => call.method === method && call.path === path),
  };
}

/** An answer that comes when the test says so. */
function held() {
  let release: (value: unknown) => void = () => undefined;
  const promise = new Promise<unknown>((resolve) => {
    release = resolve;
  });
  return { promise, release };
}

const state = (panel: HTMLElement) => within(panel).getByRole('button', { name: /^Změnit stav/ });

it('says for whom the reader would accept', async () => {
  await open({
    task: aTask({ ...handedOver, contractor: karla }, 'admin'),
    handlers: { 'GET /me': () => ({ ...jan, role: 'admin' }) },
  });
  expect(
    await screen.findByText('Petr Dvořák předává výsledek. Převezmete ho místo zadavatele (Karla Svobodová).'),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Převzít' })).toBeEnabled();
});

it('offers nobody to accept the result that they handed over', async () => {
  const { panel, user } = await open({
    task: aTask({ ...handedOver, contractor: karla, solver: me }, 'admin'),
    handlers: { 'GET /me': () => ({ ...jan, role: 'admin' }) },
  });
  expect(within(panel).queryByRole('button', { name: 'Převzít' })).toBeNull();
  await user.click(state(panel));
  expect(await screen.findByRole('menuitem', { name: /^Převzít Tento výsledek jste předali vy/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

it('opens with what the other side did and the actions that answer it', async () => {
  const { panel } = await open({ task: handedOver, list: '/tasks/to-accept' });
  expect(within(panel).getByText('Petr Dvořák předává výsledek.')).toBeVisible();
  expect(within(panel).getAllByText('Všech 14 208 karet přesunuto.')[0]).toBeVisible();
  for (const name of ['Převzít', 'Převzít s hodnocením…', /^S výhradou/, /^Vrátit/]) {
    expect(within(panel).getByRole('button', { name })).toBeEnabled();
  }
});

it('asks before the key A accepts, then accepts at once and once, and the row leaves the list', async () => {
  const accept = held();
  const { user, panel, sent, becomes } = await open({
    task: handedOver,
    list: '/tasks/to-accept',
    handlers: { 'POST /tasks/12/accept': () => accept.promise },
  });
  await waitFor(() => expect(panel).toHaveFocus());
  await user.keyboard('a');
  const form = await within(panel).findByRole('form', { name: 'Převzít' });
  await waitFor(() => expect(form).toContainElement(document.activeElement as HTMLElement));
  expect(sent('POST', '/tasks/12/accept')).toHaveLength(0);
  await user.keyboard('{Enter}');
  expect(await within(panel).findByText('Vyřešeno: převzat.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Migrace skladových karet' })).toBeNull());
  await user.keyboard('a');
  becomes({ state: 'solved', outcome: 'accepted' });
  accept.release(answer);
  expect((await screen.findAllByText('Úkol #12 převzat'))[0]).toBeVisible();
  expect(sent('POST', '/tasks/12/accept')).toHaveLength(1);
  expect(sent('POST', '/tasks/12/accept')[0]?.headers.get('Idempotency-Key')).toMatch(/^\w{32}$/);
});

it('takes a refused action back and says why', async () => {
  const { user, panel } = await open({
    task: handedOver,
    list: '/tasks/to-accept',
    handlers: { 'POST /tasks/12/accept': () => problem(409, 'task.already-solved') },
  });
  await user.click(within(panel).getByRole('button', { name: 'Převzít' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Úkol je již vyřešen\.×$/);
  expect(state(panel)).toHaveTextContent('Splněn');
  expect(screen.getByRole('link', { name: 'Migrace skladových karet' })).toBeVisible();
});

it('asks for a reason before it returns, and keeps the words when the server refuses', async () => {
  const bodies: unknown[] = [];
  const { user, panel } = await open({
    task: handedOver,
    list: '/tasks/to-accept',
    handlers: {
      'POST /tasks/12/return': ({ body }: Call) => {
        bodies.push(body);
        return problem(422, 'validation.failed', {
          errors: [
            { path: 'reason', code: 'validation.too-long', params: { max: 5 }, message: 'At most 5 characters.' },
          ],
        });
      },
    },
  });
  await user.click(within(panel).getByRole('button', { name: /^Vrátit/ }));
  const form = within(panel).getByRole('form', { name: 'Vrátit' });
  const reason = within(form).getByRole('textbox', { name: /Důvod vrácení/ });
  await waitFor(() => expect(reason).toHaveFocus());
  await user.click(within(form).getByRole('button', { name: 'Vrátit' }));
  expect(within(form).getByText('Napište důvod.')).toBeVisible();
  await user.type(reason, 'Chybí doprava');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await within(panel).findByText('Nejvýše 5 znaků.')).toBeVisible();
  expect(within(panel).getByRole('textbox', { name: /Důvod vrácení/ })).toHaveValue('Chybí doprava');
  expect(bodies).toEqual([{ reason: 'Chybí doprava' }]);
});

it('completes with a result', async () => {
  const { user, panel, sent } = await open({ handlers: { 'POST /tasks/12/complete': () => answer } });
  expect(within(panel).getByText('Karla Svobodová vám zadává tento úkol.')).toBeVisible();
  await waitFor(() => expect(panel).toHaveFocus());
  await user.keyboard('d');
  await user.type(await within(panel).findByRole('textbox', { name: /Výsledek/ }), 'Hotovo.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect((await screen.findAllByText('Výsledek předán'))[0]).toBeVisible();
  expect(sent('POST', '/tasks/12/complete')[0]?.body).toEqual({ result: 'Hotovo.' });
});

it('offers no key and says why where an action is not possible', async () => {
  const { user, panel, sent } = await open({ task: { waiting: true } });
  const complete = within(panel).getByRole('button', { name: /^Předat výsledek/ });
  expect(complete).toHaveAttribute('aria-disabled', 'true');
  await user.click(complete);
  await user.keyboard('d');
  expect(within(panel).queryByRole('form', { name: 'Předat výsledek' })).toBeNull();
  await user.hover(complete);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Úkol čeká na své předchůdce.');
  expect(sent('POST', '/tasks/12/complete')).toHaveLength(0);
});

it('edits the name in place, with the revision that was looked at', async () => {
  const { user, panel, sent } = await open({
    task: { contractor: me, solver: petr },
    handlers: { 'PATCH /tasks/12': () => answer },
  });
  await user.click(within(panel).getByRole('button', { name: /^Upravit: Název/ }));
  const name = within(panel).getByRole('textbox', { name: 'Název' });
  await user.clear(name);
  await user.type(name, 'ab');
  expect(within(panel).getByText('Název musí mít alespoň 3 znaky.')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(sent('PATCH', '/tasks/12')).toHaveLength(0);
  await user.type(name, 'c{Enter}');
  await waitFor(() => expect(sent('PATCH', '/tasks/12')).toHaveLength(1));
  expect(sent('PATCH', '/tasks/12')[0]?.body).toEqual({ name: 'abc' });
  expect(sent('PATCH', '/tasks/12')[0]?.headers.get('If-Match')).toBe('"3"');
});

it('shows both values when two people edited one field, and lets choose', async () => {
  let patched = 0;
  const { user, panel, sent } = await open({
    task: { contractor: me, solver: petr },
    handlers: {
      'PATCH /tasks/12': () =>
        patched++ > 0
          ? { ...answer, revision: 9 }
          : problem(409, 'conflict', {
              revision: 8,
              conflicts: [
                { path: 'name', base: 'Migrace skladových karet', theirs: 'Migrace karet', yours: 'Převod karet' },
              ],
            }),
    },
  });
  await user.click(within(panel).getByRole('button', { name: /^Upravit: Název/ }));
  const name = within(panel).getByRole('textbox', { name: 'Název' });
  await user.clear(name);
  await user.type(name, 'Převod karet{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Stejný údaj mezitím upravil někdo jiný' });
  expect(within(dialog).getByRole('radio', { name: /Migrace karet/ })).toBeChecked();
  await user.click(within(dialog).getByRole('radio', { name: /Převod karet/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Uložit vybrané' }));
  await waitFor(() => expect(sent('PATCH', '/tasks/12')).toHaveLength(2));
  expect(sent('PATCH', '/tasks/12')[1]?.body).toEqual({ name: 'Převod karet' });
  expect(sent('PATCH', '/tasks/12')[1]?.headers.get('If-Match')).toBe('"8"');
});

it('never overwrites what is being typed, and tells that it changed meanwhile', async () => {
  const { user, panel, queryClient, becomes } = await open({ task: { contractor: me, solver: petr } });
  await user.click(within(panel).getByRole('button', { name: /^Upravit: Název/ }));
  const name = within(panel).getByRole('textbox', { name: 'Název' });
  await user.clear(name);
  await user.type(name, 'Rozepsané');
  becomes({ name: 'Změněno jiným', revision: 7 });
  await queryClient.invalidateQueries({ queryKey: ['tasks', 'detail', 12] });
  expect(await within(panel).findByText('Mezitím změněno na: Změněno jiným')).toBeVisible();
  expect(name).toHaveValue('Rozepsané');
  expect(name).toHaveFocus();
});

it('adds a comment at once and gives the words back when it cannot be saved', async () => {
  const { user, panel } = await open({
    handlers: { 'POST /tasks/12/comments': () => problem(503, 'store.unavailable') },
  });
  const field = within(panel).getByRole('textbox', { name: 'Nový komentář' });
  await user.type(field, 'Stihneme to?');
  await user.click(within(panel).getByRole('button', { name: /^Odeslat/ }));
  expect(field).toHaveValue('');
  const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
  await waitFor(() => expect(alerts()).toContainEqual(expect.stringContaining('Komentář se nepodařilo uložit')));
  expect(field).toHaveValue('Stihneme to?');
});

it('shows a comment in the activity before it is stored, and says that it is not', async () => {
  const comment = held();
  const items = [anItem()];
  const { user, panel } = await open({
    handlers: {
      'GET /tasks/12/activity': pagesOf(items),
      'POST /tasks/12/comments': () => comment.promise,
    },
  });
  const activity = within(panel).getByRole('region', { name: 'Aktivita' });
  await within(activity).findByRole('listitem');
  const field = within(panel).getByRole('textbox', { name: 'Nový komentář' });
  await user.clear(field);
  await user.type(field, 'Stavím se v úterý');
  await user.click(within(panel).getByRole('button', { name: /^Odeslat/ }));
  expect(await within(activity).findByText('Stavím se v úterý')).toBeVisible();
  expect(within(activity).getByText('čeká na odeslání')).toBeVisible();
  items.push(
    anItem({ id: '13', event: 'CommentAdded', class: 'comment', by: me, text: 'Stavím se v úterý', hash: 'a1' }),
  );
  comment.release({ ...answer, commentId: 4 });
  await waitFor(() => expect(within(activity).queryByText('čeká na odeslání')).toBeNull());
  expect(within(activity).getAllByText('Stavím se v úterý')).toHaveLength(1);
});

it('shows the task as it was at a moment, with what changed since, and leads back', async () => {
  const { user, panel, calls } = await open({
    task: { contractor: me, solver: petr },
    handlers: {
      'GET /tasks/12': ({ query }: Call) =>
        aTask({ contractor: me, solver: petr, name: query.has('at') ? 'Starý název' : 'Migrace skladových karet' }),
      'GET /tasks/12/diff': () => ({
        from: '',
        to: '',
        changes: [{ field: 'name', from: 'Starý název', to: 'Migrace skladových karet' }],
      }),
    },
  });
  await user.click(await within(panel).findByRole('button', { name: 'Ukázat úkol v tomto okamžiku' }));
  const past = await within(panel).findByRole('region', { name: 'Úkol v minulosti' });
  expect(await within(past).findByText('Od té doby se změnilo:')).toBeVisible();
  expect(await within(panel).findByRole('heading', { level: 2, name: 'Starý název' })).toBeVisible();
  expect(within(panel).queryByRole('button', { name: /Upravit/ })).toBeNull();
  expect(calls.some(({ query }) => query.get('at') === '2026-11-20T08:00:00.000Z')).toBe(true);
  await user.click(within(past).getByRole('button', { name: 'Zpět do přítomnosti' }));
  expect(await within(panel).findByRole('button', { name: /^Upravit: Název/ })).toHaveTextContent(
    'Migrace skladových karet',
  );
});

it('deletes from the menu, closes, and offers to bring it back', async () => {
  const { user, panel, sent } = await open({
    task: { contractor: me, solver: petr },
    handlers: { 'DELETE /tasks/12': () => ({ ...answer, eventId: 'deletion' }), 'POST /undo': () => answer },
  });
  await user.click(within(panel).getByRole('button', { name: 'Další akce' }));
  expect(await screen.findByRole('menuitem', { name: /^Převzít Výsledek úkolu ještě nebyl předán/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await user.click(screen.getByRole('menuitem', { name: 'Smazat úkol' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(sent('DELETE', '/tasks/12')).toHaveLength(1));
  await user.click(await screen.findByRole('button', { name: /^Zpět/ }));
  await waitFor(() => expect(sent('POST', '/undo')).toMatchObject([{ body: { eventId: 'deletion' } }]));
});

it('says that there is no such task', async () => {
  haveSession();
  serve({
    ...signedIn,
    'GET /tasks/:id': () => problem(404, 'task.not-found'),
    'GET /tasks/:id/activity': () => problem(404, 'task.not-found'),
    'GET /tasks/:id/comments': () => problem(404, 'task.not-found'),
  });
  await renderApp('/tasks?taskId=999');
  expect(await screen.findByRole('dialog', { name: 'Takový úkol neexistuje.' })).toBeVisible();
});

it('shows a deleted task read-only, with time and person, and restores it', async () => {
  haveSession();
  let deleted = true;
  const there = aTask({
    contractor: me,
    solver: petr,
    subtasks: [{ id: 13, name: 'Mapování polí', state: 'assigned', solver: petr }],
  });
  const calls = serve({
    ...signedIn,
    'GET /me': () => member,
    'GET /tasks': () => pageOf([]),
    'GET /tasks/12': ({ query }: Call) =>
      !deleted
        ? there
        : query.get('deleted') === 'true'
          ? {
              ...there,
              deleted: { at: '2026-11-20T08:00:00.000Z', by: petr },
              can: { ...mapTable(there.can, () => 'task.deleted'), undelete: true },
            }
          : problem(404, 'task.not-found'),
    'GET /tasks/12/activity': () => pageOf([]),
    'GET /tasks/12/comments': () => pageOf([]),
    'POST /tasks/12/undelete': () => {
      deleted = false;
      return answer;
    },
  });
  const { user } = await renderApp('/tasks?taskId=12');
  const panel = await screen.findByRole('dialog', { name: 'Migrace skladových karet' });
  const banner = within(panel).getByRole('region', { name: 'Úkol je smazaný' });
  expect(banner).toHaveTextContent(/Petr/);
  expect(banner).toHaveTextContent(/20\. 11\./);
  expect(within(panel).queryByRole('button', { name: /^Upravit/ })).toBeNull();
  expect(within(panel).queryByRole('textbox')).toBeNull();
  expect(within(panel).getByRole('link', { name: 'Zobrazit graf podúkolů' })).toHaveAttribute(
    'href',
    expect.stringContaining('graph=12'),
  );
  const histories = calls.filter(({ path }) => path === '/tasks/12/activity');
  expect(histories.every(({ query }) => query.get('deleted') === 'true')).toBe(true);
  await user.click(within(panel).getByRole('button', { name: 'Vrátit smazaný úkol' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Úkol je smazaný' })).toBeNull());
  expect(await within(panel).findByRole('button', { name: /^Upravit: Název/ })).toBeVisible();
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('names the fields of a task that only a solver edits', async () => {
  const { panel } = await open({ task: { contractor: karla, solver: me } });
  expect(within(panel).queryByRole('button', { name: /^Upravit: Název/ })).toBeNull();
  expect(within(panel).queryByRole('button', { name: /^Upravit: Priorita/ })).toBeNull();
  expect(within(panel).getByRole('button', { name: /^Upravit: Štítky/ })).toBeVisible();
  expect(within(panel).getByRole('button', { name: /^Upravit: Větev/ })).toBeVisible();
});
