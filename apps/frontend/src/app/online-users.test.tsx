import type { PresenceItem } from '@gos/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { live } from '../lib/live';
import { useLiveChanges } from '../testing/live-changes';
import { haveSession, renderApp } from '../testing/render-app';
import { type Call, jan, serve, signedIn } from '../testing/server';

const tell = useLiveChanges();

const names = [
  'Jan Novák',
  'Karla Svobodová',
  'Petr Dvořák',
  'Tereza Horská',
  'Marek Veselý',
  'Lenka Bílá',
  'Ondřej Kos',
];
const since = '2026-05-04T07:40:00.000Z';
const people = names.map(
  (name, index): PresenceItem => ({ user: { id: index + 1, name }, state: 'connected', since, task: null, plan: null }),
);
const answer = ({ query }: Call) => {
  const items = people.filter(({ user }) => user.name.toLowerCase().includes(query.get('q') ?? ''));
  return { items, total: items.length, page: 1, pageSize: 100 };
};

async function open(total = names.length) {
  haveSession();
  const shown = people.slice(0, total);
  serve({
    ...signedIn,
    'GET /presence': (call) =>
      total === names.length ? answer(call) : { items: shown, total, page: 1, pageSize: 100 },
  });
  return renderApp('/profile');
}

it('shows a few circles and how many more, without one’s own', async () => {
  await open();
  const button = await screen.findByRole('button', { name: 'Připojeno 7 lidí' });
  const initials = [...button.querySelectorAll('[data-initials]')].map((one) => one.getAttribute('data-initials'));
  expect(initials).toEqual(['KS', 'PD', 'TH']);
  expect(button).toHaveTextContent('+3');
});

it('lists everybody, and finds among them', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Připojeno 7 lidí' }));
  await user.click(await screen.findByRole('radio', { name: 'Všichni' }));
  const list = await screen.findByRole('list', { name: 'Kdo je připojen' });
  expect(await within(list).findByText('(vy)')).toBeVisible();
  expect(within(list).getAllByRole('listitem')).toHaveLength(7);
  await user.type(screen.getByRole('textbox', { name: 'Najít člověka' }), 'horsk');
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
  await user.type(screen.getByRole('textbox', { name: 'Najít člověka' }), 'xyz');
  expect(await screen.findByText('Nikdo takový není připojen.')).toBeVisible();
});

it('groups them by their plan of today, or shows who has none', async () => {
  haveSession();
  const [first, second, third] = people;
  const items: PresenceItem[] = [
    { ...first!, plan: 'at_work' },
    { ...second!, plan: 'remote_work', state: 'working', task: { id: 12, name: 'Připravit nabídku' } },
    { ...third!, state: 'idle' },
  ];
  serve({ ...signedIn, 'GET /presence': () => ({ items, total: 3, page: 1, pageSize: 100 }) });
  const { user } = await renderApp('/profile');
  await user.click(await screen.findByRole('button', { name: 'Připojeni 3 lidé' }));
  const office = await screen.findByRole('list', { name: 'Kancelář' });
  expect(office).toHaveTextContent('Jan Novák');
  const working = screen.getByRole('list', { name: 'Home office' });
  expect(within(working).getByRole('link', { name: 'Připravit nabídku' })).toHaveAttribute(
    'href',
    expect.stringContaining('taskId=12'),
  );
  expect(screen.getByRole('list', { name: 'Dnes bez plánu' })).toHaveTextContent(/Petr Dvořák.*nečinnost/);
  await user.click(screen.getByRole('radio', { name: 'Dnes bez plánu' }));
  expect(screen.getAllByRole('listitem').filter((one) => one.textContent.includes('Novák'))).toEqual([]);
});

/** Says to the whole screen who came, left, works or idles. */
function hearing() {
  const listeners = new Set<(items: readonly PresenceItem[]) => void>();
  vi.spyOn(live, 'hearPresence').mockImplementation((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  });
  return (items: readonly PresenceItem[]) => {
    for (const listener of listeners) listener(items);
  };
}

const manyPeople = (count: number): readonly PresenceItem[] =>
  Array.from({ length: count }, (_, index) => ({
    ...people[0]!,
    user: { id: index + 1, name: `Člověk ${String(index + 1).padStart(4, '0')}` },
  }));
/** Pages of those who are here, as the server answers them. */
const pagesOf =
  (here: () => readonly PresenceItem[]) =>
  ({ query }: Call) => {
    const [page, pageSize] = [Number(query.get('page') ?? 1), Number(query.get('pageSize'))];
    const found = here().filter(({ user }) => user.name.includes(query.get('q') ?? ''));
    return { items: found.slice((page - 1) * pageSize, page * pageSize), total: found.length, page, pageSize };
  };

