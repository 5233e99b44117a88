import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../../testing/harness';

describe('members of a project', () => {
  let gos: Harness;
  let admin: Person;
  let manager: Person;
  let second: Person;
  let editor: Person;
  let viewer: Person;
  let collaborator: Person;
  let auditor: Person;
  let inactive: Person;
  let stranger: Person;
  let id: number;
  let board: number;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    manager = await gos.person('Karla Svobodová');
    second = await gos.person('Čeněk Druhý');
    editor = await gos.person('Jan Novák');
    viewer = await gos.person('Věra Dívková');
    collaborator = await gos.person('Eva Externí');
    auditor = await gos.person('Olga Revizorová');
    inactive = await gos.person('Pavel Pryč');
    stranger = await gos.person('Cyril Cizí');
    await admin.patch(`/api/users/${collaborator.id}`, { role: 'collaborator' });
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
    await admin.patch(`/api/users/${inactive.id}`, { active: false });
  });
  afterAll(() => gos.stop());

  const at = (more = '') => `/api/projects/${id}/members${more}`;
  const add = (by: Person, userId: number, permission = 'view', notification = 'all') =>
    by.post(at(), { userId, permission, notification });
  const fresh = async () => {
    id = (await manager.post('/api/projects', { name: 'Nový e-shop' })).body.id;
    board = (await manager.post(`/api/projects/${id}/boards`, { name: 'Platby', section: 'todo' })).body.id;
    await add(manager, editor.id, 'edit');
    await add(manager, viewer.id);
  };
  const members = async (query = '') => (await manager.get(at(`?${query}`))).body;
  const permissionOf = async (person: Person) =>
    (await members()).items.find(({ user }: Json) => user.id === person.id)?.permission;

  it('are listed by name, filtered and paged', async () => {
    await fresh();
    await add(manager, second.id, 'edit', 'none');
    const ids = async (query: string) => (await members(query)).items.map(({ user }: Json) => user.id);
    expect((await members()).items).toEqual([
      { user: { id: second.id, name: 'Čeněk Druhý' }, permission: 'edit', notification: 'none' },
      { user: { id: editor.id, name: 'Jan Novák' }, permission: 'edit', notification: 'all' },
      { user: { id: manager.id, name: 'Karla Svobodová' }, permission: 'manage', notification: 'all' },
      { user: { id: viewer.id, name: 'Věra Dívková' }, permission: 'view', notification: 'all' },
    ]);
    expect(await ids('sort=-permission,name')).toEqual([manager.id, second.id, editor.id, viewer.id]);
    expect(await ids('permission=edit&permission=view&sort=id')).toEqual([second.id, editor.id, viewer.id]);
    expect(await ids('sort=-user')).toEqual([viewer.id, manager.id, editor.id, second.id]);
    expect(await ids(`user=${second.id}&user=${viewer.id}`)).toEqual([second.id, viewer.id]);
    expect(await ids('notification=none')).toEqual([second.id]);
    expect(await ids('q=cenek')).toEqual([second.id]);
    const page = await members('page=2&pageSize=3');
    expect([page.total, page.items.length, page.items[0].user.id]).toEqual([4, 1, viewer.id]);
    expect((await viewer.get(at())).status).toBe(200);
    expect((await stranger.get(at())).body.code).toBe('project.not-found');
  });

  describe('are added', () => {
    it('and see the project, its boards and tasks in the very next request', async () => {
      await fresh();
      const task = await manager.task({ name: 'Úkol projektu', projectId: id, boardId: board });
      for (const path of [`/api/projects/${id}`, `/api/boards/${board}`, `/api/tasks/${task}`]) {
        expect((await collaborator.get(path)).status).toBe(404);
      }
      expect(await add(manager, collaborator.id)).toMatchObject({ status: 201, body: { id } });
      for (const path of [`/api/projects/${id}`, `/api/boards/${board}`, `/api/tasks/${task}`]) {
        expect((await collaborator.get(path)).status).toBe(200);
      }
      expect((await collaborator.get('/api/projects')).body.items).toMatchObject([{ id }]);
    });

    it('once', async () => {
      await fresh();
      const again = await add(manager, viewer.id, 'edit');
      expect(again).toMatchObject({ status: 409, body: { code: 'project.member.exists' } });
      expect(await permissionOf(viewer)).toBe('view');
    });

    it('once with one Idempotency-Key, which is of this member', async () => {
      await fresh();
      const key = { 'idempotency-key': 'add-once' };
      const body = { userId: stranger.id, permission: 'edit', notification: 'mine' };
      const [first, again] = await Promise.all([manager.post(at(), body, key), manager.post(at(), body, key)]);
      expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
      const other = await manager.post(at(), { ...body, userId: second.id }, key);
      expect(other).toMatchObject({ status: 422, body: { code: 'idempotency.reused' } });
    });

    it('not when they are unknown, deactivated or auditors', async () => {
      await fresh();
      for (const userId of [99_999, inactive.id, auditor.id]) {
        expect(await add(manager, userId)).toMatchObject({
          status: 422,
          body: { code: 'project.member.unknown', errors: [{ path: 'userId' }] },
        });
      }
    });

    it.each([
      [{}, ['notification', 'permission', 'userId']],
      [{ userId: 1, permission: 'own', notification: 'all' }, ['permission']],
      [{ userId: 1, permission: 'view', notification: 'some' }, ['notification']],
      [{ userId: '1', permission: 'view', notification: 'all' }, ['userId']],
      [{ userId: 1, permission: 'view', notification: 'all', role: 'x' }, ['role']],
    ])('not by %j', async (body, paths) => {
      const reply = await manager.post(at(), body);
      expect([reply.status, reply.body.errors.map(({ path }: Json) => path).sort()]).toEqual([422, paths]);
    });

    it('by those who manage the project and by admins, themselves too', async () => {
      await fresh();
      for (const person of [editor, viewer]) {
        expect(await add(person, stranger.id)).toMatchObject({ status: 403, body: { code: 'project.forbidden' } });
      }
      expect((await add(auditor, stranger.id)).body.code).toBe('task.auditor');
      expect((await add(stranger, stranger.id)).body.code).toBe('project.not-found');
      expect((await add(admin, admin.id, 'manage')).status).toBe(201);
      expect((await admin.get(`/api/projects/${id}`)).body.can.leave).toBe(true);
    });

    it('by a managing collaborator from among those whom they see', async () => {
      await fresh();
      await add(manager, collaborator.id, 'manage');
      expect((await add(collaborator, stranger.id)).body.code).toBe('project.member.unknown');
      await collaborator.task({ name: 'Společný úkol', solverId: viewer.id });
      await stranger.task({ name: 'Pro externí', solverId: collaborator.id });
      expect((await add(collaborator, stranger.id)).status).toBe(201);
    });
  });

  describe('are changed', () => {
    const change = (by: Person, of: Person, body: object, headers?: Record<string, string>) =>
      by.patch(at(`/${of.id}`), body, headers);

    it('by those who manage the project, at once', async () => {
      await fresh();
      expect((await viewer.patch(`/api/boards/${board}`, { name: 'Nově' })).status).toBe(403);
      expect(await change(manager, viewer, { permission: 'edit' })).toMatchObject({ status: 200, body: { id } });
      expect((await viewer.patch(`/api/boards/${board}`, { name: 'Nově' })).status).toBe(200);
      expect((await change(editor, viewer, { permission: 'view' })).body.code).toBe('project.forbidden');
      expect((await change(auditor, viewer, { permission: 'view' })).body.code).toBe('task.auditor');
    });

    it('by themselves in what they are told, in nothing else', async () => {
      await fresh();
      expect((await change(viewer, viewer, { notification: 'none' })).status).toBe(200);
      expect((await change(viewer, viewer, { permission: 'edit' })).body.code).toBe('project.forbidden');
      expect((await change(viewer, editor, { notification: 'none' })).body.code).toBe('project.forbidden');
      const own = (await viewer.get(`/api/projects/${id}`)).body.members.find(
        ({ user }: Json) => user.id === viewer.id,
      );
      expect(own).toMatchObject({ permission: 'view', notification: 'none' });
    });

    it('not when they are none, whoever asks', async () => {
      await fresh();
      for (const path of ['/99999', '/abc', '/0', `/${stranger.id}`]) {
        const reply = await manager.patch(at(path), { permission: 'view' });
        expect(reply).toMatchObject({ status: 404, body: { code: 'project.member.not-there' } });
        expect((await manager.delete(at(path))).body.code).toBe('project.member.not-there');
      }
      expect((await manager.patch(at(`/${viewer.id}`), { permission: null })).status).toBe(422);
    });

    it('conflict when the same of the same member was changed since', async () => {
      await fresh();
      const looked = { 'if-match': `"${(await manager.get(`/api/projects/${id}`)).body.revision}"` };
      await change(admin, viewer, { permission: 'edit' });
      expect((await change(manager, editor, { permission: 'view' }, looked)).status).toBe(200);
      expect((await change(manager, viewer, { notification: 'none' }, looked)).status).toBe(200);
      expect(await change(manager, viewer, { permission: 'manage' }, looked)).toMatchObject({
        status: 409,
        body: {
          code: 'conflict',
          conflicts: [{ path: 'permission', base: 'view', theirs: 'edit', yours: 'manage' }],
        },
      });
      expect((await manager.delete(at(`/${viewer.id}`), looked)).body.code).toBe('conflict');
    });

    it('down to less by themselves, when another one manages', async () => {
      await fresh();
      const demote = () => change(manager, manager, { permission: 'view' });
      expect(await demote()).toMatchObject({ status: 409, body: { code: 'project.last-manage' } });
      await add(manager, second.id, 'manage');
      expect((await demote()).status).toBe(200);
      expect((await manager.get(`/api/projects/${id}`)).body.can.edit).toBe('project.forbidden');
      expect((await manager.get('/api/me')).body.projects[id]).toBe('view');
      expect((await second.get('/api/me')).body.projects[id]).toBe('manage');
      expect((await change(manager, manager, { permission: 'manage' })).body.code).toBe('project.forbidden');
    });
  });

  describe('go', () => {
    it('and see nothing of the project any more: not in lists, not in details', async () => {
      await fresh();
      const task = await manager.task({ name: 'Úkol projektu', projectId: id, boardId: board });
      const lists = async () => {
        const tasks = (await viewer.get(`/api/tasks?list=all&project=${id}`)).body.total;
        const projects = (await viewer.get('/api/projects?pageSize=100')).body.items.map((one: Json) => one.id);
        return [tasks, projects.includes(id)];
      };
      expect(await lists()).toEqual([1, true]);
      expect((await manager.delete(at(`/${viewer.id}`))).body.id).toBe(id);
      expect(await lists()).toEqual([0, false]);
      for (const path of [
        `/api/projects/${id}`,
        `/api/projects/${id}/members`,
        `/api/projects/${id}/boards`,
        `/api/boards/${board}`,
        `/api/tasks/${task}`,
      ]) {
        expect([path, (await viewer.get(path)).status]).toEqual([path, 404]);
      }
      expect((await viewer.post(`/api/boards/${board}/accept`)).body.code).toBe('board.not-found');
    });

    it('by themselves, but for the last one who manages', async () => {
      await fresh();
      expect((await viewer.delete(at(`/${viewer.id}`))).status).toBe(200);
      expect((await viewer.get(`/api/projects/${id}`)).status).toBe(404);
      expect((await editor.delete(at(`/${manager.id}`))).body.code).toBe('project.forbidden');
      for (const person of [manager, admin]) {
        const refused = await person.delete(at(`/${manager.id}`));
        expect(refused).toMatchObject({ status: 409, body: { code: 'project.last-manage' } });
      }
      await add(manager, second.id, 'manage');
      expect((await manager.delete(at(`/${manager.id}`))).status).toBe(200);
      expect((await second.delete(at(`/${second.id}`))).body.code).toBe('project.last-manage');
    });

    it('one of two who take each other out at once: one who manages stays', async () => {
      for (let round = 0; round < 5; round++) {
        await fresh();
        await add(manager, second.id, 'manage');
        const replies = await Promise.all([manager.delete(at(`/${second.id}`)), second.delete(at(`/${manager.id}`))]);
        expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
        const left = (await admin.get(at('?permission=manage'))).body;
        expect(left.total).toBe(1);
      }
    });
  });
});
