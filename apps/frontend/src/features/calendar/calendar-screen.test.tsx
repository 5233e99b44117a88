import type { TaskRowAnswer } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, json, pageOf, problem, serve, signedIn } from '../../testing/server';
import { aRow, aTask, karla, me, petr } from '../../testing/task-fixtures';

const anItem = (given: Partial<TaskRowAnswer> = {}) => aRow({ contractor: me, solver: me, ...given });

const items: readonly TaskRowAnswer[] = [
  anItem({ id: 12, name: 'Migrace karet', deadline: '2030-03-27T16:00:00.000Z' }),
  anItem({
    id: 13,
    name: 'Porada vedení',
    type: 'meeting',
    contractor: karla,
    solver: petr,
    participants: { acknowledged: [me], passive: [] },
    deadline: '2030-03-28T09:00:00.000Z',
    estimateMinutes: 90,
  }),
  anItem({ id: 14, name: 'Celodenní', contractor: karla, deadline: '2030-03-28T22:59:00.000Z' }),
  anItem({ id: 15, name: 'Naplánovaný', contractor: karla, shownDate: '2030-03-26' }),
];

async function open(address: string, handlers: Handlers = {}) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, role: 'member' }),
    'GET /calendar': () => ({ ...pageOf(items), pageSize: 1000 }),
    'GET /tasks/:id': ({ path }) => aTask({ id: Number(path.split('/')[2]) }),
    'GET /tasks/:id/activity': () => ({ items: [], total: 0 }),
    'GET /tasks/:id/comments': () => pageOf([]),
    'GET /users': () => pageOf([]),
    'PUT /me/preferences/calendar': () => ({ value: null }),
    'POST /tasks/:id/deadline': () => ({ id: 12, revision: 4, position: '9' }),
    'POST /tasks/:id/plan': () => ({ id: 15, revision: 4, position: '9' }),
    ...handlers,
  });
  const app = await renderApp(address);
  const asked = () => calls.filter(({ path }) => path === '/calendar');
  const sent = () => calls.filter(({ method }) => method === 'POST');
  return { ...app, calls, asked, sent, search: () => app.router.state.location.search as Record<string, unknown> };
}

const april = '/tasks/calendar?date=2030-03-28';
const cell = async (day: number) => {
  const table = await screen.findByRole('table', { name: 'Můj kalendář' });
  const found = within(table)
    .getAllByRole('cell')
    .find((one) => one.dataset.day === `2030-03-${day}`);
  return found!;
};
const entry = (name: RegExp) => screen.findByRole('link', { name });

it('shows deadlines, meetings and plans on their days, in whole weeks of the month', async () => {
  const { asked } = await open(april);
  expect(await screen.findByRole('heading', { level: 1, name: 'Můj kalendář: Březen 2030' })).toBeInTheDocument();
  await entry(/Migrace karet/);
  expect(Object.fromEntries(asked()[0]!.query)).toEqual({ from: '2030-02-25', to: '2030-03-31' });
  expect(within(await cell(27)).getByRole('link', { name: 'Zadán 17:00 Migrace karet' })).toHaveAttribute(
    'href',
    '/tasks/calendar?date=2030-03-28&taskId=12',
  );
  expect(within(await cell(28)).getByRole('link', { name: 'Schůzka 10:00 Porada vedení' })).toBeInTheDocument();
  expect(within(await cell(28)).getByRole('link', { name: 'Zadán Celodenní' })).toBeInTheDocument();
  expect(within(await cell(26)).getByRole('link', { name: 'Naplánováno Naplánovaný' })).toBeInTheDocument();
  expect(await screen.findByText('Březen 2030: 4 položky')).toBeInTheDocument();
});

