import type { AttendanceMonth, AttendanceMonthDay, WorkEntryAnswer, WorkedOn } from '@gos/contract';
import { localDay } from '@gos/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../../testing/render-app';
import { savedFiles } from '../../../testing/saved-files';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../../testing/server';

const petr = { id: 3, name: 'Petr Malý' };
const web = { id: 5, name: 'Nový web' };
const offer: WorkedOn = { id: 12, name: 'Připravit nabídku', project: web, contractId: 'S-1', minutes: 90 };
const hidden: WorkedOn = { id: null, name: null, project: null, contractId: null, minutes: 30 };

const aDay = (date: string, more: Partial<AttendanceMonthDay> = {}): AttendanceMonthDay => ({
  date,
  plannedMinutes: 0,
  workedMinutes: 0,
  breakMinutes: 0,
  holiday: null,
  planned: [],
  absences: [],
  flagged: false,
  tasks: [],
  ...more,
});

const days = [
  aDay('2026-11-16', { plannedMinutes: 510, planned: ['at_work'], workedMinutes: 120, tasks: [offer, hidden] }),
  aDay('2026-11-17', { holiday: 'Den boje za svobodu a demokracii', planned: ['at_work'] }),
  aDay('2026-11-18', { workedMinutes: 60, flagged: true, tasks: [{ ...offer, minutes: 60 }] }),
  aDay('2026-11-21'),
];

const aMonth = (more: Partial<AttendanceMonth> = {}): AttendanceMonth => ({
  userId: jan.id,
  user: { id: jan.id, name: jan.name },
  month: 11,
  year: 2026,
  days,
  differenceMinutes: -330,
  overtimeMinutes: null,
  overtimeStart: null,
  absences: [],
  missingDays: [],
  runningSince: null,
  totals: { plannedMinutes: 510, workedMinutes: 180 },
  closed: false,
  closedTo: null,
  closedAt: null,
  closedBy: null,
  adjustments: [],
  ...more,
});

const anEntry: WorkEntryAnswer = {
  id: 7,
  user: { id: jan.id, name: jan.name },
  task: { id: 12, name: 'Připravit nabídku' },
  project: web,
  contractId: 'S-1',
  from: '2026-11-16T08:00:00.000Z',
  to: '2026-11-16T09:30:00.000Z',
  minutes: 90,
  ip: null,
  note: 'první verze',
  flagged: false,
  added: false,
  corrected: false,
  byOther: null,
  cost: null,
  revision: 1,
};

async function open(address: string, handlers: Handlers = {}) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /attendance/month': () => aMonth(),
    'GET /work/entries': () => pageOf([anEntry]),
    'GET /work/entries/7': () => anEntry,
    'GET /users': () => pageOf([{ ...petr, active: true }]),
    'GET /users/3': () => petr,
    ...handlers,
  });
  const app = await renderApp(address);
  const asked = (path: string) => calls.filter((call) => call.path === path);
  return { ...app, calls, asked, search: () => app.router.state.location.search as Record<string, unknown> };
}

const november = '/attendance?month=11&year=2026';
const row = async (date: string) => {
  const table = await screen.findByRole('table', { name: 'Listopad 2026' });
  return table.querySelector<HTMLElement>(`[data-day="${date}"]`)!;
};

it('shows days with planned and worked time, tasks with project and contract, and what looks forgotten', async () => {
  await open(november);
  const monday = await row('2026-11-16');
  expect(within(monday).getByRole('img', { name: 'Kancelář' })).toBeInTheDocument();
  expect(within(monday).getByRole('link', { name: /Naplánováno 8 h 30 min/ })).toHaveAttribute(
    'href',
    '/attendance/worked?date=2026-11-16',
  );
  expect(within(monday).getByRole('link', { name: '#12 Připravit nabídku' })).toBeInTheDocument();
  expect(monday).toHaveTextContent('Nový webS-1');
  expect(monday).toHaveTextContent('skrytý úkol');
  expect(await row('2026-11-17')).toHaveTextContent('Den boje za svobodu a demokracii');
  expect(within(await row('2026-11-18')).getByRole('link', { name: /zapomenutá práce/ })).toHaveAttribute(
    'href',
    '/attendance/worked?date=2026-11-18',
  );
  expect(screen.getByText('Rozdíl k dnešku').nextSibling).toHaveTextContent('−5 h 30 min');
});