it('knows all of 250, and follows the last of them without asking again', async () => {
  haveSession();
  const tellOnline = hearing();
  const many = manyPeople(250);
  const calls = serve({ ...signedIn, 'GET /presence': pagesOf(() => many) });
  const { user } = await renderApp('/profile');
  await user.click(await screen.findByRole('button', { name: 'Připojeno 250 lidí' }));
  await user.click(await screen.findByRole('radio', { name: 'Všichni' }));
  const list = await screen.findByRole('list', { name: 'Kdo je připojen' });
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(250));
  expect(screen.queryByText(/není vidět/)).not.toBeInTheDocument();
  const asked = () => calls.filter(({ path }) => path === '/presence').length;
  const before = asked();
  const last = many.at(-1)!;
  act(() => tellOnline([{ ...last, state: 'away' }]));
  await screen.findByRole('button', { name: 'Připojeno 249 lidí' });
  expect(within(list).queryByText(last.user.name)).not.toBeInTheDocument();
  act(() => tellOnline([{ ...last, task: { id: 12, name: 'Připravit nabídku' }, state: 'working' }]));
  expect(await within(list).findByRole('link', { name: 'Připravit nabídku' })).toBeInTheDocument();
  expect(within(list).getAllByRole('listitem').at(-1)).toHaveTextContent(last.user.name);
  expect(asked()).toBe(before);
});

it('loses nobody who moved to another page, or left, while the pages were read', async () => {
  haveSession();
  const tellOnline = hearing();
  let here = manyPeople(250);
  let left = false;
  const pages = pagesOf(() => here);
  serve({
    ...signedIn,
    'GET /presence': (call) => {
      const answer = pages(call);
      if (call.query.get('page') === '1' && !left) {
        left = true;
        here = here.slice(1);
      } else if (call.query.get('page') === '3') tellOnline([{ ...here[0]!, state: 'away' }]);
      return answer;
    },
  });
  const { user } = await renderApp('/profile');
  await user.click(await screen.findByRole('button', { name: 'Připojeno 248 lidí' }));
  await user.click(await screen.findByRole('radio', { name: 'Všichni' }));
  const list = await screen.findByRole('list', { name: 'Kdo je připojen' });
  expect(await within(list).findByText('Člověk 0101')).toBeInTheDocument();
  expect(within(list).queryByText('Člověk 0002')).not.toBeInTheDocument();
});

it('draws the first of many, and says how many are not read at all', async () => {
  haveSession();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const tellOnline = hearing();
  const many = manyPeople(1_250);
  const calls = serve({ ...signedIn, 'GET /presence': pagesOf(() => many) });
  const { user } = await renderApp('/profile');
  await user.click(await screen.findByRole('button', { name: /Připojeno 1.250 lidí/ }));
  expect(await screen.findByText('Dalších 250 lidí tu není vidět; najdete je podle jména.')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem').filter((one) => one.textContent.includes('Člověk'))).toHaveLength(60);
  const asked = () => calls.filter(({ path }) => path === '/presence').length;
  const before = asked();
  act(() => tellOnline([{ ...many[0]!, state: 'away' }, many[1_200]!]));
  expect(await screen.findByRole('button', { name: /Připojeno 1.249 lidí/ })).toBeVisible();
  expect(asked()).toBe(before);
  vi.unstubAllGlobals();
});

it('follows who comes and leaves, without asking again', async () => {
  haveSession();
  const tellOnline = hearing();
  const calls = serve({ ...signedIn, 'GET /presence': answer });
  await renderApp('/profile');
  await screen.findByRole('button', { name: 'Připojeno 7 lidí' });
  const asked = calls.filter(({ path }) => path === '/presence').length;
  act(() => tellOnline([{ ...people[1]!, state: 'away' }]));
  expect(await screen.findByRole('button', { name: 'Připojeno 6 lidí' })).toBeVisible();
  act(() => tellOnline([people[1]!]));
  expect(await screen.findByRole('button', { name: 'Připojeno 7 lidí' })).toBeVisible();
  expect(calls.filter(({ path }) => path === '/presence')).toHaveLength(asked);
});

it('says that one is alone', async () => {
  const { user } = await open(1);
  await user.click(await screen.findByRole('button', { name: 'Připojen 1 člověk' }));
  expect(await screen.findByText('Teď jste tu jen vy.')).toBeVisible();
});

it.each([
  ['collaborator', 1],
  ['member', 0],
] as const)('asks again as %s when a task may have brought people in sight', async (role, times) => {
  haveSession();
  const calls = serve({ ...signedIn, 'GET /me': () => ({ ...jan, role }), 'GET /presence': answer });
  await renderApp('/profile');
  await screen.findByRole('button', { name: 'Připojeno 7 lidí' });
  const asked = () => calls.filter(({ path }) => path === '/presence').length;
  const before = asked();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const id of [1, 2, 3]) await tell({ model: 'task', id, revision: 1, position: '9' });
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();
  await waitFor(() => expect(asked() - before).toBe(times));
});
