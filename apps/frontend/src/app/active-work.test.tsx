import type { ActiveWork } from '@gos/contract';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { minutesAt } from '../entities/work/work-clock';
import { haveSession, renderApp } from '../testing/render-app';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../testing/server';
import { aProject, aRow, aTask } from '../testing/task-fixtures';
import { activeSince, anEntry } from '../testing/work-fixtures';
import { useNow } from '../ui/use-now';

const rows = [aRow({ id: 12 }), aRow({ id: 13, name: 'Tiskové sestavy' })];

async function open(active: ActiveWork | null, handlers: Handlers = {}, address = '/tasks') {
  haveSession();
  const held = { active };
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, role: 'member' }),
    'GET /tasks': () => pageOf(rows),
    'GET /tasks/:id': ({ path }) => aTask(rows.find(({ id }) => id === Number(path.split('/')[2]))),
    'GET /tasks/:id/activity': () => ({ items: [], total: 0 }),
    'GET /tasks/:id/comments': () => pageOf([]),
    'GET /users': () => pageOf([]),
    'GET /work/active': () => held.active,
    ...handlers,
  });
  const app = await renderApp(address);
  const sent = (method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);
  return { ...app, held, sent };
}

/** Answered when the test says so. */
function later<T>() {
  let answer: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    answer = resolve;
  });
  return { promise, answer: (value: T) => answer(value) };
}

const done = { id: 31, revision: 2, position: '100' };
const bar = () => within(screen.getAllByRole('banner')[0]!);
const stopButton = () => bar().findByRole('button', { name: 'Zastavit práci: Migrace skladových karet' });

// The clock is frozen: a minute that begins during the test would count.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));