it('filters days by the working days of the installation', async () => {
  const { user } = await open(november);
  await row('2026-11-16');
  await user.click(screen.getByRole('radio', { name: 'Pracovní dny' }));
  const shown = () => [...document.querySelectorAll('[data-day]')].map((one) => (one as HTMLElement).dataset.day);
  expect(shown()).toEqual(['2026-11-16', '2026-11-18']);
  await user.click(screen.getByRole('radio', { name: 'Víkendy' }));
  expect(shown()).toEqual(['2026-11-17', '2026-11-21']);
  await user.click(screen.getByRole('radio', { name: 'Žádné' }));
  expect(shown()).toEqual([]);
  expect(screen.getByText('Rozdíl k dnešku')).toBeInTheDocument();
});

it('opens the entries that make a number', async () => {
  const { user, asked } = await open(november);
  const monday = await row('2026-11-16');
  await user.click(within(monday).getByRole('button', { name: '1 h 30 min' }));
  const dialog = await screen.findByRole('dialog', { name: /Připravit nabídku · pondělí 16. listopadu/ });
  expect(await within(dialog).findByText('první verze')).toBeInTheDocument();
  // The top bar reads today's entries at some moment, too.
  const ofTask = asked('/work/entries').find(({ query }) => query.get('taskId') === '12');
  expect(Object.fromEntries(ofTask!.query)).toMatchObject({
    userId: '1',
    contractId: 'S-1',
    from: '2026-11-16',
    to: '2026-11-16',
  });
});

it('goes to other months by buttons and keys, all in the address', async () => {
  const { user, search, asked } = await open('/attendance?month=12&year=2026');
  await screen.findByRole('heading', { level: 1, name: /Prosinec 2026/ });
  await user.click(screen.getByRole('button', { name: 'Další měsíc' }));
  await waitFor(() => expect(search()).toMatchObject({ month: 1, year: 2027 }));
  await user.keyboard('p');
  await waitFor(() => expect(search()).toMatchObject({ month: 12, year: 2026 }));
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(search()).toMatchObject({ month: 11, year: 2026 }));
  expect(asked('/attendance/month').every(({ query }) => query.get('userId') === '1')).toBe(true);
});

it.each([
  ['1', '2000', 'Předchozí měsíc', 'p', '1999'],
  ['12', '2199', 'Další měsíc', 'n', '2200'],
])('ends at month %s of %s', async (month, year, button, key, beyond) => {
  const { user, search, asked } = await open(`/attendance?month=${month}&year=${year}`);
  await screen.findByRole('table');
  expect(screen.getByRole('button', { name: button })).toBeDisabled();
  await user.keyboard(key);
  expect(search()).toMatchObject({ month: Number(month), year: Number(year) });
  const years = asked('/attendance/month').map(({ query }) => query.get('year'));
  expect([years.includes(year), years.includes(beyond)]).toEqual([true, false]);
});

it('takes nonsense in the address for nothing', async () => {
  const { asked } = await open('/attendance?userId=x&month=13&year=1999');
  await screen.findByRole('table');
  const { query } = asked('/attendance/month')[0]!;
  expect([query.get('userId'), query.get('month')]).toEqual([
    '1',
    String(Number(localDay(Date.now(), 'Europe/Prague').slice(5, 7))),
  ]);
});

it('lets admins choose a person, and nobody else', async () => {
  const { user, search } = await open(november);
  await user.click(await screen.findByRole('button', { name: /Osoba/ }));
  await user.click(await screen.findByRole('option', { name: /Petr Malý/ }));
  await waitFor(() => expect(search()).toMatchObject({ userId: 3, month: 11 }));
});

