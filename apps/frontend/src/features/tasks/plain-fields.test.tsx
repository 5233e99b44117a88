import type { PlainAnswers } from '@gos/contract';
import { editedFieldNames, type PlainField } from '@gos/domain';
import { screen, waitFor, within } from '@testing-library/react';
import type { TaskColumn } from '../../entities/task/task-search';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, pageOf, serve, signedIn } from '../../testing/server';
import { anItem, aRow, aTask, me } from '../../testing/task-fixtures';
import { copiedPlain, emptyPlain, fitsPlain, isPlain, type PlainDraft, plainErrors } from './form/plain-draft';
import { layOutColumns } from './list/column-layout';
import { taskCsv } from './list/task-csv';

const plain = (values: Readonly<Record<string, unknown>>) => values as Partial<PlainAnswers>;
const none = plain({
  impact: null,
  risk: null,
  review: null,
  billable: false,
  travel: null,
  handover: null,
  expenses: null,
  reviewer: null,
});

async function open(path: string, given: Readonly<Record<string, unknown>> = {}, handlers: Handlers = {}) {
  haveSession();
  const task = aTask({ contractor: me, ...none, ...plain(given) });
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, role: 'member' }),
    'GET /users': () => pageOf([jan]),
    'GET /tasks': () => pageOf([aRow({ contractor: me, ...none, ...plain(given) })]),
    'GET /tasks/12': () => task,
    'GET /tasks/12/activity': () => ({ items: [anItem()], total: 1 }),
    'GET /tasks/12/comments': () => pageOf([]),
    'POST /tasks': () => ({ id: 12, revision: 1, position: '5' }),
    ...handlers,
  });
  const app = await renderApp(path);
  return {
    ...app,
    calls,
    bodies: (method: string) => calls.filter((call) => call.method === method).map(({ body }) => body),
  };
}

it('fills in a field of each kind, and says what is wrong with a number', async () => {
  const { user, bodies } = await open('/tasks/new');
  const form = await screen.findByRole('form', { name: 'Nový úkol' });
  await user.type(within(form).getByRole('textbox', { name: /^Název/ }), 'Vytisknout štítky');
  await user.click(within(form).getByRole('button', { name: 'Další údaje' }));
  await user.click(await within(form).findByRole('combobox', { name: 'Hodnocení' }));
  await user.click(await screen.findByRole('option', { name: 'Běžný' }));
  const risk = within(form).getByRole('textbox', { name: 'Odpracováno' });
  await user.type(risk, 'tři');
  await user.tab();
  expect(await within(form).findByText('Zadejte celé číslo.')).toBeVisible();
  expect(risk).toHaveValue('tři');
  await user.clear(risk);
  await user.type(risk, '9');
  expect(await within(form).findByText('Nejvýše 5.')).toBeVisible();
  await user.clear(risk);
  await user.type(risk, '3');
  await user.click(within(form).getByRole('switch', { name: 'Do' }));
  const travel = within(form).getByRole('textbox', { name: 'Výhrada' });
  await user.type(travel, 'chvíli');
  await user.tab();
  expect(await within(form).findByText('Zadejte číslo')).toBeVisible();
  await user.clear(travel);
  await user.type(travel, '1h 30m');
  const expenses = within(form).getAllByRole('textbox', { name: 'Rozpočet' }).at(-1)!;
  await user.type(expenses, 'hodně');
  await user.tab();
  expect(await within(form).findByText(/^Zadejte částku/)).toBeVisible();
  await user.clear(expenses);
  await user.type(expenses, '1 200,5');
  await user.click(
    within(form)
      .getAllByRole('button', { name: /^Zadavatel/ })
      .at(-1)!,
  );
  await user.click(await screen.findByRole('option', { name: 'Jan Novák' }));
  await user.click(within(form).getByRole('button', { name: /^Vytvořit úkol/ }));
  await waitFor(() =>
    expect(bodies('POST')).toEqual([
      {
        name: 'Vytisknout štítky',
        impact: 'low',
        risk: 3,
        billable: true,
        travel: 90,
        expenses: { amount: '1200.50', currency: 'CZK' },
        reviewer: 1,
      },
    ]),
  );
});

