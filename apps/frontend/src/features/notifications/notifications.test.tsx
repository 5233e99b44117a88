import type { NotificationAnswer } from '@gos/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { live, type NotificationNews } from '../../lib/live';
import { listenToAnnouncements } from '../../testing/announcements';
import { haveSession, renderApp } from '../../testing/render-app';
import { jan, pageOf, problem, serve, signedIn } from '../../testing/server';

const at = '2020-01-15T08:00:00.000Z';
const item = (id: number, more: Partial<NotificationAnswer> = {}): NotificationAnswer => ({
  id: `event-${id}`,
  kind: 'comment',
  at,
  by: { id: 2, name: 'Karla Svobodová' },
  task: { id, name: `Úkol ${id}` },
  project: null,
  solver: null,
  onBehalfOf: null,
  month: null,
  days: [],
  closedTo: null,
  reason: null,
  read: false,
  ...more,
});
const pages = (items: readonly NotificationAnswer[], unread = items.filter(({ read }) => !read).length) => ({
  ...pageOf(items),
  pageSize: 20,
  unread,
});

/** Delivers notifications as the socket would. */
function hearing() {
  const listeners = new Set<(news: NotificationNews) => void>();
  vi.spyOn(live, 'hearNotifications').mockImplementation((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  });
  return (news: NotificationNews) =>
    act(() => {
      for (const listener of listeners) listener(news);
    });
}

const bell = (name: string | RegExp) => screen.findByRole('button', { name });

async function open(items: readonly NotificationAnswer[], handlers: Parameters<typeof serve>[0] = {}, unread?: number) {
  haveSession();
  const calls = serve({ ...signedIn, 'GET /me/notifications': () => pages(items, unread), ...handlers });
  return { ...(await renderApp('/people')), calls };
}
const people = { 'GET /users': () => pageOf([]) };

it('says how many are unread, at most 99, in the title of the page too', async () => {
  await open([item(1)], people, 120);
  expect(await bell('Upozornění, 120 nepřečtených')).toHaveTextContent('99+');
  await waitFor(() => expect(document.title).toMatch(/^\(99\+\) /));
});

it('lists what happened, to what, and what may not be seen any more', async () => {
  const items = [
    item(1, { kind: 'assigned', solver: { id: jan.id, name: jan.name } }),
    item(2, { kind: 'deadline-soon', by: null, read: true }),
    item(3, { kind: 'invited', task: null, project: { id: 5, name: 'Stěhování' } }),
    item(4, { task: { id: null, name: null } }),
    item(5, { kind: 'work-forgotten', task: null, by: null }),
    item(6, { kind: 'accepted', onBehalfOf: { id: jan.id, name: jan.name } }),
    item(7, { kind: 'accepted', onBehalfOf: { id: 99, name: 'Jana' } }),
    item(9, { kind: 'month-closed', task: null, month: '2026-11', closedTo: '2026-11-20' }),
    item(10, { kind: 'month-reopened', task: null, month: '2026-11', reason: 'Chybí služební cesta' }),
    item(11, { kind: 'month-reopened', task: null, month: '2026-11' }),
    item(8, { kind: 'days-missing', task: null, month: '2026-11', days: ['2026-11-05', '2026-11-06', '2026-11-09'] }),
  ];
  const { user } = await open(items, people);
  await user.click(await bell('Upozornění, 10 nepřečtených'));
  const lines = within(await screen.findByRole('list', { name: 'Upozornění' })).getAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^Karla Svobodová vám zadává úkolÚkol 1.*nepřečtené$/),
    expect.stringMatching(/^Do termínu zbývá méně než denÚkol 215\.\s1\.\s2020\s9:00$/),
    expect.stringMatching(/^Karla Svobodová vás přidává do projektuStěhování/),
    expect.stringMatching(/^Karla Svobodová komentuje úkolUž to nevidíte/),
    expect.stringMatching(/^Měření práce nejspíš zůstalo zapnutéMoje práce/),
    expect.stringMatching(/^Karla Svobodová přebírá úkol za vás/),
    expect.stringMatching(/^Karla Svobodová přebírá úkol místo zadavatele \(Jana\)/),
    expect.stringMatching(/^Karla Svobodová uzavírá vaši docházku do 20\.\s11\.Listopad 2026/),
    expect.stringMatching(/^Karla Svobodová znovu otevírá váš měsíc docházky: Chybí služební cestaListopad 2026/),
    expect.stringMatching(/^Karla Svobodová bere zpět uzavření vašeho měsíceListopad 2026/),
    expect.stringMatching(
      /^Karla Svobodová připomíná dny bez záznamu: 5\.\s11\.\s–\s6\.\s11\., 9\.\s11\.Listopad 2026/,
    ),
  ]);
  expect(within(lines[10]!).getByRole('link')).toHaveAttribute('href', '/attendance?month=11&year=2026');
  expect(within(lines[2]!).getByRole('link')).toHaveAttribute('href', '/tasks/project/5');
  expect(within(lines[3]!).queryByRole('link')).not.toBeInTheDocument();
});

