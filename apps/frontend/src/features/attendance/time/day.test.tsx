import type { AttendanceDay } from '@gos/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../../testing/render-app';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../../testing/server';
import { aRow } from '../../../testing/task-fixtures';
import { anEntry as aWorkEntry } from '../../../testing/work-fixtures';

type Entry = AttendanceDay['entries'][number];
const me = { id: jan.id, name: jan.name };

const anEntry = ({ dayMinutes = 90, ...more }: Partial<Entry> = {}): Entry => ({
  ...aWorkEntry({
    id: 7,
    task: { id: 12, name: 'Připravit nabídku' },
    from: '2026-11-18T08:00:00.000Z',
    to: '2026-11-18T09:30:00.000Z',
    revision: 4,
    ...more,
  }),
  dayMinutes,
});

const other = anEntry({
  id: 8,
  task: { id: 13, name: 'Smlouva' },
  from: '2026-11-18T10:00:00.000Z',
  to: '2026-11-18T11:00:00.000Z',
  note: 'se zákazníkem',
  flagged: true,
});

const aDay = (more: Partial<AttendanceDay> = {}): AttendanceDay => ({
  date: '2026-11-18',
  user: me,
  plannedMinutes: 510,
  workedMinutes: 150,
  holiday: null,
  closed: false,
  entries: [anEntry(), other],
  plans: [],
  comments: [
    {
      at: '2026-11-18T08:10:00.000Z',
      task: { id: 12, name: 'Připravit nabídku' },
      text: 'Hotovo pro @[1]',
      entryId: null,
    },
  ],
  tasks: [],
  logs: [],
  ...more,
});

async function open(address: string, handlers: Handlers = {}) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, role: 'member' }),
    'GET /attendance/day': ({ query }) => aDay({ date: query.get('date')! }),
    'GET /work/entries/:id': ({ path }) => (path.endsWith('/8') ? other : anEntry()),
    'PATCH /work/entries/:id': () => ({ id: 7, revision: 5, position: '9', eventId: 'event-1' }),
    'DELETE /work/entries/:id': () => ({ id: 7, revision: 5, position: '9', eventId: 'event-1' }),
    'POST /undo': () => ({ id: 7, revision: 6, position: '10' }),
    'POST /work/entries': () => ({ id: 9, revision: 1, position: '9' }),
    'GET /tasks': () => pageOf([aRow({ id: 12, name: 'Připravit nabídku' })]),
    'GET /users/1': () => jan,
    ...handlers,
  });
  const app = await renderApp(address);
  const sent = () => calls.filter(({ method }) => method !== 'GET' && method !== 'PUT');
  return { ...app, calls, sent, search: () => app.router.state.location.search as Record<string, unknown> };
}

const wednesday = '/attendance/worked?date=2026-11-18';
const block = (name: RegExp) => screen.findByRole('button', { name, pressed: false });

it('shows the day on a timeline and in a table, with what was written', async () => {
  const { user } = await open(wednesday);
  expect(await screen.findByRole('heading', { level: 1, name: /středa 18. listopadu 2026/ })).toBeInTheDocument();
  expect(await block(/^9:00–10:30, Připravit nabídku, 1 h 30 min/)).toBeInTheDocument();
  const table = await screen.findByRole('table', { name: 'středa 18. listopadu' });
  expect(within(table).getByText('se zákazníkem')).toBeInTheDocument();
  expect(within(table).getByText('zapomenuto?')).toBeInTheDocument();
  await user.keyboard('i');
  const sheet = await screen.findByRole('dialog', { name: 'středa 18. listopadu' });
  expect(await within(sheet).findByText('Hotovo pro @Jan Novák')).toBeInTheDocument();
});

it('goes to the days beside by keys, and back to today', async () => {
  const { user, search } = await open(wednesday);
  await block(/Připravit nabídku/);
  await user.keyboard('n');
  await waitFor(() => expect(search()).toMatchObject({ date: '2026-11-19' }));
  await user.keyboard('{ArrowLeft}p');
  await waitFor(() => expect(search()).toMatchObject({ date: '2026-11-17' }));
  await user.click(screen.getByRole('button', { name: 'Dnes' }));
  await waitFor(() => expect(search().date).toBeUndefined());
});