it('edits a field of each kind in the panel, at once', async () => {
  const { user, bodies } = await open(
    '/tasks?taskId=12',
    { review: '2030-03-01', handover: '2030-03-01T11:00:00.000Z' },
    { 'PATCH /tasks/12': () => new Promise(() => undefined) },
  );
  const panel = await screen.findByRole('dialog', { name: 'Migrace skladových karet' });
  const edit = (name: string) => within(panel).findByRole('button', { name: new RegExp(`^Upravit: ${name} `) });
  await user.click(await edit('Hodnocení'));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Schůzka' }));
  expect(await edit('Hodnocení')).toHaveTextContent('Schůzka');
  await user.click(await edit('Odpracováno'));
  await user.keyboard('4{Enter}');
  expect(await edit('Odpracováno')).toHaveTextContent('4');
  await user.click(await edit('Do'));
  await user.click(await screen.findByRole('menuitemradio', { name: 'ano' }));
  expect(await edit('Do')).toHaveTextContent('ano');
  expect(await edit('Od')).toHaveTextContent('1. 3.');
  await user.click(await edit('Výhrada'));
  await user.keyboard('1:15{Enter}');
  expect(await edit('Výhrada')).toHaveTextContent('1 h 15 min');
  expect(await edit('Smazáno')).toHaveTextContent('1. 3.');
  await waitFor(() => expect(bodies('PATCH')[0]).toEqual({ impact: 'high' }));
});

it('filters a list by a choice and by no value, and keeps both in the address', async () => {
  const { user, router, calls } = await open('/tasks', { impact: 'low' });
  await user.click(await screen.findByRole('button', { name: 'Filtr: Hodnocení' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Běžný' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'není' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ impact: ['low', 'none'] }));
  const asked = calls.filter(({ method, path }) => method === 'GET' && path === '/tasks').at(-1);
  expect(asked?.query.getAll('impact')).toEqual(['low', 'none']);
});

it('filters a list by days and lines that people enter, and keeps possible ones in the address', async () => {
  const { user, router, calls } = await open(
    '/tasks?review=2030-03-01&review=2030-02-30&account=cesta&account=far-too-long',
  );
  const named = (name: string) => screen.findByRole('button', { name: `Filtr: ${name}` });
  await user.click(await named('Od: 1. 3.'));
  const days = await screen.findByRole('dialog', { name: 'Od' });
  await user.click(within(days).getByRole('button', { name: '4 březen 2030' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ review: ['2030-03-01', '2030-03-04'] }));
  await user.click(within(days).getByRole('switch', { name: 'není' }));
  await user.keyboard('{Escape}');
  await named('Od: 1. 3., 4. 3. +1');

  await user.click(await named('ID: cesta'));
  const lines = await screen.findByRole('dialog', { name: 'ID' });
  await user.type(within(lines).getByRole('combobox', { name: 'ID' }), 'most{Enter}');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ account: ['cesta', 'most'] }));
  const { query } = calls.filter(({ method, path }) => method === 'GET' && path === '/tasks').at(-1)!;
  expect(query.getAll('review')).toEqual(['2030-03-01', '2030-03-04', 'none']);
  expect(query.getAll('account')).toEqual(['cesta', 'most']);
  await user.click(within(lines).getByRole('button', { name: 'Zrušit filtr' }));
  await named('ID');
});

it('edits money and a person in the panel, and shows both at once', async () => {
  const { user, bodies } = await open(
    '/tasks?taskId=12',
    { expenses: { amount: '500.00', currency: 'CZK' } },
    { 'PATCH /tasks/12': () => new Promise(() => undefined) },
  );
  const panel = await screen.findByRole('dialog', { name: 'Migrace skladových karet' });
  const edit = (name: string) =>
    within(panel)
      .getAllByRole('button', { name: new RegExp(`^Upravit: ${name} `) })
      .at(-1)!;
  await within(panel).findAllByRole('button', { name: /^Upravit: Zadavatel / });
  expect(edit('Rozpočet')).toHaveTextContent('500');
  await user.click(edit('Zadavatel'));
  await user.click(await screen.findByRole('option', { name: 'Jan Novák' }));
  expect(edit('Zadavatel')).toHaveTextContent('Jan Novák');
  await user.click(edit('Rozpočet'));
  await user.keyboard('750{Enter}');
  expect(edit('Rozpočet')).toHaveTextContent('750');
  await waitFor(() => expect(bodies('PATCH')[0]).toEqual({ reviewer: 1 }));
});

it('filters a list by people, by their names', async () => {
  const { user, router } = await open('/tasks?reviewer=1&reviewer=nobody', {}, { 'GET /users/1': () => jan });
  await user.click(await screen.findByRole('button', { name: /^Filtr: Zadavatel: Jan/ }));
  const people = await screen.findByRole('dialog', { name: 'Zadavatel' });
  await user.click(within(people).getByRole('switch', { name: 'nikdo' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ reviewer: [1, 'none'] }));
});

