import type { WorkEntryAnswer } from '@gos/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../../testing/render-app';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../../testing/server';
import { aProject, aRow, aTask, karla } from '../../../testing/task-fixtures';
import { anEntry } from '../../../testing/work-fixtures';

const done = { id: 31, revision: 3, position: '100' };

async function open(entries: readonly WorkEntryAnswer[], handlers: Handlers = {}, search = '') {
  haveSession();
  const held = { entries };
  const task = aTask({ estimateMinutes: 120, spentMinutes: 150 });
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, role: 'member' }),
    'GET /tasks': () => pageOf([aRow({ spentMinutes: 150 })]),
    'GET /tasks/:id': () => task,
    'GET /tasks/:id/activity': () => ({ items: [], total: 0 }),
    'GET /tasks/:id/comments': () => pageOf([]),
    'GET /users': () => pageOf([]),
    'GET /projects/:id': () => aProject(),
    'GET /work/entries': ({ query }) => pageOf(query.has('taskId') ? held.entries : []),
    ...handlers,
  });
  const app = await renderApp(`/tasks?taskId=12${search}`);
  const panel = await screen.findByRole('dialog', { name: 'Migrace skladových karet' });
  const sent = (method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);
  return { ...app, panel: within(panel), held, sent };
}

const entries = [
  anEntry({
    id: 32,
    user: karla,
    from: '2026-11-20T10:00:00.000Z',
    to: '2026-11-20T11:00:00.000Z',
    minutes: 60,
    note: 'Kontrola',
  }),
  anEntry({ corrected: true, ip: '10.0.0.7', project: { id: 5, name: 'Orlice 2.0' } }),
];
const day = () => screen.findByRole('region', { name: '20. 11.' });

it('shows what everybody worked, by day, against the estimate', async () => {
  const { panel } = await open(entries, {}, '&tab=monitoring');
  const lines = within(await day()).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Karla Svobodová11:00–12:001 h'),
    expect.stringContaining('Jan Novák9:00–10:301 h 30 min'),
  ]);
  expect(lines[1]).toHaveTextContent('opraveno');
  expect(lines[0]).toHaveTextContent('Kontrola');
  expect(panel.getByText('celkem 2 h 30 min')).toBeVisible();
  expect(panel.getByText('o 30 min víc než odhad')).toBeVisible();
  expect(panel.getByRole('button', { name: /IP: 10\.0\.0\.7 · Projekt: Orlice 2\.0/ })).toBeVisible();
  expect(panel.queryByRole('button', { name: /Akce záznamu Karla/ })).toBeNull();
});

it('is opened by the minutes of the task and by the number in the list', async () => {
  const { user, panel, router } = await open(entries);
  await user.click(await panel.findByRole('link', { name: '2 h 30 min' }));
  await day();
  expect(router.state.location.search).toMatchObject({ taskId: 12, tab: 'monitoring' });
});

async function typeTime(panel: Awaited<ReturnType<typeof open>>['panel'], from: string, to: string) {
  fireEvent.change(panel.getByLabelText('Od'), { target: { value: from } });
  fireEvent.change(panel.getByLabelText('Do'), { target: { value: to } });
}

it('adds time, once its date and time are there', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00.000Z') });
  const { user, panel, sent } = await open([], { 'POST /work/entries': () => done }, '&tab=monitoring');
  await user.click(await panel.findByRole('button', { name: 'Přidat čas' }));
  await user.click(panel.getByRole('button', { name: /^Přidat čas/ }));
  expect(await panel.findAllByText('Vyplňte čas.')).toHaveLength(2);
  await typeTime(panel, '00:00', '00:01');
  await user.type(panel.getByLabelText('Poznámka'), 'Ráno');
  await user.click(panel.getByRole('button', { name: /^Přidat čas/ }));
  await waitFor(() => expect(sent('POST', '/work/entries')).toHaveLength(1));
  expect(sent('POST', '/work/entries')[0]!.body).toEqual({
    taskId: 12,
    from: '2026-11-22T23:00:00.000Z',
    to: '2026-11-22T23:01:00.000Z',
    note: 'Ráno',
    contractId: null,
  });
});

