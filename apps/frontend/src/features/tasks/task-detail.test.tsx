import type { TaskAnswer, TaskFileAnswer } from '@gos/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { live } from '../../lib/live';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Call, type Handlers, jan, pageOf, pagesOf, problem, serve, signedIn } from '../../testing/server';
import { aComment, anItem, aRow, aTask, karla, me, petr } from '../../testing/task-fixtures';

// Whole journeys through the screen; on a busy machine they take their time.
// The chunk is read before the clock of the first test runs.
beforeAll(() => import('./task-panel'), 60_000);

const member = { ...jan, role: 'member' as const };
const answer = { id: 12, revision: 4, position: '100' };
const mine = { contractor: me, solver: petr } satisfies Partial<TaskAnswer>;
const handedOver = { ...mine, state: 'fulfilled', result: 'Hotovo.' } satisfies Partial<TaskAnswer>;

const aFile = (given: Partial<TaskFileAnswer> = {}): TaskFileAnswer => ({
  id: 31,
  name: 'půdorys.png',
  size: 52_000,
  mime: 'image/png',
  addedBy: karla,
  addedAt: '2026-11-20T08:00:00.000Z',
  ...given,
});

async function open(task: Partial<TaskAnswer> = {}, handlers: Handlers = {}, more = '') {
  haveSession();
  let present = aTask(task);
  const calls = serve({
    ...signedIn,
    'GET /me': () => member,
    'GET /tasks': () => pageOf([aRow(task)]),
    'GET /tasks/12': () => present,
    'GET /tasks/12/activity': () => ({ items: [anItem()], total: 1 }),
    'GET /tasks/12/comments': () => pageOf([]),
    'GET /users': () => pageOf([]),
    ...handlers,
  });
  const app = await renderApp(`/tasks?taskId=12${more}`);
  const panel = await screen.findByRole('dialog', { name: 'Migrace skladových karet' });
  return {
    ...app,
    panel,
    becomes: (next: Partial<TaskAnswer>) => {
      present = aTask({ ...task, ...next });
    },
    search: () => app.router.state.location.search as Record<string, unknown>,
    sent: (method: string, path: string) => calls.filter((call) => call.method === method && call.path === path),
    calls,
  };
}

