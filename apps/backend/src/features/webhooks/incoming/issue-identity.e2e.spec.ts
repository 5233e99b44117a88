import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../../../testing/harness';
import { gitea, giteaIssue, github, githubIssue, gitlab, gitlabIssue, gitlabNote } from '../testing/host-payloads';
import { WebhookScene } from '../testing/webhook-scene';

const renamedTo = (payload: Json, url: string, repository: object = {}): Json => ({
  ...payload,
  issue: { ...payload.issue, html_url: url },
  repository: { ...payload.repository, html_url: url.replace(/\/issues\/.*/, ''), ...repository },
});

describe('an issue', () => {
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

  const hub = (payload: object, event = 'issues') => scene.take(github(event, payload, { secret: scene.secret }));
  const tea = (payload: object) => scene.take(gitea('issues', payload, { secret: scene.secret }));
  const open = async (number = 12): Promise<number> => (await hub(githubIssue('opened', { number }))).effect!.task!.id;
  const link = async (id: number) => (await scene.task(id)).externalUrl;
  const renamed = 'https://github.com/firma/obchod/issues/12';

  it('of a repository that was renamed keeps its task, which gets the new address', async () => {
    const id = await open();
    const edited = await hub(renamedTo(githubIssue('labeled', { number: 12, labels: ['nový'] }), renamed));
    expect(edited.effect).toMatchObject({ did: ['edited', 'linked'], task: { id } });
    expect(await link(id)).toBe(renamed);
    const closed = await hub(renamedTo(githubIssue('closed', { number: 12 }), renamed));
    expect(closed.effect).toMatchObject({ did: ['moved', 'completed'], task: { id } });
    expect(await scene.tasks()).toHaveLength(1);
  });

  it('of a host with two names is one issue', async () => {
    const { id } = (await tea(giteaIssue('opened', { number: 12 }))).effect!.task!;
    const inside = 'http://gitea.lan:3000/firma/eshop/issues/12';
    expect((await tea(renamedTo(giteaIssue('opened', { number: 12 }), inside))).effect!.task!.id).toBe(id);
    expect((await tea(renamedTo(giteaIssue('closed', { number: 12 }), inside))).effect!.task!.id).toBe(id);
    expect(await scene.tasks()).toHaveLength(1);
  });

  it('of another repository with the same number is another issue', async () => {
    const id = await open();
    const other = 'https://github.com/firma/jiny/issues/12';
    const second = await hub(renamedTo(githubIssue('opened', { number: 12 }), other, { id: 7 }));
    expect(second.effect).toMatchObject({ did: ['created'] });
    expect(second.effect!.task!.id).not.toBe(id);
  });

  it('keeps the external link that a person has chosen, and is found all the same', async () => {
    const id = await open();
    await jan.patch(`/api/tasks/${id}`, { externalUrl: 'https://wiki.example/platby' });
    const closed = await hub(renamedTo(githubIssue('closed', { number: 12 }), renamed));
    expect(closed.effect!.task!.id).toBe(id);
    expect(await link(id)).toBe('https://wiki.example/platby');
    const removed = await open(13);
    await jan.patch(`/api/tasks/${removed}`, { externalUrl: null });
    expect((await hub(githubIssue('closed', { number: 13 }))).effect!.task!.id).toBe(removed);
    expect(await link(removed)).toBeNull();
  });

  it('of which the task has only the address is adopted with its ids', async () => {
    const id = await jan.task({
      name: 'Z dřívějška',
      projectId: scene.project,
      externalUrl: 'https://github.com/firma/eshop/issues/12',
    });
    expect((await hub(githubIssue('labeled', { number: 12, labels: ['a'] }))).effect!.task!.id).toBe(id);
    const moved = await hub(renamedTo(githubIssue('labeled', { number: 12, labels: ['b'] }), renamed));
    expect(moved.effect!.task!.id).toBe(id);
    expect(await link(id)).toBe(renamed);
  });

  it('is found by its ids after the read models were rebuilt', async () => {
    const id = await open();
    const linked = async () => (await scene.events(id)).map(({ type }) => type);
    expect((await scene.events(id))[0]!.data).toMatchObject({
      hostLink: { host: 'github', kind: 'issue', repositoryId: '186853002', number: 12, webhookId: scene.hook },
    });
    await hub(githubIssue('labeled', { number: 12, labels: ['a'] }));
    expect(await linked()).toEqual(['TaskCreatedForContractor', 'TaskEdited']);
  });

  it('opened at the address of an older one, whose repository is gone, becomes a task of its own', async () => {
    const id = await open();
    const fresh = githubIssue('opened', { number: 12 });
    const second = (await hub({ ...fresh, repository: { ...fresh.repository, id: 7 } })).effect!;
    expect(second).toMatchObject({ did: ['created'] });
    expect(second.task!.id).not.toBe(id);
    const closed = githubIssue('closed', { number: 12 });
    const ended = await hub({ ...closed, repository: { ...closed.repository, id: 7 } });
    expect(ended.effect!.task!.id).toBe(second.task!.id);
  });

  it.each([
    ['with its ids', {}],
    ['without ids', { project: { web_url: 'https://gitlab.example/firma/eshop' } }],
  ])('of GitLab is the same under /work_items/ %s', async (_, more) => {
    const lab = (event: string, payload: object) =>
      scene.take(gitlab(event, { ...payload, ...more }, { secret: scene.secret }));
    const { id } = (await lab('Issue Hook', gitlabIssue('open', { number: 7 }))).effect!.task!;
    const closed = gitlabIssue('close', { number: 7 });
    const url = 'https://gitlab.example/firma/eshop/-/work_items/7';
    const attributes = { ...closed.object_attributes, url };
    expect((await lab('Issue Hook', { ...closed, object_attributes: attributes })).effect!.task!.id).toBe(id);
    expect(await link(id)).toBe(url);
    const note = gitlabNote({ number: 7 }, 'Opraveno');
    const noted = { ...note, object_attributes: { ...note.object_attributes, url: `${url}#note_1` } };
    expect((await lab('Note Hook', noted)).effect).toMatchObject({ did: ['commented'], task: { id } });
  });

  describe('that is transferred', () => {
    const from = { number: 12 };
    const newRepository = { id: 7, html_url: 'https://github.com/firma/sklad' };
    const newUrl = 'https://github.com/firma/sklad/issues/3';
    const old = githubIssue('opened', from);
    const transferred = () =>
      githubIssue('transferred', from, {
        changes: { new_issue: { number: 3, html_url: newUrl }, new_repository: newRepository },
      });
    const opened = () => ({
      ...renamedTo(githubIssue('opened', { number: 3 }), newUrl, newRepository),
      changes: { old_issue: old.issue, old_repository: old.repository },
    });
    const closed = () => renamedTo(githubIssue('closed', { number: 3 }), newUrl, newRepository);

    it.each([
      ['old', [transferred]],
      ['new', [opened]],
      ['old, then the new', [transferred, opened]],
      ['new, then the old', [opened, transferred]],
    ] as const)('keeps its task when the %s repository sends it', async (_, deliveries) => {
      const id = await open();
      for (const delivery of deliveries) expect((await hub(delivery())).effect!.task!.id).toBe(id);
      expect(await link(id)).toBe(newUrl);
      expect((await hub(closed())).effect).toMatchObject({ did: ['moved', 'completed'], task: { id } });
      expect(await scene.tasks()).toHaveLength(1);
    });
  });

  it('that is deleted leaves its task open with a comment', async () => {
    const id = await open();
    const deleted = await hub(githubIssue('deleted', { number: 12 }));
    expect(deleted).toMatchObject({
      status: 'delivered',
      effect: { did: ['commented'], notes: ['webhook.issue.deleted'] },
    });
    const [comment] = (await jan.get(`/api/tasks/${id}/comments`)).body.items;
    expect(comment.text).toBe('Deleted: https://github.com/firma/eshop/issues/12');
    expect((await scene.task(id)).state).toBe('assigned');
  });

  it('that is opened again goes back to the board that its task was on', async () => {
    const { body: board } = await jan.post(`/api/projects/${scene.project}/boards`, {
      name: 'Dělá se',
      section: 'todo',
    });
    const id = await open();
    const step = async (action: string) => (await hub(githubIssue(action, { number: 12 }))).effect!.did;
    const boardOf = async () => (await scene.task(id)).board?.id ?? null;
    await jan.post(`/api/tasks/${id}/move`, { boardId: board.id });
    await step('closed');
    expect(await boardOf()).toBe(scene.done);
    expect(await step('reopened')).toContain('moved');
    expect(await boardOf()).toBe(board.id);

    // Where that board is gone, the backlog board.
    await step('closed');
    await jan.delete(`/api/boards/${board.id}`);
    await step('reopened');
    expect(await boardOf()).toBe(scene.backlog);

    // A task that somebody has moved away from the done board stays there.
    await step('closed');
    await jan.post(`/api/tasks/${id}/move`, { projectId: scene.project, boardId: null });
    await step('reopened');
    expect(await boardOf()).toBeNull();
    // Without a board before, it has none again.
    await step('closed');
    await step('reopened');
    expect(await boardOf()).toBeNull();
  });
});