it('says what would be here', async () => {
  const { user } = await open([], people);
  await user.click(await bell('Upozornění'));
  expect(await screen.findByText(/^Zatím žádné upozornění/)).toBeVisible();
});

it('marks what is opened as read, and goes there', async () => {
  const { user, calls, router } = await open([item(12), item(13)], {
    ...people,
    'POST /me/notifications/read': () => ({ id: 1, revision: 1, position: '9', unread: 1 }),
    'GET /tasks/12': () => problem(404, 'task.not-found'),
    'GET /tasks/:id/activity': () => pageOf([]),
  });
  await user.click(await bell('Upozornění, 2 nepřečtená'));
  await user.click(await screen.findByRole('link', { name: /Úkol 12/ }));
  expect(router.state.location.search).toMatchObject({ taskId: 12 });
  await bell('Upozornění, 1 nepřečtené');
  const sent = calls.find(({ path }) => path === '/me/notifications/read');
  expect(sent?.body).toEqual({ ids: ['event-12'] });
});

it('goes from line to line by the arrow keys, and marks all as read', async () => {
  const { user, calls } = await open([item(1), item(2)], {
    ...people,
    'POST /me/notifications/read': () => ({ id: 1, revision: 1, position: '9', unread: 0 }),
  });
  await bell('Upozornění, 2 nepřečtená');
  await user.keyboard('u');
  const [first, second] = await screen.findAllByRole('link', { name: /komentuje/ });
  first!.focus();
  await user.keyboard('{ArrowDown}');
  expect(second).toHaveFocus();
  await user.keyboard('{ArrowUp}');
  expect(first).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Označit vše jako přečtené' }));
  await bell('Upozornění');
  expect(calls.at(-1)).toMatchObject({ path: '/me/notifications/read', body: { all: true } });
});

it('takes back what the server refuses to mark, and says so', async () => {
  const { user } = await open([item(1)], {
    ...people,
    'POST /me/notifications/read': () => problem(503, 'store.unavailable'),
  });
  await user.click(await bell('Upozornění, 1 nepřečtené'));
  await user.click(await screen.findByRole('button', { name: 'Označit vše jako přečtené' }));
  await screen.findByRole('alert');
  await bell('Upozornění, 1 nepřečtené');
});

it('follows what comes and what is read elsewhere, and tells it to who only hears', async () => {
  const lastAnnounced = listenToAnnouncements();
  const tell = hearing();
  let items = [item(1)];
  await open([], { ...people, 'GET /me/notifications': () => pages(items) });
  await bell('Upozornění, 1 nepřečtené');
  items = [item(2, { kind: 'mention' }), ...items];
  tell({ unread: 2, items: [item(2, { kind: 'mention' })] });
  await bell('Upozornění, 2 nepřečtená');
  expect(lastAnnounced()).toBe('Karla Svobodová vás zmiňuje v komentáři: Úkol 2');
  items = [item(2, { kind: 'mention', read: true }), item(1)];
  tell({ unread: 1, items: [] });
  await bell('Upozornění, 1 nepřečtené');
  items = [];
  tell(null);
  await bell('Upozornění');
});

