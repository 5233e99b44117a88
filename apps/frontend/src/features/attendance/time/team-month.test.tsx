import type { TeamMonth } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../../testing/render-app';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../../testing/server';

const aRow = (more: Partial<TeamMonth> = {}): TeamMonth => ({
  userId: 3,
  user: { id: 3, name: 'Petr Malý' },
  plannedMinutes: 9_600,
  workedMinutes: 9_000,
  differenceMinutes: -600,
  overtimeMinutes: null,
  absences: [],
  missingDays: [],
  flaggedDays: [],
  runningSince: null,
  closed: false,
  closedTo: null,
  closedAt: null,
  adjustedMinutes: 0,
  ...more,
});

async function open(address: string, rows: readonly TeamMonth[] = [aRow()], handlers: Handlers = {}) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /settings': () => ({
      workingDays: { value: [1, 2, 3, 4, 5], locked: false },
      exportRounding: { value: '15', locked: false },
      brandName: { value: 'Gos', locked: false },
    }),
    'GET /positions': () => pageOf([{ id: 8, name: 'Zedník' }]),
    'GET /attendance/team-month': () => pageOf([...rows]),
    'GET /work/entries': () => pageOf([]),
    ...handlers,
  });
  const app = await renderApp(address);
  const asked = () => calls.filter(({ path }) => path === '/attendance/team-month').map(({ query }) => query);
  return { ...app, calls, asked, search: () => app.router.state.location.search as Record<string, unknown> };
}

const november = '/attendance/team-month?month=11&year=2026';
const rowOf = async (id = 3) => {
  const table = await screen.findByRole('table', { name: /Měsíc týmu: Listopad 2026/ });
  return within(table.querySelector<HTMLElement>(`[data-person="${id}"]`)!);
};

