import type { AdminOverview, MeAnswer } from '@gos/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, json, pageOf, problem, serve, signedIn } from '../../testing/server';
import { calm } from './testing/calm';

async function open(handlers: Handlers = {}, me: Partial<MeAnswer> = {}) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, ...me }),
    'GET /search': () => pageOf([]),
    'GET /admin/overview': () => calm,
    ...handlers,
  });
  return { ...(await renderApp('/admin')), calls };
}

const section = async (name: string) => within(await screen.findByRole('region', { name }));
const posts = (calls: Awaited<ReturnType<typeof open>>['calls']) =>
  calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

/** Each read model has a folder of its name. */
const known = Object.keys(import.meta.glob('../../../../../libs/projections/src/*/*.ts'))
  .map((path) => path.split('/').at(-2)!)
  .filter((folder, at, all) => !['kernel', 'testing'].includes(folder) && all.indexOf(folder) === at);

describe('operations', () => {
  it('have words for every read model', async () => {
    expect(known).toContain('repeated-task');
    const models = known.map((name) => ({ name, build: 1, caughtUp: true }));
    await open({ 'GET /admin/overview': () => ({ ...calm, models }) });
    const [, ...rows] = (await section('Dokumenty pro obrazovky')).getAllByRole('row');
    expect(rows).toHaveLength(known.length);
    expect(rows.map((row) => row.textContent).filter((text, at) => text.startsWith(known[at]!))).toEqual([]);
  });

  it('name proxies that are not trusted, and what to set', async () => {
    await open({ 'GET /admin/overview': () => ({ ...calm, untrustedProxies: ['10.0.0.5'] }) });
    expect(await screen.findByRole('alert')).toHaveTextContent(/10\.0\.0\.5.*GOS_TRUSTED_PROXIES/);
  });

  it.each([
    [{ part: 'event-log', kind: 'older', missing: 3 }, /starší kopie.*změny se proto nepřijímají/is],
    [{ part: 'claims', kind: 'another', missing: null }, /čísla.*jiné instalace.*změny se proto nepřijímají/is],
  ] as const)('say which part does not belong to the others: %j', async (misfit, sentence) => {
    await open({ 'GET /admin/overview': () => ({ ...calm, ready: false, misfit }) });
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(screen.getByText('Něco neběží')).toBeVisible();
  });

  it('name who has no account, and say how they get one again', async () => {
    await open({ 'GET /admin/overview': () => ({ ...calm, withoutAccount: { count: 23, first: [3, 7] } }) });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^23 lidí ze záznamu událostí nemá účet.*čísla 3, 7, …\).*user restore/,
    );
    expect(screen.queryByText('Vše běží')).toBeNull();
  });

  it('show when all documents agreed with the log, and rebuild those that differ', async () => {
    const differing = { ...calm.selfCheck!, differing: 3, different: [{ model: 'task', id: '12' }] };
    const { user, calls } = await open({
      'GET /admin/overview': () => ({ ...calm, selfCheck: differing }),
      'POST /admin/rebuild': () => json(202, { ...calm.rebuild, model: 'task' }),
      'POST /admin/self-check': () => json(202, null),
    });
    const shown = await section('Samokontrola');
    expect(shown.getByRole('alert')).toHaveTextContent('3 dokumenty se liší od záznamu událostí');
    expect(shown.getByText('12')).toBeVisible();
    expect(shown.getByText('a 2 další: npm run ops -- verify')).toBeVisible();
    expect(shown.getByText('Poslední kontrola: 5 210 dokumentů')).toBeVisible();
    expect(screen.queryByText('Vše běží')).toBeNull();
    await user.click(shown.getByRole('button', { name: 'Zkontrolovat' }));
    await user.click(shown.getByRole('button', { name: 'Sestavit znovu: Úkoly' }));
    await waitFor(() =>
      expect(posts(calls)).toEqual([
        ['/admin/self-check', undefined],
        ['/admin/rebuild', { model: 'task' }],
      ]),
    );
  });

  it('say that a self-check runs, and that none has ended yet', async () => {
    const never = { ...calm.selfCheck!, running: true, endedAt: null, heldAt: null };
    await open({ 'GET /admin/overview': () => ({ ...calm, selfCheck: never }) });
    const shown = await section('Samokontrola');
    expect(shown.getByRole('status')).toHaveTextContent(/^Kontrola probíhá/);
    expect(shown.getByRole('button', { name: 'Zkontrolovat' })).toBeDisabled();
  });

  it('show how far the signed tree follows the log, and that nothing is signed', async () => {
    const proof = { events: 900, behind: 304, checkpoint: null, refused: false };
    await open({ 'GET /admin/overview': () => ({ ...calm, proof }) });
    const shown = await section('Důkaz záznamu událostí');
    expect(shown.getByText('Strom má 900 událostí, zbývá doplnit 304.')).toBeVisible();
    expect(shown.getByText('Zatím bez kontrolního bodu')).toBeVisible();
    cleanup();
    await open({ 'GET /admin/overview': () => ({ ...calm, proof: { ...calm.proof!, refused: true } }) });
    expect(await screen.findByRole('alert')).toHaveTextContent(/nenavazuje na poslední kontrolní bod/);
    expect((await section('Důkaz záznamu událostí')).getByText('Poslední kontrolní bod: 1 200 událostí')).toBeVisible();
    expect(screen.queryByText('Vše běží')).toBeNull();
  });

  it('are shown at a glance: servers, processes and who leads, documents, queues', async () => {
    await open();
    expect(await screen.findByText('Vše běží')).toBeVisible();
    expect((await section('Servery')).getByText('EventStoreDB')).toBeVisible();
    const rows = (await section('Procesy')).getAllByRole('row').map((row) => row.textContent);
    expect(rows[1]).toMatch(/api.*odpovídá vám.*gos-api.*proces 11/);
    expect(rows[2]).toMatch(/projector.*vede dokumenty.*gos-projector/);
    const models = await section('Dokumenty pro obrazovky');
    expect(models.getByText('Ukazují vše, co je v záznamu událostí.')).toBeVisible();
    expect(models.getByRole('row', { name: /^Úkoly task Aktuální 3/ })).toBeVisible();
    expect(models.getByRole('row', { name: /^something-new/ })).toBeVisible();
    const queues = await section('Fronty úloh');
    expect(
      queues.getByRole('row', { name: /^letters Čekající .* 4 Běžící .* 1 Odložené .* 2 Selhané .* 3$/ }),
    ).toBeVisible();
    expect(queues.getByRole('row', { name: /^Poslední pokus selhal \(2\.\): 451 later\. Další pokus / })).toBeVisible();
    expect(queues.getByRole('row', { name: /^Úklid maintenance 0 0 Odložené úlohy fronty Úklid: 1 0$/ })).toBeVisible();
    expect(queues.getByRole('link', { name: 'Otevřít stránku front' })).toHaveAttribute('href', '/admin/queues');
    expect(document.title).toBe('Provoz · Gos');
  });

  it('name the documents that are set aside, why, and build those of their kind anew', async () => {
    const aside = { position: '17', since: '21', at: '2026-11-21T08:00:00Z' };
    const documents = [
      { ...aside, id: '12', reason: 'It takes 16800000 bytes, and 16711680 are the most' },
      { ...aside, id: '13', position: null, reason: 'TaskRenamed could not be applied: TypeError at task.ts:12' },
    ];
    const setAside = [{ model: 'task', count: 30, documents }];
    const { user, calls } = await open({
      'GET /admin/overview': () => ({ ...calm, setAside }),
      'POST /admin/rebuild': () => json(202, { ...calm.rebuild, model: 'task' }),
    });
    expect(await screen.findByText('Zčásti staré')).toBeVisible();
    const card = await section('Odložené dokumenty');
    expect(card.getByRole('heading', { name: 'Úkoly: 30 dokumentů' })).toBeVisible();
    const items = card.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items[0]).toMatch(/^12od události 21 · 21\. 11\. .*16711680 are the most$/);
    expect(items[1]).toMatch(/^13.*TypeError at task\.ts:12$/);
    expect(card.getByText(/a 28 dalších/)).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Sestavit znovu: Úkoly' }));
    await waitFor(() => expect(posts(calls)).toEqual([['/admin/rebuild', { model: 'task' }]]));
  });

  it('name the events that are set aside, and have them retried or dismissed', async () => {
    const reason = 'TaskCreated could not be handled: RangeError at news.ts:41';
    const event = {
      ...{ type: 'TaskCreated', revision: 0, position: '21', reason, tries: 2 },
      ...{ at: '2026-11-21T08:00:00Z', triedAt: '2026-11-21T08:00:00Z' },
    };
    let items = [
      { ...event, id: 'webhooks.a', follower: 'webhooks', subject: null, stream: 'task-5' },
      { ...event, id: 'reminders.task-6', follower: 'reminders', subject: 'task-6', stream: 'project-1' },
    ];
    const act = ({ body }: { body: unknown }) => {
      const { ids } = body as { ids: string[] };
      items = items.filter(({ id }) => !ids.includes(id));
      return { count: ids.length };
    };
    const { user, calls } = await open({
      'GET /admin/overview': () => ({ ...calm, setAsideEvents: items.length }),
      'GET /admin/set-aside': () => ({ items, total: items.length, page: 1, pageSize: 25 }),
      'POST /admin/set-aside/retry': (request) => json(202, act(request)),
      'POST /admin/set-aside/dismiss': act,
    });
    expect(await screen.findByText('Zčásti staré')).toBeVisible();
    const card = await section('Odložené události');
    expect(await card.findByText('Odchozí webhooky: TaskCreated task-5')).toBeVisible();
    expect(card.getByText(/událost 0 v project-1/)).toBeVisible();
    expect(card.getAllByText(reason)).toHaveLength(2);
    expect(card.getAllByText(/2 neúspěšné pokusy/)).toHaveLength(2);
    await user.click(card.getByRole('button', { name: 'Zkusit znovu Odchozí webhooky: TaskCreated task-5' }));
    await waitFor(() => expect(card.queryByText('Odchozí webhooky: TaskCreated task-5')).toBeNull());
    await user.click(card.getByRole('button', { name: 'Zahodit Upozornění na termíny: TaskCreated task-6' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Zahodit událost?' }));
    await user.click(dialog.getByRole('button', { name: 'Zahodit' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Odložené události' })).toBeNull());
    expect(posts(calls)).toEqual([
      ['/admin/set-aside/retry', { ids: ['webhooks.a'] }],
      ['/admin/set-aside/dismiss', { ids: ['reminders.task-6'] }],
    ]);
    expect(await screen.findByText('Vše běží')).toBeVisible();
  });

  it('show no list of documents set aside while there are none', async () => {
    await open();
    expect(await screen.findByText('Vše běží')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Odložené dokumenty' })).toBeNull();
  });

  it('say what does not run, how to repair it, and what could not be found out', async () => {
    const fault = { file: 'claims.sqlite', remedy: 'restore-or-move' };
    await open({
      'GET /admin/overview': () => ({
        ...calm,
        ready: false,
        parts: calm.parts.map((one) => {
          if (one.part === 'jobs') return { ...one, ok: false, reason: 'no-answer' };
          return one.part === 'claims' ? { ...one, ok: false, reason: 'damaged', remedy: 'English', fault } : one;
        }),
        processes: calm.processes.map((one) => ({ ...one, leads: false })),
        lag: { events: 3, seconds: 61.4, caughtUp: false },
        models: null,
        queues: null,
        queuesPage: false,
      }),
    });
    expect(await screen.findByText('Něco neběží')).toBeVisible();
    const servers = await section('Servery');
    expect(servers.getByText('Neodpovídá včas')).toBeVisible();
    expect(servers.getByText('Poškozeno')).toBeVisible();
    expect(servers.getByText(/^Zastavte Gos, vraťte claims\.sqlite z poslední zálohy/)).toBeVisible();
    expect(screen.getByText(/Dokumenty nevede žádný proces/)).toBeVisible();
    expect(screen.getByText('Chybí jim 3 události, stáří nejstarší: 61 sekund.')).toBeVisible();
    expect(screen.getAllByText('Tohle se teď nepodařilo zjistit.')).toHaveLength(2);
    expect(screen.queryByRole('link', { name: 'Otevřít stránku front' })).toBeNull();
  });

  it('follow what happens by themselves', async () => {
    let state = calm;
    await open({ 'GET /admin/overview': () => state });
    expect(await screen.findByText('Vše běží')).toBeVisible();
    state = { ...calm, ready: false };
    expect(await screen.findByText('Něco neběží', {}, { timeout: 6_000 })).toBeVisible();
  });

  it('that cannot be loaded are loaded again on demand', async () => {
    let isAway = true;
    const { user } = await open({ 'GET /admin/overview': () => (isAway ? problem(500, 'request.failed') : calm) });
    const again = await screen.findByRole('button', { name: 'Zkusit znovu' }, { timeout: 6_000 });
    isAway = false;
    await user.click(again);
    expect(await screen.findByText('Vše běží')).toBeVisible();
  });

  it('are for admins, whom the menu and the palette lead there', async () => {
    const { user, router, path } = await open();
    await screen.findByText('Vše běží');
    await router.navigate({ to: '/profile' });
    await user.click(await screen.findByRole('button', { name: /Jan Novák/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Provoz' }));
    await waitFor(() => expect(path()).toBe('/admin'));
    await router.navigate({ to: '/profile' });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: /Hledat nebo přejít/ }), 'provoz');
    await user.click(await screen.findByRole('option', { name: 'Provoz' }));
    await waitFor(() => expect(path()).toBe('/admin'));
  });

  it('are not for others, who are not led there and ask for nothing', async () => {
    const { user, calls } = await open({}, { role: 'member' });
    expect(await screen.findByText('Tato stránka je pro správce')).toBeVisible();
    expect(calls.filter(({ path }) => path.startsWith('/admin'))).toEqual([]);
    await user.click(await screen.findByRole('button', { name: /Jan Novák/ }));
    await screen.findByRole('menuitem', { name: 'Profil' });
    expect(screen.queryByRole('menuitem', { name: 'Provoz' })).toBeNull();
  });
});

describe('a rebuild', () => {
  const run = (more: Partial<AdminOverview>): AdminOverview => ({
    ...calm,
    rebuild: { model: null, state: 'running', startedAt: '2026-11-21T08:00:00Z', endedAt: null },
    ...more,
  });

  it('of one kind of documents or of all begins with a button, one at a time', async () => {
    let state = calm;
    const { user, calls } = await open({
      'GET /admin/overview': () => state,
      'POST /admin/rebuild': ({ body }) => {
        state = run({ building: { model: 'task', events: 1_500, done: 0, of: 2 } });
        return json(202, { ...state.rebuild, ...(body as object) });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Sestavit znovu: Úkoly' }));
    expect(await screen.findByText(/^Úkoly: 1\s500 událostí \(1 z 2\)$/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sestavit vše znovu' })).toBeDisabled();
    expect(screen.getByRole('row', { name: /^Úkoly task Sestavuje se/ })).toBeVisible();
    state = calm;
    const all = screen.getByRole('button', { name: 'Sestavit vše znovu' });
    await waitFor(() => expect(all).toBeEnabled(), { timeout: 6_000 });
    await user.click(all);
    await waitFor(() =>
      expect(posts(calls)).toEqual([
        ['/admin/rebuild', { model: 'task' }],
        ['/admin/rebuild', { model: null }],
      ]),
    );
  });

  it('that has not begun waits, and one that failed says so', async () => {
    let state = run({});
    await open({ 'GET /admin/overview': () => state });
    expect(await screen.findByText('Čeká se na proces, který vede dokumenty')).toBeVisible();
    state = { ...calm, rebuild: { ...state.rebuild!, state: 'failed', endedAt: '2026-11-21T08:01:00Z' } };
    expect(await screen.findByText(/Poslední sestavení selhalo/, {}, { timeout: 6_000 })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sestavit vše znovu' })).toBeEnabled();
  });
});
