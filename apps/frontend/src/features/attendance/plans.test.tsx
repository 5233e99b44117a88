import type { PlanAnswer } from '@gos/contract';
import { addDays, localDay, mondayOf } from '@gos/domain';
import { screen, waitFor, within } from '@testing-library/react';
import type { PlanBody } from '../../entities/plan/plans.api';
import { haveSession, renderApp } from '../../testing/render-app';
import { savedFiles } from '../../testing/saved-files';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../testing/server';

const today = localDay(Date.now(), 'Europe/Prague');
const monday = addDays(mondayOf(today), 7);
const me = { id: jan.id, name: jan.name };
const plan = (more: Partial<PlanAnswer> = {}): PlanAnswer => ({
  id: 31,
  user: me,
  position: null,
  date: monday,
  from: '08:00',
  to: '16:30',
  repeatUntil: null,
  type: 'at_work',
  location: 'Brno',
  excludeWeekends: false,
  kind: null,
  half: null,
  breakMinutes: 0,
  approval: null,
  declineReason: null,
  revision: 3,
  ...more,
});

async function open(handlers: Handlers = {}, plans: PlanAnswer[] = [], address = '/attendance/plans') {
  haveSession();
  let id = 40;
  const calls = serve({
    ...signedIn,
    'GET /plans': ({ query }) =>
      pageOf(
        plans.filter(
          ({ approval, type }) =>
            (!query.has('approval') || approval === query.get('approval')) &&
            (!query.has('type') || query.getAll('type').includes(type)),
        ),
      ),
    'GET /attendance/availability': ({ query }) => {
      const from = query.get('from')!;
      const days = [0, 1, 2, 3, 4, 5, 6].map((index) => addDays(from, index));
      const holiday = { date: addDays(monday, 2), name: 'Svátek práce' };
      return {
        from,
        days,
        holidays: days.includes(holiday.date) ? [holiday] : [],
        people: [{ user: me, days: days.map((date) => ({ date, plans: plans.filter((one) => one.date === date) })) }],
      };
    },
    'GET /attendance/vacation': ({ query }) => ({
      userId: Number(query.get('userId')),
      user: me,
      year: Number(query.get('year')),
      allowanceDays: null,
      carriedOverDays: null,
      usedDays: 0,
      plannedDays: 0,
      requestedDays: 0,
      leftDays: null,
      lastYearLeftDays: null,
      holidays: [],
    }),
    'POST /plans': () => ({ id: id++, revision: 1, position: '9' }),
    ...handlers,
  });
  const app = await renderApp(address);
  const sent = () =>
    calls.filter(({ method, path }) => method !== 'GET' && (path.startsWith('/plans') || path === '/undo'));
  return { ...app, calls, sent };
}

async function nextWeek(user: Awaited<ReturnType<typeof open>>['user']) {
  const form = await screen.findByRole('form', { name: 'Naplánovat týden' });
  const boxes = () => within(form).getAllByRole<HTMLInputElement>('checkbox');
  const last = () => boxes().at(-1)!.closest('li')!.dataset.day!;
  if (last() !== addDays(monday, 6)) await user.click(within(form).getByRole('button', { name: 'Další týden' }));
  await waitFor(() => expect(last()).toBe(addDays(monday, 6)));
  await waitFor(() => expect(boxes().filter(({ checked }) => checked).length).toBeGreaterThan(0));
  return { form, boxes };
}