it('names the entry in the way, with a link to its task', async () => {
  const { user, panel, held, router } = await open(
    entries,
    {
      'PATCH /work/entries/31': () => problem(409, 'work.overlap', { entryId: 40 }),
      'GET /work/entries/40': () =>
        anEntry({
          id: 40,
          task: { id: 13, name: 'Školení' },
          from: '2026-11-20T09:30:00.000Z',
          to: '2026-11-20T10:00:00.000Z',
        }),
    },
    '&tab=monitoring',
  );
  expect(held.entries).toHaveLength(2);
  await user.click(await panel.findByRole('button', { name: /Akce záznamu Jan Novák/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Opravit' }));
  await typeTime(panel, '09:00', '10:45');
  await user.click(panel.getByRole('button', { name: /^Uložit/ }));
  const alert = await panel.findByRole('alert');
  expect(alert).toHaveTextContent('Monitoring nelze přidat přes jiný úkol.');
  await waitFor(() => expect(alert).toHaveTextContent('V cestě je 20. 11. 10:30–11:00:'));
  expect(within(await day()).getByText('9:00–10:30')).toBeVisible();
  await user.click(within(alert).getByRole('link', { name: '#13 Školení' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ taskId: 13, tab: 'monitoring' }));
});

it('corrects what was changed and nothing else, as it was looked at', async () => {
  const { user, panel, sent } = await open(entries, { 'PATCH /work/entries/31': () => done }, '&tab=monitoring');
  await user.click(await panel.findByRole('button', { name: /Akce záznamu Jan Novák/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Opravit' }));
  await typeTime(panel, '09:00', '10:45');
  await user.click(panel.getByRole('button', { name: /^Uložit/ }));
  await waitFor(() => expect(sent('PATCH', '/work/entries/31')).toHaveLength(1));
  const [{ body, headers }] = sent('PATCH', '/work/entries/31') as [ReturnType<typeof sent>[number]];
  expect(body).toEqual({ to: '2026-11-20T09:45:00.000Z' });
  expect(headers.get('if-match')).toBe('"2"');
});

it('refuses a time of the daylight-saving gap, and offers both of the doubled hour', async () => {
  const gap = anEntry({ from: '2026-03-29T00:30:00.000Z', to: '2026-03-29T01:30:00.000Z', minutes: 60 });
  const doubled = anEntry({ id: 33, from: '2026-10-25T00:30:00.000Z', to: '2026-10-25T01:45:00.000Z', minutes: 75 });
  const { user, panel, sent } = await open([doubled, gap], { 'PATCH /work/entries/33': () => done }, '&tab=monitoring');
  const correct = async (index: number) => {
    const menus = await panel.findAllByRole('button', { name: /Akce záznamu Jan Novák/ });
    await user.click(menus[index]!);
    await user.click(await screen.findByRole('menuitem', { name: 'Opravit' }));
  };
  await correct(1);
  await typeTime(panel, '01:30', '02:30');
  await user.click(panel.getByRole('button', { name: /^Uložit/ }));
  expect(await panel.findByText('Takový čas ten den není: hodiny se posouvají na letní čas.')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Zrušit' }));
  await correct(0);
  const [from] = panel.getAllByRole('radio', { name: 'podruhé (zimní čas)' });
  await user.click(from!);
  await user.click(panel.getByRole('button', { name: /^Uložit/ }));
  await waitFor(() => expect(sent('PATCH', '/work/entries/33')[0]?.body).toEqual({ from: '2026-10-25T01:30:00.000Z' }));
});

it('deletes, undoes that, and brings back', async () => {
  const { user, panel, held, sent } = await open(
    entries,
    { 'DELETE /work/entries/31': () => ({ ...done, eventId: 'event-1' }), 'POST /undo': () => done },
    '&tab=monitoring',
  );
  await user.click(await panel.findByRole('button', { name: /Akce záznamu Jan Novák/ }));
  held.entries = [entries[0]!, { ...entries[1]!, deleted: true }];
  await user.click(await screen.findByRole('menuitem', { name: 'Smazat' }));
  expect(await screen.findByText('Čas smazán')).toBeVisible();
  await waitFor(() => expect(panel.getByText('1 smazaný záznam')).toBeVisible());
  await user.click(screen.getByRole('button', { name: /^Zpět/ }));
  await waitFor(() => expect(sent('POST', '/undo')[0]?.body).toEqual({ eventId: 'event-1' }));
});
