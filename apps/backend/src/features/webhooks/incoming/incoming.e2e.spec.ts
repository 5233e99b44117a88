import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Worker } from '../../../engine/jobs/worker';
import { Deliveries } from '../../../shared/webhook/deliveries';
import { Harness, type Json, type Person } from '../../../testing/harness';
import {
  gitea,
  giteaIssue,
  giteaPush,
  github,
  githubBranch,
  githubIssue,
  githubPull,
  gitlab,
  gitlabIssue,
  gitlabNote,
  issueUrl,
  type Sent,
  standard,
  standardIssue,
} from '../testing/host-payloads';
import { WebhookScene } from '../testing/webhook-scene';

type Step = 'opened' | 'labelled' | 'commented' | 'closed' | 'reopened';

/** The life of an issue, by each host's deliveries. */
const lives: Readonly<Record<keyof typeof issueUrl, (step: Step, secret: string) => Sent>> = {
  github(step, secret) {
    const issue = { number: 12, labels: step === 'labelled' ? ['chyba', 'platby'] : ['chyba'] };
    const comment = { id: 1, body: 'Viz [log](https://logy.example/1).', user: { login: 'petra-git' } };
    const action = {
      opened: 'opened',
      labelled: 'labeled',
      commented: 'created',
      closed: 'closed',
      reopened: 'reopened',
    };
    const event = step === 'commented' ? 'issue_comment' : 'issues';
    return github(event, githubIssue(action[step], issue, step === 'commented' ? { comment } : {}), { secret });
  },
  gitea(step, secret) {
    const issue = { number: 12, labels: step === 'labelled' ? ['chyba', 'platby'] : ['chyba'] };
    const comment = { id: 1, body: 'Viz [log](https://logy.example/1).', user: { login: 'petra-git' } };
    const action = {
      opened: 'opened',
      labelled: 'label_updated',
      commented: 'created',
      closed: 'closed',
      reopened: 'reopened',
    };
    const event = step === 'commented' ? 'issue_comment' : 'issues';
    return gitea(event, giteaIssue(action[step], issue, step === 'commented' ? { comment } : {}), { secret });
  },
  gitlab(step, secret) {
    const issue = { number: 12, labels: step === 'labelled' ? ['chyba', 'platby'] : ['chyba'] };
    if (step === 'commented') {
      return gitlab('Note Hook', gitlabNote(issue, 'Viz [log](https://logy.example/1).'), { secret });
    }
    const action = { opened: 'open', labelled: 'update', closed: 'close', reopened: 'reopen' }[step];
    const changes = step === 'labelled' ? { labels: { previous: [], current: [] } } : {};
    return gitlab('Issue Hook', gitlabIssue(action, issue, changes), { secret });
  },
  standard(step, secret) {
    const issue = { number: 12, labels: step === 'labelled' ? ['chyba', 'platby'] : ['chyba'] };
    const type = step === 'labelled' ? 'edited' : step;
    const comment = { comment: 'Viz [log](https://logy.example/1).', user: 'petra-git' };
    return standard(`issue.${type}`, standardIssue(issue, step === 'commented' ? comment : {}), { secret });
  },
};

