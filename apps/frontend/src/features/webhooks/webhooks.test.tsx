import type { DeliveryAnswer, ProjectAnswer, WebhookAnswer } from '@gos/contract';
import { canOfWebhook } from '@gos/domain';
import { screen, waitFor, within } from '@testing-library/react';
import { useLiveChanges } from '../../testing/live-changes';
import { aMember, aProject, karla } from '../../testing/project-fixtures';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../testing/server';

const tell = useLiveChanges();
const path = '/tasks/project/5/webhooks';
const admin = { id: jan.id, role: 'admin', projects: {} } as const;

function aWebhook(given: Partial<WebhookAnswer> = {}): WebhookAnswer {
  const webhook: Omit<WebhookAnswer, 'can'> = {
    id: 3,
    projectId: 5,
    name: 'GitHub',
    backlogBoardName: 'Zásobník',
    doneBoardName: null,
    autoContractor: null,
    active: true,
    url: 'https://gos.example/api/hooks/3',
    targetUrl: 'https://ci.example/gos',
    switchedOff: null,
    lastDelivery: { at: '2026-11-23T10:00:00.000Z', status: 'delivered' },
    refusedAt: null,
    refusedFor: null,
    revision: 2,
    ...given,
  };
  return { ...webhook, can: canOfWebhook(webhook, admin) };
}

const aDelivery = (given: Partial<DeliveryAnswer> = {}): DeliveryAnswer => ({
  id: 'd-1',
  direction: 'in',
  type: 'issues.opened',
  at: '2026-11-23T10:00:00.000Z',
  status: 'delivered',
  attempts: [],
  nextAttemptAt: null,
  effect: { did: ['created', 'moved'], task: { id: 12, name: 'Chyba v platbě' }, notes: [] },
  ...given,
});

const done = { id: 3, revision: 3, position: '9' };

async function open(address = path, handlers: Handlers = {}, project: Partial<ProjectAnswer> = {}) {
  haveSession();
  let webhooks: readonly WebhookAnswer[] = [aWebhook()];
  const calls = serve({
    ...signedIn,
    'GET /projects/:id': () => aProject(project, 'admin'),
    'GET /projects/:id/boards': () => pageOf([{ id: 1, name: 'Zásobník' }]),
    'GET /projects/:id/webhooks': () => pageOf(webhooks),
    'GET /webhooks/:id/deliveries': () => pageOf([aDelivery()]),
    'GET /webhooks/:id/deliveries/:delivery': () => ({
      ...aDelivery(),
      headers: { 'x-github-event': 'issues' },
      payload: '{"action":"opened"}',
      answer: null,
    }),
    'GET /users': () => pageOf([{ ...jan, id: 2, name: 'Karla Svobodová' }]),
    'POST /projects/:id/webhooks': ({ body }) => {
      webhooks = [...webhooks, aWebhook({ ...(body as object), id: 4, url: 'https://gos.example/api/hooks/4' })];
      return { ...done, id: 4, secret: 'whsec_abc' };
    },
    'PATCH /projects/:id/webhooks/:id': () => done,
    'DELETE /projects/:id/webhooks/:id': () => {
      webhooks = [];
      return done;
    },
    'POST /webhooks/:id/rotate-secret': () => ({ ...done, secret: 'whsec_next' }),
    'POST /webhooks/:id/test': () => ({ id: 't' }),
    'POST /webhooks/:id/replay': () => ({ id: 'r' }),
    'POST /webhooks/:id/deliveries/:delivery/redeliver': () => ({ id: 'd-1' }),
    ...handlers,
  });
  const app = await renderApp(address);
  const sent = () => calls.flatMap(({ method, path: at, body }) => (method === 'GET' ? [] : [[method, at, body]]));
  const asked = (at: string) => calls.filter((call) => call.method === 'GET' && call.path === at);
  // After the set-up of the person, which has a clipboard of its own.
  const clipboard = vi.fn((_text: string) => Promise.resolve());
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(clipboard);
  return { ...app, sent, asked, calls, clipboard, become: (given: readonly WebhookAnswer[]) => (webhooks = given) };
}

