import type { AdminJob, AdminQueue, AdminSchedule, MeAnswer } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../testing/server';
import { calm } from './testing/calm';

const at = '2026-11-20T08:00:00Z';
const job = (id: string, more: Partial<AdminJob> = {}): AdminJob => ({
  id,
  state: 'failed',
  facts: [],
  reason: null,
  attempts: 0,
  addedAt: at,
  at,
  scheduled: false,
  ...more,
});
const failed = (id: string) => job(id, { reason: `Adresa ${id} neexistuje`, attempts: 5 });
const queue = (more: Partial<AdminQueue> = {}): AdminQueue => ({
  name: 'mail',
  waiting: 0,
  active: 0,
  delayed: 0,
  dead: 0,
  paused: false,
  failing: null,
  ...more,
});

const done = () => new Response(null, { status: 204 });

async function open(path: string, handlers: Handlers = {}, me: Partial<MeAnswer> = {}) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, ...me }),
    'GET /search': () => pageOf([]),
    'GET /admin/overview': () => ({ ...calm, queues: [queue({ waiting: 2, dead: 3 }), ...calm.queues!] }),
    ...handlers,
  });
  return { ...(await renderApp(path)), calls };
}
type Calls = Awaited<ReturnType<typeof open>>['calls'];

const section = async (name: string) => within(await screen.findByRole('region', { name }));
const mails = () => section('E-maily s upozorněními mail');
const changes = (calls: Calls) =>
  calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => [`${method} ${path}`, ...(body ? [body] : [])]);
const asked = (calls: Calls) =>
  calls.filter(({ path }) => path.endsWith('/jobs')).map(({ query }) => query.get('state'));

