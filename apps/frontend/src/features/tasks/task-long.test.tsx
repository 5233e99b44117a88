import type { ActivityItem, CommentAnswer, TaskAnswer } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { listenToAnnouncements } from '../../testing/announcements';
import { useLiveChanges } from '../../testing/live-changes';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Call, type Handlers, jan, pageOf, pagesOf, problem, serve, signedIn } from '../../testing/server';
import { aComment, anItem, aRow, aTask, me, petr } from '../../testing/task-fixtures';

// Whole journeys through the screen; on a busy machine they take their time.
// The chunk is read before the clock of the first test runs.
beforeAll(() => import('./task-panel'), 60_000);

const tell = useLiveChanges();
const member = { ...jan, role: 'member' as const };
const minute = (n: number) => new Date(Date.UTC(2026, 10, 20, 8, n)).toISOString();

const numbered = (id: number, given: Partial<CommentAnswer> = {}) =>
  aComment({ id, at: minute(id), text: `Komentář ${id}.`, ...given });

const anEntry = (n: number, given: Partial<ActivityItem> = {}): ActivityItem =>
  anItem({
    id: `entry-${n}`,
    event: 'CommentAdded',
    class: 'comment',
    at: minute(n),
    text: `Komentář ${n}.`,
    ...given,
  });

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Returns a promise and a function that resolves it. */
function gate() {
  let open: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { held, open: () => open() };
}

async function open(handlers: Handlers, { task = {}, tab = 'comments' }: { task?: Partial<TaskAnswer>; tab?: string }) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /me': () => member,
    'GET /tasks': () => pageOf([aRow(task)]),
    'GET /tasks/12': () => aTask(task),
    'GET /tasks/12/activity': pagesOf([anItem()]),
    'GET /tasks/12/comments': () => pageOf([]),
    'GET /users': () => pageOf([]),
    ...handlers,
  });
  const app = await renderApp(`/tasks?taskId=12&tab=${tab}`);
  const panel = await screen.findByRole('dialog', { name: 'Migrace skladových karet' });
  return {
    ...app,
    panel,
    calls,
    button: (name: RegExp | string) => within(panel).findByRole('button', { name }),
    /** Requested pages, each once: strict mode requests the first one twice. */
    asked: (path: string, sort: string | null = '-at', since = 0) => {
      const those = calls.slice(since).filter((call) => call.path === path && call.query.get('sort') === sort);
      return [...new Set(those.map(({ query }) => Number(query.get('page'))))];
    },
    changed: (revision: number) => tell({ model: 'task', id: 12, revision, position: `${revision}` }),
  };
}

const shownIn = (list: HTMLElement) =>
  within(list)
    .queryAllByText(/^Komentář \d+\.$/)
    .map(({ textContent }) => Number(textContent.match(/\d+/)?.[0]));