const dialog = async (name: RegExp) => within(await screen.findByRole('dialog', { name }));
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the webhooks of a project', () => {
  it('are listed with boards, target and how the last delivery went', async () => {
    await open();
    const row = within(await screen.findByRole('row', { name: /GitHub/ }));
    expect(row.getByText('gos.example/api/hooks/3')).toBeVisible();
    expect(row.getByText('ci.example/gos')).toBeVisible();
    expect(row.getByText(/Zásobník/)).toBeVisible();
    expect(await row.findByText('Doručeno')).toBeVisible();
  });

  it('say that a delivery was refused', async () => {
    const refused = aWebhook({ lastDelivery: null, refusedAt: '2020-01-15T11:00:00.000Z', refusedFor: 'signature' });
    const { user } = await open(path, { 'GET /projects/:id/webhooks': () => pageOf([refused]) });
    const row = within(await screen.findByRole('row', { name: /GitHub/ }));
    expect(row.getByText('Odmítnuto')).toBeVisible();
    await user.click(row.getByRole('link', { name: 'GitHub' }));
    expect(await screen.findByText(/podpis nepatří k tajnému klíči/)).toHaveTextContent(
      'Doručení jsme odmítli (15. 1. 2020',
    );
  });

  it('say that the host of a delivery is not supported, and which are', async () => {
    const refused = aWebhook({ refusedAt: '2020-01-15T11:00:00.000Z', refusedFor: 'host' });
    const { user } = await open(path, { 'GET /projects/:id/webhooks': () => pageOf([refused]) });
    await user.click(within(await screen.findByRole('row', { name: /GitHub/ })).getByRole('link', { name: 'GitHub' }));
    expect(await screen.findByText(/tohoto hostitele nepodporujeme/)).toHaveTextContent(
      /GitHub, GitLab, Gitea, Forgejo/,
    );
    expect(screen.queryByText(/podpis nepatří k tajnému klíči/)).toBeNull();
  });

  it('are not offered to who does not manage the project, and not asked for', async () => {
    const { asked } = await open(
      path,
      { 'GET /me': () => ({ ...jan, role: 'member' }) },
      aProject({ members: [aMember({ permission: 'edit' }), aMember({ user: karla })] }),
    );
    expect(await screen.findByText('Nemáte oprávnění k úpravám.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Webhooky' })).toBeNull();
    expect(asked('/projects/5/webhooks')).toEqual([]);
  });

  it('that could not be loaded say so and are asked for again', async () => {
    let broken = true;
    const { user } = await open(path, {
      'GET /projects/:id/webhooks': () => (broken ? problem(403, 'project.forbidden') : pageOf([aWebhook()])),
    });
    expect(await screen.findByText('Webhooky se nepodařilo načíst')).toBeVisible();
    broken = false;
    await user.click(await button('Zkusit znovu'));
    expect(await screen.findByRole('link', { name: 'GitHub' })).toBeVisible();
  });

  it('say what they are where there are none, and offer the first', async () => {
    const { user } = await open(path, { 'GET /projects/:id/webhooks': () => pageOf([]) });
    expect(await screen.findByText(/Založte první/)).toBeVisible();
    await user.click(await button('Nový webhook'));
    expect(await screen.findByRole('dialog', { name: 'Nový webhook' })).toBeVisible();
  });
});