describe('the jobs of a queue', () => {
  it('open from the number of jobs in the table of queues, each state in its tab', async () => {
    const { user, router, calls } = await open('/admin', {
      'GET /admin/queues/mail/jobs': ({ query }) =>
        pageOf(query.get('state') === 'failed' ? [failed('a')] : [job('b', { state: 'waiting' })]),
    });
    const queues = await section('Fronty úloh');
    await user.click(queues.getByRole('link', { name: 'Selhané úlohy fronty E-maily s upozorněními: 3' }));
    await waitFor(() => expect(router.state.location.href).toBe('/admin/jobs?queue=mail&jobs=failed'));
    const list = await mails();
    expect(await list.findByText('Adresa a neexistuje')).toBeVisible();
    expect(list.getByText('Posílá upozornění a denní souhrny e-mailem.')).toBeVisible();
    expect(list.getByRole('tab', { name: 'Selhalo 3' })).toHaveAttribute('aria-selected', 'true');
    await user.click(list.getByRole('tab', { name: 'Čeká 2' }));
    expect(await list.findByText('b')).toBeVisible();
    expect(router.state.location.href).toBe('/admin/jobs?queue=mail&jobs=waiting');
    expect(new Set(asked(calls))).toEqual(new Set(['failed', 'waiting']));
    expect(document.title).toBe('Úlohy na pozadí · Gos');
  });

  it('show ids and kinds, the next run, and what can be done in each state', async () => {
    const kinds: Record<string, AdminJob[]> = {
      delayed: [
        job('late', { state: 'delayed', facts: [{ name: 'userId', value: '7' }], reason: '451 later', attempts: 2 }),
        job('once', { state: 'delayed' }),
        job('digest@1', { state: 'delayed', scheduled: true, facts: [{ name: 'digest', value: 'true' }] }),
      ],
      active: [job('busy', { state: 'active' })],
    };
    const { user } = await open('/admin/jobs?queue=mail&jobs=delayed', {
      'GET /admin/queues/mail/jobs': ({ query }) => pageOf(kinds[query.get('state')!]!),
    });
    const list = await mails();
    const [late, once, planned] = await list.findAllByRole('listitem');
    expect(late).toHaveTextContent(/^latePříští běh .* · 2 neúspěšné pokusyčlověk 7451 laterSpustit znovuOdstranit$/);
    expect(once).toHaveTextContent(/^oncePříští běh .*Odstranit$/);
    expect(once).not.toHaveTextContent('Spustit');
    expect(planned).toHaveTextContent(/^digest@1Příští běh .*denní souhrnpodle plánu$/);
    await user.click(list.getByRole('tab', { name: /^Běží/ }));
    expect(await list.findByRole('listitem')).toHaveTextContent(/^busyBěží od [^O]*$/);
  });

  it('are retried with one click', async () => {
    const { user, calls } = await open('/admin/jobs?queue=mail&jobs=delayed', {
      'GET /admin/queues/mail/jobs': () => pageOf([job('late', { state: 'delayed', attempts: 1 })]),
      'POST /admin/queues/mail/jobs/late/retry': done,
    });
    await user.click(await (await mails()).findByRole('button', { name: 'Spustit znovu late' }));
    expect(await screen.findByText('Spuštěno znovu: 1')).toBeVisible();
    expect(changes(calls)).toEqual([['POST /admin/queues/mail/jobs/late/retry']]);
  });

  it('are removed only after a question, and a refusal is shown', async () => {
    const { user, calls } = await open('/admin/jobs?queue=mail', {
      'GET /admin/queues/mail/jobs': () => pageOf([job('one', { state: 'waiting' })]),
      'DELETE /admin/queues/mail/jobs/one': () => problem(409, 'job.running'),
    });
    const list = await mails();
    await user.click(await list.findByRole('button', { name: 'Odstranit one' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Odstranit úlohu?' }));
    await user.click(dialog.getByRole('button', { name: 'Zrušit' }));
    expect(changes(calls)).toEqual([]);
    await user.click(list.getByRole('button', { name: 'Odstranit one' }));
    await user.click(await screen.findByRole('button', { name: 'Odstranit (1)' }));
    expect(await screen.findByText('Úloha běží a nejde odstranit. Zkuste to, až skončí.')).toBeVisible();
    expect(list.getByText('one')).toBeVisible();
  });

  it('say that there are none', async () => {
    const { user } = await open('/admin/jobs?queue=mail&jobs=schedules', {
      'GET /admin/queues/mail/jobs': () => pageOf([]),
      'GET /admin/queues/mail/schedules': () => ({ items: [] }),
    });
    const list = await mails();
    expect(await list.findByText('Tato fronta nemá žádný plán.')).toBeVisible();
    for (const [tab, text] of [
      ['Čeká 2', 'Žádná úloha nečeká.'],
      ['Odloženo 0', 'Žádná úloha není odložena.'],
      ['Běží 0', 'Žádná úloha neběží.'],
      ['Selhalo 3', 'Žádná úloha natrvalo neselhala.'],
    ] as const) {
      await user.click(list.getByRole('tab', { name: tab }));
      expect(await list.findByText(text)).toBeVisible();
    }
  });

  it('that cannot be loaded are loaded again on demand', async () => {
    let isAway = true;
    const { user } = await open('/admin/jobs?queue=mail', {
      'GET /admin/queues/mail/jobs': () =>
        isAway ? problem(500, 'request.failed') : pageOf([job('one', { state: 'waiting' })]),
    });
    const list = await mails();
    const again = await list.findByRole('button', { name: 'Zkusit znovu' }, { timeout: 8_000 });
    isAway = false;
    await user.click(again);
    expect(await list.findByText('one')).toBeVisible();
  });

  it('of no queue or an unknown one: one is to be chosen', async () => {
    const { router } = await open('/admin/jobs');
    expect(await screen.findByText('Vyberte frontu a uvidíte její úlohy.')).toBeVisible();
    await router.navigate({ to: '/admin/jobs', search: { queue: 'nonsense' } });
    expect(await screen.findByText('Taková fronta není. Vyberte jinou.')).toBeVisible();
  });

  it('are not for others, who ask for nothing', async () => {
    const { calls } = await open('/admin/jobs?queue=mail', {}, { role: 'member' });
    expect(await screen.findByText('Tato stránka je pro správce')).toBeVisible();
    expect(calls.filter(({ path }) => path.startsWith('/admin'))).toEqual([]);
  });
});

describe('schedules', () => {
  const schedule = (id: string, more: Partial<AdminSchedule>): AdminSchedule => ({
    id,
    everyMs: null,
    cron: null,
    timeZone: null,
    nextAt: at,
    ...more,
  });

  it('are described, with their rule and next run', async () => {
    await open('/admin/jobs?queue=maintenance&jobs=schedules', {
      'GET /admin/queues/maintenance/schedules': () => ({
        items: [
          schedule('digest', { cron: '0 7 * * *', timeZone: 'Europe/Prague' }),
          schedule('sweep-tokens', { everyMs: 3_600_000 }),
          schedule('unheard-of', { everyMs: 5_000, nextAt: null }),
        ],
      }),
    });
    const rows = await (await section('Úklid maintenance')).findAllByRole('listitem');
    const [digest, tokens, other] = rows.map(({ textContent }) => textContent);
    expect(digest).toMatch(/^Zahájí denní souhrny upozornění digestPříští běh .*Plán 0 7 \* \* \* v .*Europe\/Prague$/);
    expect(tokens).toMatch(/^Odstraní prošlé API tokeny sweep-tokensPříští běh .*Interval: 1\shodina$/);
    expect(other).toMatch(/^unheard-of Interval: 5\ssekund$/);
  });
});

describe('a queue', () => {
  it('is paused and resumed, which its row and the head of the page say too', async () => {
    let paused = false;
    const act = (to: boolean) => () => {
      paused = to;
      return done();
    };
    const { user, router, calls } = await open('/admin/jobs?queue=mail', {
      'GET /admin/overview': () => ({ ...calm, queues: [queue({ paused })] }),
      'GET /admin/queues/mail/jobs': () => pageOf([]),
      'POST /admin/queues/mail/pause': act(true),
      'POST /admin/queues/mail/resume': act(false),
    });
    const list = await mails();
    await user.click(list.getByRole('button', { name: 'Pozastavit' }));
    expect(await list.findByText(/^Tato fronta je pozastavena/)).toBeVisible();
    expect(await screen.findByText('Fronta pozastavena: E-maily s upozorněními')).toBeVisible();
    expect((await section('Fronty úloh')).getByText('Pozastaveno')).toBeVisible();
    await router.navigate({ to: '/admin' });
    expect(await screen.findByText('1 fronta pozastavena')).toBeVisible();
    expect(screen.getByText('Vše běží')).toBeVisible();
    await router.navigate({ to: '/admin/jobs', search: { queue: 'mail' } });
    await user.click(await (await mails()).findByRole('button', { name: 'Pokračovat' }));
    expect(await (await mails()).findByRole('button', { name: 'Pozastavit' })).toBeVisible();
    expect(screen.queryByText('Pozastaveno')).toBeNull();
    expect(changes(calls)).toEqual([['POST /admin/queues/mail/pause'], ['POST /admin/queues/mail/resume']]);
  });
});

describe('failed jobs', () => {
  async function openFailed(ids: string[], handlers: Handlers = {}) {
    const left = new Set(ids);
    const act = ({ body }: { body: unknown }) => {
      const wanted = (body as { ids: string[] | null }).ids ?? [...left];
      for (const id of wanted) left.delete(id);
      return { count: wanted.length };
    };
    const opened = await open('/admin/jobs?queue=mail&jobs=failed', {
      'GET /admin/queues/mail/jobs': () => pageOf([...left].map(failed)),
      'POST /admin/queues/mail/retry': act,
      'POST /admin/queues/mail/remove': act,
      ...handlers,
    });
    return { ...opened, list: await mails(), left };
  }

  it('that are chosen run again', async () => {
    const { user, list, calls } = await openFailed(['a', 'b', 'c']);
    expect(await list.findByRole('button', { name: 'Spustit znovu' })).toBeDisabled();
    await user.click(list.getByRole('checkbox', { name: 'Vybrat a' }));
    await user.click(list.getByRole('checkbox', { name: 'Vybrat c' }));
    await user.click(list.getByRole('button', { name: 'Spustit znovu (2)' }));
    await waitFor(() => expect(list.queryByText('Adresa a neexistuje')).toBeNull());
    expect(list.getByText('Adresa b neexistuje')).toBeVisible();
    expect(await screen.findByText('Spuštěno znovu: 2')).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Spustit znovu vše' }));
    expect(await list.findByText('Žádná úloha natrvalo neselhala.')).toBeVisible();
    expect(changes(calls)).toEqual([
      ['POST /admin/queues/mail/retry', { ids: ['a', 'c'] }],
      ['POST /admin/queues/mail/retry', { ids: null }],
    ]);
  });

  it('can be removed as soon as others ran again, however long the page is read', async () => {
    let hangs = false;
    const { user, list } = await openFailed(['a', 'b', 'c'], {
      'GET /admin/overview': () => (hangs ? new Promise(() => {}) : { ...calm, queues: [queue({ dead: 3 })] }),
      'POST /admin/queues/mail/retry': () => {
        hangs = true;
        return { count: 1 };
      },
    });
    await user.click(await list.findByRole('checkbox', { name: 'Vybrat a' }));
    await user.click(list.getByRole('button', { name: 'Spustit znovu (1)' }));
    expect(await screen.findByText('Spuštěno znovu: 1')).toBeVisible();
    await user.click(list.getByRole('checkbox', { name: 'Vybrat b' }));
    expect(list.getByRole('button', { name: 'Odstranit (1)' })).toBeEnabled();
  });

  it('are shown from the last page where there is no such page any more', async () => {
    const ids = Array.from({ length: 26 }, (_, index) => `job-${index + 1}`);
    const { user, list, left, router } = await openFailed(ids, {
      'GET /admin/queues/mail/jobs': ({ query }) => {
        const page = Number(query.get('page'));
        const items = [...left].slice((page - 1) * 25, page * 25).map(failed);
        return { items, total: left.size, page, pageSize: 25 };
      },
    });
    await user.click(await list.findByRole('button', { name: 'Další' }));
    expect(await list.findByText('Adresa job-26 neexistuje')).toBeVisible();
    expect(router.state.location.href).toBe('/admin/jobs?queue=mail&jobs=failed&page=2');
    left.delete('job-26');
    expect(await list.findByText('Adresa job-1 neexistuje', {}, { timeout: 6_000 })).toBeVisible();
    expect(list.queryByRole('button', { name: 'Další' })).toBeNull();
  });

  it('are removed together only after a question', async () => {
    const { user, list, calls } = await openFailed(['a', 'b']);
    await user.click(await list.findByRole('checkbox', { name: 'Vybrat vše na této stránce' }));
    await user.click(list.getByRole('button', { name: 'Odstranit (2)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Odstranit úlohy?' }));
    await user.click(dialog.getByRole('button', { name: 'Odstranit (2)' }));
    expect(await list.findByText('Žádná úloha natrvalo neselhala.')).toBeVisible();
    expect(changes(calls)).toEqual([['POST /admin/queues/mail/remove', { ids: ['a', 'b'] }]]);
  });

  it('stay where they are when nothing could be done, and the reason is shown', async () => {
    const { user, list } = await openFailed(['a'], {
      'POST /admin/queues/mail/jobs/a/retry': () => problem(404, 'job.not-found'),
    });
    await user.click(await list.findByRole('button', { name: 'Spustit znovu a' }));
    expect(await screen.findByText('Taková úloha už není: proběhla, nebo ji někdo odstranil.')).toBeVisible();
    expect(list.getByText('Adresa a neexistuje')).toBeVisible();
  });
});
