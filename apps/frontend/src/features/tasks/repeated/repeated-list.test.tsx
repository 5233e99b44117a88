import { screen, waitFor, within } from '@testing-library/react';
import { petr } from '../../../testing/project-fixtures';
import { haveSession, renderApp } from '../../../testing/render-app';
import { aRepeatedTask } from '../../../testing/repeated-fixtures';
import { type Handlers, pageOf, problem, serve, signedIn } from '../../../testing/server';

const meeting = aRepeatedTask({
  id: 8,
  name: 'Porada vedení',
  createFor: 'meeting',
  solver: null,
  position: { id: 3, name: 'Vedení' },
  contractor: petr,
  period: 'two-weeks',
  can: { ...aRepeatedTask().can, edit: 'repeated-task.forbidden', deactivate: 'repeated-task.forbidden' },
});

async function open(address: string, handlers: Handlers = {}) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /repeated-tasks': () => pageOf([aRepeatedTask(), meeting]),
    // A focused link of the row's menu preloads its target.
    'GET /repeated-tasks/7': () => aRepeatedTask(),
    ...handlers,
  });
  const app = await renderApp(address);
  const lists = () => calls.filter(({ path }) => path === '/repeated-tasks');
  return { ...app, calls, last: () => lists().at(-1)!.query };
}

it('lists the definitions with their repeat in words, their people and the next date', async () => {
  const { last } = await open('/tasks/repeated');
  const row = await screen.findByRole('row', { name: /Kontrola zásob/ });
  expect(within(row).getByRole('link', { name: 'Kontrola zásob' })).toHaveAttribute('href', '/tasks/repeated/7');
  expect(row).toHaveTextContent('každé pondělí');
  expect(row).toHaveTextContent('Karla Svobodová');
  expect(row).toHaveTextContent('4. 3. 2030');
  const other = screen.getByRole('row', { name: /Porada vedení/ });
  expect(other).toHaveTextContent('každé druhé pondělí');
  expect(other).toHaveTextContent('VedeníSchůzka');
  expect([last().get('mine'), last().get('active'), last().get('sort')]).toEqual(['true', 'true', 'name']);
});

it('filters and sorts through the address, and remembers it', async () => {
  const { user, last, calls, router } = await open('/tasks/repeated');
  await screen.findByRole('row', { name: /Kontrola/ });
  await user.click(screen.getByRole('radio', { name: 'Všechny viditelné' }));
  await waitFor(() => expect(last().has('mine')).toBe(false));
  await user.click(screen.getByRole('button', { name: 'Filtr: Opakování' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'týdně' }));
  await waitFor(() => expect(last().getAll('repeat')).toEqual(['weekly']));
  await user.click(within(screen.getByRole('columnheader', { name: 'Zadavatel' })).getByRole('button'));
  await waitFor(() => expect(last().get('sort')).toBe('contractor'));
  await user.type(screen.getByRole('searchbox', { name: 'Najít opakovaný úkol…' }), 'zás');
  await waitFor(() => expect(last().get('q')).toBe('zás'));
  expect(router.state.location.search).toMatchObject({
    whose: 'all',
    repeat: ['weekly'],
    sort: 'contractor',
    q: 'zás',
  });
  const saved = () => calls.filter(({ method, path }) => method === 'PUT' && path.endsWith('tasks.repeated'));
  await waitFor(() =>
    expect(saved().at(-1)?.body).toEqual({
      value: { whose: 'all', show: 'active', repeat: ['weekly'], sort: 'contractor' },
    }),
  );
});

it('comes back as it was left', async () => {
  const { last } = await open('/tasks/repeated', {
    'GET /me/preferences/:key': () => ({ value: { whose: 'all', show: 'all', repeat: ['yearly'], sort: '-name' } }),
  });
  await screen.findByRole('row', { name: /Kontrola/ });
  expect(last().toString()).toContain('sort=-name&repeat=yearly');
  expect([last().has('mine'), last().has('active')]).toEqual([false, false]);
});

it('offers the next step where there are none', async () => {
  await open('/tasks/repeated', { 'GET /repeated-tasks': () => pageOf([]) });
  expect(await screen.findByText('Zatím tu nejsou žádné opakované úkoly.')).toBeVisible();
  const [next] = within(screen.getByRole('main')).getAllByRole('link', { name: 'Nový opakovaný úkol' });
  expect(next).toHaveAttribute('href', '/tasks/repeated-new');
});

it('says that it could not be loaded, and tries again', async () => {
  let fails = true;
  const { user } = await open('/tasks/repeated', {
    'GET /repeated-tasks': () => (fails ? problem(500, 'internal') : pageOf([aRepeatedTask()])),
  });
  expect(await screen.findByText('Opakované úkoly se nepodařilo načíst.')).toBeVisible();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Zkusit znovu' }));
  expect(await screen.findByRole('row', { name: /Kontrola/ })).toBeVisible();
});

it('deactivates from the row after asking, at once, and takes it back with the reason when refused', async () => {
  let refuse = (_: unknown): void => undefined;
  const { user } = await open('/tasks/repeated?show=all', {
    'POST /repeated-tasks/7/deactivate': () => new Promise((resolve) => (refuse = resolve)),
  });
  await user.click(await screen.findByRole('button', { name: 'Akce opakovaného úkolu Kontrola zásob' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Deaktivovat…' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Opakovaný úkol se nemaže, deaktivací končí.');
  await user.click(within(dialog).getByRole('button', { name: 'Deaktivovat' }));
  const row = screen.getByRole('row', { name: /Kontrola/ });
  await waitFor(() => expect(row).toHaveTextContent('Neaktivní'));
  refuse(problem(403, 'repeated-task.forbidden'));
  await waitFor(() => expect(screen.getByRole('row', { name: /Kontrola/ })).not.toHaveTextContent('Neaktivní'));
  expect(await screen.findByText(/Měnit ho smí zadavatel/)).toBeVisible();
});

it('offers in the row of another one only what may be done', async () => {
  const { user } = await open('/tasks/repeated');
  await user.click(await screen.findByRole('button', { name: 'Akce opakovaného úkolu Porada vedení' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Kopírovat název']);
});