it('closes a month when asked to, and takes it back', async () => {
  vi.setSystemTime('2026-12-02T10:00:00.000Z');
  const sent: unknown[] = [];
  let closed = false;
  const set = (value: boolean) => (call: { readonly body: unknown }) => {
    closed = value;
    sent.push(call.body);
    return { id: 1, revision: 2, position: '9', eventId: 'event-1' };
  };
  const { user } = await open(november, {
    'GET /attendance/month': () =>
      aMonth({
        closed,
        closedTo: closed ? '2026-11-30' : null,
        closedAt: closed ? '2026-12-01T08:00:00.000Z' : null,
        missingDays: ['2026-11-04', '2026-11-05'],
        runningSince: '2026-11-30T09:00:00.000Z',
      }),
    'POST /attendance/months/close': set(true),
    'POST /undo': set(false),
  });
  await user.click(await screen.findByRole('button', { name: 'Uzavřít měsíc' }));
  const dialog = await screen.findByRole('dialog', { name: 'Uzavřít listopad 2026?' });
  expect(dialog).toHaveTextContent(
    /Chybějí 2 dny: 4\.\s11\. a 5\.\s11\. 1 den má zapomenutou práci\. Právě běží práce\. Časy, které/,
  );
  await user.click(within(dialog).getByRole('button', { name: 'Uzavřít měsíc' }));
  expect(await screen.findByText(/Měsíc je uzavřený/)).toBeInTheDocument();
  await user.click(await screen.findByText('Zpět', { selector: 'button' }));
  await waitFor(() => expect(closed).toBe(false));
  expect(sent).toEqual([{ userId: 1, month: 11, year: 2026 }, { eventId: 'event-1' }]);
});

it('closes the days that are over of a month that runs, and opens them again for a reason', async () => {
  vi.setSystemTime('2026-11-20T10:00:00.000Z');
  let closedTo: string | null = '2026-11-10';
  const sent: unknown[] = [];
  const { user } = await open(november, {
    'GET /attendance/month': () => aMonth({ closedTo, closedAt: closedTo && '2026-11-20T08:00:00.000Z' }),
    'POST /attendance/months/close': ({ body }) => {
      sent.push(body);
      closedTo = '2026-11-19';
      return { id: 1, revision: 2, position: '9', eventId: null };
    },
    'POST /attendance/months/reopen': ({ body }) => {
      sent.push(body);
      closedTo = null;
      return { id: 1, revision: 3, position: '10', eventId: null };
    },
  });
  expect(await screen.findByText(/^Uzavřeno do 10\.\s11\./)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Uzavřít měsíc' }));
  const closing = await screen.findByRole('dialog', { name: /^Uzavřít listopad 2026 do 19\.\s11\.\?$/ });
  await user.click(within(closing).getByRole('button', { name: 'Uzavřít měsíc' }));
  expect(await screen.findByText(/^Uzavřeno do 19\.\s11\./)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Uzavřít měsíc' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Otevřít měsíc' }));
  const opening = within(await screen.findByRole('dialog', { name: 'Znovu otevřít listopad 2026?' }));
  await user.click(opening.getByRole('button', { name: /^Otevřít měsíc/ }));
  expect(opening.getByRole('textbox', { name: /^Důvod/ })).toBeInvalid();
  await user.type(opening.getByRole('textbox', { name: /^Důvod/ }), 'Chybí cesta');
  await user.click(opening.getByRole('button', { name: /^Otevřít měsíc/ }));
  await waitFor(() => expect(screen.queryByText(/^Uzavřeno do/)).toBeNull());
  const asked = { userId: 1, month: 11, year: 2026 };
  expect(sent).toEqual([
    { ...asked, upTo: '2026-11-19' },
    { ...asked, reason: 'Chybí cesta' },
  ]);
});

it('shows what was adjusted in a closed month beside its totals, and opens the entry', async () => {
  const { user } = await open(november, {
    'GET /me': () => ({ ...jan, role: 'member' }),
    'GET /attendance/month': () =>
      aMonth({
        closed: true,
        closedTo: '2026-11-30',
        closedAt: '2026-12-01T08:00:00.000Z',
        closedBy: petr,
        adjustments: [
          {
            ...{ entryId: 7, date: '2026-11-16', task: { id: 12, name: 'Nabídka' } },
            ...{ was: 60, is: 80, by: petr, at: '2026-12-02T08:00:00.000Z', reason: 'Porada' },
          },
        ],
      }),
  });
  const adjusted = (await screen.findByRole('button', { name: '1 h → 1 h 20 min (+20 min)' })).closest('li')!;
  expect(adjusted).toHaveTextContent('16. 11.');
  expect(adjusted).toHaveTextContent('Porada');
  expect(within(adjusted).getByRole('link', { name: '#12 Nabídka' })).toBeVisible();
  await user.click(within(adjusted).getByRole('button', { name: '1 h → 1 h 20 min (+20 min)' }));
  const dialog = await screen.findByRole('dialog', { name: 'Upravený záznam' });
  expect(await within(dialog).findByRole('link', { name: /16. 11./ })).toHaveAttribute(
    'href',
    '/attendance/worked?date=2026-11-16',
  );
  expect(screen.queryByRole('button', { name: /Osoba/, hidden: true })).not.toBeInTheDocument();
});