describe('a long discussion', () => {
  const path = '/tasks/12/comments';

  async function openComments(comments: CommentAnswer[], handlers: Handlers = {}) {
    // Deleted comments load on request only.
    const opened = await open(
      {
        [`GET ${path}`]: (call) =>
          pagesOf(call.query.get('deleted') === 'true' ? comments : comments.filter(({ deleted }) => !deleted))(call),
        ...handlers,
      },
      {},
    );
    const list = await within(opened.panel).findByRole('list', { name: 'Komentáře' });
    return { ...opened, list, shown: () => shownIn(list) };
  }

  it('shows the newest hundred and the others on demand, none twice and none missing while one comes in', async () => {
    const lastAnnounced = listenToAnnouncements();
    const comments = numbers(1, 250).map((id) => numbered(id));
    const waits = gate();
    const { user, button, shown, changed, asked, panel, list } = await openComments(comments, {
      [`GET ${path}`]: async (call: Call) => {
        if (call.query.get('page') === '2' && comments.length === 250) await waits.held;
        return pagesOf(comments)(call);
      },
    });
    await waitFor(() => expect(shown()).toEqual(numbers(151, 250)));
    expect(within(panel).getByRole('tab', { name: 'Komentáře 250' })).toBeVisible();
    expect(asked(path)).toEqual([1]);

    await user.click(await button('Ukázat 100 starších (zbývá 150)'));
    comments.push(numbered(251));
    await changed(4);
    await waitFor(() => expect(shown()).toEqual(numbers(151, 251)));
    waits.open();
    await waitFor(() => expect(shown()).toEqual(numbers(51, 251)));
    expect(await within(panel).findByRole('tab', { name: 'Komentáře 251' })).toBeVisible();
    await waitFor(() => expect(lastAnnounced()).toBe('Zobrazeno 201 z 251'));

    const last = await button('Ukázat 50 starších');
    last.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(shown()).toEqual(numbers(1, 251)));
    expect(within(panel).queryByRole('button', { name: /starších/ })).toBeNull();
    await waitFor(() => expect(list).toHaveFocus());
  });

  it('asks after a change for what is shown, and shows the newest before the others have come', async () => {
    const comments = numbers(1, 450).map((id) => numbered(id));
    let waits: Promise<void> | undefined;
    const { user, button, shown, changed, asked, calls } = await openComments(comments, {
      [`GET ${path}`]: async (call: Call) => {
        if (Number(call.query.get('page')) > 1) await waits;
        return pagesOf(comments)(call);
      },
    });
    await user.click(await button('Ukázat 100 starších (zbývá 350)'));
    await waitFor(() => expect(shown()).toEqual(numbers(251, 450)));
    expect(asked(path)).toEqual([1, 2]);
    const [others, since] = [gate(), calls.length];
    waits = others.held;
    comments.push(numbered(451));
    comments[260] = numbered(261, { text: 'Smazáno', deleted: true });
    await changed(4);
    await waitFor(() => expect(shown()).toEqual(numbers(251, 451)));
    others.open();
    await waitFor(() => expect(shown()).toEqual(numbers(251, 451).filter((id) => id !== 261)));
    await waitFor(() => expect(asked(path, '-at', since)).toEqual([1, 2, 3]));
    expect(await button('Ukázat 100 starších (zbývá 250)')).toBeVisible();
  });

  it('loads what lies between when more have come than a page holds', async () => {
    const comments = numbers(1, 250).map((id) => numbered(id));
    const { shown, changed, button } = await openComments(comments);
    await waitFor(() => expect(shown()).toEqual(numbers(151, 250)));
    comments.push(...numbers(251, 400).map((id) => numbered(id)));
    await changed(4);
    await waitFor(() => expect(shown()).toEqual(numbers(151, 400)));
    expect(await button('Ukázat 100 starších (zbývá 150)')).toBeVisible();
  });

  it('keeps one that is not sent yet where it is', async () => {
    const comments = numbers(1, 250).map((id) => numbered(id));
    const sent = gate();
    const { user, button, shown, panel, list } = await openComments(comments, {
      [`POST ${path}`]: async () => {
        await sent.held;
        comments.push(numbered(251, { by: me }));
        return { id: 12, revision: 4, position: '100', commentId: 251 };
      },
    });
    await user.type(within(panel).getByRole('textbox', { name: 'Nový komentář' }), 'Komentář 251.');
    await user.click(await button(/^Odeslat/));
    await waitFor(() => expect(shown()).toEqual(numbers(151, 251)));
    expect(within(panel).getByRole('tab', { name: 'Komentáře 251' })).toBeVisible();
    await user.click(await button('Ukázat 100 starších (zbývá 150)'));
    await waitFor(() => expect(shown()).toEqual(numbers(51, 251)));
    expect(within(list).getAllByRole('listitem').at(-1)).toHaveTextContent('čeká na odeslání');
    sent.open();
    await waitFor(() => expect(within(list).queryByText('čeká na odeslání')).toBeNull());
    expect(shown()).toEqual(numbers(51, 251));
    expect(within(panel).getByRole('tab', { name: 'Komentáře 251' })).toBeVisible();
  });

  it('misses none when one was taken away meanwhile, of which nobody has told', async () => {
    const comments = numbers(1, 250).map((id) => numbered(id));
    const { user, button, shown } = await openComments(comments);
    await waitFor(() => expect(shown()).toEqual(numbers(151, 250)));
    comments.splice(199, 1);
    const left = (from: number) => numbers(from, 250).filter((id) => id !== 200);
    await user.click(await button('Ukázat 100 starších (zbývá 150)'));
    await waitFor(() => expect(shown()).toEqual(left(51)));
    await user.click(await button('Ukázat 50 starších'));
    await waitFor(() => expect(shown()).toEqual(left(1)));
  });

  it('counts what is not deleted, and folds away the deleted ones that came', async () => {
    const deleted = new Set([20, 160, 170]);
    const comments = numbers(1, 250).map((id) => numbered(id, deleted.has(id) ? { deleted: true } : {}));
    const { user, button, panel } = await openComments(comments);
    expect(await within(panel).findByRole('tab', { name: 'Komentáře 247' })).toBeVisible();
    expect(await button('2 smazané komentáře')).toBeVisible();
    await user.click(await button('Ukázat 100 starších (zbývá 150)'));
    await user.click(await button('Ukázat 50 starších'));
    expect(await button('3 smazané komentáře')).toBeVisible();
    expect(within(panel).getByRole('tab', { name: 'Komentáře 247' })).toBeVisible();
  });

  it('says that earlier ones could not be loaded, and tries again', async () => {
    const comments = numbers(1, 120).map((id) => numbered(id));
    let fails = true;
    const { user, button, shown, panel } = await openComments(comments, {
      [`GET ${path}`]: (call: Call) =>
        call.query.get('page') === '2' && fails ? problem(500, 'internal') : pagesOf(comments)(call),
    });
    const earlier = await button('Ukázat 20 starších');
    await user.click(earlier);
    expect(await within(panel).findByRole('alert')).toHaveTextContent('Komentáře se nepodařilo načíst.');
    fails = false;
    await user.click(earlier);
    await waitFor(() => expect(shown()).toEqual(numbers(1, 120)));
    expect(within(panel).queryByRole('alert')).toBeNull();
  });
});

