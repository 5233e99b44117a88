import type { TaskRowAnswer } from '@gos/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listenToAnnouncements } from '../../../testing/announcements';
import { haveSession, renderApp } from '../../../testing/render-app';
import { type Handlers, jan, pageOf, serve, signedIn } from '../../../testing/server';
import { aRow, aTask, karla } from '../../../testing/task-fixtures';

const rows: readonly TaskRowAnswer[] = [
  aRow({ id: 12, name: 'Migrace karet' }),
  aRow({ id: 13, name: 'Tiskové sestavy' }),
  aRow({ id: 14, name: 'Školení' }),
];

async function open(address: string, handlers: Handlers = {}) {
  haveSession();
  const held: { items: readonly TaskRowAnswer[]; total?: number } = { items: rows };
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, role: 'member' }),
    'GET /tasks': () => ({ ...pageOf(held.items), total: held.total ?? held.items.length }),
    'GET /tasks/:id': ({ path }) => aTask(rows.find(({ id }) => id === Number(path.split('/')[2]))),
    'GET /tasks/:id/activity': () => ({ items: [], total: 0 }),
    'GET /tasks/:id/comments': () => pageOf([]),
    'GET /users': () => pageOf([]),
    ...handlers,
  });
  const app = await renderApp(address);
  /** Replaces the rows of later answers and fetches the shown ones again. */
  async function answer(items: readonly TaskRowAnswer[], total?: number) {
    Object.assign(held, { items, total });
    await app.queryClient.invalidateQueries({ queryKey: ['tasks', 'list'] });
  }
  const lists = () => calls.filter(({ method, path }) => method === 'GET' && path === '/tasks');
  return { ...app, answer, lists, search: () => app.router.state.location.search as Record<string, unknown> };
}

const link = (name: string) => screen.findByRole('link', { name });

describe('pages', () => {
  it('leads from a page that is there no more to the last one, and back does not lead there again', async () => {
    const { search, router } = await open('/tasks/given?page=3', {
      'GET /tasks': ({ query }) => {
        const items = query.get('page') === '2' ? rows : [];
        return { ...pageOf(items), total: 28, page: Number(query.get('page')) };
      },
    });
    expect(await link('Školení')).toBeVisible();
    expect(search()).toMatchObject({ page: 2 });
    expect(router.history.length).toBe(1);
  });

  it('leads to the first page when the rest of a list fits there', async () => {
    const { search } = await open('/tasks/given?page=2', {
      'GET /tasks': ({ query }) => ({ ...pageOf(query.get('page') === '1' ? rows : []), total: 3 }),
    });
    expect(await link('Školení')).toBeVisible();
    expect(search()).not.toHaveProperty('page');
  });
});

describe('where it is scrolled to', () => {
  it('begins at the top of another list and of another page, and stays while a task opens', async () => {
    const { router } = await open('/tasks/given');
    await link('Školení');
    const main = screen.getByRole('main');
    const scrollDown = () => {
      main.scrollTop = 400;
      fireEvent.scroll(main);
    };
    scrollDown();
    await router.navigate({ to: '.', search: { taskId: 13 } as never });
    await screen.findByRole('dialog', { name: 'Tiskové sestavy' });
    expect(main.scrollTop).toBe(400);
    await router.navigate({ to: '/tasks/notified' });
    await screen.findByRole('heading', { level: 1, name: /Na vědomí/ });
    await waitFor(() => expect(main.scrollTop).toBe(0));
    scrollDown();
    await router.navigate({ to: '.', search: { page: 2 } as never });
    await waitFor(() => expect(main.scrollTop).toBe(0));
  });
});

describe('the current row', () => {
  it('hands its place on to the next one when it is gone', async () => {
    const { user, answer } = await open('/tasks');
    await link('Školení');
    await user.keyboard('jj');
    expect(await link('Tiskové sestavy')).toHaveFocus();
    await answer([rows[0]!, rows[2]!]);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Tiskové sestavy' })).toBeNull());
    await user.keyboard('j');
    expect(await link('Školení')).toHaveFocus();
  });
});

describe('what comes', () => {
  it('is said to those who do not see it, and what only moves up is not', async () => {
    const lastAnnounced = listenToAnnouncements();
    const { answer } = await open('/tasks');
    await link('Školení');
    await answer([...rows, aRow({ id: 20, name: 'Nový od Karly', contractor: karla })]);
    await waitFor(() => expect(lastAnnounced()).toBe('Přibyl úkol: Nový od Karly'));
    await answer(rows, 30);
    await screen.findByRole('heading', { level: 1, name: /30/ });
    await answer([rows[1]!, rows[2]!, aRow({ id: 21, name: 'Z další stránky' })], 29);
    await link('Z další stránky');
    await screen.findByRole('heading', { level: 1, name: /29/ });
    expect(lastAnnounced()).toBe('Přibyl úkol: Nový od Karly');
    await answer([...rows, aRow({ id: 22, name: 'První' }), aRow({ id: 23, name: 'Druhý' })], 31);
    await waitFor(() => expect(lastAnnounced()).toBe('Přibyly 2 nové úkoly'));
  });
});

it('is sorted on a phone too, where there are no headers to press', async () => {
  const real = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...real(query),
    matches: query.includes('max-width'),
  }));
  const { user, search, lists } = await open('/tasks');
  await link('Školení');
  await user.click(screen.getByRole('button', { name: 'Řazení' }));
  expect(await screen.findByRole('menuitemradio', { name: 'Termín' })).toHaveAttribute('aria-checked', 'true');
  await user.click(screen.getByRole('menuitemradio', { name: 'Priorita' }));
  await waitFor(() => expect(search()).toMatchObject({ sort: 'priority' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Sestupně' }));
  await waitFor(() => expect(lists().at(-1)?.query.get('sort')).toBe('-priority'));
});

it('shows the information of a task from its menu, whatever part of another one is open', async () => {
  const { user } = await open('/tasks?taskId=12&tab=comments');
  await screen.findByRole('dialog', { name: 'Migrace karet' });
  await user.click(screen.getByRole('button', { name: 'Akce úkolu #14' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Informace' }));
  const panel = await screen.findByRole('dialog', { name: 'Školení' });
  expect(within(panel).getByRole('tab', { name: 'Informace' })).toHaveAttribute('aria-selected', 'true');
});
