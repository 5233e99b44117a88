import type { UserAnswer } from '@gos/contract';
import { screen, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { jan, pageOf, problem, serve, signedIn } from '../../testing/server';

const { calendarUrl, language, password, secondStep, mayCreateProjects, projects, ...plain } = jan;
const karla: UserAnswer = { ...plain, id: 2, name: 'Karla Svobodová', email: 'karla@example.cz', active: false };
const nothing = { count: 0, items: [] };

async function open(given: Partial<UserAnswer> = {}, role: UserAnswer['role'] = 'admin') {
  haveSession();
  let user: UserAnswer = { ...karla, ...given };
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, role }),
    'GET /search': () => pageOf([]),
    'GET /positions': () => pageOf([]),
    'GET /users': () => pageOf([plain, user]),
    'GET /users/:id': () => user,
    'GET /users/:id/names': () => pageOf([]),
    'GET /users/:id/holdings': () => ({
      managed: [],
      ...Object.fromEntries(
        ['projects', 'contractorOf', 'solverOf', 'repeatedTasks', 'boards', 'webhooks'].map((name) => [name, nothing]),
      ),
    }),
    'POST /users/2/erase': ({ body }) => {
      if ((body as { confirm: string }).confirm !== karla.name) {
        const errors = [{ path: 'confirm', code: 'user.erase.name', message: '' }];
        return problem(422, 'user.erase.name', { errors });
      }
      user = { ...user, name: 'erased person 2', email: null, erased: true };
      return { id: 2, revision: 3, position: '9' };
    },
  });
  const app = await renderApp('/people/2');
  await screen.findByRole('heading', { level: 1 });
  const sent = () => calls.filter(({ path }) => path.endsWith('/erase')).map(({ body }) => body);
  return { ...app, sent };
}

const section = async () => within(await screen.findByRole('region', { name: 'Osobní údaje' }));

it('are erased once the name is repeated, and the person is nobody afterwards', async () => {
  const { user, sent } = await open();
  await user.click((await section()).getByRole('button', { name: 'Vymazat údaje…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Vymazat údaje: Karla Svobodová' }));
  expect(dialog.getByText(/Úkoly, komentáře a výkazy zůstanou/)).toBeVisible();
  const name = dialog.getByLabelText('Pro potvrzení opište jméno: Karla Svobodová');
  await user.type(name, 'Karla{Enter}');
  expect(await dialog.findByText('Opište jméno tak, jak je nahoře.')).toBeVisible();
  await user.clear(name);
  await user.type(name, 'Karla Svobodová{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'vymazaná osoba 2' })).toBeVisible();
  expect(sent()).toEqual([{ confirm: 'Karla' }, { confirm: 'Karla Svobodová' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect((await section()).queryByRole('button')).toBeNull();
});

it('of somebody active may be taken along only', async () => {
  await open({ active: true });
  const shown = await section();
  expect(shown.getByRole('button', { name: 'Stáhnout údaje' })).toBeVisible();
  expect(shown.queryByRole('button', { name: 'Vymazat údaje…' })).toBeNull();
});

it('are no matter of members', async () => {
  await open({}, 'member');
  expect(screen.queryByRole('region', { name: 'Osobní údaje' })).toBeNull();
});