describe('a long history', () => {
  const path = '/tasks/12/activity';

  /** Comments after the creation, but what is given. */
  const historyOf = (length: number, given: Readonly<Record<number, Partial<ActivityItem>>> = {}) =>
    numbers(1, length).map((n) =>
      anEntry(n, n === 1 ? { event: 'TaskCreated', class: 'task-created', by: petr, text: null } : given[n]),
    );

  async function openHistory(
    items: ActivityItem[],
    { tab = 'overview', ...more } = {},
    task: Partial<TaskAnswer> = {},
  ) {
    const opened = await open(
      {
        [`GET ${path}`]: pagesOf(items),
        'GET /tasks/12/diff': () => ({ from: '', to: '', changes: [] }),
        ...more,
      },
      { tab, task },
    );
    return { ...opened, shown: () => shownIn(within(opened.panel).getByRole('list', { name: 'Aktivita' })) };
  }

  it('shows the newest hundred and the others on demand, none twice and none missing while one comes in', async () => {
    const items = historyOf(250);
    const { user, button, shown, changed, asked, panel } = await openHistory(items);
    await waitFor(() => expect(shown()).toEqual(numbers(221, 250)));
    expect(asked(path)).toEqual([1]);
    await user.click(await button('Ukázat 70 starších (zbývá 220)'));
    await waitFor(() => expect(shown()).toEqual(numbers(151, 250)));
    items.push(anEntry(251));
    await changed(4);
    await waitFor(() => expect(shown()).toEqual(numbers(151, 251)));
    await user.click(await button('Ukázat 100 starších (zbývá 150)'));
    await waitFor(() => expect(shown()).toEqual(numbers(51, 251)));
    await user.click(await button('Ukázat 50 starších'));
    await waitFor(() => expect(shown()).toEqual(numbers(2, 251)));
    expect(within(panel).getByRole('list', { name: 'Aktivita' }).querySelectorAll(':scope > li')).toHaveLength(251);
    expect(within(panel).queryByRole('button', { name: /starších/ })).toBeNull();
  });

  it('looks for a kind in what is not loaded', async () => {
    const removed = { event: 'ParticipantRemoved', class: 'participator-added', text: null } as const;
    const { user, button, panel } = await openHistory(historyOf(250, { 40: removed }));
    await user.click(await button('Co v aktivitě ukázat: Vše'));
    expect(await screen.findByRole('menuitemradio', { name: 'Vše 250' })).toBeVisible();
    expect(screen.getByRole('menuitemradio', { name: 'Komentáře 100+' })).toBeVisible();
    await user.click(screen.getByRole('menuitemradio', { name: 'Lidé' }));
    expect(await within(panel).findByText('Mezi posledními 100 záznamy nic takového není.')).toBeVisible();
    await user.click(await button('Prohledat 100 starších (zbývá 150)'));
    expect(await within(panel).findByText('Mezi posledními 200 záznamy nic takového není.')).toBeVisible();
    await user.click(await button('Prohledat 50 starších'));
    expect(await within(panel).findByText(/odebírá účastníka/)).toBeVisible();
    expect(within(panel).queryByText(/nic takového není/)).toBeNull();
  });

  it('is read as a whole once it is played', async () => {
    const { user, button, panel, asked } = await openHistory(historyOf(250));
    await button('Přehrát historii');
    // The creation alone.
    expect(asked(path, null)).toEqual([0]);
    await user.click(await button('Přehrát historii'));
    const slider = await within(panel).findByRole('slider');
    expect(slider).toHaveAttribute('max', '250');
    await waitFor(() => expect(slider).toHaveFocus());
    expect(asked(path)).toEqual([1]);
    expect(asked(path, null)).toEqual([0, 1, 2, 3]);
  });

  it('tells who made the task, and why it was returned, wherever that stands', async () => {
    const returned = { event: 'TaskReturned', class: 'returned', text: 'Chybí příloha.' } as const;
    const { user, panel } = await openHistory(historyOf(250, { 30: returned }), {}, { state: 'returned' });
    expect(await within(panel).findByText('Chybí příloha.')).toBeVisible();
    await user.click(within(panel).getByRole('tab', { name: 'Informace' }));
    const created = within(panel).getByText('Vytvořeno').closest('div');
    await waitFor(() => expect(created).toHaveTextContent('Petr Dvořák'));
  });

  it('gives back files that were removed long ago', async () => {
    const removed: Partial<ActivityItem> = {
      event: 'DocumentRemoved',
      class: 'new-document',
      text: null,
      changes: [{ field: 'files', from: [{ id: 35, name: 'stará.xlsx' }], to: [] }],
    };
    const { user, button } = await openHistory(historyOf(250, { 20: removed }), {}, { contractor: me });
    await user.click(await button('Odebrané soubory'));
    expect(await button('1 odebraný soubor')).toHaveAttribute('aria-expanded', 'true');
    expect(await button('Vrátit soubor stará.xlsx')).toBeVisible();
  });
});
