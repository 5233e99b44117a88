import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../../testing/harness';

/** Tasks in projects and boards, through HTTP: the rights to place them, and their visibility there. */
describe('tasks in projects', () => {
  let gos: Harness;
  let admin: Person;
  let manager: Person;
  let editor: Person;
  let viewer: Person;
  let stranger: Person;
  let project: number;
  let board: number;
  let other: number;

  const created = async (who: Person, path: string, body: object): Promise<number> => {
    const answer = await who.post(path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  };
  const member = (who: Person, permission: string, to = project) =>
    manager.post(`/api/projects/${to}/members`, { userId: who.id, permission, notification: 'mine' });
  const onBoard = async (id: number, who = manager): Promise<number[]> =>
    (await who.get(`/api/tasks?list=all&board=${id}&sort=order`)).body.items.map((task: Json) => task.id);
  const move = (who: Person, id: number, body: object) => who.post(`/api/tasks/${id}/move`, body);

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    manager = await gos.person('Karla Svobodová');
    editor = await gos.person('Jan Novák');
    viewer = await gos.person('Věra Vidělá');
    stranger = await gos.person('Cyril Cizí');
    project = await created(manager, '/api/projects', { name: 'Orlice 2.0' });
    await member(editor, 'edit');
    await member(viewer, 'view');
    board = await created(manager, `/api/projects/${project}/boards`, {
      name: 'Evidence',
      section: 'todo',
      assignedUserId: editor.id,
    });
    other = await created(manager, `/api/projects/${project}/boards`, { name: 'Přihlášení', section: 'backlog' });
  });
  afterAll(() => gos.stop());

  it('are created by `edit`, take the project and solver of their board and come to its end', async () => {
    const first = await editor.task({ name: 'První úkol', boardId: board });
    const second = await editor.task({ name: 'Druhý úkol', boardId: board, solverId: manager.id });
    const { body } = await viewer.get(`/api/tasks/${first}`);
    expect(body).toMatchObject({
      project: { id: project, name: 'Orlice 2.0' },
      board: { id: board, name: 'Evidence' },
      solver: { id: editor.id },
      state: 'assigned',
      order: expect.any(String),
    });
    expect((await viewer.get(`/api/tasks/${second}`)).body.solver.id).toBe(manager.id);
    expect(await onBoard(board)).toEqual([first, second]);
    for (const [who, status] of [
      [viewer, 403],
      [stranger, 422],
      [admin, 201],
    ] as const) {
      expect((await who.post('/api/tasks', { name: 'Nový úkol', projectId: project })).status).toBe(status);
    }
  });

  it('refuse what is not there, in the fields', async () => {
    const fields = async (body: object) => {
      const { status, body: problem } = await editor.post('/api/tasks', { name: 'Nový úkol', ...body });
      return [status, problem.code, problem.errors?.map(({ path }: Json) => path)];
    };
    const elsewhere = await created(admin, '/api/projects', { name: 'Jinde' });
    const foreign = await created(admin, `/api/projects/${elsewhere}/boards`, { name: 'Cizí', section: 'done' });
    expect(await fields({ projectId: 999 })).toEqual([422, 'project.not-found', ['projectId']]);
    expect(await fields({ projectId: elsewhere })).toEqual([422, 'project.not-found', ['projectId']]);
    expect(await fields({ boardId: 999 })).toEqual([422, 'board.not-found', ['boardId']]);
    expect(await fields({ boardId: foreign })).toEqual([422, 'board.not-found', ['boardId']]);
    expect(await fields({ projectId: project, boardId: foreign })).toEqual([422, 'board.not-found', ['boardId']]);
    expect(await fields({ projectId: 'x' })).toEqual([422, 'validation.type', ['projectId']]);
  });

  it('move between boards, within one, and out; in the history by name', async () => {
    const [a, b, c] = [
      await editor.task({ name: 'Úkol A', boardId: other }),
      await editor.task({ name: 'Úkol B', boardId: other }),
      await editor.task({ name: 'Úkol C', projectId: project }),
    ];
    expect((await move(editor, c, { projectId: project, boardId: other, beforeId: b })).status).toBe(200);
    expect(await onBoard(other)).toEqual([a, c, b]);
    const before = (await editor.get(`/api/tasks/${a}`)).body.revision;
    const reordered = await move(editor, a, { projectId: project, boardId: other, beforeId: null });
    expect(reordered.body.revision).toBe(before);
    expect(await onBoard(other)).toEqual([c, b, a]);
    await move(editor, b, { projectId: null, boardId: null });
    expect((await editor.get(`/api/tasks/${b}`)).body).toMatchObject({ project: null, board: null, order: null });
    const { items } = (await editor.get(`/api/tasks/${b}/activity`)).body;
    expect(items.at(-1)).toMatchObject({
      event: 'TaskMoved',
      class: 'project-movements',
      changes: expect.arrayContaining([
        { field: 'project', from: { id: project, name: 'Orlice 2.0' }, to: null },
        { field: 'board', from: { id: other, name: 'Přihlášení' }, to: null },
      ]),
    });
    expect((await move(editor, b, { projectId: project, boardId: other })).status).toBe(200);
    const none = (await manager.get(`/api/tasks?list=all&project=${project}&board=none`)).body;
    expect(none.items.map((task: Json) => task.name)).toEqual(['Nový úkol']);
  });

  it('are moved by `edit` at both ends only, and nothing changes otherwise', async () => {
    const id = await editor.task({ name: 'Úkol k přesunu', boardId: board });
    const target = await created(admin, '/api/projects', { name: 'Cílový' });
    const refused = async (who: Person, body: object) => {
      const { status, body: problem } = await move(who, id, body);
      return `${status} ${problem.code}`;
    };
    expect(await refused(viewer, { projectId: project, boardId: other })).toBe('403 task.forbidden');
    expect(await refused(stranger, { projectId: project, boardId: other })).toBe('404 task.not-found');
    expect(await refused(editor, { projectId: target, boardId: null })).toBe('422 project.not-found');
    await admin.post(`/api/projects/${target}/members`, {
      userId: editor.id,
      permission: 'view',
      notification: 'none',
    });
    expect(await refused(editor, { projectId: target, boardId: null })).toBe('403 project.forbidden');
    await admin.patch(`/api/projects/${target}/members/${editor.id}`, { permission: 'edit' });
    await admin.patch(`/api/projects/${target}`, { active: false });
    expect(await refused(editor, { projectId: target, boardId: null })).toBe('409 project.inactive');
    for (const body of [{}, { boardId: null }, { beforeId: 1 }]) {
      expect((await move(editor, id, body)).body.errors).toMatchObject([
        { path: 'projectId', code: 'validation.required' },
      ]);
    }
    const gone = await editor.task({ name: 'Soused', projectId: project });
    expect(await refused(editor, { projectId: project, boardId: other, beforeId: gone })).toBe(
      '409 board.neighbour-moved',
    );
    expect((await editor.get(`/api/tasks/${id}`)).body.board.id).toBe(board);
    expect((await move(editor, id, { projectId: null, boardId: other })).status).toBe(200);
    expect((await editor.get(`/api/tasks/${id}`)).body).toMatchObject({
      board: { id: other },
      project: { id: project },
    });
    await admin.patch(`/api/projects/${target}`, { active: true });
    expect((await move(editor, id, { projectId: target })).status).toBe(200);
    expect((await viewer.get(`/api/tasks/${id}`)).status).toBe(404);
  });

  it('ten people drop onto one place at once: everybody’s task is there, in one order for all', async () => {
    const busy = await created(manager, `/api/projects/${project}/boards`, { name: 'Rušno', section: 'todo' });
    const first = await editor.task({ name: 'První', boardId: busy });
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, index) => editor.task({ name: `Úkol ${index}`, projectId: project })),
    );
    const answers = await Promise.all(
      ids.map((id, index) => move(index % 2 ? editor : manager, id, { boardId: busy, beforeId: first })),
    );
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    const order = await onBoard(busy);
    expect(order.at(-1)).toBe(first);
    expect([...order].sort((x, y) => x - y)).toEqual([first, ...ids].sort((x, y) => x - y));
    expect(await onBoard(busy, viewer)).toEqual(order);
    const { items } = (await manager.get(`/api/tasks?list=all&board=${busy}`)).body;
    expect(new Set(items.map((task: Json) => task.order)).size).toBe(items.length);
  });

  it('of a deleted board are in none, and come back with it unless they were moved since', async () => {
    const doomed = await created(manager, `/api/projects/${project}/boards`, { name: 'Dočasná', section: 'todo' });
    const [stays, leaves] = [
      await editor.task({ name: 'Zůstane', boardId: doomed }),
      await editor.task({ name: 'Odejde', boardId: doomed }),
    ];
    await editor.delete(`/api/boards/${doomed}`);
    expect((await editor.get(`/api/tasks/${stays}`)).body).toMatchObject({ board: null, project: { id: project } });
    expect(await onBoard(doomed)).toEqual([]);
    const none = (await manager.get(`/api/tasks?list=all&project=${project}&board=none`)).body.items;
    expect(none.map((task: Json) => task.id)).toEqual(expect.arrayContaining([stays, leaves]));
    expect((await move(editor, stays, { projectId: project, boardId: doomed })).body.code).toBe('board.not-found');
    await move(editor, leaves, { projectId: project, boardId: board });
    await editor.post(`/api/boards/${doomed}/undelete`);
    expect(await onBoard(doomed)).toEqual([stays]);
  });

  it('are seen through membership at once, and at once no more: lists, search, files, counts, history', async () => {
    const guest = await gos.person('Hana Hostová');
    const form = new FormData();
    form.append('file', new Blob(['a;b'], { type: 'text/csv' }), 'tajne.csv');
    const id = await editor.task({ name: 'Tajemství skladu', boardId: board });
    const { fileId } = (await editor.post(`/api/tasks/${id}/files`, form)).body;
    const sees = async () => ({
      detail: (await guest.get(`/api/tasks/${id}`)).status,
      file: (await guest.get(`/api/tasks/${id}/files/${fileId}`)).status,
      history: (await guest.get(`/api/tasks/${id}/activity`)).status,
      listed: (await guest.get(`/api/tasks?list=all&project=${project}&q=tajemstvi`)).body.total,
      found: (await guest.get('/api/search?q=tajemstvi')).body.total,
    });
    const nothing = { detail: 404, file: 404, history: 404, listed: 0, found: 0 };
    expect(await sees()).toEqual(nothing);
    await member(guest, 'view');
    expect(await sees()).toEqual({ detail: 200, file: 200, history: 200, listed: 1, found: 1 });
    expect((await guest.post(`/api/tasks/${id}/comments`, { text: 'Ahoj' })).status).toBe(403);
    await manager.delete(`/api/projects/${project}/members/${guest.id}`);
    expect(await sees()).toEqual(nothing);
  });

  it('stay with their parties when these are no members, who read where the task is', async () => {
    const id = await editor.task({ name: 'Pro dodavatele', boardId: board, solverId: stranger.id });
    const { body } = await stranger.get(`/api/tasks/${id}`);
    expect(body).toMatchObject({ project: { name: 'Orlice 2.0' }, board: { name: 'Evidence' } });
    expect((await stranger.get(`/api/projects/${project}`)).status).toBe(404);
    expect((await stranger.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' })).status).toBe(200);
  });

  it('sort by project and by board in the order of their names', async () => {
    const [later, sooner] = [
      await created(manager, '/api/projects', { name: 'Žirafa' }),
      await created(manager, '/api/projects', { name: 'Čáp' }),
    ];
    const tasks = [
      await manager.task({ name: 'razeni v zirafe', projectId: later }),
      await manager.task({ name: 'razeni v capovi', projectId: sooner }),
      await manager.task({ name: 'razeni nikde' }),
    ];
    const sorted = async (sort: string) =>
      (await manager.get(`/api/tasks?list=all&q=razeni&sort=${sort}`)).body.items.map((task: Json) => task.id);
    expect(await sorted('project')).toEqual([tasks[1], tasks[0], tasks[2]]);
    expect(await sorted('-project')).toEqual([tasks[0], tasks[1], tasks[2]]);
  });

  it('a retried move with one key is one movement, and If-Match tells of others', async () => {
    const id = await editor.task({ name: 'Jednou přesunout', projectId: project });
    const key = { 'idempotency-key': 'move-1' };
    const first = await editor.post(`/api/tasks/${id}/move`, { boardId: board }, key);
    const again = await editor.post(`/api/tasks/${id}/move`, { boardId: board }, key);
    expect(again.body).toEqual(first.body);
    const stale = await manager.post(`/api/tasks/${id}/move`, { boardId: other }, { 'if-match': '"1"' });
    expect(stale.body).toMatchObject({
      status: 409,
      code: 'conflict',
      conflicts: [{ path: 'boardId', base: null, theirs: board }],
    });
  });
});