it('says why it cannot be shown', async () => {
  await open('/attendance?userId=3', {
    'GET /me': () => ({ ...jan, role: 'member' }),
    'GET /attendance/month': () => problem(403, 'attendance.forbidden'),
  });
  expect(await screen.findByText(/Docházku ostatních vidí správci, auditoři/)).toBeInTheDocument();
});

describe('the export', () => {
  async function exporting(user: Awaited<ReturnType<typeof open>>['user'], item: string) {
    const files = savedFiles();
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    return files;
  }

  it('of everybody asks page by page', async () => {
    const { user, asked } = await open(november, {
      'GET /attendance/months': ({ query }) => {
        const page = Number(query.get('page'));
        const user = { id: 100 + page, name: `Osoba ${page}` };
        return { items: [aMonth({ userId: user.id, user })], total: 30, page, pageSize: 25 };
      },
    });
    const files = await exporting(user, 'Měsíc všech do CSV');
    await waitFor(() => expect(files.names()).toHaveLength(1));
    expect(asked('/attendance/months').map(({ query }) => query.get('page'))).toEqual(['1', '2']);
    const text = await files.text();
    expect(text).toContain('Osoba 1;2026-11-16;;510;0;;;90;12;Připravit nabídku;Nový web;S-1;');
    expect(text).toContain('Osoba 2');
  });

  it('can be given up', async () => {
    const { user } = await open(november, { 'GET /attendance/months': () => new Promise(() => undefined) });
    const files = await exporting(user, 'Měsíc všech do CSV');
    await user.click(await screen.findByRole('button', { name: 'Zrušit' }));
    expect(await screen.findByRole('button', { name: 'Export' })).toBeInTheDocument();
    expect(files.names()).toEqual([]);
  });

  it('on paper holds all days, whatever was filtered', async () => {
    const { user } = await open(november);
    await row('2026-11-16');
    await user.click(screen.getByRole('radio', { name: 'Žádné' }));
    fireEvent(window, new Event('beforeprint'));
    expect(document.querySelectorAll('[data-day]')).toHaveLength(4);
    fireEvent(window, new Event('afterprint'));
    expect(document.querySelectorAll('[data-day]')).toHaveLength(0);
  });
});

it('shows the balance of overtime, and lets a keeper set its beginning', async () => {
  let start: AttendanceMonth['overtimeStart'] = null;
  const sent: unknown[] = [];
  const { user } = await open(november, {
    'GET /attendance/month': () => aMonth({ overtimeStart: start, overtimeMinutes: start && start.minutes - 330 }),
    'PUT /users/1/overtime': ({ body }) => {
      sent.push(body);
      start = body as AttendanceMonth['overtimeStart'];
      return { id: 1, revision: 2, position: '9', eventId: 'event-1' };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Začátek přesčasů' }));
  expect(screen.queryByText('Zůstatek přesčasů')).not.toBeInTheDocument();
  const dialog = await screen.findByRole('dialog', { name: /^Přesčasy: / });
  const time = within(dialog).getByRole('textbox', { name: /Přesčasy k tomu dni/ });
  await user.clear(time);
  await user.type(time, 'hodně');
  await user.click(within(dialog).getByRole('button', { name: /Uložit/ }));
  expect(await within(dialog).findByText('Zadejte čas, například 12:30 nebo -4 h.')).toBeInTheDocument();
  await user.clear(time);
  await user.type(time, '-4:30');
  await user.click(within(dialog).getByRole('button', { name: /Uložit/ }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(sent).toEqual([{ date: '2026-11-01', minutes: -270 }]);
  expect((await screen.findByText('Zůstatek přesčasů')).parentElement).toHaveTextContent('−10 h');
});