it('has a column of each in the export: numbers as numbers, choices by their names', () => {
  const columns = [
    'id',
    'impact',
    'risk',
    'review',
    'billable',
    'travel',
    'handover',
    'expenses',
    'reviewer',
  ] as never[];
  const times = {
    travel: 90,
    handover: '2030-03-01T11:00:00.000Z',
    expenses: { amount: '12.50', currency: 'CZK' },
    reviewer: { id: 4, name: 'Eva' },
  };
  const headers = {
    id: 'id',
    impact: 'i',
    risk: 'r',
    review: 'v',
    billable: 'b',
    travel: 't',
    handover: 'h',
    expenses: 'e',
    reviewer: 'w',
  } as never;
  const row = aRow(plain({ impact: 'low', risk: 3, review: '2030-03-01', billable: false, ...times }));
  const texts = {
    state: () => '',
    person: ({ name }: { readonly name: string }) => name,
    plain: (field: PlainField, value: unknown) => `${field}: ${value}`,
    locale: 'en',
  };
  const csv = taskCsv([row, aRow(none)], columns, { ...texts, headers });
  const [, filled, empty] = csv.trim().split('\r\n');
  expect(filled).toBe('12,impact: low,3,review: 2030-03-01,billable: false,90,2030-03-01 12:00,12.50,Eva');
  expect(empty).toBe('12,,,,billable: false,,,,');
});

it('takes up of a kept draft what is possible, and checks the rest', () => {
  const stored = {
    impact: 'medium',
    risk: 4,
    review: '2030-02-30',
    billable: 'yes',
    travel: '1 h',
    handover: '2030-03-01T11:00:00.000Z',
    expenses: 12,
    reviewer: { id: 4, name: 'Eva' },
    gitBranch: 'a',
    type: 'graph',
    priority: 11,
  };
  const possible = Object.entries(stored).filter(([field, value]) => isPlain(field) && fitsPlain(field, value));
  const kept = { ...emptyPlain, ...Object.fromEntries(possible) };
  expect(kept).toEqual({
    impact: null,
    risk: 4,
    review: null,
    billable: false,
    travel: null,
    handover: '2030-03-01T11:00:00.000Z',
    expenses: '',
    reviewer: { id: 4, name: 'Eva' },
    account: '',
    gitBranch: 'a',
    externalUrl: '',
    type: 'graph',
    priority: 5,
  });
  const wrong = plainErrors(
    { ...kept, ...plain({ risk: Number.NaN, impact: 'medium' }) } as PlainDraft,
    editedFieldNames,
  );
  expect(Object.values(wrong).map((error) => error?.code)).toEqual(
    expect.arrayContaining(['validation.integer', 'validation.choice']),
  );
});

it('copies a task without what belongs to that task alone', () => {
  const values = {
    ...aTask(),
    ...plain({ impact: 'low', gitBranch: 'a', externalUrl: 'https://a.cz', billable: true }),
  };
  expect(copiedPlain(values as PlainAnswers)).toMatchObject({
    impact: 'low',
    gitBranch: '',
    externalUrl: '',
    billable: true,
  });
});

it('offers a command that sets fields until they are set, and asks for what another one takes', async () => {
  const answer = { id: 12, revision: 2, position: '5' };
  const { user, calls } = await open(
    '/tasks?taskId=12',
    { marked: false, note: null },
    { 'POST /tasks/12/add': () => new Promise(() => undefined), 'POST /tasks/12/save': () => answer },
  );
  const panel = await screen.findByRole('dialog', { name: 'Migrace skladových karet' });
  await waitFor(() => expect(panel).toHaveFocus());
  await user.keyboard('y');
  const form = await within(panel).findByRole('form', { name: 'Uložit' });
  const note = within(form).getByRole('textbox', { name: /^Vyčerpáno/ });
  expect(note).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await within(form).findByText('Povinné pole')).toBeVisible();
  await user.type(note, 'čeká{Enter}');
  await waitFor(() => expect(form).not.toBeInTheDocument());
  await waitFor(() => expect(panel).toHaveFocus());
  await user.keyboard('q');
  const sent = () => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
  await waitFor(() =>
    expect(sent()).toEqual([
      ['/tasks/12/save', { note: 'čeká' }],
      ['/tasks/12/add', {}],
    ]),
  );
  await user.keyboard('q');
  expect(sent()).toHaveLength(2);
});

it('gives the name of a person room where the list has it', () => {
  const columns = ['name', 'solver', 'reviewer'] as TaskColumn[];
  const widthsAt = (available: number) => {
    const { widthOf } = layOutColumns({
      columns,
      available,
      projectless: false,
      chosen: true,
      own: 'solver',
      sorted: null,
    });
    return columns.map(widthOf);
  };
  expect(widthsAt(1_600)).toEqual([undefined, 190, 190]);
  expect(widthsAt(900)).toEqual([undefined, 140, 140]);
});
