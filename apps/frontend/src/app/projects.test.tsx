import { screen, waitFor, within } from '@testing-library/react';
import { aMember, aProject, karla } from '../testing/project-fixtures';
import { haveSession, renderApp } from '../testing/render-app';
import { type Call, type Handlers, jan, pageOf, serve, signedIn } from '../testing/server';

const many = Array.from({ length: 10 }, (_, index) => aProject({ id: 10 + index, name: `Projekt ${index}` }));
const foreign = aProject({ id: 40, name: 'Přístav', members: [aMember({ user: karla })] }, 'admin');

async function open(address: string, handlers: Handlers = {}) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /projects': () => pageOf([aProject(), foreign]),
    'GET /projects/:id': () => aProject(),
    'GET /projects/:id/boards': () => pageOf([]),
    'GET /search': () => pageOf([]),
    'PUT /me/preferences/:key': () => ({ value: null }),
    ...handlers,
  });
  const app = await renderApp(address);
  const lastList = () => calls.filter(({ path }) => path === '/tasks').at(-1) as Call;
  return { ...app, calls, lastList, search: () => app.router.state.location.search as Record<string, unknown> };
}

const navigation = () => screen.findByRole('navigation', { name: 'Hlavní navigace' });

it('lists the reader’s projects in the sidebar, and marks the one that is open', async () => {
  await open('/tasks/project/5/information');
  const link = await within(await navigation()).findByRole('link', { name: 'Orlice 2.0' });
  expect(link).toHaveAttribute('href', '/tasks/project/5');
  expect(link).toHaveAttribute('data-status', 'active');
  expect(within(await navigation()).queryByRole('link', { name: 'Přístav' })).toBeNull();
  await waitFor(() => expect(document.title).toBe('Orlice 2.0 · Gos'));
});

it('shows some of many projects and leads to all', async () => {
  await open('/tasks', { 'GET /projects': () => pageOf(many) });
  expect(await within(await navigation()).findByRole('link', { name: 'Projekt 7' })).toBeVisible();
  expect(within(await navigation()).queryByRole('link', { name: 'Projekt 8' })).toBeNull();
  expect(within(await navigation()).getByRole('link', { name: 'Všechny projekty (10)' })).toHaveAttribute(
    'href',
    '/tasks/projects',
  );
});

it('offers a new project only to those who may create one', async () => {
  await open('/tasks', { 'GET /me': () => ({ ...jan, role: 'collaborator', mayCreateProjects: false }) });
  expect(within(await navigation()).getByRole('link', { name: 'Projekty' })).toBeVisible();
  expect(within(await navigation()).queryByRole('link', { name: 'Nový projekt' })).toBeNull();
});

it('goes to a project from the top bar, found without diacritics', async () => {
  const { user, path } = await open('/tasks');
  await user.click(await screen.findByRole('button', { name: 'Projekty' }));
  const find = await screen.findByPlaceholderText('Najít projekt…');
  await waitFor(() => expect(find).toHaveFocus());
  await user.keyboard('pristav');
  await user.click(await screen.findByRole('option', { name: 'Přístav' }));
  await waitFor(() => expect(path()).toBe('/tasks/project/40'));
});

it('divides the list that is shown by projects, and keeps the tasks of one', async () => {
  const { user, search, lastList } = await open('/tasks/given');
  await user.click(await screen.findByRole('button', { name: 'Divize' }));
  await user.click(await screen.findByRole('option', { name: 'Podle projektů' }));
  await waitFor(() => expect(search()).toMatchObject({ byProject: true }));
  await user.click(await screen.findByRole('button', { name: 'Divize' }));
  await user.click(await screen.findByRole('option', { name: 'Orlice 2.0' }));
  await waitFor(() => expect(lastList().query.get('project')).toBe('5'));
  expect(lastList().query.get('sort')).toBe('project,deadline');
  expect(await screen.findByRole('button', { name: 'Filtr: Projekt: Orlice 2.0' })).toBeVisible();
});

it('divides the tasks to complete from anywhere else', async () => {
  const { user, path, lastList } = await open('/tasks/project/5/information');
  await user.click(await screen.findByRole('button', { name: 'Divize' }));
  await user.click(await screen.findByRole('option', { name: 'Orlice 2.0' }));
  await waitFor(() => expect(path()).toBe('/tasks'));
  await waitFor(() => expect(lastList().query.get('project')).toBe('5'));
});

it('finds projects in the palette, and begins a new one', async () => {
  const { user, path } = await open('/tasks');
  await within(await navigation()).findByRole('link', { name: 'Orlice 2.0' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Hledat nebo přejít na…' }), 'pris');
  expect(await screen.findByRole('option', { name: 'Přístav' })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(path()).toBe('/tasks/project/40'));
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Hledat nebo přejít na…' }), 'novy projekt{Enter}');
  await waitFor(() => expect(path()).toBe('/tasks/project-new'));
});
