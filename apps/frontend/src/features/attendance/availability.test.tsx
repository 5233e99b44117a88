import type { AvailabilityAnswer, MonthOfAvailabilityAnswer, PlanAnswer } from '@gos/contract';
import { addDays } from '@gos/domain';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../testing/server';

const petr = { id: 3, name: 'Petr Malý' };
const plan = (more: Partial<PlanAnswer> = {}): PlanAnswer => ({
  id: 31,
  user: petr,
  position: null,
  date: '2030-03-26',
  from: '08:00',
  to: '16:30',
  repeatUntil: null,
  type: 'remote_work',
  location: 'Doma',
  excludeWeekends: false,
  kind: null,
  half: null,
  breakMinutes: 0,
  approval: null,
  declineReason: null,
  revision: 1,
  ...more,
});

function weekOf(monday: string): AvailabilityAnswer {
  const days = [0, 1, 2, 3, 4, 5, 6].map((index) => addDays(monday, index));
  const plans = [plan()];
  return {
    from: monday,
    days,
    holidays: [{ date: '2030-04-19', name: 'Velký pátek' }].filter(({ date }) => days.includes(date)),
    people: [petr, { id: jan.id, name: jan.name }].map((user) => ({
      user,
      days: days.map((date) => ({ date, plans: plans.filter((one) => one.user.id === user.id && one.date === date) })),
    })),
  };
}

const monthOf = (year: number, month: number): MonthOfAvailabilityAnswer => ({
  month,
  year,
  holidays: month === 4 ? [{ date: `${year}-04-19`, name: 'Velký pátek' }] : [],
  people: [
    {
      user: petr,
      plans: [
        {
          plan: plan({ repeatUntil: '2030-04-04', excludeWeekends: true }),
          days: ['26', '27', '28', '29'].map((day) => `2030-03-${day}`),
        },
        { plan: plan({ id: 32, date: '2030-03-04', type: 'day_off', kind: 'vacation' }), days: ['2030-03-04'] },
      ],
    },
    { user: { id: jan.id, name: jan.name }, plans: [] },
  ],
});

async function open(address: string, handlers: Handlers = {}) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /attendance/availability': ({ query }) => weekOf(query.get('from')!),
    'GET /attendance/availability/month': ({ query }) => monthOf(Number(query.get('year')), Number(query.get('month'))),
    'GET /positions': () => pageOf([{ id: 4, name: 'Vývojář', people: 1, revision: 1 }]),
    ...handlers,
  });
  const app = await renderApp(address);
  const askedFor = (answer: string) => calls.filter(({ path }) => path === answer).map(({ query }) => String(query));
  const asked = () => askedFor('/attendance/availability');
  return { ...app, asked, askedFor, search: () => app.router.state.location.search as Record<string, unknown> };
}

const march = '/attendance/availability?from=2030-03-28';

it('shows people and days of the week that holds the day, oneself first', async () => {
  const { asked } = await open(march);
  expect(
    await screen.findByRole('heading', { level: 1, name: /Přehled dostupnosti: 25.–31. 3. 2030|25.–31. března 2030/ }),
  ).toBeInTheDocument();
  const table = await screen.findByRole('table', { name: /Dostupnost lidí v týdnu/ });
  const rows = await within(table).findAllByRole('rowheader');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['Jan Novákvy', 'Petr Malý']);
  const tuesday = within(table).getAllByRole('row')[2]!.querySelector('[data-day="2030-03-26"]')!;
  expect(tuesday).toHaveTextContent('Home office8:00–16:30Doma');
  expect(asked()[0]).toBe('from=2030-03-25');
});

it.each([
  ['admin', ['/attendance/plans', '/attendance/plans?userId=3']],
  ['member', []],
] as const)('leads a person as %s to what they plan', async (role, addresses) => {
  await open(march, { 'GET /me': () => ({ ...jan, role }) });
  const table = await screen.findByRole('table', { name: /Dostupnost lidí v týdnu/ });
  await within(table).findAllByRole('rowheader');
  const links = within(table).queryAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(addresses);
});

it('turns by buttons and keys, all in the address', async () => {
  const { user, search } = await open(march);
  await user.click(await screen.findByRole('button', { name: 'Další týden' }));
  await waitFor(() => expect(search().from).toBe('2030-04-01'));
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  await waitFor(() => expect(search().from).toBe('2030-03-18'));
  await user.keyboard('n');
  await waitFor(() => expect(search().from).toBe('2030-03-25'));
  await user.keyboard('t');
  await waitFor(() => expect(search().from).toBeUndefined());
});