describe('the form of a webhook', () => {
  it('is checked as the server checks it, and sends what was written', async () => {
    const { user, sent, router } = await open(`${path}?new=true`);
    const form = await dialog(/Nový webhook/);
    await user.type(form.getByLabelText('Cílová adresa'), 'ftp://kamsi');
    await user.click(form.getByRole('button', { name: /Uložit/ }));
    expect(await form.findByText('Povinné pole')).toBeVisible();
    expect(sent()).toEqual([]);
    await user.type(form.getByLabelText('Název'), '  GitLab ');
    await user.clear(form.getByLabelText('Cílová adresa'));
    await user.type(form.getByLabelText('Nástěnka pro nové', { selector: 'input' }), 'Zás');
    await user.click(await screen.findByRole('option', { name: 'Zásobník' }));
    await user.type(form.getByLabelText('Nástěnka pro hotové', { selector: 'input' }), 'Kdysi');
    await user.click(form.getByRole('button', { name: /Uložit/ }));
    expect((await dialog(/Tajný klíč webhooku GitLab/)).getByDisplayValue('whsec_abc')).toBeVisible();
    const fields = { backlogBoardName: 'Zásobník', doneBoardName: 'Kdysi', autoContractorId: null, targetUrl: null };
    expect(sent()).toEqual([['POST', '/projects/5/webhooks', { name: 'GitLab', active: true, ...fields }]]);
    expect(router.state.location.href).toBe(`${path}?webhook=4`);
  });

  it('shows a refusal at its field, keeps what was typed and resumes it', async () => {
    const { user } = await open(`${path}?new=true`, {
      'POST /projects/:id/webhooks': () =>
        problem(422, 'validation.failed', {
          errors: [{ path: 'targetUrl', code: 'webhook.target-private', message: '' }],
        }),
    });
    const form = await dialog(/Nový webhook/);
    await user.type(form.getByLabelText('Název'), 'CI');
    await user.type(form.getByLabelText('Cílová adresa'), 'http://10.0.0.1/');
    await user.click(form.getByRole('button', { name: /Uložit/ }));
    expect((await form.findAllByText(/soukromé sítě/))[0]).toBeVisible();
    expect(await screen.findByRole('alert')).toHaveTextContent('Webhook se nepodařilo vytvořit nebo upravit');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(await button('Nový webhook'));
    const again = await dialog(/Nový webhook/);
    expect(again.getByLabelText('Název')).toHaveValue('CI');
    await user.click(again.getByRole('button', { name: 'Zahodit změny' }));
    expect(again.getByLabelText('Název')).toHaveValue('');
  });

  it('sends only what was changed, as of what was looked at', async () => {
    const { user, sent, calls } = await open(`${path}?webhook=3`);
    await user.click(await button('Upravit'));
    const form = await dialog(/Upravit webhook GitHub/);
    await user.click(form.getByLabelText('Zapnutý'));
    await user.click(form.getByRole('button', { name: /Uložit/ }));
    await waitFor(() => expect(sent()).toEqual([['PATCH', '/projects/5/webhooks/3', { active: false }]]));
    expect(calls.find(({ method }) => method === 'PATCH')?.headers.get('if-match')).toBe('"2"');
  });

  it('asks whose value is to stand when somebody wrote into the same field', async () => {
    let first = true;
    const { user, calls } = await open(`${path}?webhook=3`, {
      'PATCH /projects/:id/webhooks/:id': () => {
        if (!first) return done;
        first = false;
        const conflicts = [{ path: 'name', theirs: 'Hub', yours: 'Git' }];
        return problem(409, 'conflict', { revision: 7, conflicts });
      },
    });
    await user.click(await button('Upravit'));
    const form = await dialog(/Upravit webhook/);
    await user.clear(form.getByLabelText('Název'));
    await user.type(form.getByLabelText('Název'), 'Git');
    await user.click(form.getByRole('button', { name: /Uložit/ }));
    await user.click(await screen.findByRole('radio', { name: /Git$/ }));
    await user.click(await button('Uložit vybrané'));
    await waitFor(() => expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(2));
    const [, second] = calls.filter(({ method }) => method === 'PATCH');
    expect([second?.body, second?.headers.get('if-match')]).toEqual([{ name: 'Git' }, '"7"']);
  });
});

