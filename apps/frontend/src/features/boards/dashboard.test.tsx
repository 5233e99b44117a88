import type { BoardAnswer, Change, TaskRowAnswer } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { listenToAnnouncements } from '../../testing/announcements';
import { fourTasks, inBoard, serveBoards, twoBoards } from '../../testing/board-fixtures';
import { useLiveChanges } from '../../testing/live-changes';
import { aMember } from '../../testing/project-fixtures';
import { haveSession, renderApp } from '../../testing/render-app';
import { jan, json, pageOf, problem } from '../../testing/server';
import { aBoard, karla, petr } from '../../testing/task-fixtures';

const tell = useLiveChanges();

async function open(scene: Parameters<typeof serveBoards>[0] = {}) {
  haveSession();
  const server = serveBoards(scene);
  const app = await renderApp('/tasks/project/5');
  return { ...app, ...server };
}

const board = (name: string) => screen.findByRole('article', { name });
const tasksOf = (article: HTMLElement) =>
  within(article)
    .queryAllByRole('listitem')
    .map((item) => item.textContent?.trim());
const section = (name: string) => screen.findByRole('region', { name });
const boardsIn = (region: HTMLElement) =>
  within(region)
    .queryAllByRole('article')
    .map((article) => within(article).getByRole('heading').textContent);
const link = (name: string) => screen.findByRole('link', { name });
const carried = () => screen.queryByRole('application');