it('plans a week in one go: the working days, without holidays and what is planned', async () => {
  const { user, sent } = await open({}, [plan()]);
  const { form, boxes } = await nextWeek(user);
  expect(boxes().map(({ checked }) => checked)).toEqual([false, true, false, true, true, false, false]);
  expect(within(form).getByText('Svátek práce')).toBeInTheDocument();
  const place = within(form).getByRole('textbox', { name: /Místo/ });
  expect(place).toHaveValue('Brno');
  await user.clear(place);
  await user.click(within(form).getByRole('button', { name: /Naplánovat 3 dny/ }));
  expect(await within(form).findByText('Povinné pole')).toBeInTheDocument();
  expect(sent()).toEqual([]);
  await user.type(place, 'Praha');
  await user.click(boxes()[5]!);
  await user.click(within(form).getByRole('button', { name: /Naplánovat 4 dny/ }));
  expect(await screen.findByText('Naplánovány 4 dny')).toBeInTheDocument();
  const office = { type: 'at_work', from: '08:00', to: '16:30', breakMinutes: 0, location: 'Praha' };
  expect(sent().map(({ body }) => body)).toEqual([
    { ...office, date: addDays(monday, 1) },
    { ...office, date: addDays(monday, 3), repeatUntil: addDays(monday, 5), excludeWeekends: false },
  ]);
});

it('makes another plan where a day differs, and of a night one of evenings and one of mornings', async () => {
  const { user, sent } = await open();
  const { form } = await nextWeek(user);
  await user.type(within(form).getByRole('textbox', { name: /Místo/ }), 'Sklad');
  const from = within(form).getAllByRole('textbox', { name: /^Od/ });
  await user.clear(from[0]!);
  await user.type(from[0]!, '22:00');
  const to = within(form).getAllByRole('textbox', { name: /^Do/ });
  await user.clear(to[0]!);
  await user.type(to[0]!, '6:00');
  const friday = within(form).getByRole('textbox', { name: /^Od, pátek/ });
  await user.clear(friday);
  await user.type(friday, '23:00');
  await user.click(within(form).getByRole('button', { name: /Naplánovat 4 dny/ }));
  expect(await screen.findByText('Naplánovány 4 dny')).toBeInTheDocument();
  const [tuesday, wednesday] = [addDays(monday, 1), addDays(monday, 2)];
  const [thursday, saturday] = [addDays(monday, 3), addDays(monday, 5)];
  const written = sent().map(({ body }) => body as Record<string, string>);
  expect(written.map(({ date, repeatUntil, from: at, to: until }) => [date, repeatUntil, at, until]).sort()).toEqual([
    [monday, tuesday, '22:00', '24:00'],
    [tuesday, wednesday, '00:00', '06:00'],
    [thursday, undefined, '22:00', '24:00'],
    [addDays(monday, 4), undefined, '00:00', '06:00'],
    [addDays(monday, 4), undefined, '23:00', '24:00'],
    [saturday, undefined, '00:00', '06:00'],
  ]);
});

it('begins with the times, place, position and break of the newest plan of work', async () => {
  const tester = { id: 7, name: 'Tester' };
  const own = { ...jan, positions: [{ id: 6, name: 'Vývojář' }, tester] };
  const { user, sent, calls } = await open({ 'GET /me': () => own, 'GET /users/:id': () => own }, [
    plan({ id: 33, type: 'day_off', kind: 'vacation', from: '00:00', to: '24:00', location: '' }),
    plan({
      id: 32,
      type: 'remote_work',
      from: '09:15',
      to: '17:00',
      location: 'Doma',
      position: tester,
      breakMinutes: 45,
    }),
    plan({ id: 31 }),
  ]);
  const { form, boxes } = await nextWeek(user);
  expect(within(form).getAllByRole('textbox', { name: /^Od/ })[0]).toHaveValue('09:15');
  const query = calls.find(({ query: asked }) => asked.get('sort') === '-id')?.query;
  expect(query?.getAll('type')).toEqual(['at_work', 'remote_work', 'at_client']);
  for (const box of boxes()
    .filter(({ checked }) => checked)
    .slice(1))
    await user.click(box);
  await user.click(within(form).getByRole('button', { name: /Naplánovat 1 den/ }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]!.body).toMatchObject({
    type: 'remote_work',
    from: '09:15',
    to: '17:00',
    breakMinutes: 45,
    location: 'Doma',
    positionId: 7,
  });
});

