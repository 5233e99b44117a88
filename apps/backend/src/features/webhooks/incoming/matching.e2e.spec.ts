import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../../../testing/harness';
import {
  gitea,
  giteaPull,
  github,
  githubBranch,
  githubIssue,
  githubPull,
  gitlab,
  gitlabMerge,
} from '../testing/host-payloads';
import { WebhookScene } from '../testing/webhook-scene';

describe('branches and pull requests', () => {
  let gos: Harness;
  let jan: Person;
  let scene: WebhookScene;
  /** Counted up from a number that is no issue in the payloads. */
  let id: number;

  beforeAll(async () => {
    gos = await Harness.start();
    jan = await gos.person('Jan Novák');
  });
  afterAll(() => gos.stop());
  beforeEach(async () => {
    scene = await WebhookScene.of(gos, jan, jan);
    id = await task('Přihlášení');
  });

  const task = (name: string) => jan.task({ name, projectId: scene.project });
  const pull = (action: string, branch: string, more: Parameters<typeof githubPull>[2] = {}) =>
    scene.take(github('pull_request', githubPull(action, branch, more), { secret: scene.secret }));
  const branch = (name: string, more: object = {}) =>
    scene.take(github('create', { ...githubBranch(name), ...more }, { secret: scene.secret }));
  const open = async (number: number): Promise<number> => {
    const payload = githubIssue('opened', { number });
    return (await scene.take(github('issues', payload, { secret: scene.secret }))).effect!.task!.id;
  };
  const untouched = async (of = id) => {
    expect(await scene.task(of)).toMatchObject({ gitBranch: null, externalUrl: null, board: null, state: 'created' });
  };
  const unsure = { status: 'ignored', effect: { did: [], task: null, notes: ['webhook.task.unsure'] } };
  const unknown = { status: 'ignored', effect: { did: [], task: null, notes: ['webhook.task.unknown'] } };

  it.each([
    ['its number first', (n: number) => `${n}-login`],
    ['its number first in the last part', (n: number) => `feature/${n}_login`],
    ['gos-N', (n: number) => `feature/gos-${n}-login`],
  ])('move the task that their branch names by %s', async (_, name) => {
    expect(await pull('closed', name(id), { merged: true })).toMatchObject({
      effect: { did: ['linked', 'moved'], task: { id } },
    });
    expect(await scene.task(id)).toMatchObject({ gitBranch: name(id), board: { id: scene.done } });
  });

  it('move the task that their title names by gos-N', async () => {
    const merged = await pull('closed', 'prihlaseni', { title: `GOS-${id}: přihlášení`, merged: true });
    expect(merged.effect).toMatchObject({ did: ['linked', 'moved'], task: { id } });
  });

  it.each([
    ['Dependabot', (n: number) => `dependabot/npm_and_yarn/checkout-${n}`],
    ['Dependabot, with the version first', (n: number) => `dependabot/docker/${n}-alpine`],
    ['Renovate', (n: number) => `renovate/node-${n}`],
    ['Renovate, with the version first', (n: number) => `renovate/${n}.x`],
    ['an edit in the browser', (n: number) => `patch-${n}`],
    ['a release', (n: number) => `release/2026-${n}`],
    ['a release, with the number alone', (n: number) => `release/${n}`],
    ['a version', (n: number) => `${n}.4`],
    ['a number that is not first', (n: number) => `fix-${n}`],
  ])('change nothing when their branch is of %s', async (_, name) => {
    const title = `Update dependency to v${id}`;
    for (const merged of [await branch(name(id)), await pull('closed', name(id), { title, merged: true })]) {
      expect(merged).toMatchObject({ status: 'ignored', effect: { did: [], task: null } });
    }
    await untouched();
  });

  it('change nothing when a program opened them', async () => {
    const by = { login: 'some-app[bot]', type: 'Bot' };
    expect(await pull('closed', `${id}-deps`, { merged: true, by })).toMatchObject(unsure);
    expect(await branch(`${id}-deps`, { sender: by })).toMatchObject(unsure);
    await untouched();
  });

  it('change nothing when they come from a fork, not even a task with their branch', async () => {
    const named = await task('Z větve');
    await jan.patch(`/api/tasks/${named}`, { gitBranch: `${id}-login` });
    const forked = { status: 'ignored', effect: { did: [], task: null, notes: ['webhook.fork'] } };
    for (const head of [{ id: 99, full_name: 'cizi/eshop' }, null]) {
      const title = `gos-${id} closes #${id}`;
      expect(await pull('closed', `${id}-login`, { title, merged: true, head })).toMatchObject(forked);
    }
    const lab = gitlabMerge('merge', `${id}-login`, 'Oprava', { source_project_id: 2 });
    expect(await scene.take(gitlab('Merge Request Hook', lab, { secret: scene.secret }))).toMatchObject(forked);
    const tea = giteaPull('closed', `${id}-login`, { merged: true, head: { id: 99 } });
    expect(await scene.take(gitea('pull_request', tea, { secret: scene.secret }))).toMatchObject(forked);
    await untouched();
    expect(await scene.task(named)).toMatchObject({ board: null });
  });

  it('of the own repository act, from GitLab and Gitea too', async () => {
    const lab = gitlabMerge('merge', `${id}-login`);
    expect(await scene.take(gitlab('Merge Request Hook', lab, { secret: scene.secret }))).toMatchObject({
      effect: { did: ['linked', 'moved'], task: { id } },
    });
    const second = await task('Odhlášení');
    const tea = giteaPull('closed', `${second}-logout`, { merged: true });
    expect(await scene.take(gitea('pull_request', tea, { secret: scene.secret }))).toMatchObject({
      effect: { did: ['linked', 'moved'], task: { id: second } },
    });
  });

  it('mean the issue of their own host by #N', async () => {
    const issue = 100_000 + id;
    const ofIssue = await open(issue);
    const merged = await pull('closed', 'oprava', { title: `Oprava (closes #${issue})`, merged: true });
    expect(merged.effect).toMatchObject({ did: ['linked', 'moved'], task: { id: ofIssue } });
    // The issue's address stays the link of its task.
    expect(await scene.task(ofIssue)).toMatchObject({ externalUrl: expect.stringContaining(`/issues/${issue}`) });
    expect(await pull('closed', 'jina', { title: `Closes #${id}`, merged: true })).toMatchObject(unsure);
    expect(await pull('closed', 'dalsi', { title: `Closes firma/jine#${issue}`, merged: true })).toMatchObject(unknown);
    await untouched();
  });

  it('change nothing when a number may mean a task and an issue', async () => {
    const ofIssue = await open(id);
    expect(await pull('closed', `${id}-login`, { merged: true })).toMatchObject(unsure);
    expect(await pull('closed', 'obe', { title: `Closes #${id}, gos-${id}`, merged: true })).toMatchObject({
      effect: { did: ['linked', 'moved'], task: { id } },
    });
    expect((await scene.task(ofIssue)).board.id).toBe(scene.backlog);
  });

  it('change nothing when they name two tasks', async () => {
    const second = await task('Odhlášení');
    expect(await pull('closed', 'obe', { title: `gos-${id}, gos-${second}`, merged: true })).toMatchObject(unsure);
    for (const one of [id, second]) await jan.patch(`/api/tasks/${one}`, { gitBranch: 'spolecna' });
    expect(await pull('closed', 'spolecna', { merged: true })).toMatchObject(unsure);
  });

  it('belong to the task that has their branch or their address', async () => {
    await jan.patch(`/api/tasks/${id}`, { gitBranch: 'prihlaseni' });
    expect(await pull('opened', 'prihlaseni')).toMatchObject({ effect: { did: ['linked'], task: { id } } });
    expect(await scene.task(id)).toMatchObject({ externalUrl: 'https://github.com/firma/eshop/pull/2' });
    await jan.patch(`/api/tasks/${id}`, { gitBranch: null });
    expect(await pull('closed', 'jina', { merged: true })).toMatchObject({ effect: { did: ['linked', 'moved'] } });
  });

  describe('bring their address', () => {
    const pullUrl = 'https://github.com/firma/eshop/pull/2';
    const branchUrl = () => `https://github.com/firma/eshop/tree/${id}-login`;
    const link = async () => (await scene.task(id)).externalUrl;

    it('instead of the address of the branch that the same webhook set', async () => {
      await branch(`${id}-login`);
      expect(await link()).toBe(branchUrl());
      await pull('opened', `${id}-login`);
      expect(await link()).toBe(pullUrl);
    });

    it('not instead of one that a person or another webhook set', async () => {
      await jan.patch(`/api/tasks/${id}`, { externalUrl: branchUrl() });
      await branch(`${id}-login`);
      await pull('opened', `${id}-login`);
      expect(await link()).toBe(branchUrl());

      await jan.patch(`/api/tasks/${id}`, { externalUrl: null });
      await branch(`${id}-login`);
      expect(await link()).toBe(branchUrl());
      const { body } = await jan.post(`/api/projects/${scene.project}/webhooks`, { name: 'Druhý' });
      const sent = github('pull_request', githubPull('opened', `${id}-login`), { secret: body.secret });
      const { body: taken } = await scene.post(sent, body.id);
      for (let status = 'pending'; status === 'pending'; ) {
        const delivery: Json = (await jan.get(`/api/webhooks/${body.id}/deliveries/${taken.id}`)).body;
        status = delivery.status;
      }
      expect(await link()).toBe(branchUrl());
      await jan.patch(`/api/tasks/${id}`, { externalUrl: 'https://wiki.example/1' });
      await pull('opened', `${id}-login`);
      expect(await link()).toBe('https://wiki.example/1');
    });
  });
});