describe('the dashboard', () => {
  it('shows boards in their sections with their tasks, and what is in no board', async () => {
    await open({ tasks: [...fourTasks, inBoard(8, { id: 30, name: 'Školení', board: null, order: null })] });
    const evidence = await board('Evidence');
    await waitFor(() => expect(tasksOf(evidence)).toEqual(['Migrace karet', 'Tiskové sestavy']));
    expect(boardsIn(await section('Rozpracováno'))).toEqual(['Evidence', 'Přihlášení']);
    expect(boardsIn(await section('Zásobník'))).toEqual(['Mimo nástěnky']);
    expect(tasksOf(await board('Mimo nástěnky'))).toEqual(['Školení']);
    expect(within(evidence).getByRole('img', { name: 'Průběh: Zadán 1, Splněn 1' })).toBeVisible();
    expect(within(evidence).getByRole('img', { name: karla.name })).toBeVisible();
    expect(within(evidence).getByRole('link', { name: 'Evidence' })).toHaveAttribute(
      'href',
      '/tasks/project/5/board/8',
    );
  });

  it('loads the tasks of a board that came near before the browser told that it was away', async () => {
    const away = { isIntersecting: false } as IntersectionObserverEntry;
    const near = { isIntersecting: true } as IntersectionObserverEntry;
    class LateObserver {
      constructor(private readonly tell: (entries: IntersectionObserverEntry[]) => void) {}
      observe() {
        setTimeout(() => this.tell([away, near]));
      }
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', LateObserver);
    await open();
    expect(await link('Firemní účet')).toBeVisible();
  });

  it('draws thousands of tasks in no board little by little, and what comes meanwhile at once', async () => {
    const loosely = (id: number, name: string) => inBoard(8, { id, name, board: null, order: null });
    const many = Array.from({ length: 230 }, (_, n) => loosely(100 + n, `Volný ${n + 1}`));
    const { user } = await open({ tasks: many });
    const loose = await board('Mimo nástěnky');
    const drawn = () => loose.querySelectorAll('[data-task]').length;
    await waitFor(() => expect(drawn()).toBe(100));
    expect(within(loose).getByText('230')).toBeVisible();

    await tell({ model: 'task', id: 900, revision: 1, position: '500', doc: loosely(900, 'Právě založený') });
    expect(await within(loose).findByText('Právě založený')).toBeVisible();
    expect(drawn()).toBe(101);

    await user.click(within(loose).getByText('Zobrazit dalších 100 úkolů'));
    await waitFor(() => expect(drawn()).toBe(201));
    expect(within(loose).getByText('Volný 101')).toHaveFocus();
    await user.click(within(loose).getByText('Zobrazit dalších 30 úkolů'));
    await waitFor(() => expect(drawn()).toBe(231));
    expect(within(loose).queryByText(/^Zobrazit/)).not.toBeInTheDocument();
  });

  it('opens a task over itself', async () => {
    const { user, router } = await open({
      handlers: {
        'GET /tasks/:id': () => problem(404, 'task.not-found'),
        'GET /tasks/:id/activity': () => problem(404, 'task.not-found'),
        'GET /tasks/:id/comments': () => problem(404, 'task.not-found'),
      },
    });
    await user.click(await link('Migrace karet'));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ taskId: 12 }));
    expect(router.state.location.pathname).toBe('/tasks/project/5');
  });

  it('says what would be there, and offers the next step, where there is nothing', async () => {
    const { user } = await open({ boards: [], tasks: [] });
    expect(await screen.findByText(/Projekt zatím nemá žádné nástěnky/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Přidat nástěnku' }));
    expect(await screen.findByRole('dialog', { name: 'Nová nástěnka' })).toBeVisible();
  });

  it('says of an empty section what belongs there', async () => {
    await open();
    expect(within(await section('Hotovo')).getByText(/na kterých je práce hotová/)).toBeVisible();
  });

  it('says that the boards could not be fetched, and tries again', async () => {
    let broken = true;
    const { user } = await open({
      handlers: {
        'GET /projects/:id/boards': () =>
          broken ? problem(500, 'request.failed') : { items: twoBoards, total: 2, page: 1, pageSize: 100 },
      },
    });
    expect(await screen.findByText('Nástěnky se nepodařilo načíst.')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Zkusit znovu' }));
    expect(await board('Evidence')).toBeVisible();
  });

  it('collapses a board and remembers it', async () => {
    const { user, sent } = await open();
    const evidence = await board('Evidence');
    await waitFor(() => expect(tasksOf(evidence)).toHaveLength(2));
    await user.click(within(evidence).getByRole('button', { name: 'Úkoly nástěnky Evidence' }));
    expect(tasksOf(evidence)).toEqual([]);
    expect(within(evidence).getByText('2')).toBeVisible();
    await waitFor(() => expect(sent('PUT', '/me/preferences/boards-5')).toHaveLength(1));
    const stored = () => sent('PUT', '/me/preferences/boards-5').map(({ body }) => body);
    expect(stored()).toEqual([{ value: { collapsed: [8] } }]);
    for (const name of ['Přihlášení', 'Evidence']) {
      await user.click(screen.getByRole('button', { name: `Úkoly nástěnky ${name}` }));
    }
    await waitFor(() => expect(stored().at(-1)).toEqual({ value: { collapsed: [9] } }));
  });

  it('begins as it was left', async () => {
    const { calls } = await open({
      handlers: { 'GET /me/preferences/boards-5': () => ({ value: { collapsed: [8] } }) },
    });
    const evidence = await board('Evidence');
    expect(within(evidence).getByRole('button', { name: 'Úkoly nástěnky Evidence' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    await waitFor(() => expect(calls.some(({ query }) => query.get('board') === '9')).toBe(true));
    expect(calls.some(({ query }) => query.get('board') === '8')).toBe(false);
  });
});

describe('with the keys', () => {
  it('takes a task to another board and tells each step', async () => {
    const lastAnnounced = listenToAnnouncements();
    const { user, sent } = await open();
    (await link('Migrace karet')).focus();
    await user.keyboard(' ');
    await waitFor(() => expect(lastAnnounced()).toBe('Zvednuto: Migrace karet. Nástěnka Evidence, místo 1 z 2.'));
    expect(carried()).toHaveAccessibleName('Přenáší se: Migrace karet');
    await waitFor(() => expect(carried()).toHaveFocus());
    await user.keyboard('{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(lastAnnounced()).toBe('Nástěnka Přihlášení, místo 1 z 3.'));
    await user.keyboard(' ');
    expect(carried()).toBeNull();
    await waitFor(async () =>
      expect(tasksOf(await board('Přihlášení'))).toEqual(['Migrace karet', 'Firemní účet', 'Obnova hesla']),
    );
    expect(tasksOf(await board('Evidence'))).toEqual(['Tiskové sestavy']);
    expect(sent('POST', '/tasks/12/move')[0]?.body).toEqual({ projectId: 5, boardId: 9, beforeId: 14 });
    await waitFor(async () => expect(await link('Migrace karet')).toHaveFocus());
    expect(await screen.findByText('Úkol přesunut na nástěnku Přihlášení')).toBeVisible();
  });

  it('tells of a board whose tasks are not there yet that the end of it is meant', async () => {
    const lastAnnounced = listenToAnnouncements();
    const { user } = await open({
      handlers: {
        'GET /tasks': ({ query }) =>
          query.get('board') === '9'
            ? new Promise(() => undefined)
            : pageOf(query.get('board') === '8' ? fourTasks.slice(0, 2) : []),
      },
    });
    (await link('Migrace karet')).focus();
    await user.keyboard(' {ArrowDown}{ArrowDown}');
    await waitFor(() => expect(lastAnnounced()).toBe('Nástěnka Přihlášení, na konec.'));
    await user.keyboard('{Escape}');
  });

  it('puts the card back with Escape and sends nothing', async () => {
    const lastAnnounced = listenToAnnouncements();
    const { user, calls } = await open();
    (await link('Migrace karet')).focus();
    await user.keyboard(' {ArrowDown}{ArrowDown}{Escape}');
    expect(carried()).toBeNull();
    await waitFor(() => expect(lastAnnounced()).toBe('Migrace karet zůstává na svém místě.'));
    expect(tasksOf(await board('Evidence'))).toEqual(['Migrace karet', 'Tiskové sestavy']);
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('puts a task out of all boards', async () => {
    const { user, sent } = await open();
    (await link('Migrace karet')).focus();
    await user.keyboard(' {ArrowLeft} ');
    await waitFor(() => expect(sent('POST', '/tasks/12/move')).toHaveLength(1));
    expect(sent('POST', '/tasks/12/move')[0]?.body).toEqual({ projectId: 5, boardId: null, beforeId: null });
    expect(tasksOf(await board('Mimo nástěnky'))).toEqual(['Migrace karet']);
  });

  it('takes a board to another section, and back by the toast', async () => {
    const { user, sent } = await open();
    (await link('Evidence')).focus();
    await user.keyboard(' {ArrowRight}{Enter}');
    await waitFor(async () => expect(boardsIn(await section('Hotovo'))).toEqual(['Evidence']));
    expect(sent('POST', '/boards/8/move')[0]?.body).toEqual({ section: 'done', beforeId: null });
    await user.click(await screen.findByRole('button', { name: /^Zpět/ }));
    await waitFor(async () => expect(boardsIn(await section('Rozpracováno'))).toEqual(['Evidence', 'Přihlášení']));
    expect(sent('POST', '/undo')[0]?.body).toEqual({ eventId: 'event-1' });
  });

  it('does not lift what is solved', async () => {
    const { user } = await open();
    (await link('Obnova hesla')).focus();
    await user.keyboard(' ');
    expect(carried()).toBeNull();
    expect(await screen.findByRole('alert')).toHaveTextContent('Úkol je již vyřešen.');
  });

  it('goes from card to card by j and k', async () => {
    const { user } = await open();
    const task = await link('Migrace karet');
    (await link('Evidence')).focus();
    await user.keyboard('j');
    expect(task).toHaveFocus();
    await user.keyboard('jjk');
    expect(await link('Tiskové sestavy')).toHaveFocus();
  });
});

describe('a refused move', () => {
  it('is taken back and says why, in the words of the catalogue', async () => {
    localStorage.setItem('lng', 'en');
    const { user } = await open({
      handlers: {
        'GET /me': () => ({ ...jan, role: 'member', language: 'en' }),
        'POST /tasks/:id/move': () => problem(403, 'project.forbidden'),
      },
    });
    (await link('Migrace karet')).focus();
    await user.keyboard(' {ArrowDown}{ArrowDown} ');
    expect(await screen.findByRole('alert')).toHaveTextContent("Task wasn't moved to board no permission to edit");
    expect(tasksOf(await board('Evidence'))).toEqual(['Migrace karet', 'Tiskové sestavy']);
    expect(tasksOf(await board('Přihlášení'))).toEqual(['Firemní účet', 'Obnova hesla']);
  });

  it('says of a board what failed', async () => {
    const { user } = await open({ handlers: { 'POST /boards/:id/move': () => problem(403, 'project.forbidden') } });
    (await link('Evidence')).focus();
    await user.keyboard(' {ArrowRight} ');
    expect(await screen.findByRole('alert')).toHaveTextContent('Při změně nástěnky došlo k chybě');
    expect(boardsIn(await section('Rozpracováno'))).toEqual(['Evidence', 'Přihlášení']);
  });

  it('tries once more by the present order when the neighbour is gone', async () => {
    let asked = 0;
    const bodies: unknown[] = [];
    const { user, kept } = await open({
      handlers: {
        'POST /tasks/:id/move': ({ body }) => {
          bodies.push(body);
          if (asked++ > 0) return { id: 12, revision: 2, position: '200' };
          kept.tasks = kept.tasks.filter(({ id }) => id !== 14);
          return problem(409, 'board.neighbour-moved');
        },
      },
    });
    (await link('Migrace karet')).focus();
    await user.keyboard(' {ArrowDown}{ArrowDown} ');
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies).toEqual([
      { projectId: 5, boardId: 9, beforeId: 14 },
      { projectId: 5, boardId: 9, beforeId: null },
    ]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that the neighbour moved when it did so twice', async () => {
    const { user, sent } = await open({
      handlers: { 'POST /tasks/:id/move': () => problem(409, 'board.neighbour-moved') },
    });
    (await link('Migrace karet')).focus();
    await user.keyboard(' {ArrowDown}{ArrowDown} ');
    expect(await screen.findByRole('alert')).toHaveTextContent('Sousední karta se mezitím přesunula.');
    expect(sent('POST', '/tasks/12/move')).toHaveLength(2);
    expect(tasksOf(await board('Evidence'))).toEqual(['Migrace karet', 'Tiskové sestavy']);
  });
});

describe('what others do', () => {
  const movedRow = (given: Partial<TaskRowAnswer>): Change => {
    const doc = inBoard(8, { id: 13, name: 'Tiskové sestavy', order: 'b', revision: 5, ...given });
    return { model: 'task', id: doc.id, revision: doc.revision, position: '500', doc };
  };

  it('is seen at once', async () => {
    await open();
    const evidence = await board('Evidence');
    await waitFor(() => expect(tasksOf(evidence)).toHaveLength(2));
    await tell(movedRow({ board: { id: 9, name: 'Přihlášení' }, order: 'A' }));
    await waitFor(async () =>
      expect(tasksOf(await board('Přihlášení'))).toEqual(['Tiskové sestavy', 'Firemní účet', 'Obnova hesla']),
    );
    expect(tasksOf(evidence)).toEqual(['Migrace karet']);
  });

  it('leaves alone what is in the air: the place stays between its neighbours', async () => {
    const lastAnnounced = listenToAnnouncements();
    const { user, sent } = await open();
    (await link('Migrace karet')).focus();
    await user.keyboard(' {ArrowDown}{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(lastAnnounced()).toBe('Nástěnka Přihlášení, místo 2 z 3.'));
    await tell(movedRow({ board: { id: 9, name: 'Přihlášení' }, order: 'A' }));
    await waitFor(async () => expect(tasksOf(await board('Přihlášení'))).toContain('Tiskové sestavy'));
    expect(carried()).toHaveFocus();
    await user.keyboard(' ');
    await waitFor(() => expect(sent('POST', '/tasks/12/move')).toHaveLength(1));
    expect(sent('POST', '/tasks/12/move')[0]?.body).toEqual({ projectId: 5, boardId: 9, beforeId: 15 });
    await waitFor(async () =>
      expect(tasksOf(await board('Přihlášení'))).toEqual([
        'Tiskové sestavy',
        'Firemní účet',
        'Migrace karet',
        'Obnova hesla',
      ]),
    );
  });

  it('is not undone by taking back one’s own move', async () => {
    let refuse: () => void = () => undefined;
    const held = new Promise<Response>((resolve) => {
      refuse = () => resolve(problem(403, 'project.forbidden'));
    });
    const { user } = await open({ handlers: { 'POST /tasks/:id/move': () => held } });
    (await link('Migrace karet')).focus();
    await user.keyboard(' {ArrowDown}{ArrowDown} ');
    await waitFor(async () => expect(tasksOf(await board('Přihlášení'))).toContain('Migrace karet'));
    await tell(movedRow({ board: { id: 9, name: 'Přihlášení' }, order: 'z' }));
    await waitFor(async () => expect(tasksOf(await board('Přihlášení'))).toContain('Tiskové sestavy'));
    refuse();
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(tasksOf(await board('Evidence'))).toEqual(['Migrace karet']);
    expect(tasksOf(await board('Přihlášení'))).toEqual(['Firemní účet', 'Obnova hesla', 'Tiskové sestavy']);
  });
});

describe('adding a task', () => {
  it('needs a name and Enter; the board’s person gets it, and the next can follow', async () => {
    const { user, sent } = await open({
      handlers: { 'POST /tasks': () => json(201, { id: 40, revision: 1, position: '300' }) },
    });
    const evidence = await board('Evidence');
    await user.click(await within(evidence).findByRole('button', { name: /Přidat úkol/ }));
    await user.keyboard('Nový úkol{Enter}');
    await waitFor(() => expect(tasksOf(evidence)).toEqual(['Migrace karet', 'Tiskové sestavy', 'Nový úkol']));
    expect(sent('POST', '/tasks')[0]?.body).toEqual({ name: 'Nový úkol', projectId: 5, boardId: 8 });
    expect(within(evidence).getAllByRole('img', { name: karla.name })).toHaveLength(2);
    expect(within(evidence).getByRole('textbox')).toHaveFocus();
    expect(within(evidence).getByRole('textbox')).toHaveValue('');
  });

  it('says what is wrong with the name and keeps the words when it fails', async () => {
    const { user, sent } = await open({ handlers: { 'POST /tasks': () => problem(409, 'project.inactive') } });
    const evidence = await board('Evidence');
    await user.click(await within(evidence).findByRole('button', { name: /Přidat úkol/ }));
    await user.keyboard('ab{Enter}');
    expect(within(evidence).getByText('Název musí mít alespoň 3 znaky.')).toBeVisible();
    expect(sent('POST', '/tasks')).toHaveLength(0);
    await user.keyboard('c{Enter}');
    await waitFor(() => expect(sent('POST', '/tasks')).toHaveLength(1));
    expect(await screen.findByText(/Úkol se nepodařilo vytvořit/)).toBeVisible();
    expect(within(evidence).getByRole('textbox')).toHaveValue('abc');
  });
});

describe('a reader', () => {
  it('sees everything and is offered nothing to change', async () => {
    const can = Object.fromEntries(
      ['edit', 'move', 'delete', 'undelete', 'tasks'].map((action) => [action, 'project.forbidden']),
    );
    const { user } = await open({
      project: { members: [aMember({ permission: 'view' }), aMember({ user: petr })] },
      boards: twoBoards.map((one) => ({ ...one, can: { ...can, accept: true } }) as BoardAnswer),
    });
    const evidence = await board('Evidence');
    await waitFor(() => expect(tasksOf(evidence)).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Nová nástěnka' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Přidat/ })).toBeNull();
    (await link('Migrace karet')).focus();
    await user.keyboard(' ');
    expect(carried()).toBeNull();
    await user.click(within(evidence).getByRole('button', { name: 'Akce nástěnky Evidence' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Otevřít nástěnku',
      'Přehrát historii',
      'Porovnat dva okamžiky nástěnky',
      'Převzít celou nástěnku',
    ]);
  });

  it('of an inactive project adds no tasks but may still move them', async () => {
    const { user } = await open({
      project: { active: false },
      boards: twoBoards.map((one) => aBoard({ ...one, can: { ...one.can, tasks: 'project.inactive' } })),
    });
    await board('Evidence');
    expect(screen.queryByRole('button', { name: /Přidat úkol/ })).toBeNull();
    (await link('Migrace karet')).focus();
    await user.keyboard(' ');
    expect(carried()).not.toBeNull();
  });
});