describe('deliveries of hosts', () => {
  let gos: Harness;
  let jan: Person;
  let eva: Person;
  let scene: WebhookScene;

  beforeAll(async () => {
    gos = await Harness.start();
    jan = await gos.person('Jan Novák');
    eva = await gos.person('Eva Malá');
  });
  afterAll(() => gos.stop());
  beforeEach(async () => {
    scene = await WebhookScene.of(gos, jan, eva);
  });

  const open = async (more: object = {}) => {
    const payload = githubIssue('opened', { number: 12, ...more });
    return scene.take(github('issues', payload, { secret: scene.secret }));
  };
  const taskOf = (delivery: Json): Promise<Json> => scene.task(delivery.effect.task.id);

  it.each(Object.keys(lives) as (keyof typeof lives)[])(
    'an issue of %s becomes a task and lives with it',
    async (host) => {
      const step = (one: Step) => scene.take(lives[host](one, scene.secret));
      const opened = await step('opened');
      expect(opened).toMatchObject({ direction: 'in', type: 'issue.opened', status: 'delivered' });
      expect(opened.effect).toEqual({
        did: ['created'],
        task: { id: expect.any(Number), name: 'Chyba v platbě' },
        notes: [],
      });
      const { id } = opened.effect!.task!;
      expect(await scene.task(id)).toMatchObject({
        name: 'Chyba v platbě',
        description: '<p>Platba selže.</p>',
        tags: ['chyba'],
        externalUrl: issueUrl[host]({ number: 12 }),
        contractor: { id: jan.id },
        solver: { id: eva.id },
        project: { id: scene.project },
        board: { id: scene.backlog },
        state: 'assigned',
      });

      expect((await step('labelled')).effect).toMatchObject({ did: ['edited'], task: { id } });
      expect((await scene.task(id)).tags).toEqual(['chyba', 'platby']);

      expect((await step('commented')).effect).toMatchObject({ did: ['commented'] });
      const [comment] = (await jan.get(`/api/tasks/${id}/comments`)).body.items;
      expect(comment).toMatchObject({ by: null, text: 'petra-git: Viz [log](https://logy.example/1).' });

      expect((await step('closed')).effect).toMatchObject({ did: ['moved', 'completed'], notes: [] });
      expect(await scene.task(id)).toMatchObject({
        state: 'fulfilled',
        result: `Closed: ${issueUrl[host]({ number: 12 })}`,
        board: { id: scene.done },
      });

      expect((await step('reopened')).effect).toMatchObject({ did: ['returned', 'moved'] });
      expect(await scene.task(id)).toMatchObject({ state: 'returned', board: { id: scene.backlog } });
      const history = (await jan.get(`/api/tasks/${id}/activity`)).body.items;
      expect(history.every(({ by, via }: Json) => by === null && via === 'webhook')).toBe(true);
      expect(await scene.tasks()).toHaveLength(1);
    },
  );

  it('that come twice act once, also when both come at the same moment', async () => {
    const sent = github('issues', githubIssue('opened', { number: 5 }), { secret: scene.secret });
    const replies = await Promise.all([scene.post(sent), scene.post(sent), scene.post(sent)]);
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    await scene.settled(replies[0]!.body.id);
    await scene.take(sent);
    expect(await scene.tasks()).toHaveLength(1);
    expect((await scene.deliveries()).total).toBe(1);
  });

  it('of one issue that come at once under several ids make one task', async () => {
    const deliveries = await Promise.all([1, 2, 3].map(() => open()));
    expect(new Set(deliveries.map(({ effect }) => effect!.task!.id)).size).toBe(1);
    expect(await scene.tasks()).toHaveLength(1);
  });

  it('that close an issue before they open it leave a task that is closed', async () => {
    const closed = await scene.take(github('issues', githubIssue('closed', { number: 12 }), { secret: scene.secret }));
    expect(closed).toMatchObject({
      status: 'ignored',
      effect: { did: [], task: null, notes: ['webhook.issue.unknown'] },
    });
    const opened = await open();
    expect(opened.effect).toMatchObject({ did: ['created', 'moved', 'completed'] });
    expect(await taskOf(opened)).toMatchObject({ state: 'fulfilled', board: { id: scene.done } });
  });

  it('change what changed and nothing else', async () => {
    const { id } = (await open()).effect!.task!;
    await jan.patch(`/api/tasks/${id}`, { name: 'Jinak nazvaný', tags: ['moje'] });
    const changes = { body: { from: 'Platba selže.' } };
    const edited = githubIssue(
      'edited',
      { number: 12, body: 'Platba *selže*.\nVždy.\n\nViz https://a.example/x?a=1&b=2' },
      { changes },
    );
    await scene.take(github('issues', edited, { secret: scene.secret }));
    expect(await scene.task(id)).toMatchObject({
      name: 'Jinak nazvaný',
      tags: ['moje'],
      description:
        '<p>Platba *selže*.<br />Vždy.</p><p>Viz <a href="https://a.example/x?a=1&amp;b=2" rel="noopener noreferrer" target="_blank">https://a.example/x?a=1&amp;b=2</a></p>',
    });
  });

  it('bring no markup, no mentions, and names within the limits', async () => {
    const body = '<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) & "y"';
    const opened = await open({ title: 'A', body, labels: ['x'.repeat(60), ' ', 'x'.repeat(60)] });
    expect(await taskOf(opened)).toMatchObject({
      name: 'A..',
      tags: ['x'.repeat(50)],
      description:
        `<p>${body.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')}</p>`.replaceAll(
          '&quot;',
          '"',
        ),
    });
    const comment = { id: 1, body: `Hotovo @[${eva.id}]`, user: { login: 'petra-git' } };
    await scene.take(
      github('issue_comment', githubIssue('created', { number: 12 }, { comment }), { secret: scene.secret }),
    );
    const [said] = (await jan.get(`/api/tasks/${opened.effect!.task!.id}/comments`)).body.items;
    expect(said.text).toBe(`petra-git: Hotovo @ [${eva.id}]`);
    const long = await scene.take(
      github('issues', githubIssue('opened', { number: 13, title: 'ř'.repeat(300), body: null }), {
        secret: scene.secret,
      }),
    );
    expect((await taskOf(long)).name).toBe('ř'.repeat(100));
  });

  it('restore a task that was solved, with a deadline of today where the old one has passed', async () => {
    const { id } = (await open()).effect!.task!;
    const dayMs = 24 * 60 * 60_000;
    await jan.post(`/api/tasks/${id}/deadline`, { deadline: new Date(Date.now() + dayMs).toISOString() });
    await scene.take(lives.github('closed', scene.secret));
    await jan.post(`/api/tasks/${id}/accept`, {});
    const again = await scene.take(lives.github('closed', scene.secret));
    expect(again).toMatchObject({ status: 'ignored', effect: { notes: ['task.already-solved'] } });
    const later = new Date(Date.now() + 2 * dayMs).toISOString();
    gos.clock.set(later);
    await jan.post('/api/auth/refresh');
    try {
      const reopened = await scene.take(lives.github('reopened', scene.secret));
      expect(reopened.effect).toMatchObject({ did: ['restored', 'moved'], notes: [] });
      expect(await scene.task(id)).toMatchObject({ state: 'assigned', deadline: later });
    } finally {
      gos.clock.set(null);
      await jan.post('/api/auth/refresh');
    }
  });

  it('only move what has no solver, or what the states do not let be completed', async () => {
    const { id } = (await open()).effect!.task!;
    await jan.post(`/api/tasks/${id}/assign`, { solverId: null });
    expect((await scene.take(lives.github('closed', scene.secret))).effect).toMatchObject({
      did: ['moved'],
      notes: [],
    });
    expect(await scene.task(id)).toMatchObject({ state: 'created', board: { id: scene.done } });

    const other = (await open({ number: 13 })).effect!.task!.id;
    await jan.patch(`/api/tasks/${other}`, { type: 'continuous' });
    const closed = await scene.take(github('issues', githubIssue('closed', { number: 13 }), { secret: scene.secret }));
    expect(closed).toMatchObject({ status: 'delivered', effect: { did: ['moved'], notes: ['task.continuous'] } });
  });

  it('end the work of the solver for whom the task is completed', async () => {
    const { id } = (await open()).effect!.task!;
    await eva.post('/api/work/start', { taskId: id });
    await scene.take(lives.github('closed', scene.secret));
    expect((await eva.get('/api/work/active')).body).toBeFalsy();
  });

  it('link a branch and a merge request that name the task; merged moves it to the done board', async () => {
    const id = await jan.task({ name: 'Přihlášení', projectId: scene.project });
    const branch = `feature/${id}-login`;
    const made = await scene.take(github('create', githubBranch(branch), { secret: scene.secret }));
    expect(made).toMatchObject({ type: 'branch.created', effect: { did: ['linked'], task: { id } } });
    expect(await scene.task(id)).toMatchObject({
      gitBranch: branch,
      externalUrl: `https://github.com/firma/eshop/tree/${branch}`,
    });
    await scene.take(github('pull_request', githubPull('opened', branch), { secret: scene.secret }));
    const merged = await scene.take(
      github('pull_request', githubPull('closed', branch, { merged: true }), { secret: scene.secret }),
    );
    expect(merged).toMatchObject({ type: 'merge-request.merged', effect: { did: ['moved'] } });
    expect(await scene.task(id)).toMatchObject({
      board: { id: scene.done },
      externalUrl: 'https://github.com/firma/eshop/pull/2',
    });

    const third = await jan.task({ name: 'Heslo', projectId: scene.project });
    await scene.take(gitea('push', giteaPush(`${third}_heslo`), { secret: scene.secret }));
    expect((await scene.task(third)).gitBranch).toBe(`${third}_heslo`);
    const push = await scene.take(gitea('push', giteaPush(`${third}-dal`, 'a'.repeat(40)), { secret: scene.secret }));
    expect(push).toMatchObject({ type: 'gitea.push', status: 'ignored' });
    const foreign = await jan.task({ name: 'Jinde' });
    const unknown = await scene.take(github('create', githubBranch(`${foreign}-x`), { secret: scene.secret }));
    expect(unknown).toMatchObject({ status: 'ignored', effect: { notes: ['webhook.task.unknown'] } });
  });

  it('say what is not there, and can be delivered again once it is', async () => {
    const boards = { backlogBoardName: 'Nová', doneBoardName: null };
    await jan.patch(`/api/projects/${scene.project}/webhooks/${scene.hook}`, boards);
    const opened = await open();
    expect(opened).toMatchObject({ status: 'failed', effect: { did: [], task: null, notes: ['board.not-found'] } });
    await jan.post(`/api/projects/${scene.project}/boards`, { name: 'Nová', section: 'todo' });
    const { status } = await jan.post(`/api/webhooks/${scene.hook}/deliveries/${opened.id}/redeliver`);
    expect(status).toBe(202);
    const again = await scene.settled(opened.id);
    expect(again).toMatchObject({ status: 'delivered', effect: { did: ['created'], notes: ['board.no-solver'] } });
    expect(again.attempts).toHaveLength(2);
    expect(await scene.tasks()).toHaveLength(1);
  });

  it('find another contractor where theirs is gone, and say so', async () => {
    const { id } = await gos.person('Odchází');
    await jan.patch(`/api/projects/${scene.project}/webhooks/${scene.hook}`, { autoContractorId: id });
    const first = await open();
    expect((await taskOf(first)).contractor).toMatchObject({ id });
    await jan.patch(`/api/users/${id}`, { active: false });
    const second = await open({ number: 13 });
    expect(second.effect).toMatchObject({ did: ['created'], notes: ['webhook.contractor.replaced'] });
    expect((await taskOf(second)).contractor).toMatchObject({ id: jan.id });
    await jan.patch(`/api/projects/${scene.project}/webhooks/${scene.hook}`, { autoContractorId: null });
    expect((await open({ number: 14 })).effect!.notes).toEqual(['webhook.contractor.replaced']);
  });

  it('are kept and shown when nothing follows from them, or they cannot be read', async () => {
    const ping = await scene.take(
      github('ping', { zen: 'Anything added dilutes everything else.' }, { secret: scene.secret }),
    );
    expect(ping).toMatchObject({
      type: 'github.ping',
      status: 'ignored',
      effect: { notes: ['webhook.event.unknown'] },
    });
    expect(JSON.parse(ping.payload!)).toEqual({ zen: 'Anything added dilutes everything else.' });
    expect(ping.headers).toMatchObject({ 'x-github-event': 'ping' });
    expect(JSON.stringify(ping.headers)).not.toMatch(/signature|token|sha256/);
    const broken = github('issues', {}, { secret: scene.secret });
    expect(await scene.take(broken)).toMatchObject({ type: 'github.issues', status: 'ignored' });
    const { createHmac } = await import('node:crypto');
    const body = '{"a":';
    const signature = `sha256=${createHmac('sha256', scene.secret).update(body).digest('hex')}`;
    const unread = await scene.take({
      body,
      headers: { ...broken.headers, 'x-github-delivery': 'x', 'x-hub-signature-256': signature },
    });
    expect(unread).toMatchObject({
      type: 'unreadable',
      status: 'failed',
      effect: { notes: ['webhook.event.unreadable'] },
    });
    const { items, total } = await scene.deliveries();
    expect([items.map(({ type }: Json) => type), total]).toEqual([['unreadable', 'github.issues', 'github.ping'], 3]);
    expect((await scene.deliveries('?status=failed')).total).toBe(1);
    expect((await scene.deliveries('?direction=out')).total).toBe(0);
    expect((await scene.deliveries('?page=2&pageSize=2')).items).toHaveLength(1);
  });

  it('that were kept and not acted on, because the process ended, are found by the clock', async () => {
    const taken = await open();
    const deliveries = gos.service<Deliveries>(Deliveries);
    const known = (await deliveries.get(scene.hook, taken.id))!;
    const { body, headers } = github('issues', githubIssue('closed', { number: 12 }), { secret: scene.secret });
    const lost = { ...known, id: 'lost', hostKey: 'lost', status: 'pending', effect: null, attempts: [] } as const;
    await deliveries.add({ ...lost, at: Date.now() - 2 * 60_000 }, { headers, body, answer: null });
    await gos.service<Worker>(Worker).tickNow();
    expect((await scene.settled('lost')).effect).toMatchObject({ did: ['moved', 'completed'] });
  });

  it('take GitLab deliveries that are signed as Standard Webhooks says, without a token', async () => {
    const signed = standard('', {}, { secret: scene.secret });
    const { Webhook } = await import('standardwebhooks');
    const body = JSON.stringify(gitlabIssue('open', { number: 12 }));
    const at = new Date(Number(signed.headers['webhook-timestamp']) * 1_000);
    const signature = new Webhook(scene.secret).sign(signed.headers['webhook-id']!, at, body);
    const headers = { ...signed.headers, 'webhook-signature': signature, 'x-gitlab-event': 'Issue Hook' };
    expect(await scene.take({ headers, body })).toMatchObject({ status: 'delivered' });
  });
});