it.each(['2030-02-30', '30-03-2030', 'yesterday', '2030-3-28'])('takes from=%s for no parameter', async (from) => {
  const { search } = await open(`/attendance/availability?from=${from}`);
  await screen.findByRole('button', { name: 'Tento týden' });
  expect(search().from).toBeUndefined();
});

it('shows the holders of one position', async () => {
  const { user, asked, search } = await open(march);
  await user.click(await screen.findByRole('button', { name: /Pozice/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Vývojář' }));
  await waitFor(() => expect(search().position).toBe(4));
  await waitFor(() => expect(asked()).toContain('from=2030-03-25&position=4'));
});

it('names the holidays', async () => {
  await open('/attendance/availability?from=2030-04-17');
  const legend = await screen.findByRole('list', { name: 'Legenda' });
  expect(await within(legend).findByText('pá 19. 4. Velký pátek')).toBeInTheDocument();
  expect(screen.getByRole('columnheader', { name: /19\. 4\..*Velký pátek/ })).toBeInTheDocument();
});

it('says in the words of the catalogue that it failed, and tries again', async () => {
  let failing = true;
  const { user } = await open(`${march}&lng=en`, {
    'GET /attendance/availability': ({ query }) =>
      failing ? problem(500, 'request.failed') : weekOf(query.get('from')!),
  });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/Dostupnost uživatelů se nepodařilo načíst|Error while getting users availability/);
  failing = false;
  await user.click(within(alert).getByRole('button'));
  expect(await screen.findByRole('table')).toBeInTheDocument();
});

it('names the holidays where a day is picked, of the year after too', async () => {
  const { user, askedFor } = await open('/attendance/availability?from=2030-12-02', {
    'GET /attendance/holidays': ({ query }) => {
      const year = query.get('year')!;
      return {
        items: [
          { date: `${year}-01-01`, name: 'Nový rok' },
          { date: `${year}-12-24`, name: 'Štědrý den' },
        ],
      };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Vybrat týden' }));
  const calendar = await screen.findByRole('dialog');
  expect(await within(calendar).findByRole('button', { name: '24 prosinec 2030, Štědrý den' })).toBeInTheDocument();
  const named = within(calendar).getByRole('list', { name: 'Svátky' });
  expect(named).toHaveTextContent(/^24\. 12\. Štědrý den$/);
  await user.click(within(calendar).getByRole('button', { name: 'Další měsíc' }));
  expect(await within(calendar).findByRole('button', { name: '1 leden 2031, Nový rok' })).toBeInTheDocument();
  expect(within(calendar).getByRole('list', { name: 'Svátky' })).toHaveTextContent(/^1\. 1\. Nový rok$/);
  expect(askedFor('/attendance/holidays')).toEqual(['year=2030', 'year=2031']);
});

describe('the picker of a day reads words', () => {
  const pick = async (address: string) => {
    const app = await open(address);
    await app.user.click(await screen.findByRole('button', { name: 'Vybrat týden' }));
    const calendar = await screen.findByRole('dialog');
    return { ...app, calendar, field: within(calendar).getByRole('textbox', { name: 'Den slovy' }) };
  };

  it('from the first letter on, turns the calendar to the day, and takes it with Enter', async () => {
    const { user, calendar, field, search } = await pick(march);
    expect(field).not.toHaveFocus();
    await user.keyboard('3. dubna 2031');
    expect(field).toHaveValue('3. dubna 2031');
    expect(within(calendar).getByRole('status')).toHaveTextContent('čtvrtek 3. dubna 2031');
    expect(within(calendar).getByRole('button', { name: '3 duben 2031' })).toHaveAttribute('data-selected', 'true');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(search().from).toBe('2031-03-31'));
    expect(calendar).not.toBeInTheDocument();
  });

  it('says what it does not understand, and what cannot be chosen', async () => {
    const { user, calendar, field, search } = await pick(march);
    await user.type(field, 'někdy');
    expect(within(calendar).getByRole('status')).toHaveTextContent(
      'Tomu nerozumíme. Zkuste třeba „pátek“ nebo „3.12.“.',
    );
    await user.clear(field);
    await user.type(field, '1.1.2000');
    expect(within(calendar).getByRole('status')).toHaveTextContent('Tento den tu nejde vybrat.');
    await user.keyboard('{Enter}');
    expect(search().from).toBe('2030-03-28');
    await user.clear(field);
    expect(within(calendar).getByRole('status')).toHaveTextContent('');
  });
});

it('names the holidays in the language that the reader changes to', async () => {
  let language = 'cs';
  const { user } = await open('/attendance/availability?from=2030-04-17', {
    'PATCH /me': ({ body }) => {
      language = (body as { language: string }).language;
      return { ...jan, language };
    },
    'GET /attendance/availability': ({ query }) => ({
      ...weekOf(query.get('from')!),
      holidays: [{ date: '2030-04-19', name: language === 'cs' ? 'Velký pátek' : 'Good Friday' }],
    }),
    'GET /attendance/holidays': () => ({
      items: [{ date: '2030-04-19', name: language === 'cs' ? 'Velký pátek' : 'Good Friday' }],
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Vybrat týden' }));
  const calendar = await screen.findByRole('dialog');
  expect(await within(calendar).findByText('19. 4. Velký pátek')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: /Jan Novák/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'English' }));
  const legend = await screen.findByRole('list', { name: 'Legend' });
  expect(await within(legend).findByText(/Good Friday$/)).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Choose a week' }));
  const named = within(await screen.findByRole('dialog')).findByRole('list', { name: 'Public holidays' });
  expect(await named).toHaveTextContent(/^19 Apr Good Friday$/);
});

describe('a month', () => {
  const month = `${march}&view=month`;
  const shown = (name = /Dostupnost lidí: březen 2030/) => screen.findByRole('table', { name });

  it('shows days that follow one another as one bar, in words', async () => {
    const { askedFor } = await open(month);
    expect(await screen.findByRole('heading', { level: 1, name: /Březen 2030/ })).toBeInTheDocument();
    const table = await shown();
    const bars = await within(table).findAllByRole('listitem');
    expect(bars.map(({ title }) => title)).toEqual([
      'po 4. 3., Dovolená, 8:00–16:30, Doma',
      '26.–29. 3. 2030, Home office, 8:00–16:30, Doma',
    ]);
    expect(bars.map(({ style }) => style.gridColumn)).toEqual(['4 / span 1', '26 / span 4']);
    const rows = within(table).getAllByRole('rowheader');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['Jan Novákvy', 'Petr Malý']);
    expect(askedFor('/attendance/availability/month')[0]).toBe('month=3&year=2030');
  });

  it('turns by months, all in the address', async () => {
    const { user, search } = await open(month);
    await user.click(await screen.findByRole('button', { name: 'Další měsíc' }));
    await waitFor(() => expect(search()).toMatchObject({ view: 'month', from: '2030-04-01' }));
    await shown(/duben 2030/);
    const legend = await screen.findByRole('list', { name: 'Legenda' });
    expect(await within(legend).findByText('pá 19. 4. Velký pátek')).toBeInTheDocument();
    await user.keyboard('pp');
    await waitFor(() => expect(search().from).toBe('2030-02-01'));
    await user.keyboard('t');
    await waitFor(() => expect(search()).toEqual({ view: 'month' }));
  });

  it('leads from a day to its week, and from a week to its month', async () => {
    const { user, search } = await open(`${month}&position=4`);
    await user.click(within(await shown()).getByTitle('úterý 12. března'));
    await waitFor(() => expect(search()).toEqual({ from: '2030-03-12', position: 4 }));
    expect(await screen.findByRole('table', { name: /v týdnu/ })).toBeInTheDocument();
    await user.keyboard('v');
    await waitFor(() => expect(search()).toEqual({ from: '2030-03-12', position: 4, view: 'month' }));
    await shown();
  });

  it('keeps the month when a position is chosen', async () => {
    const { user, askedFor, search } = await open(month);
    await user.click(await screen.findByRole('button', { name: /Pozice/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Vývojář' }));
    await waitFor(() => expect(search()).toMatchObject({ view: 'month', position: 4 }));
    await waitFor(() => expect(askedFor('/attendance/availability/month')).toContain('month=3&year=2030&position=4'));
  });

  it('says that nobody planned anything', async () => {
    await open(month, {
      'GET /attendance/availability/month': () => ({
        ...monthOf(2030, 3),
        people: [{ user: petr, plans: [] }],
      }),
    });
    expect(await screen.findByText('Na tento měsíc zatím nikdo nic nenaplánoval.')).toBeInTheDocument();
  });
});