describe('the settings in the profile', () => {
  const project = { id: 5, name: 'Stěhování', members: [{ user: jan, permission: 'view', notification: 'all' }] };

  it('say that they could not be loaded, and try again', async () => {
    haveSession();
    let down = true;
    serve({
      ...signedIn,
      'GET /me/preferences/notifications': () => (down ? problem(503, 'store.unavailable') : { value: null }),
    });
    const { user } = await renderApp('/profile');
    const alert = await screen.findByText('Nastavení se nepodařilo načíst.');
    down = false;
    await user.click(within(alert.parentElement!).getByRole('button'));
    await screen.findByRole('group', { name: 'Komentáře' });
  });

  it('save how each kind is mailed', async () => {
    haveSession();
    const calls = serve(signedIn);
    const { user } = await renderApp('/profile');
    const comments = within(await screen.findByRole('group', { name: 'Komentáře' }));
    expect(comments.getByRole('radio', { name: 'Jednou denně' })).toBeChecked();
    await user.click(comments.getByRole('radio', { name: 'Nikdy' }));
    await waitFor(() => expect(comments.getByRole('radio', { name: 'Nikdy' })).toBeChecked());
    const sent = calls.find(({ method }) => method === 'PUT');
    expect(sent).toMatchObject({
      path: '/me/preferences/notifications',
      body: { value: { comment: 'off', mention: 'at-once' } },
    });
  });

  it('are taken back when they could not be saved, which is said', async () => {
    haveSession();
    serve({ ...signedIn, 'PUT /me/preferences/notifications': () => problem(503, 'store.unavailable') });
    const { user } = await renderApp('/profile');
    const comments = within(await screen.findByRole('group', { name: 'Komentáře' }));
    await user.click(comments.getByRole('radio', { name: 'Nikdy' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Nastavení se nepodařilo uložit');
    await waitFor(() => expect(comments.getByRole('radio', { name: 'Jednou denně' })).toBeChecked());
  });

  it('let one say how much to hear of a project', async () => {
    haveSession();
    const calls = serve({
      ...signedIn,
      'GET /projects': () => pageOf([project]),
      'PATCH /projects/5/members/1': () => ({ id: 5, revision: 2, position: '9' }),
    });
    const { user } = await renderApp('/profile');
    const level = within(await screen.findByRole('group', { name: 'Stěhování' }));
    await user.click(level.getByRole('radio', { name: 'Jen moje' }));
    await waitFor(() => expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ notification: 'mine' }));
  });

  it('ask the browser only when its notifications are wanted, which then tell what comes to a hidden page', async () => {
    const shown: string[] = [];
    const asked = vi.fn(async () => {
      Browser.permission = 'granted';
      return 'granted';
    });
    class Browser {
      static permission = 'default';
      static requestPermission = asked;
      onclick = null;
      constructor(title: string) {
        shown.push(title);
      }
    }
    vi.stubGlobal('Notification', Browser);
    const tell = hearing();
    haveSession();
    serve(signedIn);
    const { user } = await renderApp('/profile');
    const choice = await screen.findByRole('switch', { name: /^Oznámení prohlížeče/ });
    await bell('Upozornění');
    tell({ unread: 1, items: [item(1)] });
    expect(asked).not.toHaveBeenCalled();
    await user.click(choice);
    await waitFor(() => expect(choice).toBeChecked());
    tell({ unread: 2, items: [item(2)] });
    expect(shown).toEqual([]);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    tell({ unread: 3, items: [item(3, { task: { id: null, name: null } })] });
    tell({ unread: 4, items: [item(4)] });
    expect(shown).toEqual(['Karla Svobodová komentuje úkol']);
    vi.unstubAllGlobals();
  });
});
