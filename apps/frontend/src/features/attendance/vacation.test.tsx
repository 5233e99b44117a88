import type { PlanAnswer, VacationBalance } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../testing/server';

const petr = { ...jan, id: 3, name: 'Petr Malý', role: 'member' as const };
const balance = (more: Partial<VacationBalance> = {}): VacationBalance => ({
  userId: jan.id,
  user: { id: jan.id, name: jan.name },
  year: 2028,
  allowanceDays: 25,
  carriedOverDays: 2.5,
  usedDays: 20,
  plannedDays: 3,
  requestedDays: 0,
  leftDays: 4.5,
  lastYearLeftDays: 2.5,
  holidays: ['2028-02-29'],
  ...more,
});

const request: PlanAnswer = {
  id: 31,
  user: { id: petr.id, name: petr.name },
  position: null,
  date: '2028-02-14',
  from: '00:00',
  to: '24:00',
  repeatUntil: null,
  type: 'day_off',
  location: '',
  excludeWeekends: false,
  kind: 'vacation',
  half: null,
  breakMinutes: 0,
  approval: 'requested',
  declineReason: null,
  revision: 2,
};

async function open(answer: (year: number, userId: number) => VacationBalance, handlers: Handlers = {}, query = '') {
  vi.setSystemTime(new Date('2028-02-01T09:00:00.000Z'));
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /plans': () => pageOf([]),
    'GET /positions': () => pageOf([]),
    'GET /attendance/availability': ({ query: asked }) => ({
      from: asked.get('from'),
      days: [],
      holidays: [],
      people: [],
    }),
    'GET /attendance/vacation': ({ query: asked }) => answer(Number(asked.get('year')), Number(asked.get('userId'))),
    ...handlers,
  });
  return { ...(await renderApp(`/attendance/plans${query}`)), calls };
}
afterEach(() => vi.useRealTimers());

const section = () => screen.findByRole('region', { name: /^Dovolená 20\d\d$/ });

it('shows the balance of a year, and without an allowance only what is taken', async () => {
  const { user } = await open((year) =>
    year === 2028 ? balance() : balance({ year, allowanceDays: null, carriedOverDays: null, leftDays: null }),
  );
  const vacation = await section();
  await waitFor(() => expect(vacation).toHaveTextContent('Nárok25 dní'));
  expect(vacation).toHaveTextContent('Převedeno2,5 dne');
  expect(vacation).toHaveTextContent('Čerpáno20 dní');
  expect(vacation).toHaveTextContent('Zbývá4,5 dne');
  expect(vacation).not.toHaveTextContent('Žádosti');
  await user.click(within(vacation).getByRole('radio', { name: '2029' }));
  await waitFor(() => expect(vacation).toHaveTextContent('Naplánováno3 dny'));
  expect(vacation).not.toHaveTextContent(/Nárok|Zbývá/);
});

it('says in the dialog how much is left after the vacation, and what goes beyond it', async () => {
  const doctor = { ...request, user: { id: jan.id, name: jan.name }, approval: null, kind: 'doctor' } as const;
  const days = { date: '2028-02-28', repeatUntil: '2028-03-05', excludeWeekends: true };
  const { user } = await open(() => balance({ leftDays: 3.5 }), {
    'GET /plans': () => pageOf([{ ...doctor, ...days }]),
  });
  await user.click(await screen.findByRole('button', { name: /Akce plánu Lékař/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Upravit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Upravit plán' });
  expect(dialog).not.toHaveTextContent('zbývá');
  const choose = async (field: string, value: string) => {
    await user.click(within(dialog).getByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: value }));
  };
  // Five working days, less the 29th of February, which is a holiday here.
  await choose('Druh volna', 'Dovolená');
  expect(await within(dialog).findByText('Přes nárok roku 2028: 0,5 dne.')).toBeInTheDocument();
  await choose('Délka', 'dopoledne');
  expect(await within(dialog).findByText('Po uložení zbývá z roku 2028: 1,5 dne.')).toBeInTheDocument();
});

it('lets a keeper set the allowance, and says a refusal at its field', async () => {
  let set = false;
  const { user, calls } = await open(
    (year, userId) =>
      balance({
        userId,
        year,
        user: { id: petr.id, name: petr.name },
        ...(!set && { allowanceDays: null, carriedOverDays: null, leftDays: null }),
      }),
    {
      'GET /me': () => ({ ...jan, role: 'member', attendance: true }),
      'GET /users/3': () => petr,
      'PUT /users/3/vacation': ({ body }) => {
        if ((body as { allowanceDays: number }).allowanceDays < 20)
          return problem(422, 'user.vacation.below-taken', {
            errors: [
              {
                path: 'allowanceDays',
                code: 'user.vacation.below-taken',
                message: '',
                params: { used: 20, planned: 3.5 },
              },
            ],
          });
        set = true;
        return { id: 3, revision: 5, position: '9', eventId: 'e' };
      },
    },
    '?userId=3',
  );
  await user.click(await screen.findByRole('button', { name: 'Určit nárok' }));
  const dialog = await screen.findByRole('dialog', { name: 'Dovolená 2028: Petr Malý' });
  expect(within(dialog).getByRole('textbox', { name: 'Převedeno (dny)' })).toHaveValue('2,5');
  expect(dialog).toHaveTextContent('Z roku 2027 zbývá: 2,5 dne.');
  const allowance = within(dialog).getByRole('textbox', { name: 'Nárok (dny)' });
  const save = within(dialog).getByRole('button', { name: /Uložit/ });
  await user.type(allowance, '20,3');
  await user.click(save);
  expect(await within(dialog).findByText('Zadejte celé dny nebo půldny.')).toBeInTheDocument();
  await user.clear(allowance);
  await user.type(allowance, '10');
  await user.click(save);
  expect(await within(dialog).findByText(/čerpáno 20, naplánováno 3,5/)).toBeInTheDocument();
  await user.clear(allowance);
  await user.type(allowance, '25,5');
  await user.click(save);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({
    year: 2028,
    allowanceDays: 25.5,
    carriedOverDays: 2.5,
  });
  expect(await screen.findByRole('button', { name: 'Změnit nárok' })).toBeInTheDocument();
});

it('says in the list of requests how much vacation the person has left', async () => {
  await open((year, userId) => balance({ year, userId, leftDays: userId === 3 ? -1.5 : 4 }), {
    'GET /me': () => ({ ...jan, role: 'admin' }),
    'GET /plans': ({ query }) => pageOf(query.get('approval') === 'requested' ? [request] : []),
  });
  const requests = await screen.findByRole('region', { name: 'Žádosti o volno' });
  expect(await within(requests).findByText('Přes nárok roku 2028: 1,5 dne.')).toBeInTheDocument();
});
