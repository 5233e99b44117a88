import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../../testing/harness';
import { Screen } from '../../testing/screen';
import { github } from '../webhooks/testing/host-payloads';

describe('sockets of projects', () => {
  let gos: Harness;
  let admin: Person;
  let manager: Person;
  let member: Person;
  let stranger: Person;
  let project: number;
  let board: number;
  const screens: Screen[] = [];

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    manager = await gos.person('Karla Svobodová');
    member = await gos.person('Jan Novák');
    stranger = await gos.person('Cyril Cizí');
    project = (await manager.post('/api/projects', { name: 'Orlice' })).body.id;
    await join('edit');
    board = (await manager.post(`/api/projects/${project}/boards`, { name: 'Evidence', section: 'todo' })).body.id;
  });
  afterEach(() => {
    for (const screen of screens.splice(0)) screen.close();
  });
  afterAll(() => gos.stop());

  const join = (permission: string) =>
    manager.post(`/api/projects/${project}/members`, { userId: member.id, permission, notification: 'all' });
  async function open(person: Person, auth: object = {}): Promise<Screen> {
    const screen = await Screen.open(person, auth);
    screens.push(screen);
    return screen;
  }

  it('tell members and admins of the project, its boards and their numbers of tasks, and nobody else', async () => {
    const [theirs, all, foreign] = [await open(member), await open(admin), await open(stranger)];
    await manager.patch(`/api/projects/${project}`, { name: 'Orlice 2.0' });
    const id = await manager.task({ name: 'Úkol na nástěnce', boardId: board, solverId: manager.id });
    await manager.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' });
    for (const screen of [theirs, all]) {
      await screen.change('project', project);
      await screen.change('task', id, ({ doc }) => doc.board?.id === board);
      const { doc } = await screen.change('board', board, (change) => change.doc?.taskCounts.solved === 1);
      expect(doc).toMatchObject({
        name: 'Evidence',
        section: 'todo',
        taskCounts: { created: 0, assigned: 0, fulfilled: 0, returned: 0, solved: 1 },
      });
      expect(Object.keys(doc)).not.toContain('can');
    }
    const own = await stranger.task({ name: 'Moje vlastní' });
    await foreign.change('task', own);
    expect(foreign.changes.every((change) => change.id === own)).toBe(true);
  });

  it('say gone to a member who was taken out, and that their rights are others', async () => {
    const screen = await open(member);
    const theirs = await manager.task({ name: 'Ve kterém zůstává', boardId: board, solverId: member.id });
    const lost = await manager.task({ name: 'Který ztrácí', boardId: board });
    const { position } = (await manager.delete(`/api/projects/${project}/members/${member.id}`)).body;
    for (const [model, id] of [
      ['project', project],
      ['board', board],
      ['task', lost],
    ] as const) {
      expect(await screen.change(model, id, ({ gone }) => gone)).toEqual({ model, id, gone: true, position });
    }
    await screen.until('resync');
    expect(screen.changesOf('task', theirs).filter(({ gone }) => gone)).toEqual([]);
    const inIt = (await member.get(`/api/tasks?list=all&project=${project}`)).body.items;
    expect(inIt.map((task: Json) => task.id)).toEqual([theirs]);
    const id = await manager.task({ name: 'Už ne pro něj', boardId: board });
    const own = await member.task({ name: 'Moje vlastní' });
    await screen.change('task', own);
    expect(screen.changesOf('task', id)).toEqual([]);
    await join('edit');
    await screen.until('resync', (message) => BigInt(message.position) > BigInt(position));
    const seen = await manager.task({ name: 'Zase i pro něj', boardId: board });
    await screen.change('task', seen);
  });

  it('let a screen that comes back after its rights changed read everything anew', async () => {
    const screen = await open(member);
    const { position } = await screen.until('hello');
    screen.close();
    await manager.patch(`/api/projects/${project}/members/${member.id}`, { permission: 'view' });
    const back = await open(member, { position });
    await back.until('resync');
    await manager.patch(`/api/projects/${project}/members/${member.id}`, { permission: 'edit' });
  });

  it('catch up with moved boards and changed numbers', async () => {
    const screen = await open(member);
    await screen.until('hello');
    const id = await manager.task({ name: 'Hlasitý úkol', boardId: board });
    const { position } = await screen.change('task', id);
    screen.close();
    await manager.post(`/api/boards/${board}/move`, { section: 'done' });
    await manager.delete(`/api/tasks/${id}`);
    const back = await open(member, { position });
    await back.change('board', board);
    await back.change('task', id, ({ gone }) => gone);
    expect(back.said('resync')).toEqual([]);
  });

  it('say gone of a deleted board, and show it again', async () => {
    const screen = await open(member);
    await manager.delete(`/api/boards/${board}`);
    await screen.change('board', board, ({ gone }) => gone);
    await manager.post(`/api/boards/${board}/undelete`);
    await screen.change('board', board, ({ gone }) => gone === undefined);
  });

  it('tell whoever manages the project of its webhooks and their deliveries, and nobody else', async () => {
    await join('edit');
    const [theirs, all, mine] = [await open(member), await open(admin), await open(manager)];
    const { id, secret } = (await manager.post(`/api/projects/${project}/webhooks`, { name: 'GitHub' })).body;
    for (const screen of [all, mine]) expect(await screen.change('webhook', id)).toMatchObject({ revision: 1 });
    const { headers, body } = github('ping', { zen: 'x' }, { secret });
    await gos.stranger().call('POST', `/api/hooks/${id}`, body, headers);
    const seen = mine.changes.length;
    while (mine.changes.slice(seen).every(({ model }) => model !== 'webhook')) await sleep(10);
    await manager.delete(`/api/projects/${project}/webhooks/${id}`);
    await mine.change('webhook', id, (change) => change.gone === true);
    const own = await member.task({ name: 'Poslední' });
    await theirs.change('task', own);
    expect(theirs.changes.filter(({ model }) => model === 'webhook')).toEqual([]);
  });
});
