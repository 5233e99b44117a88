import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../../testing/harness';

describe('boards over HTTP', () => {
  let gos: Harness;
  let admin: Person;
  let manager: Person;
  let editor: Person;
  let other: Person;
  let viewer: Person;
  let stranger: Person;
  let auditor: Person;
  let inactive: Person;
  let projectId: number;
  let count = 0;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    manager = await gos.person('Karla Svobodová');
    editor = await gos.person('Jan Novák');
    other = await gos.person('Petr Druhý');
    viewer = await gos.person('Věra Dívková');
    stranger = await gos.person('Cyril Cizí');
    auditor = await gos.person('Olga Revizorová');
    inactive = await gos.person('Pavel Pryč');
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
    await admin.patch(`/api/users/${inactive.id}`, { active: false });
  });
  afterAll(() => gos.stop());

  beforeEach(async () => {
    projectId = (await manager.post('/api/projects', { name: 'Nový e-shop' })).body.id;
    for (const [person, permission] of [
      [editor, 'edit'],
      [other, 'edit'],
      [viewer, 'view'],
    ] as const) {
      await manager.post(`/api/projects/${projectId}/members`, { userId: person.id, permission, notification: 'all' });
    }
  });

  const at = (more = '') => `/api/projects/${projectId}/boards${more}`;
  const newKey = () => ({ 'idempotency-key': `key-${++count}` });
  const events = async () => (await gos.service<EventLog>(EVENT_LOG).readAll(null, 100_000)).length;
  const board = async (name = 'Platby', section = 'todo', more: object = {}): Promise<number> => {
    const { status, body } = await editor.post(at(), { name, section, ...more });
    expect([status, body]).toEqual([
      201,
      { id: expect.any(Number), revision: 1, position: expect.any(String), eventId: expect.any(String) },
    ]);
    return body.id;
  };
  const listed = async (query = '', person = viewer) => {
    const { status, body } = await person.get(at(`?${query}`));
    expect(status).toBe(200);
    return body.items as Json[];
  };
  const ids = async (query = '', person = viewer) => (await listed(query, person)).map(({ id }) => id);
  const move = (by: Person, id: number, section: string, beforeId?: number | null, headers = {}) =>
    by.post(`/api/boards/${id}/move`, { section, beforeId }, headers);

  describe('are created', () => {
    it('at the end of their section, and there in the very next request', async () => {
      const first = await board();
      const second = await board('Košík', 'todo', {
        description: 'Od košíku po potvrzení.',
        deadline: '2026-12-18T17:00:00+01:00',
        assignedUserId: viewer.id,
      });
      const { status, body } = await viewer.get(`/api/boards/${second}`);
      const no = 'project.forbidden';
      expect([status, body]).toEqual([
        200,
        {
          id: second,
          name: 'Košík',
          projectId,
          assignedUser: { id: viewer.id, name: 'Věra Dívková' },
          description: 'Od košíku po potvrzení.',
          deadline: '2026-12-18T16:00:00.000Z',
          section: 'todo',
          order: expect.any(String),
          taskCounts: { created: 0, assigned: 0, fulfilled: 0, returned: 0, solved: 0 },
          revision: 1,
          can: { edit: no, move: no, accept: true, delete: no, undelete: no, tasks: no },
        },
      ]);
      expect((await viewer.get(`/api/boards/${first}`)).body.order < body.order).toBe(true);
    });

    it('by those who edit the project', async () => {
      const body = { name: 'B', section: 'backlog' };
      expect((await viewer.post(at(), body)).body.code).toBe('project.forbidden');
      expect((await auditor.post(at(), body)).body.code).toBe('task.auditor');
      expect((await stranger.post(at(), body)).body.code).toBe('project.not-found');
      expect((await stranger.post(at(), {})).status).toBe(422);
      for (const person of [editor, manager, admin]) expect((await person.post(at(), body)).status).toBe(201);
    });

    it.each([
      [{}, ['name', 'section']],
      [{ name: ' ', section: 'doing' }, ['name', 'section']],
      [{ name: 'x'.repeat(101), section: 'todo' }, ['name']],
      [{ name: 'B', section: 'todo', deadline: '2026-12-18' }, ['deadline']],
      [{ name: 'B', section: 'todo', assignedUserId: 'x' }, ['assignedUserId']],
      [{ name: 'B', section: 'todo', description: 'x'.repeat(20_001) }, ['description']],
      [{ name: 'B', section: 'todo', order: 'V' }, ['order']],
      [{ name: 'B', section: 'todo', assignedUserId: 99_999 }, ['assignedUserId']],
    ])('not from %j', async (body, paths) => {
      const reply = await editor.post(at(), body);
      expect([reply.status, reply.body.errors.map(({ path }: Json) => path).sort()]).toEqual([422, paths]);
    });

    it('once with one Idempotency-Key, and never with another body', async () => {
      const key = newKey();
      const send = (name = 'Jednou') => editor.post(at(), { name, section: 'todo' }, key);
      const [first, second] = await Promise.all([send(), send()]);
      expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
      await editor.patch(`/api/boards/${first.body.id}`, { name: 'Mezitím' });
      const before = await events();
      expect((await send()).body).toEqual(first.body);
      expect(await events()).toBe(before);
      expect((await send('Jindy')).body.code).toBe('idempotency.reused');
      expect(await ids()).toEqual([first.body.id]);
    });

    it('on the project that was looked at', async () => {
      const { revision } = (await editor.get(`/api/projects/${projectId}`)).body;
      await manager.patch(`/api/projects/${projectId}`, { name: 'Jinak' });
      const stale = { 'if-match': `"${revision}"` };
      expect((await editor.post(at(), { name: 'B', section: 'todo' }, stale)).body.code).toBe('conflict');
      expect((await viewer.post(at(), { name: 'B', section: 'todo' }, stale)).body.code).toBe('project.forbidden');
    });
  });

  it('are listed by section, then by order; filtered, searched, sorted and paged', async () => {
    const done = await board('Hotové', 'done');
    const todo = await board('Rozdělané', 'todo');
    const backlog = await board('Nápady', 'backlog', { description: 'Kdo ví' });
    const next = await board('Další', 'todo');
    expect(await ids()).toEqual([backlog, todo, next, done]);
    expect(await ids('section=todo')).toEqual([todo, next]);
    expect(await ids('section=done&section=backlog')).toEqual([backlog, done]);
    expect(await ids('sort=name')).toEqual([next, done, backlog, todo]);
    expect(await ids('sort=-section,-order')).toEqual([done, next, todo, backlog]);
    expect(await ids('q=vi')).toEqual([backlog]);
    expect(await ids('page=2&pageSize=3')).toEqual([done]);
    expect((await auditor.get(at())).body.total).toBe(4);
    expect((await stranger.get(at())).body.code).toBe('project.not-found');
    expect((await editor.get('/api/projects/abc/boards')).body.code).toBe('project.not-found');
  });

  describe('are edited', () => {
    it('in their four fields', async () => {
      const id = await board();
      const fields = {
        name: 'Košík',
        description: 'Text',
        deadline: '2026-12-18T16:00:00.000Z',
        assignedUserId: other.id,
      };
      expect((await editor.patch(`/api/boards/${id}`, fields)).body).toMatchObject({ id, revision: 2 });
      const { assignedUserId, ...shown } = fields;
      expect((await viewer.get(`/api/boards/${id}`)).body).toMatchObject({
        ...shown,
        assignedUser: { id: assignedUserId },
      });
      await editor.patch(`/api/boards/${id}`, { deadline: null, assignedUserId: null });
      expect((await viewer.get(`/api/boards/${id}`)).body).toMatchObject({ deadline: null, assignedUser: null });
      expect((await editor.patch(`/api/boards/${id}`, { name: ' Košík ' })).body.revision).toBe(3);
      expect((await editor.patch(`/api/boards/${id}`, { section: 'done' })).status).toBe(422);
      for (const person of [inactive, auditor]) {
        const refused = await editor.patch(`/api/boards/${id}`, { assignedUserId: person.id });
        expect(refused).toMatchObject({
          status: 422,
          body: { code: 'board.assigned.unknown', errors: [{ path: 'assignedUserId' }] },
        });
      }
    });

    it('by those who edit the project', async () => {
      const id = await board();
      expect((await viewer.patch(`/api/boards/${id}`, { name: 'X' })).body.code).toBe('project.forbidden');
      expect((await auditor.patch(`/api/boards/${id}`, { name: 'X' })).body.code).toBe('task.auditor');
      expect((await stranger.patch(`/api/boards/${id}`, { name: 'X' })).body.code).toBe('board.not-found');
      for (const none of ['abc', '0', '99999']) {
        expect((await editor.patch(`/api/boards/${none}`, { name: 'X' })).body.code).toBe('board.not-found');
      }
      expect((await admin.patch(`/api/boards/${id}`, { name: 'X' })).status).toBe(200);
    });

    it('by two who changed different fields, not by two who changed the same one', async () => {
      const id = await board('Původně');
      const looked = { 'if-match': '"1"' };
      await editor.patch(`/api/boards/${id}`, { name: 'Nově' }, looked);
      expect((await other.patch(`/api/boards/${id}`, { description: 'Text' }, looked)).status).toBe(200);
      expect(await other.patch(`/api/boards/${id}`, { name: 'Jinak' }, looked)).toMatchObject({
        status: 409,
        body: {
          code: 'conflict',
          revision: 3,
          conflicts: [{ path: 'name', base: 'Původně', theirs: 'Nově', yours: 'Jinak' }],
        },
      });
      for (const reply of [
        await move(other, id, 'done', null, looked),
        await other.delete(`/api/boards/${id}`, looked),
        await other.post(`/api/boards/${id}/accept`, undefined, looked),
      ]) {
        expect(reply).toMatchObject({ status: 409, body: { code: 'conflict', revision: 3 } });
        expect(reply.body.conflicts.map(({ path }: Json) => path)).toEqual(['name', 'description']);
      }
      expect((await viewer.delete(`/api/boards/${id}`, looked)).body.code).toBe('project.forbidden');
    });
  });

  describe('are moved', () => {
    it('ahead of another one, to the end, to another section', async () => {
      const [a, b, c] = [await board('A'), await board('B'), await board('C')];
      expect((await move(editor, c, 'todo', a)).body).toMatchObject({ id: c, revision: 2 });
      expect(await ids()).toEqual([c, a, b]);
      await move(editor, c, 'todo', b);
      expect(await ids()).toEqual([a, c, b]);
      await move(editor, a, 'todo');
      expect(await ids()).toEqual([c, b, a]);
      await move(editor, b, 'backlog', null);
      expect((await listed()).map(({ id, section }) => [id, section])).toEqual([
        [b, 'backlog'],
        [c, 'todo'],
        [a, 'todo'],
      ]);
      expect((await move(editor, a, 'todo')).body.revision).toBe(2);
    });

    it('not beside one that has gone elsewhere, was deleted, or is of another project', async () => {
      const [a, b, gone] = [await board('A'), await board('B', 'done'), await board('C')];
      await editor.delete(`/api/boards/${gone}`);
      const elsewhere = (await manager.post('/api/projects', { name: 'Jiný' })).body.id;
      const foreign = await manager.post(`/api/projects/${elsewhere}/boards`, { name: 'D', section: 'todo' });
      for (const beforeId of [b, gone, foreign.body.id, 99_999]) {
        expect(await move(editor, a, 'todo', beforeId)).toMatchObject({
          status: 409,
          body: { code: 'board.neighbour-moved' },
        });
      }
      expect((await move(editor, a, 'doing')).status).toBe(422);
      expect((await move(editor, a, 'todo', 0)).status).toBe(422);
      expect((await editor.post(`/api/boards/${a}/move`, {})).body.errors).toMatchObject([{ path: 'section' }]);
      expect((await move(viewer, a, 'done')).body.code).toBe('project.forbidden');
      expect((await move(stranger, a, 'done')).body.code).toBe('board.not-found');
    });

    it('by two people at once into one gap: both succeed, each at a place of its own', async () => {
      const [first, last] = [await board('První'), await board('Poslední')];
      const cards = await Promise.all(Array.from({ length: 8 }, (_, n) => board(`Karta ${n}`, 'backlog')));
      const replies = await Promise.all(cards.map((id, index) => move(index % 2 ? editor : other, id, 'todo', last)));
      expect(replies.map(({ status }) => status)).toEqual(cards.map(() => 200));
      const inOrder = await listed('section=todo');
      expect(new Set(inOrder.map(({ order }) => order)).size).toBe(10);
      expect([inOrder[0].id, inOrder.at(-1).id]).toEqual([first, last]);
    });

    it('by two people at once to one another: neither is lost', async () => {
      const [a, b] = [await board('A'), await board('B', 'done')];
      const replies = await Promise.all([move(editor, a, 'done', b), move(other, b, 'todo', a)]);
      for (const { status, body } of replies)
        expect(status === 200 || body.code === 'board.neighbour-moved').toBe(true);
      expect(replies.some(({ status }) => status === 200)).toBe(true);
      expect((await ids()).sort()).toEqual([a, b].sort());
    });

    it('created at once each get a place of their own', async () => {
      const made = await Promise.all(Array.from({ length: 8 }, (_, n) => board(`Karta ${n}`)));
      const orders = (await listed()).map(({ order }) => order);
      expect([orders.length, new Set(orders).size]).toEqual([made.length, made.length]);
    });

    it('once with one Idempotency-Key', async () => {
      const [a, b] = [await board('A'), await board('B')];
      const key = newKey();
      const first = await move(editor, b, 'todo', a, key);
      await move(other, b, 'done');
      expect((await move(editor, b, 'todo', a, key)).body).toEqual(first.body);
      expect((await viewer.get(`/api/boards/${b}`)).body.section).toBe('done');
      expect((await move(editor, a, 'todo', null, key)).body.code).toBe('idempotency.reused');
    });
  });

  describe('are deleted', () => {
    it('and brought back by those who edit the project; until then auditors may read them, too', async () => {
      const [id, stays] = [await board('Smazaná'), await board('Zůstává')];
      const { order } = (await viewer.get(`/api/boards/${id}`)).body;
      expect((await viewer.delete(`/api/boards/${id}`)).body.code).toBe('project.forbidden');
      expect((await editor.delete(`/api/boards/${id}`)).body).toMatchObject({ id, revision: 2 });
      for (const person of [viewer, stranger]) {
        expect((await person.get(`/api/boards/${id}?deleted=true`)).body.code).toBe('board.not-found');
      }
      const audited = await auditor.get(`/api/boards/${id}?deleted=true`);
      expect(audited.body).toMatchObject({ id, deleted: true, can: { undelete: 'task.auditor' } });
      expect(await ids('deleted=true', auditor)).toEqual(await ids('deleted=true', editor));
      for (const person of [editor, manager, admin]) {
        expect((await person.get(`/api/boards/${id}`)).body.code).toBe('board.not-found');
        const found = await person.get(`/api/boards/${id}?deleted=true`);
        expect(found.body).toMatchObject({ id, deleted: true, can: { undelete: true, edit: 'board.not-found' } });
      }
      expect(await ids('', editor)).toEqual([stays]);
      expect(await ids('deleted=false', editor)).toEqual([stays]);
      expect(await ids('deleted=true', viewer)).toEqual([stays]);
      const both = await listed('deleted=true', editor);
      expect(both.map((one) => [one.id, one.deleted])).toEqual([
        [id, true],
        [stays, undefined],
      ]);
      for (const [method, path, body] of [
        ['PATCH', '', { name: 'X' }],
        ['DELETE', '', undefined],
        ['POST', '/move', { section: 'done' }],
        ['POST', '/accept', undefined],
      ] as const) {
        const reply = await editor.call(method, `/api/boards/${id}${path}`, body);
        expect([path, reply.status, reply.body.code]).toEqual([path, 404, 'board.not-found']);
      }
      expect((await viewer.post(`/api/boards/${id}/undelete`)).body.code).toBe('board.not-found');
      expect((await auditor.post(`/api/boards/${id}/undelete`)).body.code).toBe('task.auditor');
      expect((await editor.post(`/api/boards/${id}/undelete`)).body).toMatchObject({ id, revision: 3 });
      expect((await viewer.get(`/api/boards/${id}`)).body.order).toBe(order);
      expect((await editor.post(`/api/boards/${id}/undelete`)).body.code).toBe('board.not-deleted');
      expect((await viewer.post(`/api/boards/${id}/undelete`)).body.code).toBe('project.forbidden');
    });

    it('leaving their tasks in the project, and have those again that are in no board since', async () => {
      const [id, next] = [await board('Smazaná'), await board('Další')];
      const [stays, moves] = [
        await editor.task({ name: 'Zůstává', boardId: id }),
        await editor.task({ name: 'Odchází', boardId: id }),
      ];
      await editor.delete(`/api/boards/${id}`);
      expect((await viewer.get(`/api/tasks/${stays}`)).body).toMatchObject({ project: { id: projectId }, board: null });
      await editor.post(`/api/tasks/${moves}/move`, { projectId, boardId: next });
      await editor.post(`/api/boards/${id}/undelete`);
      expect((await viewer.get(`/api/tasks/${stays}`)).body.board).toEqual({ id, name: 'Smazaná' });
      expect((await viewer.get(`/api/tasks/${moves}`)).body.board).toEqual({ id: next, name: 'Další' });
      expect((await viewer.get(`/api/boards/${id}`)).body.taskCounts.created).toBe(1);
    });
  });
});
