import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { haveSession, renderApp } from '../../../testing/render-app';
import { aRepeatedTask } from '../../../testing/repeated-fixtures';
import { type Handlers, json, pageOf, problem, serve, signedIn } from '../../../testing/server';
import { aTask } from '../../../testing/task-fixtures';

const dates = ['2030-03-04T08:00:00.000Z', '2030-03-11T08:00:00.000Z'];
const definition = aRepeatedTask();

async function open(address: string, handlers: Handlers = {}) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'POST /repeated-tasks/preview': () => ({ dates }),
    'POST /repeated-tasks': () => json(201, { id: 7, revision: 1, position: '1' }),
    'PATCH /repeated-tasks/7': () => ({ id: 7, revision: 4, position: '1' }),
    'GET /repeated-tasks/7': () => definition,
    'GET /repeated-tasks/7/activity': () => pageOf([]),
    'GET /positions': () => pageOf([{ id: 3, name: 'Vedení', people: [] }]),
    ...handlers,
  });
  const app = await renderApp(address);
  const sent = (method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);
  return { ...app, calls, sent };
}

async function chooseFirstDeadline(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: /^První termín/ }));
  await user.click(within(await screen.findByRole('dialog', { name: 'První termín' })).getAllByRole('button')[0]!);
}
const preview = () => screen.getByRole('region', { name: 'Příští termíny' });
const nameField = () => screen.findByRole('textbox', { name: 'Název' });

it('shows the next dates while typing, and creates what was previewed', async () => {
  const { user, sent, path } = await open('/tasks/repeated-new');
  await user.type(await nameField(), 'Inventura');
  expect(preview()).toHaveTextContent('Vyberte první termín');
  await chooseFirstDeadline(user);
  expect(await within(preview()).findByText('po 4. března 2030, 9:00')).toBeVisible();
  expect(preview()).toHaveTextContent('Tím opakování končí.');
  await user.click(screen.getByRole('radio', { name: 'měsíčně' }));
  await waitFor(() =>
    expect(sent('POST', '/repeated-tasks/preview').at(-1)?.body).toMatchObject({ repeat: 'monthly', period: 'month' }),
  );
  await user.click(screen.getByRole('combobox', { name: 'Den v měsíci' }));
  await user.click(await screen.findByRole('option', { name: 'poslední pracovní den' }));
  await waitFor(() =>
    expect(sent('POST', '/repeated-tasks/preview').at(-1)?.body).toMatchObject({ repeatDay: 31, onDayOff: 'previous' }),
  );
  expect(screen.getByRole('combobox', { name: 'Když vyjde na volno' })).toHaveValue('Předchozí pracovní den');
  await user.click(screen.getByRole('radio', { name: 'denně' }));
  expect(screen.getByRole('combobox', { name: 'Když vyjde na volno' })).toHaveValue('Den ponechat');
  await user.click(screen.getByRole('radio', { name: 'týdně' }));
  await user.click(screen.getByRole('radio', { name: 'středa' }));
  await user.click(screen.getByRole('button', { name: /^Vytvořit opakovaný úkol/ }));
  await waitFor(() => expect(path()).toBe('/tasks/repeated/7'));
  expect(sent('POST', '/repeated-tasks')[0]?.body).toMatchObject({
    name: 'Inventura',
    repeat: 'weekly',
    period: 'week',
    repeatDay: 3,
    endRepeat: 'never',
    createFor: 'user',
    generateAhead: 1,
    template: { type: 'normal', priority: 5 },
  });
});

it('says what is missing at its fields, and leads to the first of them', async () => {
  const { user, sent } = await open('/tasks/repeated-new');
  await nameField();
  await user.click(screen.getByRole('radio', { name: /^Schůzka/ }));
  await user.click(screen.getByRole('button', { name: /^Vytvořit opakovaný úkol/ }));
  await waitFor(async () => expect(await nameField()).toHaveFocus());
  await user.type(await nameField(), 'Porada');
  await user.click(screen.getByRole('button', { name: /^Vytvořit opakovaný úkol/ }));
  const position = screen.getByRole('combobox', { name: 'Pozice' });
  await waitFor(() => expect(position).toHaveFocus());
  expect(screen.getByRole('textbox', { name: /^Odhad/ })).toBeInvalid();
  expect(sent('POST', '/repeated-tasks')).toEqual([]);
});