describe('the top bar', () => {
  it('shows what one works on with its time, and opens it', async () => {
    const { user, router } = await open(activeSince(42, {}, 153));
    expect(await bar().findByText('0:42')).toBeVisible();
    expect(bar().getByText('3:15')).toBeVisible();
    await user.click(bar().getByRole('link', { name: 'Právě pracuji na: Migrace skladových karet' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ taskId: 12 }));
  });

  it('says how long one has worked today, what runs included, and leads to the day', async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T14:00:20.000Z') });
    const entries = [
      anEntry({ id: 32, from: minutesAgo(42), to: null, minutes: 0 }),
      anEntry({ id: 33, from: minutesAgo(200), to: minutesAgo(110), minutes: 90 }),
      anEntry({ id: 34, from: minutesAgo(30 * 60), to: minutesAgo(28 * 60), minutes: 120 }),
    ];
    await open(activeSince(42), { 'GET /work/entries': () => pageOf(entries) });
    const today = await bar().findByRole('link', { name: 'Dnes odpracováno 2 h 12 min' });
    expect(today).toHaveTextContent('dnes 2:12');
    expect(today).toHaveAttribute('href', '/attendance/worked');
    vi.useRealTimers();
  });

  it('says that nothing runs', async () => {
    await open(null);
    expect(await bar().findByText('Žádná práce neběží')).toBeVisible();
  });

  it('stops at once, and takes that back when it is refused', async () => {
    const refused = later<Response>();
    const { user } = await open(activeSince(42), {
      'POST /work/stop': () => refused.promise,
    });
    await user.click(await stopButton());
    expect(await bar().findByText('Žádná práce neběží')).toBeVisible();
    refused.answer(problem(409, 'work.month-closed', { params: { month: '2026-11' } }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Měsíc 2026-11 je uzavřený; opravují ho jen lidé s docházkou ostatních.',
    );
    expect(await stopButton()).toBeVisible();
  });

  it('says how long it was when it is stopped', async () => {
    const { user, held } = await open(activeSince(42), {
      'POST /work/stop': () => {
        held.active = null;
        return done;
      },
    });
    await user.click(await stopButton());
    expect(await screen.findByText('Monitoring zastaven po 42 min')).toBeVisible();
  });

  it('asks when forgotten work ended, and mends it in one step', async () => {
    const entry = activeSince(13 * 60);
    const { user, sent } = await open(entry, { 'PATCH /work/entries/31': () => done });
    await user.click(await bar().findByRole('button', { name: 'Kdy skončila?' }));
    const dialog = await screen.findByRole('dialog', { name: 'Kdy práce skončila?' });
    await user.click(within(dialog).getByRole('button', { name: 'Uložit konec' }));
    expect(await within(dialog).findByText('Vyplňte čas.')).toBeVisible();
    expect(sent('PATCH', '/work/entries/31')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Opravdu pracuji dosud' }));
    await waitFor(() => expect(sent('PATCH', '/work/entries/31')).toHaveLength(1));
    expect(Object.keys(sent('PATCH', '/work/entries/31')[0]!.body as object)).toEqual(['to']);
  });

  it('asks the same of work that was ended by starting another the next morning', async () => {
    const { user, sent } = await open(null, {
      // However many others came after it.
      'GET /work/entries': ({ query }) =>
        pageOf(query.get('flagged') === 'true' ? [anEntry({ flagged: true, to: '2026-11-21T07:30:00.000Z' })] : []),
      'PATCH /work/entries/31': () => done,
    });
    await user.click(await bar().findByRole('button', { name: 'Kdy skončila?' }));
    const dialog = await screen.findByRole('dialog', { name: 'Kdy práce skončila?' });
    await user.type(within(dialog).getByLabelText('Konec'), '17:00');
    await user.click(within(dialog).getByRole('button', { name: 'Uložit konec' }));
    await waitFor(() => expect(sent('PATCH', '/work/entries/31')[0]?.body).toEqual({ to: '2026-11-20T16:00:00.000Z' }));
  });
});

describe('starting', () => {
  it('by the key of the current row shows it at once and says what was stopped', async () => {
    const started = later<object>();
    const { user, held, sent } = await open(activeSince(42), {
      'POST /work/start': () => started.promise,
    });
    await stopButton();
    await user.keyboard('jjt');
    expect(await bar().findByRole('link', { name: 'Právě pracuji na: Tiskové sestavy' })).toBeVisible();
    expect(sent('POST', '/work/start')[0]?.body).toEqual({ taskId: 13 });
    held.active = activeSince(0, { id: 32, task: { id: 13, name: 'Tiskové sestavy' } });
    started.answer(done);
    expect(await screen.findByText('Monitoring spuštěn. Zastaveno: Migrace skladových karet, 42 min')).toBeVisible();
  });

  it('says why a key starts nothing', async () => {
    const { user } = await open(null, {
      'GET /tasks': () => pageOf([aRow({ id: 12, state: 'solved' })]),
    });
    await screen.findByRole('link', { name: 'Migrace skladových karet' });
    await user.keyboard('jt');
    expect(await screen.findByRole('alert')).toHaveTextContent('Úkol je již vyřešen.');
  });

  it('asks which of several contracts it counts for', async () => {
    const project = { id: 5, name: 'Orlice 2.0' };
    const contracts = [
      { contractId: 'S-1', name: 'Servis', client: 'Firma' },
      { contractId: 'V-2', name: 'Vývoj', client: '' },
    ];
    const { user, sent } = await open(
      null,
      {
        'GET /tasks/12': () => aTask({ project }),
        'GET /projects/5': () => aProject({ contracts }),
        'POST /work/start': () => done,
      },
      '/tasks?taskId=12',
    );
    const panel = await screen.findByRole('dialog', { name: 'Migrace skladových karet' });
    await user.click(within(panel).getByRole('button', { name: 'Začít pracovat' }));
    const dialog = await screen.findByRole('dialog', { name: 'Která zakázka?' });
    expect(sent('POST', '/work/start')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: /V-2/ }));
    await waitFor(() => expect(sent('POST', '/work/start')[0]?.body).toEqual({ taskId: 12, contractId: 'V-2' }));
  });

  it('takes the only contract without asking', async () => {
    const { user, sent } = await open(
      null,
      {
        'GET /tasks/12': () => aTask({ project: { id: 5, name: 'Orlice 2.0' } }),
        'GET /projects/5': () => aProject({ contracts: [{ contractId: 'S-1', name: 'Servis', client: '' }] }),
        'POST /work/start': () => done,
      },
      '/tasks?taskId=12',
    );
    await screen.findByRole('dialog', { name: 'Migrace skladových karet' });
    await user.keyboard('t');
    await waitFor(() => expect(sent('POST', '/work/start')[0]?.body).toEqual({ taskId: 12 }));
  });
});

it('ticks by the minutes of the clock, without asking', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T09:59:40.000Z') });
  const active = activeSince(0, { from: '2026-11-23T09:59:35.000Z' }, 120);
  const { result } = renderHook(() => minutesAt(active, useNow()));
  expect(result.current).toEqual({ current: 0, total: 120 });
  act(() => void vi.advanceTimersByTime(20_000));
  expect(result.current).toEqual({ current: 1, total: 121 });
  act(() => void vi.advanceTimersByTime(60_000));
  expect(result.current).toEqual({ current: 2, total: 122 });
});
