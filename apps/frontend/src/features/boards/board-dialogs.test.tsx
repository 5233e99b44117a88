import { screen, waitFor, within } from '@testing-library/react';
import { inBoard, serveBoards, twoBoards } from '../../testing/board-fixtures';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Call, jan, problem } from '../../testing/server';
import { aBoard, karla, petr } from '../../testing/task-fixtures';

async function open(scene: Parameters<typeof serveBoards>[0] = {}, address = '/tasks/project/5') {
  haveSession();
  const server = serveBoards(scene);
  const app = await renderApp(address);
  return { ...app, ...server };
}

// The dialogs come as a chunk of their own; on a busy machine it takes its time.
beforeAll(async () => void (await import('./board-dialogs')), 60_000);

type User = Awaited<ReturnType<typeof open>>['user'];

const dialog = (name: string) => screen.findByRole('dialog', { name });
const board = (name: string) => screen.findByRole('article', { name });

async function choose(user: User, name: string, item: string) {
  await user.click(within(await board(name)).getByRole('button', { name: `Akce nástěnky ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

async function toast(text: string | RegExp) {
  await waitFor(() => expect(document.querySelector('[data-toast]')?.textContent).toMatch(text));
}

describe('a new board', () => {
  it('is created with what was filled in', async () => {
    const { user, sent } = await open();
    await user.click(await screen.findByRole('button', { name: 'Nová nástěnka' }));
    const form = await dialog('Nová nástěnka');
    await user.type(within(form).getByRole('textbox', { name: 'Název' }), '  Mobilní čtečky ');
    await user.click(within(form).getByRole('combobox', { name: 'Sekce' }));
    await user.click(await screen.findByRole('option', { name: 'Hotovo' }));
    await user.click(within(form).getByRole('button', { name: /Přiřazená osoba/ }));
    await user.click(await screen.findByRole('option', { name: petr.name }));
    await user.type(within(form).getByRole('textbox', { name: 'Popis' }), 'Do skladu');
    await user.click(within(form).getByRole('button', { name: /Vytvořit nástěnku/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('POST', '/projects/5/boards')[0]?.body).toEqual({
      name: 'Mobilní čtečky',
      section: 'done',
      description: 'Do skladu',
      assignedUserId: petr.id,
    });
    expect(await board('Mobilní čtečky')).toBeVisible();
    await toast('Nástěnka Mobilní čtečky vytvořena');
  });

  it('is meant for the section where it is begun, also with words that were kept', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Nová nástěnka' }));
    await user.type(within(await dialog('Nová nástěnka')).getByRole('textbox', { name: 'Název' }), 'Čtečky');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Nová nástěnka: Hotovo' }));
    const form = await dialog('Nová nástěnka');
    expect(within(form).getByRole('textbox', { name: 'Název' })).toHaveValue('Čtečky');
    expect(within(form).getByRole('combobox', { name: 'Sekce' })).toHaveValue('Hotovo');
  });

  it('asks for a name, says what the server refuses at its field, and loses nothing', async () => {
    const refused = { path: 'assignedUserId', code: 'board.assigned.unknown', message: '' };
    const { user, sent } = await open({
      handlers: { 'POST /projects/:id/boards': () => problem(422, 'validation.failed', { errors: [refused] }) },
    });
    await user.click(await screen.findByRole('button', { name: 'Nová nástěnka' }));
    const form = await dialog('Nová nástěnka');
    const name = within(form).getByRole('textbox', { name: 'Název' });
    await user.click(within(form).getByRole('button', { name: /Vytvořit nástěnku/ }));
    expect(name).toBeInvalid();
    expect(sent('POST', '/projects/5/boards')).toHaveLength(0);
    await user.type(name, 'Čtečky{Enter}');
    expect(await within(form).findByText('Tomuto člověku nástěnku přiřadit nelze.')).toBeVisible();
    expect(await screen.findByText(/Nástěnku se nepodařilo vytvořit/)).toBeVisible();
    expect(name).toHaveValue('Čtečky');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Nová nástěnka' }));
    expect(within(await dialog('Nová nástěnka')).getByRole('textbox', { name: 'Název' })).toHaveValue('Čtečky');
    await user.click(screen.getByRole('button', { name: 'Zrušit' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Nová nástěnka' }));
    expect(within(await dialog('Nová nástěnka')).getByRole('textbox', { name: 'Název' })).toHaveValue('');
  });

  it('says in the words of the catalogue that it was not created', async () => {
    localStorage.setItem('lng', 'en');
    const { user } = await open({
      handlers: {
        'GET /me': () => ({ ...jan, role: 'member', language: 'en' }),
        'POST /projects/:id/boards': () => problem(403, 'project.forbidden'),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'New board' }));
    await user.type(within(await dialog('New board')).getByRole('textbox', { name: 'Name' }), 'Readers{Enter}');
    expect(await screen.findByText(/Board not created/)).toBeVisible();
  });
});

describe('editing', () => {
  it('sends only what changed, with the revision that was looked at', async () => {
    const { user, sent } = await open();
    await choose(user, 'Evidence', 'Upravit');
    const form = await dialog('Upravit nástěnku');
    const name = within(form).getByRole('textbox', { name: 'Název' });
    await user.clear(name);
    await user.type(name, 'Evidence skladu{Control>}{Enter}{/Control}');
    expect(await board('Evidence skladu')).toBeVisible();
    const [patch] = sent('PATCH', '/boards/8');
    expect(patch?.body).toEqual({ name: 'Evidence skladu' });
    expect(patch?.headers.get('If-Match')).toBe('"1"');
    expect(sent('POST', '/boards/8/move')).toHaveLength(0);
    await toast('Nástěnka Evidence skladu upravena');
  });

  it('shows both values when another person changed the same field, and then writes one’s own', async () => {
    let asked = 0;
    const bodies: (string | null)[] = [];
    const { user } = await open({
      handlers: {
        'PATCH /boards/:id': ({ headers }: Call) => {
          bodies.push(headers.get('If-Match'));
          if (asked++ > 0) return { id: 8, revision: 8, position: '300' };
          const conflicts = [{ path: 'name', base: 'Evidence', theirs: 'Sklad', yours: 'Karty' }];
          return problem(409, 'conflict', { revision: 7, conflicts });
        },
      },
    });
    await choose(user, 'Evidence', 'Upravit');
    const form = await dialog('Upravit nástěnku');
    const name = within(form).getByRole('textbox', { name: 'Název' });
    await user.clear(name);
    await user.type(name, 'Karty{Enter}');
    const conflict = await dialog('Stejný údaj mezitím upravil někdo jiný');
    expect(conflict).toHaveTextContent('Sklad');
    await user.click(within(conflict).getByRole('radio', { name: /Karty/ }));
    await user.click(within(conflict).getByRole('button', { name: 'Uložit vybrané' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies).toEqual(['"1"', '"7"']);
  });
});

describe('deleting', () => {
  it('asks, says what becomes of the tasks, and can be undone', async () => {
    const { user, sent } = await open();
    await choose(user, 'Evidence', 'Smazat nástěnku');
    const asked = await dialog('Smazat nástěnku Evidence?');
    expect(asked).toHaveTextContent('Její 2 úkoly v projektu zůstanou');
    await user.click(within(asked).getByRole('button', { name: 'Smazat' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Evidence' })).toBeNull());
    await waitFor(() => expect(sent('DELETE', '/boards/8')).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: /^Zpět/ }));
    await waitFor(() => expect(sent('POST', '/undo')).toHaveLength(1));
    expect(await board('Evidence')).toBeVisible();
  });

  it('keeps deleted boards where they can be brought back', async () => {
    const { user, kept } = await open();
    await board('Evidence');
    kept.deleted.push(aBoard({ id: 30, name: 'Stará evidence' }));
    await user.click(screen.getByRole('button', { name: 'Akce přehledu' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Smazané nástěnky' }));
    await user.click(await screen.findByRole('button', { name: /Vrátit\s*Stará evidence/ }));
    expect(await screen.findByText('Žádná nástěnka tohoto projektu není smazaná.')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(await board('Stará evidence')).toBeVisible();
  });
});

describe('accepting a board entirely', () => {
  const done = [
    aBoard({ id: 8, name: 'Evidence', section: 'done', order: 'a' }),
    aBoard({ id: 9, name: 'Prázdná', section: 'done', order: 'b' }),
  ];
  const tasks = [
    inBoard(8, { id: 12, name: 'Migrace karet', order: 'a', state: 'fulfilled' }),
    inBoard(8, { id: 13, name: 'Tiskové sestavy', order: 'b', state: 'fulfilled', contractor: karla }),
  ];

  it('says how many will be, and then which were and which were not and why', async () => {
    const { user, sent } = await open({
      boards: done,
      tasks,
      handlers: {
        'POST /boards/:id/accept': () => ({
          id: 8,
          revision: 1,
          position: '300',
          accepted: [{ id: 12, name: 'Migrace karet' }],
          refused: [{ id: 13, name: 'Tiskové sestavy', code: 'task.forbidden' }],
        }),
      },
    });
    await user.click(await screen.findByRole('button', { name: /Převzít celou nástěnku\s*Evidence/ }));
    const asked = await dialog('Převzít nástěnku Evidence?');
    expect(asked).toHaveTextContent('Převezmou se 2 splněné úkoly.');
    await user.click(within(asked).getByRole('button', { name: 'Převzít' }));
    const outcome = await dialog('Převzetí nástěnky Evidence');
    expect(within(outcome).getByRole('region', { name: 'Převzaté úkoly' })).toHaveTextContent('Migrace karet');
    const refused = within(outcome).getByRole('region', { name: 'Převzít nešlo' });
    expect(refused).toHaveTextContent('Tiskové sestavy');
    expect(refused).toHaveTextContent('Vaše role v tomto úkolu to nedovoluje.');
    expect(sent('POST', '/boards/8/accept')).toHaveLength(1);
  });

  it('says that all were accepted', async () => {
    const { user } = await open({
      boards: done,
      tasks: tasks.slice(0, 1),
      handlers: {
        'POST /boards/:id/accept': () => ({
          id: 8,
          revision: 1,
          position: '300',
          accepted: [{ id: 12, name: 'Migrace karet' }],
          refused: [],
        }),
      },
    });
    await user.click(await screen.findByRole('button', { name: /Převzít celou nástěnku\s*Evidence/ }));
    await user.click(within(await dialog('Převzít nástěnku Evidence?')).getByRole('button', { name: 'Převzít' }));
    await toast('Nástěnka Evidence převzata: 1 úkol');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says in the words of the catalogue that a board has no tasks', async () => {
    localStorage.setItem('lng', 'en');
    const { user, calls } = await open({
      boards: done,
      tasks,
      handlers: { 'GET /me': () => ({ ...jan, role: 'member', language: 'en' }) },
    });
    await user.click(within(await board('Prázdná')).getByRole('button', { name: 'Actions of board Prázdná' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Accept the entire board' }));
    expect(await dialog('Accept the entire board')).toHaveTextContent("Board doesn't have tasks");
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('says it all the same when the tasks went meanwhile', async () => {
    const { user } = await open({
      boards: done,
      tasks,
      handlers: { 'POST /boards/:id/accept': () => problem(409, 'board.no-tasks') },
    });
    await user.click(await screen.findByRole('button', { name: /Převzít celou nástěnku\s*Evidence/ }));
    await user.click(within(await dialog('Převzít nástěnku Evidence?')).getByRole('button', { name: 'Převzít' }));
    expect(await screen.findByText('Nástěnka nemá žádné úkoly.')).toBeVisible();
  });

  it('says that changing the board failed when the server decided nothing', async () => {
    const { user } = await open({
      boards: done,
      tasks,
      handlers: { 'POST /boards/:id/accept': () => problem(500, 'request.failed') },
    });
    await user.click(await screen.findByRole('button', { name: /Převzít celou nástěnku\s*Evidence/ }));
    await user.click(within(await dialog('Převzít nástěnku Evidence?')).getByRole('button', { name: 'Převzít' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Při změně nástěnky došlo k chybě/);
  });
});

describe('a board by itself', () => {
  const rows = [
    inBoard(8, { id: 12, name: 'Migrace karet', order: 'a' }),
    inBoard(8, { id: 13, name: 'Dodavatelé', order: 'b', state: 'solved' }),
  ];
  const boards = [{ ...twoBoards[0]!, description: 'Skladové karty', deadline: null }];

  it('shows what it is and its tasks in its order', async () => {
    const { calls } = await open({ boards, tasks: rows }, '/tasks/project/5/board/8');
    expect(await screen.findByRole('heading', { level: 2, name: 'Evidence' })).toBeVisible();
    expect(screen.getByText('Skladové karty')).toBeVisible();
    expect(screen.getByText('Rozpracováno')).toBeVisible();
    const table = await screen.findByRole('table', { name: 'Úkoly nástěnky Evidence' });
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Migrace karet', 'Dodavatelé']);
    expect(within(table).queryByRole('columnheader', { name: 'Projekt' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Zpět na přehled' })).toHaveAttribute('href', '/tasks/project/5');
    const list = calls.findLast(({ path, query }) => path === '/tasks' && query.get('board') === '8');
    expect(list?.query.get('sort')).toBe('order');
    expect(list?.query.get('list')).toBe('all');
  });

  it('shows its tasks by state, and remembers that', async () => {
    const { user, sent } = await open({ boards, tasks: rows }, '/tasks/project/5/board/8');
    await user.click(await screen.findByRole('button', { name: 'Sloupce' }));
    const solved = await screen.findByRole('region', { name: 'Vyřešen' });
    await waitFor(() => expect(within(solved).getByRole('link', { name: 'Dodavatelé' })).toBeVisible());
    expect(within(screen.getByRole('region', { name: 'Zadán' })).getByRole('link')).toHaveTextContent('Migrace karet');
    expect(screen.getAllByRole('region').map((region) => region.getAttribute('aria-labelledby'))).toHaveLength(5);
    await waitFor(() => expect(sent('PUT', '/me/preferences/board')).toHaveLength(1));
    expect(sent('PUT', '/me/preferences/board')[0]?.body).toMatchObject({ value: { view: 'columns' } });
  });

  it('shows its solved tasks', async () => {
    const { calls } = await open({ boards, tasks: rows }, '/tasks/project/5/board/8/solved');
    const table = await screen.findByRole('table', { name: 'Úkoly nástěnky Evidence' });
    await waitFor(() => expect(within(table).getAllByRole('rowheader')).toHaveLength(1));
    expect(within(table).getByRole('link', { name: 'Dodavatelé' })).toBeVisible();
    expect(calls.findLast(({ query }) => query.get('board') === '8')?.query.getAll('state')).toEqual(['solved']);
  });

  it('leads back to the dashboard when it was deleted', async () => {
    const { user, path } = await open({ boards, tasks: rows }, '/tasks/project/5/board/8');
    await user.click(await screen.findByRole('button', { name: 'Akce nástěnky Evidence' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Smazat nástěnku' }));
    await user.click(within(await dialog('Smazat nástěnku Evidence?')).getByRole('button', { name: 'Smazat' }));
    await waitFor(() => expect(path()).toBe('/tasks/project/5'));
  });

  it('keeps the tab of the dashboard, which it is a part of', async () => {
    await open({ boards, tasks: rows }, '/tasks/project/5/board/8');
    const tabs = await screen.findByRole('navigation', { name: 'Části projektu' });
    expect(within(tabs).getByRole('link', { current: true })).toHaveTextContent('Přehled');
  });

  it.each(['/tasks/project/5/board/77', '/tasks/project/5/board/abc', '/tasks/project/5/board/77/solved'])(
    'says at %s that there is none',
    async (address) => {
      localStorage.setItem('lng', 'en');
      await open({ boards, handlers: { 'GET /me': () => ({ ...jan, role: 'member', language: 'en' }) } }, address);
      expect(await screen.findByRole('heading', { name: 'Board not found' })).toBeVisible();
      expect(screen.getByRole('link', { name: 'Back to the dashboard' })).toHaveAttribute('href', '/tasks/project/5');
    },
  );
});