it('goes to other times by buttons and keys, all in the address', async () => {
  const { user, search } = await open(april);
  await entry(/Migrace karet/);
  await user.click(screen.getByRole('button', { name: 'Další měsíc' }));
  await waitFor(() => expect(search()).toMatchObject({ date: '2030-04-01' }));
  expect(await screen.findByRole('heading', { level: 1, name: /Duben 2030/ })).toBeInTheDocument();
  await user.keyboard('p');
  await waitFor(() => expect(search()).toMatchObject({ date: '2030-03-01' }));
  await user.click(screen.getByRole('radio', { name: 'Týden' }));
  await waitFor(() => expect(search()).toMatchObject({ view: 'week', date: '2030-03-01' }));
  expect(await screen.findByRole('region', { name: 'pátek 1. března' })).toBeInTheDocument();
  await user.keyboard('t');
  await waitFor(() => expect(search().date).toBeUndefined());
});

it('shows only the parts that are chosen, and remembers them', async () => {
  const { user, calls } = await open(april);
  await entry(/Porada vedení/);
  await user.click(screen.getByRole('button', { name: 'Zobrazit' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Účastním se' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Porada vedení/ })).not.toBeInTheDocument());
  expect(screen.getByRole('link', { name: /Migrace karet/, hidden: true })).toBeInTheDocument();
  await waitFor(() => {
    const kept = calls.find(({ method, path }) => method === 'PUT' && path === '/me/preferences/calendar');
    expect(kept?.body).toEqual({ value: { show: ['given', 'solved'], view: 'month' } });
  });
});

it('moves a deadline by keys at its time of day over a change of daylight saving, and takes it back on wish', async () => {
  let deadline = '2030-03-27T16:00:00.000Z';
  const { user, sent } = await open(april, {
    'GET /calendar': () => pageOf([anItem({ id: 12, name: 'Migrace karet', deadline })]),
    'POST /tasks/12/deadline': ({ body }) => {
      ({ deadline } = body as { deadline: string });
      return { id: 12, revision: 4, position: '9', eventId: 'event-1' };
    },
    'POST /undo': () => {
      deadline = '2030-03-27T16:00:00.000Z';
      return { id: 12, revision: 6, position: '10' };
    },
  });
  (await entry(/Migrace karet/)).focus();
  await user.keyboard(' {ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight} ');
  // By its text: looking through all roles of a month takes as long as the toast is shown.
  const back = await screen.findByText('Zpět', { selector: 'button' });
  expect(back.parentElement).toHaveTextContent('Termín úkolu #12 přesunut: neděle 31. března');
  expect(screen.getByText('Migrace karet').closest('td')).toHaveAttribute('data-day', '2030-03-31');
  await user.click(back);
  expect(sent()[0]).toMatchObject({ path: '/tasks/12/deadline', body: { deadline: '2030-03-31T15:00:00.000Z' } });
  await waitFor(() => expect(sent()[1]?.body).toEqual({ eventId: 'event-1' }));
  await waitFor(() =>
    expect(screen.getByText('Migrace karet').closest('td')).toHaveAttribute('data-day', '2030-03-27'),
  );
});

it('goes on to another month with what is carried, and lets it fall back by Escape', async () => {
  const { user, sent, search } = await open(april);
  (await entry(/Migrace karet/)).focus();
  await user.keyboard(' {PageDown}');
  await waitFor(() => expect(search()).toMatchObject({ date: '2030-04-27' }));
  await user.keyboard('{Escape}');
  await user.keyboard(' ');
  expect(sent()).toEqual([]);
});

it('plans another day, and rolls back with the reason when it is refused', async () => {
  const { user, sent } = await open(april, { 'POST /tasks/:id/plan': () => problem(409, 'task.already-solved') });
  (await entry(/Naplánovaný/)).focus();
  await user.keyboard(' {ArrowLeft} ');
  await waitFor(() => expect(sent()[0]).toMatchObject({ path: '/tasks/15/plan', body: { shownDate: '2030-03-25' } }));
  expect(await screen.findByText(/již vyřešen/)).toBeInTheDocument();
  expect(within(await cell(26)).getByRole('link', { name: /Naplánovaný/ })).toBeInTheDocument();
});

it('lets nobody move what they may not, and says why', async () => {
  const { user, sent } = await open(april);
  (await entry(/Porada vedení/)).focus();
  await user.keyboard(' ');
  expect(await screen.findByText('Vaše role v tomto úkolu to nedovoluje.')).toBeInTheDocument();
  expect(sent()).toEqual([]);
});

it('lets nobody move a deadline into the past', async () => {
  const deadline = new Date(Date.now() + 3_600_000).toISOString();
  const { user, sent } = await open('/tasks/calendar', {
    'GET /calendar': () => pageOf([anItem({ id: 12, name: 'Migrace karet', deadline })]),
  });
  (await entry(/Migrace karet/)).focus();
  await user.keyboard(' {ArrowLeft}{ArrowLeft} ');
  expect(await screen.findByText('Termín musí být dnes nebo později.')).toBeInTheDocument();
  expect(sent()).toEqual([]);
});

it('begins a task on a day, reached by arrows', async () => {
  const { user } = await open(april);
  await entry(/Migrace karet/);
  const first = screen.getByRole('link', { name: 'Nový úkol s termínem: pondělí 25. února' });
  expect(first).toHaveAttribute('href', '/tasks/new?deadline=2030-02-25');
  first.focus();
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(screen.getByRole('link', { name: 'Nový úkol s termínem: úterý 5. března' })).toHaveFocus();
});

it('folds what has no room in a day, and shows it on wish', async () => {
  const many = Array.from({ length: 6 }, (_, n) =>
    anItem({ id: 20 + n, name: `Úkol číslo ${n}`, deadline: `2030-03-27T1${n}:00:00.000Z` }),
  );
  const { user } = await open(april, { 'GET /calendar': () => pageOf(many) });
  await entry(/Úkol číslo 0/);
  expect(within(await cell(27)).getAllByRole('link', { name: /Úkol číslo/ })).toHaveLength(2);
  await user.click(within(await cell(27)).getByRole('button', { name: 'a ještě 4' }));
  const whole = await screen.findByRole('dialog', { name: 'středa 27. března' });
  expect(within(whole).getAllByRole('link')).toHaveLength(6);
});

it('stands a week on a timetable', async () => {
  await open('/tasks/calendar?view=week&date=2030-03-28');
  const day = await screen.findByRole('region', { name: 'čtvrtek 28. března' });
  expect(await within(day).findByRole('link', { name: /Celodenní/ })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Schůzka 10:00–11:30 Porada vedení' })).toBeInTheDocument();
});

describe('a holiday has its name', () => {
  const holidays = { 'GET /attendance/holidays': () => ({ items: [{ date: '2030-04-19', name: 'Velký pátek' }] }) };

  it('in a month', async () => {
    await open('/tasks/calendar?date=2030-04-02', holidays);
    const day = (await screen.findByText('Velký pátek')).closest('td')!;
    expect(day.dataset.day).toBe('2030-04-19');
  });

  it('in a week', async () => {
    await open('/tasks/calendar?view=week&date=2030-04-17', holidays);
    const day = await screen.findByRole('region', { name: 'pátek 19. dubna' });
    expect(await within(day).findByText('Velký pátek')).toBeInTheDocument();
  });

  it('on a phone, where it is listed without an entry too', async () => {
    const real = window.matchMedia;
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
      ...real.call(window, query),
      matches: query.includes('max-width: 48em'),
    }));
    await open('/tasks/calendar?date=2030-04-02', holidays);
    const day = await screen.findByRole('region', { name: 'pátek 19. dubna' });
    expect(within(day).getByText('Velký pátek')).toBeInTheDocument();
  });
});

it('writes what is too low for two lines into one', async () => {
  const meeting = (id: number, minutes: number) =>
    anItem({
      id,
      name: `Schůzka ${minutes}`,
      type: 'meeting',
      deadline: `2030-03-28T1${id}:00:00.000Z`,
      estimateMinutes: minutes,
    });
  await open('/tasks/calendar?view=week&date=2030-03-28', {
    'GET /calendar': () => pageOf([meeting(1, 45), meeting(3, 60)]),
  });
  expect(await screen.findByRole('link', { name: 'Schůzka 12:00 Schůzka 45' })).toHaveAttribute('data-short');
  expect(screen.getByRole('link', { name: 'Schůzka 14:00–15:00 Schůzka 60' })).not.toHaveAttribute('data-short');
});

it('says that there is nothing, and when it could not be loaded', async () => {
  let failing = true;
  const { user } = await open(april, {
    'GET /calendar': () => (failing ? problem(500, 'request.failed') : pageOf([])),
  });
  const again = await screen.findByRole('button', { name: 'Zkusit znovu' });
  expect(screen.getByText('Kalendář se nepodařilo načíst.')).toBeInTheDocument();
  failing = false;
  await user.click(again);
  expect(await screen.findByText(/nemáte žádné termíny/)).toBeInTheDocument();
});

it('gives the address of the feed, a new one, or none', async () => {
  const calendarUrl = 'https://gos.example/api/calendar/abc.ics';
  const { user } = await open(april, {
    'GET /me': () => ({ ...jan, calendarUrl }),
    'POST /calendar/subscription': () => ({ calendarUrl: 'https://gos.example/api/calendar/new.ics' }),
    'DELETE /calendar/subscription': () => new Response(null, { status: 204 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Odebírat' }));
  const dialog = await screen.findByRole('dialog', { name: 'Kalendář v jiné aplikaci' });
  const address = () => within(dialog).getByRole('textbox', { name: 'Adresa kalendáře' });
  expect(address()).toHaveValue(calendarUrl);
  await user.click(within(dialog).getByRole('button', { name: 'Kopírovat adresu' }));
  expect(await navigator.clipboard.readText()).toBe(calendarUrl);
  await user.click(within(dialog).getByRole('switch', { name: /Termíny jako úkoly/ }));
  expect(address()).toHaveValue(`${calendarUrl}?todo=true`);
  await user.click(within(dialog).getByRole('button', { name: 'Nová adresa' }));
  await waitFor(() => expect(address()).toHaveValue('https://gos.example/api/calendar/new.ics?todo=true'));
  await user.click(within(dialog).getByRole('button', { name: 'Vypnout' }));
  expect(await within(dialog).findByText('Váš kalendář teď není na žádné adrese.')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Vytvořit adresu' }));
  await waitFor(() => expect(address()).toBeInTheDocument());
});

it('says when the address could not be changed', async () => {
  const { user } = await open(april, {
    'GET /me': () => ({ ...jan, calendarUrl: 'https://gos.example/api/calendar/abc.ics' }),
    'POST /calendar/subscription': () => json(500, { code: 'request.failed', status: 500 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Odebírat' }));
  await user.click(await screen.findByRole('button', { name: 'Nová adresa' }));
  expect(await screen.findByText(/Adresu kalendáře se nepodařilo změnit/)).toBeInTheDocument();
});

it('puts down where the pointer was let go, also when that came before the next picture', async () => {
  const { sent } = await open(april);
  const held = await entry(/Migrace karet/);
  const target = await cell(29);
  vi.spyOn(document, 'elementFromPoint').mockReturnValue(target);
  const point = (type: string, clientX: number) =>
    held.dispatchEvent(new PointerEvent(type, { pointerId: 1, isPrimary: true, bubbles: true, clientX }));
  point('pointerdown', 0);
  point('pointermove', 20);
  point('pointerup', 20);
  await waitFor(() => expect(sent().map(({ path }) => path)).toEqual(['/tasks/12/deadline']));
  expect(sent()[0]?.body).toMatchObject({ deadline: expect.stringContaining('2030-03-29') });
  expect(document.querySelector('[data-carrying]')).toBeNull();
});