describe('tabs', () => {
  it('are remembered in the address, and closing the task forgets them', async () => {
    const { user, panel, search } = await open();
    expect(within(panel).getAllByRole('tab')).toHaveLength(4);
    await user.click(within(panel).getByRole('tab', { name: 'Informace' }));
    expect(within(panel).getByRole('tab', { name: 'Informace' })).toHaveAttribute('aria-selected', 'true');
    expect(search()).toMatchObject({ taskId: 12, tab: 'information' });
    await user.click(within(panel).getByRole('button', { name: 'Zavřít úkol' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(search()).not.toHaveProperty('tab');
  });

  it('open by a link with their count', async () => {
    const { panel } = await open(
      {},
      { 'GET /tasks/12/comments': () => pageOf([aComment({ rating: 4 })]) },
      '&tab=comments',
    );
    expect(await within(panel).findByRole('tab', { name: 'Komentáře 1' })).toHaveAttribute('aria-selected', 'true');
    expect(within(panel).getByText('Ano.')).toBeVisible();
  });

  it.each([
    ['activity', 'overview', 'Historii se nepodařilo načíst.'],
    ['comments', 'comments', 'Komentáře se nepodařilo načíst.'],
  ])('say that the %s could not be loaded, and try again', async (part, tab, text) => {
    let fails = true;
    const items = { activity: [anItem()], comments: [] }[part]!;
    const { user, panel } = await open(
      {},
      { [`GET /tasks/12/${part}`]: () => (fails ? problem(500, 'internal') : pageOf(items)) },
      `&tab=${tab}`,
    );
    const alert = await within(panel).findByRole('alert');
    expect(alert).toHaveTextContent(text);
    fails = false;
    await user.click(within(alert).getByRole('button', { name: 'Zkusit znovu' }));
    await waitFor(() => expect(within(panel).queryByRole('alert')).toBeNull());
  });

  it('take nonsense in the address as none', async () => {
    const { panel, search } = await open({}, {}, '&tab=nonsense');
    expect(within(panel).getByRole('tab', { name: 'Přehled' })).toHaveAttribute('aria-selected', 'true');
    expect(search()).not.toHaveProperty('tab', 'nonsense');
  });
});

describe('files', () => {
  const files = [
    aFile(),
    aFile({ id: 32, name: 'smlouva.pdf', mime: 'application/pdf' }),
    aFile({ id: 33, name: 'zadani.txt', mime: 'text/plain' }),
    aFile({ id: 34, name: 'nabídka.docx', mime: 'application/msword' }),
  ];

  it('are looked at one after the other: image, framed PDF, text, and by their type what cannot be shown', async () => {
    const { user, panel } = await open(
      { files },
      { 'GET /tasks/12/files/33': () => new Response('První řádek', { status: 206 }) },
    );
    const link = within(panel).getByText('půdorys.png');
    await user.click(link);
    const box = await screen.findByRole('dialog', { name: 'půdorys.png' });
    expect(within(box).getByAltText('půdorys.png')).toHaveAttribute('src', '/api/tasks/12/files/31');
    expect(within(box).getByText(/Karla Svobodová/)).toHaveTextContent('52');
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByTitle('smlouva.pdf')).toHaveAttribute('src', '/api/tasks/12/files/32');
    await user.click(screen.getByLabelText('Další soubor'));
    expect(await screen.findByText('První řádek')).toBeVisible();
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByText(/Tento druh souboru nelze zobrazit/)).toBeVisible();
    expect(screen.getByText('4 z 4')).toBeVisible();
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByAltText('půdorys.png')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByAltText('půdorys.png')).toBeNull());
    expect(panel).toBeVisible();
    await waitFor(() => expect(link).toHaveFocus());
  });

  it('are saved under their name', async () => {
    const { panel } = await open({ files });
    expect(within(panel).getByRole('link', { name: 'Stáhnout nabídka.docx' })).toHaveAttribute(
      'download',
      'nabídka.docx',
    );
  });

  it('are read with a new access where the old one has expired meanwhile', async () => {
    const followed: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      followed.push(this.download);
    });
    const refreshed = () => {
      haveSession();
      return me;
    };
    const { user, panel, sent } = await open({ files }, { 'POST /auth/refresh': refreshed });
    haveSession({ access: -1_000 });
    await user.click(within(panel).getByRole('link', { name: 'Stáhnout nabídka.docx' }));
    await waitFor(() => expect(followed).toEqual(['nabídka.docx']));
    haveSession({ access: -1_000 });
    await user.click(within(panel).getByText('půdorys.png'));
    await screen.findByAltText('půdorys.png');
    expect(sent('POST', '/auth/refresh')).toHaveLength(2);
  });

  it('come back after they were taken away', async () => {
    const removed = anItem({
      id: 'removed',
      event: 'DocumentRemoved',
      class: 'new-document',
      changes: [{ field: 'files', from: [{ id: 35, name: 'stará.xlsx' }], to: [] }],
    });
    const { user, panel, sent } = await open(mine, {
      'GET /tasks/12/activity': pagesOf([anItem(), removed]),
      'POST /tasks/12/files/35/undelete': () => answer,
    });
    await user.click(await within(panel).findByRole('button', { name: '1 odebraný soubor' }));
    await user.click(within(panel).getByRole('button', { name: 'Vrátit soubor stará.xlsx' }));
    await waitFor(() => expect(sent('POST', '/tasks/12/files/35/undelete')).toHaveLength(1));
  });
});