it('shows everybody’s month, and each number leads to its days', async () => {
  const missingDays = ['2026-11-16', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-23'];
  const rows = [
    aRow({ missingDays, flaggedDays: ['2026-11-24'], runningSince: '2026-11-25T07:00:00.000Z' }),
    aRow({
      userId: jan.id,
      user: { id: jan.id, name: jan.name },
      absences: [
        { kind: 'vacation', days: 1.5 },
        { kind: 'doctor', days: 0.5 },
      ],
      closed: true,
      closedTo: '2026-11-30',
      adjustedMinutes: 20,
      overtimeMinutes: -90,
    }),
  ];
  await open(november, rows);
  const petr = await rowOf();
  const links = () => petr.getAllByRole('link').map((link) => link.getAttribute('href'));
  const day = (date: string) => `/attendance/worked?date=${date}&userId=3`;
  expect(petr.getByRole('link', { name: '−10 h' })).toHaveAttribute('href', '/attendance?month=11&year=2026&userId=3');
  expect(links()).toEqual(
    expect.arrayContaining([day('2026-11-16'), day('2026-11-19'), day('2026-11-24'), day('2026-11-25')]),
  );
  expect(links()).not.toContain(day('2026-11-20'));
  expect(petr.getByRole('link', { name: /Ještě 2 chybějící dny/ })).toHaveTextContent('+2');
  const own = await rowOf(jan.id);
  expect(own.getByRole('link', { name: 'Dovolená 1,5 dne, Lékař 0,5 dne' })).toHaveAttribute(
    'href',
    '/attendance/plans',
  );
  expect(own.getByText('Uzavřený')).toBeInTheDocument();
  expect(own.getByText('(+20 min)')).toBeInTheDocument();
  expect(own.getByText('−1 h 30 min')).toBeInTheDocument();
});

it('opens the entries of a number', async () => {
  const { user } = await open(november);
  await user.click((await rowOf()).getByRole('button', { name: '150 h' }));
  expect(await screen.findByRole('dialog', { name: 'Odpracováno · Petr Malý · Listopad 2026' })).toBeInTheDocument();
});

it('sorts and filters by the address', async () => {
  const { user, asked, search } = await open(november);
  await rowOf();
  await user.click(screen.getByRole('button', { name: 'Rozdíl k dnešku' }));
  await waitFor(() => expect(search()).toMatchObject({ sort: 'difference' }));
  await user.click(screen.getByRole('button', { name: 'Chybějící hodiny' }));
  await user.click(screen.getByRole('button', { name: 'Neuzavřené' }));
  await waitFor(() => expect(search()).toMatchObject({ missing: true, open: true, month: 11 }));
  await user.click(screen.getByRole('button', { name: /Pozice/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Zedník' }));
  await user.type(screen.getByRole('searchbox', { name: 'Najít člověka' }), 'malý');
  await waitFor(() =>
    expect(Object.fromEntries(asked().at(-1)!)).toEqual({
      month: '11',
      year: '2026',
      page: '1',
      pageSize: '50',
      sort: 'difference',
      missing: 'true',
      closed: 'false',
      position: '8',
      q: 'malý',
    }),
  );
});

it('turns to other months from the first page', async () => {
  const { user, search, asked } = await open(`${november}&page=2`, [aRow()], {
    'GET /attendance/team-month': () => ({ items: [aRow()], total: 120, page: 2, pageSize: 50 }),
  });
  await rowOf();
  expect(asked()[0]!.get('page')).toBe('2');
  await user.keyboard('n');
  await waitFor(() => expect(search()).toEqual({ month: 12, year: 2026 }));
});

it.each(['month=13&year=1999&sort=x&page=0&position=y&missing=1&open=no', ''])('ignores "%s"', async (query) => {
  const { asked } = await open(`/attendance/team-month?${query}`);
  await screen.findByRole('table');
  const { month: _, year: __, ...others } = Object.fromEntries(asked()[0]!);
  expect(others).toEqual({ page: '1', pageSize: '50' });
});

it('leads back from filters that match nobody', async () => {
  const { user, search } = await open(`${november}&missing=true`, []);
  await user.click(await screen.findByRole('button', { name: 'Zrušit filtry' }));
  await waitFor(() => expect(search()).toEqual({ month: 11, year: 2026 }));
  expect(await screen.findByText('V tomto měsíci nemá docházku nikdo.')).toBeInTheDocument();
});

it('says why it cannot be shown, and tries again', async () => {
  let fails = true;
  const { user } = await open(november, [], {
    'GET /attendance/team-month': () => (fails ? problem(403, 'attendance.forbidden') : pageOf([aRow()])),
  });
  await screen.findByText(/Docházku ostatních vidí správci, auditoři/);
  fails = false;
  await user.click(screen.getByRole('button', { name: /Zkusit znovu/ }));
  await rowOf();
});

it('is for people who see the attendance of others', async () => {
  const { asked } = await open(november, [], { 'GET /me': () => ({ ...jan, role: 'member' }) });
  expect(
    await screen.findByText('Docházku ostatních vidí správci, auditoři a lidé, kterým byla přidělena.'),
  ).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Měsíc týmu' })).not.toBeInTheDocument();
  expect(asked()).toEqual([]);
});

describe('selected people', () => {
  const rows = [1, 2, 3].map((id) => aRow({ userId: id + 10, user: { id: id + 10, name: `Osoba ${id}` } }));
  const box = (name: string) => screen.findByRole('checkbox', { name: `Vybrat: ${name}` });
  const bar = () => screen.findByRole('region', { name: 'Akce s vybranými lidmi' });

  it('are selected one by one, as a range, all, and none', async () => {
    const { user } = await open(november, rows);
    await user.click(await box('Osoba 1'));
    await within(await bar()).findByText('Vybrán 1 člověk');
    await user.keyboard('{Shift>}');
    await user.click(await box('Osoba 3'));
    await user.keyboard('{/Shift}');
    await within(await bar()).findByText('Vybráni 3 lidé');
    await user.click(await box('Osoba 2'));
    expect(screen.getByRole('checkbox', { name: 'Vybrat všechny na stránce' })).toBePartiallyChecked();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText(/Vybrán/)).not.toBeInTheDocument());
    await user.keyboard('{Control>}a{/Control}');
    await within(await bar()).findByText('Vybráni 3 lidé');
  });

  it('are reminded of their missing days, and the answer names those who were reminded before', async () => {
    const missing = rows.map((row) => ({ ...row, missingDays: ['2026-11-16'] }));
    const { user, calls } = await open(november, missing, {
      'POST /attendance/team-month/reminders': () => ({
        reminded: [rows[0]!.user],
        already: [rows[1]!.user],
        skipped: [rows[2]!.user],
      }),
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Vybrat všechny na stránce' }));
    await user.click(within(await bar()).getByRole('button', { name: 'Připomenout' }));
    await screen.findByText(
      'Připomenutí dostal 1 člověk: listopad 2026. Dnes už je dostali: Osoba 2. 1 člověk nemá žádný den k doplnění.',
    );
    const sent = calls.find(({ path }) => path === '/attendance/team-month/reminders');
    expect(sent?.body).toEqual({ month: 11, year: 2026, userIds: [11, 12, 13] });
  });

  it('without days to fill are not reminded', async () => {
    const closed = { missingDays: ['2026-11-16'], closedTo: '2026-11-20' };
    const { user } = await open(november, [aRow(), aRow({ ...rows[0]!, ...closed })]);
    await user.click(await screen.findByRole('checkbox', { name: 'Vybrat všechny na stránce' }));
    expect(within(await bar()).queryByRole('button', { name: 'Připomenout' })).not.toBeInTheDocument();
  });

  it('have their months closed, each refusal with its reason, and all taken back', async () => {
    vi.setSystemTime('2026-12-02T10:00:00.000Z');
    const undone: unknown[] = [];
    const { user, calls } = await open(november, rows, {
      'POST /attendance/months/close': ({ body }) => {
        const { userId } = body as { readonly userId: number };
        if (userId === 12) return problem(403, 'user.forbidden');
        return { id: userId, revision: 1, position: '9', eventId: `event-${userId}` };
      },
      'POST /undo': ({ body }) => {
        undone.push(body);
        return { id: 1, revision: 2, position: '10', eventId: null };
      },
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Vybrat všechny na stránce' }));
    await user.click(within(await bar()).getByRole('button', { name: 'Uzavřít měsíce' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Uzavřít listopad 2026, 3 lidé?' }));
    dialog.getByText(/Nic nechybí/);
    await user.click(dialog.getByRole('button', { name: 'Uzavřít měsíce' }));
    const refused = within(await screen.findByRole('dialog', { name: '1 měsíc se neuzavřel' }));
    expect(refused.getByRole('listitem')).toHaveTextContent(/^Osoba 2 ./);
    await user.click(refused.getByText('Zavřít', { selector: 'span' }));
    const sent = calls.filter(({ path }) => path === '/attendance/months/close').map(({ body }) => body);
    expect(sent).toEqual([11, 12, 13].map((userId) => ({ userId, month: 11, year: 2026 })));
    await user.click(await screen.findByText('Zpět', { selector: 'button' }));
    await waitFor(() => expect(undone).toHaveLength(2));
  });

  it('are warned of when something is missing, and may all be closed', async () => {
    vi.setSystemTime('2026-12-02T10:00:00.000Z');
    const { user } = await open(`${november}&missing=true`, [
      aRow({ missingDays: ['2026-11-16'] }),
      aRow({ userId: 4, user: { id: 4, name: 'Uzavřená' }, closed: true, closedTo: '2026-11-30' }),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Všichni zobrazení' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Uzavřít měsíce všech zobrazených' }));
    const dialog = await screen.findByRole('dialog', { name: 'Uzavřít listopad 2026, 1 člověk?' });
    expect(dialog).toHaveTextContent('1 člověk má chybějící dny, zapomenutou nebo běžící práci.');
  });

  it('go on paper, a page for each', async () => {
    const print = vi.fn(() => {
      const page = document.querySelector('[data-printed] article');
      expect(page).toHaveTextContent('Osoba 1 · Listopad 2026');
      expect(page).toHaveTextContent('zaokrouhleny na 15 minut');
      window.dispatchEvent(new Event('afterprint'));
    });
    vi.stubGlobal('print', print);
    const asked: URLSearchParams[] = [];
    const month = {
      ...{
        userId: 11,
        user: rows[0]!.user,
        month: 11,
        year: 2026,
        days: [],
        differenceMinutes: 0,
        overtimeStart: null,
      },
      ...{
        totals: { plannedMinutes: 0, workedMinutes: 0 },
        closed: false,
        closedTo: null,
        closedAt: null,
        closedBy: null,
      },
      adjustments: [],
    };
    const { user } = await open(november, rows, {
      'GET /attendance/months': ({ query }) => {
        asked.push(query);
        return pageOf([month]);
      },
    });
    await user.click(await box('Osoba 1'));
    await user.click(within(await bar()).getByRole('button', { name: 'Vytisknout' }));
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    expect(asked[0]!.getAll('user')).toEqual(['11']);
    await waitFor(() => expect(document.querySelector('[data-printed]')).toBeNull());
  });

  it('are read only for auditors, who still export', async () => {
    const { user } = await open(november, rows, { 'GET /me': () => ({ ...jan, role: 'auditor' }) });
    await user.click(await box('Osoba 1'));
    const actions = within(await bar());
    expect(actions.queryByRole('button', { name: 'Uzavřít měsíce' })).not.toBeInTheDocument();
    expect(actions.getByRole('button', { name: 'CSV' })).toBeEnabled();
  });
});