it.each(['18.11.2026', '2026-02-30', '2026-1-1'])('takes %s in the address for today', async (date) => {
  const { calls } = await open(`/attendance/worked?date=${date}`);
  await screen.findByRole('table');
  const asked = calls.find(({ path }) => path === '/attendance/day');
  expect(asked!.query.get('date')).toBe(new Date().toLocaleDateString('sv', { timeZone: 'Europe/Prague' }));
});

it('moves an entry by keys, its ends too, and takes it back on wish', async () => {
  const { user, sent } = await open(wednesday);
  (await block(/Připravit nabídku/)).focus();
  await user.keyboard(' {ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{/Shift}{Alt>}{ArrowUp}{/Alt}');
  expect(screen.getByRole('button', { name: /^9:05–10:45/, pressed: true })).toBeInTheDocument();
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(sent()[0]).toMatchObject({
      path: '/work/entries/7',
      body: { from: '2026-11-18T08:05:00.000Z', to: '2026-11-18T09:45:00.000Z' },
    }),
  );
  await user.click(await screen.findByText('Zpět', { selector: 'button' }));
  await waitFor(() => expect(sent()[1]).toMatchObject({ path: '/undo', body: { eventId: 'event-1' } }));
});

it('lets a lifted entry fall back by Escape', async () => {
  const { user, sent } = await open(wednesday);
  (await block(/Připravit nabídku/)).focus();
  await user.keyboard(' {ArrowDown}{Escape}');
  expect(await block(/^9:00–10:30/)).toBeInTheDocument();
  expect(sent()).toEqual([]);
});

const point = (element: Element, type: string, clientY: number) =>
  fireEvent(element, new PointerEvent(type, { pointerId: 1, isPrimary: true, bubbles: true, button: 0, clientY }));

it('draws a new entry where the pointer went, and sends it with its task', async () => {
  const { user, sent } = await open(wednesday);
  await block(/Připravit nabídku/);
  const canvas = document.querySelector('[data-draws]')!;
  Object.assign(canvas, { setPointerCapture: () => undefined, hasPointerCapture: () => false });
  // 0.8 pixels a minute: from 12:30 to 13:15
  point(canvas, 'pointerdown', 600);
  point(canvas, 'pointermove', 620);
  point(canvas, 'pointermove', 636);
  point(canvas, 'pointerup', 636);
  const dialog = await screen.findByRole('dialog', { name: 'Přidat čas' });
  expect(within(dialog).getByLabelText('Od')).toHaveValue('12:30');
  expect(within(dialog).getByLabelText('Do')).toHaveValue('13:15');
  await user.click(within(dialog).getByRole('button', { name: /Uložit/ }));
  expect(await within(dialog).findByText(/povinn|Vyplňte|Required/i)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: /Úkol/ }));
  await user.click(await screen.findByRole('option', { name: /Připravit nabídku/ }));
  await user.click(within(dialog).getByRole('button', { name: /Uložit/ }));
  await waitFor(() =>
    expect(sent()[0]).toMatchObject({
      path: '/work/entries',
      body: { taskId: 12, from: '2026-11-18T11:30:00.000Z', to: '2026-11-18T12:15:00.000Z' },
    }),
  );
});

it('names the entry in the way where it was dropped, and lets the times be typed', async () => {
  const { user, sent } = await open(wednesday, {
    'PATCH /work/entries/:id': () => problem(409, 'work.overlap', { entryId: 8 }),
  });
  (await block(/Připravit nabídku/)).focus();
  await user.keyboard(' {ArrowDown} ');
  const dialog = await screen.findByRole('dialog', { name: 'Opravit čas' });
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Monitoring nelze přidat přes jiný úkol.');
  expect(await within(dialog).findByText(/11:00–12:00/)).toBeInTheDocument();
  expect(within(dialog).getByLabelText('Od')).toHaveValue('09:05');
  expect(await block(/^9:00–10:30/)).toBeInTheDocument();
  expect(sent()).toHaveLength(1);
});

it('says at the field that an end is before its start', async () => {
  const { user, sent } = await open(wednesday);
  await user.click(await screen.findByRole('button', { name: 'Opravit 9:00–10:30' }));
  const dialog = await screen.findByRole('dialog', { name: 'Opravit čas' });
  fireEvent.change(within(dialog).getByLabelText('Do'), { target: { value: '08:00' } });
  await user.click(within(dialog).getByRole('button', { name: /Uložit/ }));
  expect(await within(dialog).findByText('Konec musí být po začátku.')).toBeInTheDocument();
  expect(sent()).toEqual([]);
});

