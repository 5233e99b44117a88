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

it('follows who comes and leaves, without asking again', async () => {
  haveSession();
  let tellOnline: (items: readonly PresenceItem[]) => void = () => {};
  vi.spyOn(live, 'hearPresence').mockImplementation((listener) => {
    tellOnline = listener;
    return () => {};
  });
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