it('says errors of the preview and of the server by their paths', async () => {
  const never = { errors: [{ path: 'endDate', code: 'repeated-task.never', message: '' }] };
  const { user } = await open('/tasks/repeated-new', {
    'POST /repeated-tasks/preview': () => problem(422, 'validation.failed', never),
    'POST /repeated-tasks': () =>
      problem(422, 'validation.failed', {
        errors: [{ path: 'template.projectId', code: 'project.not-found', message: 'No' }],
      }),
  });
  await user.type(await nameField(), 'Inventura');
  await chooseFirstDeadline(user);
  await waitFor(() => expect(preview()).toHaveTextContent('Nejdřív opravte'));
  await user.click(screen.getByRole('button', { name: /^Vytvořit opakovaný úkol/ }));
  await waitFor(() => expect(screen.getByRole('button', { name: /^Projekt Bez projektu/ })).toHaveFocus());
  expect(await nameField()).toHaveValue('Inventura');
});

it('keeps what was typed', async () => {
  const { user, router } = await open('/tasks/repeated-new');
  await user.type(await nameField(), 'Rozepsané');
  await router.navigate({ to: '/tasks/repeated-new', search: { from: undefined } });
  await router.navigate({ to: '/profile' });
  await router.navigate({ to: '/tasks/repeated-new' });
  expect(await screen.findByText('Pokračujete v rozepsaném opakovaném úkolu.')).toBeVisible();
  expect(await nameField()).toHaveValue('Rozepsané');
  await user.click(screen.getByRole('button', { name: 'Zahodit změny' }));
  expect(await nameField()).toHaveValue('');
});

it('begins as a task is', async () => {
  const task = aTask({ name: 'Podat přiznání', priority: 8, tags: ['daně'], deadline: '2030-03-04T08:00:00.000Z' });
  const { user, sent } = await open(`/tasks/repeated-new?from=${task.id}`, {
    [`GET /tasks/${task.id}`]: () => task,
  });
  expect(await nameField()).toHaveValue('Podat přiznání');
  await user.click(screen.getByRole('button', { name: /^Vytvořit opakovaný úkol/ }));
  await waitFor(() =>
    expect(sent('POST', '/repeated-tasks').at(-1)?.body).toMatchObject({
      name: 'Podat přiznání',
      firstDeadline: '2030-03-04T08:00:00.000Z',
      template: { priority: 8, tags: ['daně'] },
    }),
  );
});

it('sends an edit’s changes alone, with the revision and the wish for tasks that exist', async () => {
  const { user, sent, path } = await open('/tasks/repeated/7/edit');
  const name = await nameField();
  await user.clear(name);
  await user.type(name, 'Inventura');
  await user.click(screen.getByRole('radio', { name: 'úterý' }));
  await user.click(screen.getByRole('switch', { name: /kterých se nikdo nedotkl/ }));
  await user.click(screen.getByRole('button', { name: /^Uložit/ }));
  await waitFor(() => expect(path()).toBe('/tasks/repeated/7'));
  const [call] = sent('PATCH', '/repeated-tasks/7');
  expect(call?.body).toEqual({ name: 'Inventura', repeatDay: 2, updateGenerated: true });
  expect(call?.headers.get('if-match')).toBe('"3"');
});

it('asks what is to stand where somebody else wrote the same meanwhile', async () => {
  let first = true;
  const { user, sent } = await open('/tasks/repeated/7/edit', {
    'PATCH /repeated-tasks/7': () => {
      if (!first) return { id: 7, revision: 5, position: '1' };
      first = false;
      const conflicts = [{ path: 'name', base: 'Kontrola zásob', theirs: 'Jejich', yours: 'Moje' }];
      return problem(409, 'conflict', { revision: 4, conflicts });
    },
    'GET /repeated-tasks/7': () => (first ? definition : { ...definition, name: 'Jejich', revision: 4 }),
  });
  const name = await nameField();
  await user.clear(name);
  await user.type(name, 'Moje');
  await user.click(screen.getByRole('radio', { name: 'pátek' }));
  await user.click(screen.getByRole('button', { name: /^Uložit/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Stejný údaj mezitím upravil někdo jiný' });
  expect(dialog).toHaveTextContent('Jejich');
  expect(dialog).toHaveTextContent('Moje');
  await user.click(within(dialog).getByRole('button', { name: 'Uložit vybrané' }));
  await waitFor(() => expect(sent('PATCH', '/repeated-tasks/7')).toHaveLength(2));
  expect(sent('PATCH', '/repeated-tasks/7')[1]?.body).toEqual({ repeatDay: 5 });
});