it('deletes an entry and brings it back', async () => {
  const { user, sent } = await open(wednesday);
  await user.click(await screen.findByRole('button', { name: 'Smazat 9:00–10:30' }));
  await user.click(await screen.findByText('Zpět', { selector: 'button' }));
  await waitFor(() =>
    expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /work/entries/7', 'POST /undo']),
  );
});

it('requests the reason of a correction in a closed month, and sends it again with it', async () => {
  const wrong = { path: 'reason', code: 'validation.required' } as const;
  const { user, sent } = await open(wednesday, {
    'DELETE /work/entries/:id': ({ query }) =>
      query.has('reason')
        ? { id: 7, revision: 2, position: '9', eventId: 'event-9' }
        : problem(422, 'validation.required', { errors: [wrong] }),
  });
  await user.click(await screen.findByRole('button', { name: 'Smazat 9:00–10:30' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Důvod opravy' }));
  await user.type(dialog.getByRole('textbox', { name: /Důvod/ }), 'Omyl');
  await user.click(dialog.getByRole('button', { name: /^Opravit/ }));
  await waitFor(() => expect(sent().map(({ query }) => query.get('reason'))).toEqual([null, 'Omyl']));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('gives up a correction without a reason', async () => {
  const wrong = { path: 'reason', code: 'validation.required' } as const;
  const { user, sent } = await open(wednesday, {
    'DELETE /work/entries/:id': () => problem(422, 'validation.required', { errors: [wrong] }),
  });
  await user.click(await screen.findByRole('button', { name: 'Smazat 9:00–10:30' }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Důvod opravy' })).getByText('Zrušit'));
  await screen.findByRole('button', { name: 'Smazat 9:00–10:30' });
  expect(sent()).toHaveLength(1);
});

it('lets people with the attendance of others add time for somebody else, for a reason', async () => {
  const petr = { ...jan, id: 3, name: 'Petr Malý' };
  const wrong = { path: 'reason', code: 'validation.required' } as const;
  const byOther = { by: { id: 1, name: jan.name }, at: '2026-11-19T08:00:00.000Z', reason: 'Zapomněl' };
  const { user, sent, calls } = await open(`${wednesday}&userId=3`, {
    'GET /me': () => ({ ...jan, role: 'admin' }),
    'GET /users/3': () => petr,
    'GET /attendance/day': () => aDay({ entries: [{ ...anEntry({ user: petr, byOther }), dayMinutes: 90 }] }),
    'POST /work/entries': ({ body }) =>
      'reason' in (body as object)
        ? { id: 9, revision: 1, position: '9', eventId: 'event-9' }
        : problem(422, 'validation.required', { errors: [wrong] }),
  });
  expect(await screen.findByText('Opravuje Jan Novák: Zapomněl')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: /^Přidat čas/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Přidat čas' }));
  await user.click(dialog.getByRole('button', { name: /Úkol/ }));
  await user.click(await screen.findByRole('option', { name: /Připravit nabídku/ }));
  const lists = calls.filter(({ path }) => path === '/tasks').map(({ query }) => String(query));
  expect(lists).toContainEqual(expect.stringContaining('solver=3'));
  await user.click(dialog.getByRole('button', { name: /Uložit/ }));
  const asked = within(await screen.findByRole('dialog', { name: 'Důvod opravy' }));
  expect(asked.getByText(/^Opravujete čas jiného člověka: Petr Malý/)).toBeVisible();
  await user.type(asked.getByRole('textbox', { name: /Důvod/ }), 'Zapomněl');
  await user.click(asked.getByRole('button', { name: /^Opravit/ }));
  await waitFor(() =>
    expect(sent().map(({ body }) => body)).toMatchObject([
      { taskId: 12, userId: 3 },
      { taskId: 12, userId: 3, reason: 'Zapomněl' },
    ]),
  );
});

it('lets nobody correct a closed month but an admin', async () => {
  await open(wednesday, { 'GET /attendance/day': () => aDay({ closed: true }) });
  expect(await screen.findByText('Měsíc je uzavřený: opravují ho jen lidé s docházkou ostatních.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Přidat čas' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Opravit/ })).not.toBeInTheDocument();
});