describe('approval', () => {
  it('takes rating, comment and a cost reduction, which has to be a number', async () => {
    const { user, panel, sent } = await open(handedOver, { 'POST /tasks/12/accept': () => answer });
    await user.click(within(panel).getByText('S výhradou'));
    const form = within(panel).getByRole('form', { name: 'Převzít s výhradou' });
    const accept = within(form).getByText('Převzít s výhradou');
    const write = (label: RegExp, value: string) =>
      fireEvent.change(within(form).getByLabelText(label), { target: { value } });
    write(/^Výhrada/, 'Bez dokumentace');
    fireEvent.keyDown(within(form).getByLabelText('4 hvězdy'), { key: ' ' });
    write(/^Snížení nákladů/, 'hodně');
    await user.click(accept);
    expect(within(form).getByText('Zadejte číslo')).toBeVisible();
    expect(sent('POST', '/tasks/12/accept')).toHaveLength(0);
    write(/^Snížení nákladů/, '1 250,50');
    write(/^Komentář/, 'Příště dřív.');
    await user.click(accept);
    await waitFor(() => expect(sent('POST', '/tasks/12/accept')).toHaveLength(1));
    expect(sent('POST', '/tasks/12/accept')[0]?.body).toEqual({
      reservation: 'Bez dokumentace',
      rating: 4,
      comment: 'Příště dřív.',
      costReduction: { amount: '1250.50', currency: 'CZK' },
    });
  });
});

describe('what fails is said in the words of the catalogue', () => {
  const failing = () => problem(403, 'task.forbidden');
  // The alert of the test before may still be there.
  const said = (text: RegExp | string) =>
    waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(text), { timeout: 10_000 });

  it('a change of the task', async () => {
    const { user, panel } = await open(mine, { 'PATCH /tasks/12': failing });
    await user.click(within(panel).getByRole('button', { name: /^Upravit: Název/ }));
    await user.type(within(panel).getByRole('textbox', { name: 'Název' }), '!{Enter}');
    await said('Úkol se nepodařilo upravit');
  });

  it('a change of the estimate', async () => {
    const { user, panel } = await open(mine, { 'POST /tasks/12/estimate': failing });
    await user.click(within(panel).getByRole('button', { name: /^Upravit: Odhad/ }));
    await user.type(within(panel).getByRole('textbox', { name: 'Odhad' }), '3h{Enter}');
    await said('Odhad se nepodařilo upravit');
  });

  it('a participant that is added', async () => {
    const { user, panel } = await open(mine, {
      'GET /users': () => pageOf([{ ...member, ...karla }]),
      'POST /tasks/12/participants': failing,
    });
    await user.click(within(panel).getByRole('button', { name: /^Upravit: Na vědomí/ }));
    await user.click(await screen.findByRole('option', { name: /Karla Svobodová/ }));
    await said('Účastníka se nepodařilo přesunout, přidat nebo odebrat');
  });
});

describe('who else looks', () => {
  it('stands in the head of the task, without the reader', async () => {
    const watched: unknown[] = [];
    let tell: (users: readonly { readonly id: number; readonly name: string }[]) => void = () => undefined;
    vi.spyOn(live, 'watch').mockImplementation((model, id, listener) => {
      watched.push([model, id]);
      tell = (users) => listener({ model, id, users });
      return () => undefined;
    });
    vi.spyOn(live, 'connected', 'get').mockReturnValue(true);
    const { panel } = await open();
    await waitFor(() => expect(watched).toContainEqual(['task', 12]));
    tell([me, karla]);
    expect(await within(panel).findByRole('group', { name: 'Úkol má otevřený také Karla Svobodová' })).toBeVisible();
    tell([me]);
    await waitFor(() => expect(within(panel).queryByRole('group', { name: /Úkol má otevřený/ })).toBeNull());
  });
});