it('has the break that a person types into the plan', async () => {
  const { user, sent } = await open({ 'PATCH /plans/31': () => ({ id: 31, revision: 4, position: '9' }) }, [plan()]);
  await user.click(await screen.findByRole('button', { name: /Akce plánu Kancelář/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Upravit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Upravit plán' });
  const pause = within(dialog).getByRole('textbox', { name: /Přestávka/ });
  await user.type(pause, 'oběd');
  await user.click(within(dialog).getByRole('button', { name: /Uložit/ }));
  await waitFor(() => expect(pause).toBeInvalid());
  expect(sent()).toEqual([]);
  await user.clear(pause);
  await user.type(pause, '45m');
  await user.click(within(dialog).getByRole('button', { name: /Uložit/ }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(sent()[0]!.body).toEqual({ breakMinutes: 45 });
});

it('says at the day what is in its way, and plans the others', async () => {
  const { user } = await open({
    'POST /plans': ({ body }) =>
      [(body as PlanBody).date, (body as PlanBody).repeatUntil].includes(addDays(monday, 3))
        ? problem(409, 'plan.overlap', { planId: 31 })
        : { id: 41, revision: 1, position: '9' },
    'GET /plans/31': () => plan({ date: addDays(monday, 3), location: 'Jihlava' }),
  });
  const { form } = await nextWeek(user);
  await user.type(within(form).getByRole('textbox', { name: /Místo/ }), 'Praha');
  await user.click(within(form).getByRole('button', { name: /Naplánovat 4 dny/ }));
  const alert = await within(form).findByText(/Překáží jiný plán: Kancelář, .*8:00–16:30, Jihlava/);
  expect(alert.closest('li')!.dataset.day).toBe(addDays(monday, 3));
  expect(await screen.findByText('Naplánovány 3 dny')).toBeInTheDocument();
});

it('sends the days once where the server failed, and says so at each', async () => {
  const { user, sent } = await open({ 'POST /plans': () => problem(500, 'request.failed') }, [plan()]);
  const { form, boxes } = await nextWeek(user);
  await user.click(within(form).getByRole('button', { name: /Naplánovat 3 dny/ }));
  await waitFor(() => expect(within(form).getAllByRole('alert')).toHaveLength(3));
  expect(sent().map(({ body }) => (body as { date: string }).date)).toEqual([addDays(monday, 1), addDays(monday, 3)]);
  expect(boxes().filter(({ checked }) => checked)).toHaveLength(3);
});

it('lists what is ahead, removes it and brings it back', async () => {
  const { user, sent } = await open(
    {
      'DELETE /plans/:id': () => ({ id: 31, revision: 4, position: '9', eventId: 'event-1' }),
      'POST /undo': () => ({ id: 31, revision: 5, position: '10' }),
    },
    [plan({ repeatUntil: addDays(monday, 11), excludeWeekends: true })],
  );
  expect(await screen.findByText(/, bez víkendů$/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /Akce plánu Kancelář/ }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Upravit',
    'Upravit jeden den',
    'Odebrat',
    'Odebrat jeden den',
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'Odebrat' }));
  await user.click(await screen.findByText('Zpět', { selector: 'button' }));
  await waitFor(() =>
    expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /plans/31', 'POST /undo']),
  );
});

it('names the holidays on the days of a plan, the first two of many', async () => {
  const year = Number(monday.slice(0, 4)) + 1;
  const holidays = ['01-01 Nový rok', '05-01 Svátek práce', '05-08 Den vítězství', '07-05 Cyril a Metoděj'];
  const ahead = { date: `${year}-01-01`, repeatUntil: `${year}-06-30` };
  await open(
    {
      'GET /attendance/holidays': ({ query }) => ({
        items: holidays.map((one) => ({ date: `${query.get('year')}-${one.slice(0, 5)}`, name: one.slice(6) })),
      }),
    },
    [plan(ahead), plan({ id: 32, date: `${year}-05-01` }), plan({ id: 33, date: `${year}-05-02` })],
  );
  const rows = within(await screen.findByRole('table', { name: 'Moje plány' })).getAllByRole('rowheader');
  await waitFor(() => expect(rows[0]).toHaveTextContent(/Nový rok, Svátek práce a ještě 1$/));
  expect(rows[1]).toHaveTextContent(/Svátek práce$/);
  expect(rows[2]).not.toHaveTextContent(/Svátek|Nový rok/);
});

it('are saved as a file, those that are over too', async () => {
  const files = savedFiles();
  const { user, calls } = await open({}, [
    plan({ repeatUntil: addDays(monday, 4), excludeWeekends: true, breakMinutes: 30 }),
    plan({ id: 32, type: 'day_off', kind: 'doctor', half: 'morning', from: '00:00', to: '12:00', location: '' }),
  ]);
  await user.click(await screen.findByRole('radio', { name: 'Minulé' }));
  await user.click(screen.getByRole('button', { name: 'Exportovat plány do CSV' }));
  await waitFor(() => expect(files.names()).toEqual(['Moje plány.csv']));
  expect(await files.lines()).toEqual([
    'Datum;Opakovat do;Bez víkendů;Typ;Od;Do;Přestávka (min);Místo;Pozice',
    `${monday};${addDays(monday, 4)};ano;Kancelář;08:00;16:30;30;Brno;`,
    `${monday};;ne;Lékař;00:00;12:00;0;;`,
  ]);
  const query = calls.findLast(({ path, query: asked }) => path === '/plans' && asked.get('pageSize') === '100')!.query;
  expect(Object.fromEntries(query)).toMatchObject({ user: '1', to: addDays(today, -1), sort: '-date,-from' });
});

it('changes only what is other, as of the revision that was looked at, and says the refusal at the field', async () => {
  let refused = true;
  const { user, sent } = await open(
    {
      'PATCH /plans/31': () =>
        refused
          ? problem(422, 'validation.too-long', {
              params: { max: 100 },
              errors: [{ path: 'location', code: 'validation.too-long', params: { max: 100 } }],
            })
          : { id: 31, revision: 4, position: '9' },
    },
    [plan()],
  );
  await user.click(await screen.findByRole('button', { name: /Akce plánu Kancelář/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Upravit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Upravit plán' });
  const place = within(dialog).getByRole('textbox', { name: /Místo/ });
  await user.clear(place);
  await user.type(place, 'Doma');
  await user.click(within(dialog).getByRole('button', { name: /Uložit/ }));
  await waitFor(() => expect(place).toHaveAccessibleDescription(/100/));
  refused = false;
  await user.click(within(dialog).getByRole('button', { name: /Uložit/ }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(sent().at(-1)?.body).toEqual({ location: 'Doma' });
  expect(sent().at(-1)?.headers.get('if-match')).toBe('"3"');
});

/** Moves the plan (or one day of it) to home, and takes that back. */
async function changeAndTakeBack(handlers: Handlers, plans: PlanAnswer[], request: string) {
  const opened = await open(handlers, plans);
  const { user } = opened;
  await user.click(await screen.findByRole('button', { name: /Akce plánu Kancelář/ }));
  await user.click(await screen.findByRole('menuitem', { name: request }));
  const dialog = await screen.findByRole('dialog');
  const place = within(dialog).getByRole('textbox', { name: /Místo/ });
  await user.clear(place);
  await user.type(place, 'Doma');
  await user.click(within(dialog).getByRole('button', { name: /Uložit/ }));
  await user.click(await screen.findByText('Zpět', { selector: 'button' }));
  return opened;
}

const changed = { 'PATCH /plans/31': () => ({ id: 31, revision: 4, position: '9', eventId: 'event-1' }) };

it('takes a change back', async () => {
  const undone = { 'POST /undo': () => ({ id: 31, revision: 5, position: '10' }) };
  const { sent } = await changeAndTakeBack({ ...changed, ...undone }, [plan()], 'Upravit');
  expect(await screen.findByText('Plán je jako předtím')).toBeInTheDocument();
  await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ location: 'Doma' }, { eventId: 'event-1' }]));
});

it('says that somebody changed the plan since', async () => {
  const refused = { 'POST /undo': () => problem(409, 'undo.too-late') };
  await changeAndTakeBack({ ...changed, ...refused }, [plan()], 'Upravit');
  expect(await screen.findByRole('alert')).toHaveTextContent('Vzít to zpět brání pozdější změna.');
});

const petr = { id: 3, name: 'Petr Malý', positions: [{ id: 7, name: 'Tester' }] };

it('plans for somebody else as an admin, in their position', async () => {
  const { user, sent, calls } = await open(
    { 'GET /me': () => ({ ...jan, role: 'admin' }), 'GET /users/3': () => petr },
    [],
    '/attendance/plans?userId=3',
  );
  expect(await screen.findByRole('heading', { name: 'Plány: Petr Malý' })).toBeInTheDocument();
  expect(await screen.findByText('Zatím není nic naplánováno.')).toBeInTheDocument();
  expect(calls.findLast(({ path }) => path === '/plans')?.query.get('user')).toBe('3');
  const { form } = await nextWeek(user);
  await user.type(within(form).getByRole('textbox', { name: /Místo/ }), 'Doma');
  await user.click(within(form).getByRole('button', { name: /Naplánovat 4 dny/ }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[0]!.body).toMatchObject({ userId: 3, positionId: 7, location: 'Doma' });
});

it('shows somebody else’s plans to a member, without a way to change them', async () => {
  const theirs = plan({ user: { id: 3, name: 'Petr Malý' } });
  await open(
    { 'GET /me': () => ({ ...jan, role: 'member' }), 'GET /users/3': () => petr },
    [theirs],
    '/attendance/plans?userId=3',
  );
  expect(await screen.findByText('Brno')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Akce plánu/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('form', { name: 'Naplánovat týden' })).not.toBeInTheDocument();
});

it('counts a person that is none as absent', async () => {
  await open({}, [], '/attendance/plans?userId=x');
  expect(await screen.findByRole('heading', { name: 'Moje plány' })).toBeInTheDocument();
});

it('says that there is no such person', async () => {
  await open({ 'GET /users/99': () => problem(404, 'user.not-found') }, [], '/attendance/plans?userId=99');
  expect(await screen.findByText('Taková osoba neexistuje.')).toBeInTheDocument();
});

it('asks nothing of an auditor', async () => {
  await open({ 'GET /me': () => ({ ...jan, role: 'auditor' }) });
  expect(await screen.findByText(/Nemáte nic naplánováno/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Nový plán' })).not.toBeInTheDocument();
});

it('takes a day off in place of planned work, and says so before', async () => {
  const { user, sent } = await open({}, [plan()]);
  await user.click(await screen.findByRole('button', { name: 'Nový plán' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nový plán' });
  expect(within(dialog).queryByText(/Naplánovaná práce/)).toBeNull();
  await user.click(within(dialog).getByRole('combobox', { name: 'Typ' }));
  await user.click(await screen.findByRole('option', { name: 'Volno' }));
  expect(within(dialog).getByText(/^Naplánovaná práce se v této době zruší/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: /^Datum/ }));
  const calendar = await screen.findByRole('dialog', { name: 'Datum' });
  const day = Number(monday.slice(8));
  if (monday.slice(0, 7) !== today.slice(0, 7))
    await user.click(within(calendar).getByRole('button', { name: 'Další měsíc' }));
  await user.click(
    within(calendar)
      .getAllByText(String(day), { exact: true })
      .find((one) => !one.dataset.outside)!,
  );
  await user.click(within(dialog).getByRole('button', { name: /Přidat plán/ }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]!.body).toEqual({
    ...{ type: 'day_off', date: monday, from: '00:00', to: '24:00', location: '' },
    ...{ kind: 'vacation', half: null, replacesWork: true },
  });
});

it.each([
  ['2026-11-30T23:30:00.000Z', 'prosinec 2026'],
  ['2026-12-31T22:30:00.000Z', 'prosinec 2026'],
  ['2026-12-31T23:30:00.000Z', 'leden 2027'],
])('picks days beginning with the month in the zone of the installation, at %s', async (now, month) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
  try {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Nový plán' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Nový plán' })).getByRole('button', { name: /^Datum/ }),
    );
    expect(within(await screen.findByRole('dialog', { name: 'Datum' })).getByText(month)).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});

it('makes half a day at the doctor’s of a vacation, without times, place and position', async () => {
  const vacation = { type: 'day_off', kind: 'vacation', from: '00:00', to: '24:00', location: '' } as const;
  const { user, sent } = await open({ 'PATCH /plans/31': () => ({ id: 31, revision: 4, position: '9' }) }, [
    plan(vacation),
  ]);
  expect(await screen.findByRole('row', { name: /Dovolená/ })).toHaveTextContent('celý den');
  await user.click(screen.getByRole('button', { name: /Akce plánu Dovolená/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Upravit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Upravit plán' });
  expect(within(dialog).queryByLabelText(/^Od/)).not.toBeInTheDocument();
  for (const [field, value] of [
    ['Druh volna', 'Lékař'],
    ['Délka', 'dopoledne'],
  ] as const) {
    await user.click(within(dialog).getByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: value }));
  }
  await user.click(within(dialog).getByRole('button', { name: /Uložit/ }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]!.body).toEqual({ kind: 'doctor', half: 'morning', to: '12:00' });
});

it('approves and declines requests of others as an admin, with a reason', async () => {
  const off = {
    type: 'day_off',
    kind: 'vacation',
    from: '00:00',
    to: '24:00',
    location: '',
    approval: 'requested',
  } as const;
  const { user, sent } = await open(
    {
      'GET /me': () => ({ ...jan, role: 'admin' }),
      'POST /plans/31/approve': () => problem(409, 'plan.not-requested'),
      'POST /plans/31/decline': () => ({ id: 31, revision: 4, position: '9' }),
    },
    [plan({ ...off, user: { id: 3, name: 'Petr Malý' } })],
  );
  const requests = await screen.findByRole('region', { name: 'Žádosti o volno' });
  expect(requests).toHaveTextContent('Petr Malý');
  await user.click(within(requests).getByRole('button', { name: /^Schválit: Petr Malý, Dovolená, celý den/ }));
  expect(await screen.findByText('O této žádosti už je rozhodnuto, nebo je stažena.')).toBeInTheDocument();
  await user.click(within(requests).getByRole('button', { name: /^Zamítnout: Petr Malý/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Zamítnout žádost o volno' });
  await user.click(within(dialog).getByRole('button', { name: /Zamítnout/ }));
  expect(await within(dialog).findByText('Povinné pole')).toBeInTheDocument();
  await user.type(within(dialog).getByRole('textbox', { name: /Důvod/ }), 'Předáváme.');
  await user.click(within(dialog).getByRole('button', { name: /Zamítnout/ }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(sent().at(-1)).toMatchObject({ path: '/plans/31/decline', body: { reason: 'Předáváme.' } });
});

it('shows one’s own requests, withdraws them, and says why others were declined', async () => {
  const off = { type: 'day_off', kind: 'vacation', from: '00:00', to: '24:00', location: '' } as const;
  const { user, sent } = await open({ 'POST /plans/31/withdraw': () => ({ id: 31, revision: 4, position: '9' }) }, [
    plan({ ...off, approval: 'requested' }),
    plan({ ...off, id: 32, approval: 'declined', declineReason: 'Předáváme.', deleted: true }),
  ]);
  expect(await screen.findByText('Zamítnuto: Předáváme.')).toBeInTheDocument();
  const [row] = await screen.findAllByRole('row', { name: /čeká na schválení/ });
  await user.click(within(row!).getByRole('button', { name: /Akce plánu Dovolená/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Stáhnout žádost' }));
  await waitFor(() => expect(sent().at(-1)?.path).toBe('/plans/31/withdraw'));
});