describe('the secret', () => {
  it('is shown once after a rotation, which asks first, and copied with the url', async () => {
    const { user, sent, clipboard } = await open(`${path}?webhook=3`);
    await user.click(await button('Vyměnit klíč'));
    const asks = await dialog(/Vyměnit tajný klíč/);
    expect(asks.getByText(/platí ještě den/)).toBeVisible();
    await user.click(asks.getByRole('button', { name: 'Vyměnit klíč' }));
    const shown = await dialog(/Tajný klíč webhooku GitHub/);
    expect(sent()).toEqual([['POST', '/webhooks/3/rotate-secret', undefined]]);
    await user.click(shown.getByRole('button', { name: 'Kopírovat adresu i klíč' }));
    expect(await screen.findByText('Adresa webhooku a tajný klíč zkopírovány')).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Kopírovat tajný klíč' }));
    expect(clipboard.mock.calls).toEqual([['https://gos.example/api/hooks/3\nwhsec_next'], ['whsec_next']]);
    await user.click(shown.getByRole('button', { name: 'Klíč mám uložený' }));
    await waitFor(() => expect(screen.queryByDisplayValue('whsec_next')).toBeNull());
  });

  it('that the clipboard refuses stays there to be selected', async () => {
    const { user, clipboard } = await open(`${path}?webhook=3`);
    await user.click(await button('Vyměnit klíč'));
    await user.click((await dialog(/Vyměnit tajný klíč/)).getByRole('button', { name: 'Vyměnit klíč' }));
    const shown = await dialog(/Tajný klíč webhooku/);
    clipboard.mockRejectedValue(new Error('not allowed'));
    await user.click(shown.getByRole('button', { name: 'Kopírovat tajný klíč' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Tajný klíč se nepodařilo zkopírovat');
    await user.keyboard('{Escape}');
    expect(shown.getByDisplayValue('whsec_next')).toBeVisible();
  });
});

describe('the deliveries of a webhook', () => {
  it('say what followed, open with what they hold, and are acted on again', async () => {
    const { user, sent } = await open(`${path}?webhook=3`);
    const row = await button(/issues.opened.*#12 Chyba v platbě: založen, přesunut.*Doručeno/);
    await user.click(row);
    expect(await screen.findByText(/"action": "opened"/)).toBeVisible();
    expect(screen.getByRole('link', { name: '#12 Chyba v platbě' })).toHaveAttribute(
      'href',
      expect.stringContaining('taskId=12'),
    );
    await user.click(await button('Zpracovat znovu'));
    expect(await screen.findByText('Doručení se zpracuje znovu')).toBeVisible();
    expect(sent()).toEqual([['POST', '/webhooks/3/deliveries/d-1/redeliver', undefined]]);
  });

  it('say that the solver of the board was not found, and how often a target was tried', async () => {
    const at = '2026-11-23T10:00:00.000Z';
    const failed = aDelivery({
      id: 'd-2',
      direction: 'out',
      type: 'task.created',
      status: 'pending',
      attempts: [
        { at, status: null, ms: 15_000 },
        { at: '2026-11-23T10:00:20.000Z', status: 500, ms: 12 },
      ],
      nextAttemptAt: '2026-11-23T10:05:00.000Z',
      effect: null,
    });
    const unsolved = aDelivery({
      effect: { did: ['created'], task: { id: 12, name: null }, notes: ['board.no-solver'] },
    });
    const { user } = await open(`${path}?webhook=3`, {
      'GET /webhooks/:id/deliveries': () => pageOf([failed, unsolved]),
    });
    expect(await button(/#12: založen · Řešitel nástěnky nenalezen/)).toBeVisible();
    await user.click(await button(/task.created.*2× · 500 za 12.*Na cestě/));
    expect(await screen.findByText('Další pokus')).toBeVisible();
    expect(screen.getByText(/bez odpovědi po/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Doručit znovu' })).toBeNull();
  });

  it('are filtered and turned over by the address', async () => {
    const { user, router, asked } = await open(`${path}?webhook=3&page=2`, {
      'GET /webhooks/:id/deliveries': () => ({ ...pageOf([aDelivery()]), total: 60, page: 2 }),
    });
    await user.click(await screen.findByRole('radio', { name: 'Odchozí' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ webhook: 3, direction: 'out' }));
    await user.click(await button('Další'));
    await waitFor(() => {
      const query = Object.fromEntries(asked('/webhooks/3/deliveries').at(-1)?.query ?? []);
      expect(query).toEqual({ direction: 'out', page: '2', pageSize: '25' });
    });
  });

  it('lead to the last page where the address names one beyond it', async () => {
    const { router } = await open(`${path}?webhook=3&page=9`);
    expect(await screen.findByText('issues.opened')).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toEqual({ webhook: 3 }));
  });

  it('come by themselves', async () => {
    let deliveries = [aDelivery()];
    await open(`${path}?webhook=3`, { 'GET /webhooks/:id/deliveries': () => pageOf(deliveries) });
    await button(/issues.opened/);
    deliveries = [aDelivery({ id: 'd-9', type: 'issues.closed' }), ...deliveries];
    await tell({ model: 'webhook', id: 3, revision: 2, position: '9' });
    expect(await button(/issues.closed/)).toBeVisible();
  });

  it('are tried, and replayed since a moment or as a whole', async () => {
    const { user, sent } = await open(`${path}?webhook=3`);
    await user.click(await button('Zkušební doručení'));
    expect(await screen.findByText('Zkušební doručení je na cestě')).toBeVisible();
    await user.click(await button('Poslat minulost…'));
    let form = await dialog(/Poslat znovu/);
    expect(form.getByText(/https:\/\/ci.example\/gos/)).toBeVisible();
    await user.click(await form.findByRole('button', { name: /Poslat události/ }));
    await user.click(await button('Poslat minulost…'));
    form = await dialog(/Poslat znovu/);
    await user.click(form.getByRole('radio', { name: 'Celou minulost' }));
    await user.click(form.getByRole('button', { name: /Poslat události/ }));
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent()).toEqual([
      ['POST', '/webhooks/3/test', undefined],
      ['POST', '/webhooks/3/replay', { since: expect.stringMatching(/^\d{4}-.*Z$/) }],
      ['POST', '/webhooks/3/replay', { since: null }],
    ]);
  });

  it('are tried again with the same key after an answer was lost', async () => {
    let lost = true;
    const { user, calls } = await open(`${path}?webhook=3`, {
      'POST /webhooks/:id/test': () => (lost ? problem(500, 'request.failed') : { id: 't' }),
    });
    for (const count of [1, 2, 3]) {
      await user.click(await button('Zkušební doručení'));
      await waitFor(() => expect(calls.filter(({ path }) => path === '/webhooks/3/test')).toHaveLength(count));
      await screen.findByText(lost ? /nepodařilo/ : 'Zkušební doručení je na cestě');
      lost = false;
    }
    const [first, again, another] = calls.flatMap(({ path, headers }) =>
      path === '/webhooks/3/test' ? [headers.get('Idempotency-Key')] : [],
    );
    expect(again).toBe(first);
    expect(another).not.toBe(first);
  });
});

describe('a webhook', () => {
  it('that the system switched off says why and is switched on again', async () => {
    const { user, sent } = await open(`${path}?webhook=3`, {
      'GET /projects/:id/webhooks': () => pageOf([aWebhook({ active: false, switchedOff: 'gone' })]),
    });
    expect(await screen.findByText(/už neexistuje \(410\)/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Poslat minulost…' })).toBeNull();
    await user.click(await button('Zapnout'));
    expect(sent()).toEqual([['PATCH', '/projects/5/webhooks/3', { active: true }]]);
  });

  it('is deleted after a question', async () => {
    const { user, sent, router } = await open(`${path}?webhook=3`);
    await user.click(await button('Smazat'));
    await user.click((await dialog(/Smazat webhook GitHub/)).getByRole('button', { name: 'Smazat' }));
    expect(await screen.findByText('Webhook smazán')).toBeVisible();
    expect(sent()).toEqual([['DELETE', '/projects/5/webhooks/3', undefined]]);
    expect(router.state.location.href).toBe(path);
  });

  it('that is not there says so', async () => {
    await open(`${path}?webhook=8`);
    expect(await screen.findByText('Takový webhook není.')).toBeVisible();
  });

  it('is begun from the palette of an open project', async () => {
    const { user } = await open('/tasks/project/5/users', { 'GET /search': () => pageOf([]) });
    await screen.findByRole('link', { name: 'Webhooky' });
    await user.keyboard('{Control>}k{/Control}');
    await user.type((await dialog(/Hledat/)).getByRole('combobox'), 'nový webhook');
    await user.click(await screen.findByRole('option', { name: /Nový webhook/ }));
    expect(await screen.findByRole('dialog', { name: 'Nový webhook' })).toBeVisible();
  });
});