describe('history', () => {
  const items = [
    anItem({ id: 'a', at: '2026-11-20T08:00:00.000Z' }),
    anItem({
      id: 'b',
      event: 'TaskEdited',
      class: 'edited',
      at: '2026-11-20T09:00:00.000Z',
      changes: [{ field: 'name', from: 'Migrace', to: 'Migrace karet' }],
    }),
    anItem({ id: 'c', event: 'CommentAdded', class: 'comment', at: '2026-11-20T10:00:00.000Z', text: 'Půjde to?' }),
  ];
  const names: Readonly<Record<string, string>> = {
    '2026-11-20T08:00:00.000Z': 'Migrace',
    '2026-11-20T09:00:00.000Z': 'Migrace karet',
  };
  const handlers: Handlers = {
    'GET /tasks/12/activity': pagesOf(items),
    'GET /tasks/12': ({ query }: Call) =>
      aTask({ ...mine, name: names[query.get('at') ?? ''] ?? 'Migrace skladových karet' }),
    'GET /tasks/12/diff': ({ query }: Call) => ({
      from: query.get('from'),
      to: query.get('to'),
      changes: [
        { field: 'name', from: names[query.get('from') ?? ''] ?? '?', to: names[query.get('to') ?? ''] ?? 'dnes' },
      ],
    }),
  };

  it('shows one kind only', async () => {
    const { user, panel } = await open(mine, handlers);
    const activity = within(panel).getByRole('region', { name: 'Aktivita' });
    await user.click(await within(activity).findByRole('button', { name: 'Co v aktivitě ukázat: Vše' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Komentáře 1' }));
    await waitFor(() => expect(within(activity).getAllByRole('listitem')).toHaveLength(1));
    expect(within(activity).getByText('Půjde to?')).toBeVisible();
  });

  it('plays the history to its end after one press', async () => {
    const { user, panel } = await open(mine, handlers);
    await user.click(await within(panel).findByRole('button', { name: 'Přehrát historii' }));
    const past = await within(panel).findByRole('region', { name: 'Úkol v minulosti' });
    await waitFor(() => expect(within(past).getByRole('slider')).toHaveValue('3'));
    expect(within(past).getByRole('group', { name: 'Co se tehdy stalo' })).not.toBeEmptyDOMElement();
    expect(await within(past).findByRole('button', { name: 'Přehrát' })).toBeVisible();
  });

  it('plays back by a slider, with what changed, and compares two moments', async () => {
    const { user, panel, calls } = await open(mine, handlers);
    await user.click(await within(panel).findByRole('button', { name: 'Přehrát historii' }));
    const past = await within(panel).findByRole('region', { name: 'Úkol v minulosti' });
    await user.click(await within(past).findByRole('button', { name: 'Pozastavit' }));
    fireEvent.change(within(past).getByRole('slider'), { target: { value: '1' } });
    expect(await within(panel).findByRole('heading', { level: 2, name: 'Migrace' })).toBeVisible();
    expect(within(past).getByRole('slider')).toHaveValue('1');
    await user.click(within(past).getByRole('button', { name: 'Následující okamžik' }));
    expect(await within(panel).findByRole('heading', { level: 2, name: 'Migrace karet' })).toBeVisible();
    expect(within(past).getByRole('slider')).toHaveAttribute('aria-valuetext', expect.stringMatching(/^2 \/ 3, /));
    expect(within(past).getByRole('group', { name: 'Co se tehdy stalo' })).toHaveTextContent(
      /Karla Svobodová mění údaj název .*Migrace.*Migrace karet/,
    );
    await user.selectOptions(
      within(past).getByRole('combobox', { name: 'Porovnat s okamžikem' }),
      '2026-11-20T08:00:00.000Z',
    );
    expect(await within(past).findByText(/Rozdíl oproti okamžiku/)).toBeVisible();
    await waitFor(() =>
      expect(
        calls.some(
          ({ path, query }) =>
            path.endsWith('/diff') &&
            query.get('from') === '2026-11-20T08:00:00.000Z' &&
            query.get('to') === '2026-11-20T09:00:00.000Z',
        ),
      ).toBe(true),
    );
    expect(within(panel).queryByRole('button', { name: /^Upravit/ })).toBeNull();
  });
});
