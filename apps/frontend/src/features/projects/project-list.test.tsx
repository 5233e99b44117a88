import { screen, waitFor, within } from '@testing-library/react';
import { aMember, aProject, karla } from '../../testing/project-fixtures';
import { haveSession, renderApp } from '../../testing/render-app';
import { savedFiles } from '../../testing/saved-files';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../testing/server';

const projects = [
  aProject(),
  aProject({ id: 6, name: 'Sklad Hradec', finishDate: null, members: [aMember({ user: karla })] }),
];

async function open(address: string, handlers: Handlers = {}) {
  haveSession();
  const calls = serve({ ...signedIn, 'GET /projects': () => pageOf(projects), ...handlers });
  const app = await renderApp(address);
  const lists = () => calls.filter(({ path, query }) => path === '/projects' && query.get('pageSize') === '50');
  return { ...app, calls, last: () => lists().at(-1)!.query };
}

it('lists the projects with what one wants to know of them', async () => {
  const { last } = await open('/tasks/projects');
  const table = await screen.findByRole('table', { name: 'Projekty' });
  const row = await within(table).findByRole('row', { name: /Orlice 2.0/ });
  expect(within(row).getByRole('link', { name: 'Orlice 2.0' })).toHaveAttribute('href', '/tasks/project/5');
  expect(row).toHaveTextContent('Aktivní');
  expect(row).toHaveTextContent('Správa');
  expect(within(row).getByRole('img', { name: 'Karla Svobodová' })).toBeVisible();
  expect(within(table).getByRole('row', { name: /Sklad Hradec/ })).toHaveTextContent('–');
  expect(last().get('active')).toBe('true');
  expect(last().get('sort')).toBe('name');
});

it('finds, filters and sorts through the address', async () => {
  const { user, last, router } = await open('/tasks/projects?page=x&sort=nonsense');
  await screen.findByRole('row', { name: /Orlice/ });
  await user.type(screen.getByRole('searchbox', { name: 'Najít projekt…' }), 'sklad');
  await waitFor(() => expect(last().get('q')).toBe('sklad'));
  await user.click(screen.getByRole('button', { name: 'Filtr: Aktivní' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Všechny' }));
  await waitFor(() => expect(last().has('active')).toBe(false));
  await user.click(within(screen.getByRole('columnheader', { name: 'Dokončit do' })).getByRole('button'));
  await waitFor(() => expect(last().get('sort')).toBe('finishDate'));
  expect(router.state.location.search).toMatchObject({ q: 'sklad', show: 'all', sort: 'finishDate' });
});

it('keeps the cursor in the search while the list follows, and empties it with the filter', async () => {
  const { user, last } = await open('/tasks/projects', {
    'GET /projects': ({ query }) => pageOf(query.get('q') === 'skx' ? [] : projects),
  });
  await screen.findByRole('row', { name: /Orlice/ });
  await user.type(screen.getByRole('searchbox', { name: 'Najít projekt…' }), 's');
  await waitFor(() => expect(last().get('q')).toBe('s'));
  const search = screen.getByRole('searchbox', { name: 'Najít projekt…' });
  expect(search).toHaveFocus();
  await user.keyboard('kx');
  expect(search).toHaveValue('skx');
  await user.click(await screen.findByRole('button', { name: 'Zrušit filtry' }));
  await waitFor(() => expect(search).toHaveValue(''));
  expect(await screen.findByRole('row', { name: /Orlice/ })).toBeVisible();
});

it('goes to the last page where the address names one beyond it', async () => {
  const { router } = await open('/tasks/projects?page=9', {
    'GET /projects': ({ query }) =>
      query.get('page') === '1'
        ? { items: projects, total: 2, page: 1, pageSize: 50 }
        : { items: [], total: 2, page: 9, pageSize: 50 },
  });
  expect(await screen.findByRole('row', { name: /Orlice/ })).toBeVisible();
  expect(router.state.location.search).not.toHaveProperty('page');
});

it('offers the next step where there are none', async () => {
  await open('/tasks/projects', { 'GET /projects': () => pageOf([]) });
  expect(await screen.findByText(/^Zatím tu nejsou žádné projekty\. Projekt drží/)).toBeVisible();
  expect(within(screen.getByRole('main')).getAllByRole('link', { name: 'Nový projekt' })[0]).toHaveAttribute(
    'href',
    '/tasks/project-new',
  );
});

it('offers nothing to those who may not create', async () => {
  await open('/tasks/projects', {
    'GET /me': () => ({ ...jan, role: 'collaborator', mayCreateProjects: false }),
    'GET /projects': () => pageOf([]),
  });
  expect(await screen.findByText(/až vás do něj někdo přidá\.$/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Nový projekt' })).toBeNull();
});

it('says that the list could not be fetched, and tries again', async () => {
  let broken = true;
  const { user } = await open('/tasks/projects', {
    'GET /projects': () => (broken ? problem(400, 'request.failed') : pageOf(projects)),
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('Projekty se nepodařilo načíst.');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Zkusit znovu' }));
  expect(await screen.findByRole('row', { name: /Orlice/ })).toBeVisible();
});

it('is saved as a file, as it is filtered', async () => {
  const files = savedFiles();
  const { user, calls } = await open('/tasks/projects?show=all&q=o');
  await user.click(await screen.findByRole('button', { name: 'Exportovat projekty do CSV' }));
  await waitFor(() => expect(files.names()).toEqual(['Projekty.csv']));
  expect(await files.lines()).toEqual([
    'ID;Název;Stav;Dokončit do;Moje oprávnění;Členové;Spravuje',
    '5;Orlice 2.0;Aktivní;2027-03-31;Správa;Jan Novák, Karla Svobodová;Jan Novák',
    '6;Sklad Hradec;Aktivní;;;Karla Svobodová;Karla Svobodová',
  ]);
  const query = calls.findLast(({ path }) => path === '/projects')!.query;
  expect(Object.fromEntries(query)).toEqual({ page: '1', pageSize: '100', sort: 'name', q: 'o' });
});
