import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../../testing/harness';

describe('a board is accepted', () => {
  let gos: Harness;
  let manager: Person;
  let editor: Person;
  let other: Person;
  let viewer: Person;
  let stranger: Person;
  let auditor: Person;
  let projectId: number;

  beforeAll(async () => {
    gos = await Harness.start();
    const admin = await gos.person('Alena Adminová');
    manager = await gos.person('Karla Svobodová');
    editor = await gos.person('Jan Novák');
    other = await gos.person('Petr Druhý');
    viewer = await gos.person('Věra Dívková');
    stranger = await gos.person('Cyril Cizí');
    auditor = await gos.person('Olga Revizorová');
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
    projectId = (await manager.post('/api/projects', { name: 'Nový e-shop' })).body.id;
    for (const [person, permission] of [
      [editor, 'edit'],
      [other, 'edit'],
      [viewer, 'view'],
    ] as const) {
      await manager.post(`/api/projects/${projectId}/members`, { userId: person.id, permission, notification: 'all' });
    }
  });
  afterAll(() => gos.stop());

  const events = async () => (await gos.service<EventLog>(EVENT_LOG).readAll(null, 100_000)).length;
  const board = async (): Promise<number> =>
    (await editor.post(`/api/projects/${projectId}/boards`, { name: 'Platby', section: 'todo' })).body.id;
  const fulfilled = async (by: Person, boardId: number, name: string) => {
    const id = await by.task({ name, boardId, solverId: viewer.id });
    await viewer.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' });
    return id;
  };
  const accept = (by: Person, id: number, headers = {}) => by.post(`/api/boards/${id}/accept`, undefined, headers);

  it('task by task: those that the person may accept, naming those that they may not', async () => {
    const id = await board();
    const mine = await fulfilled(editor, id, 'Zadal editor');
    const theirs = await fulfilled(other, id, 'Zadal druhý');
    await editor.task({ name: 'Teprve zadaný', boardId: id, solverId: viewer.id });
    const gone = await fulfilled(editor, id, 'Smazaný');
    await editor.delete(`/api/tasks/${gone}`);
    const first = await accept(editor, id);
    expect(first.body).toEqual({
      id,
      revision: 1,
      position: expect.any(String),
      accepted: [{ id: mine, name: 'Zadal editor' }],
      refused: [{ id: theirs, name: 'Zadal druhý', code: 'task.forbidden' }],
    });
    expect(first.status).toBe(200);
    expect((await viewer.get(`/api/boards/${id}`)).body.taskCounts).toEqual({
      created: 0,
      assigned: 1,
      fulfilled: 1,
      returned: 0,
      solved: 1,
    });
    expect((await viewer.get(`/api/tasks/${mine}`)).body).toMatchObject({ state: 'solved', outcome: 'accepted' });
    expect((await accept(viewer, id)).body).toMatchObject({ accepted: [], refused: [{ id: theirs }] });
    expect((await accept(manager, id)).body).toMatchObject({ accepted: [{ id: theirs }], refused: [] });
    expect((await accept(manager, id)).body).toMatchObject({ accepted: [], refused: [] });
  });

  it('only where there are tasks, and only by those who see them', async () => {
    const id = await board();
    expect(await accept(viewer, id)).toMatchObject({ status: 409, body: { code: 'board.no-tasks' } });
    expect((await accept(auditor, id)).body.code).toBe('task.auditor');
    expect((await accept(stranger, id)).body.code).toBe('board.not-found');
    expect((await editor.post('/api/boards/abc/accept')).body.code).toBe('board.not-found');
    expect((await editor.post(`/api/boards/${id}/accept`, { all: true })).status).toBe(422);
  });

  it('once with one Idempotency-Key: the retry names them again and does nothing', async () => {
    const id = await board();
    const tasks = [await fulfilled(editor, id, 'První'), await fulfilled(editor, id, 'Druhý')];
    const key = { 'idempotency-key': 'accept-once' };
    const [first, second] = await Promise.all([accept(editor, id, key), accept(editor, id, key)]);
    expect(first.body.accepted.map((one: Json) => one.id)).toEqual(tasks);
    expect(second.body).toEqual(first.body);
    await editor.post(`/api/tasks/${tasks[0]}/restore`, {});
    await viewer.post(`/api/tasks/${tasks[0]}/complete`, { result: 'Znovu' });
    const before = await events();
    expect((await accept(editor, id, key)).body.accepted).toEqual(first.body.accepted);
    expect(await events()).toBe(before);
    expect((await viewer.get(`/api/tasks/${tasks[0]}`)).body.state).toBe('fulfilled');
    const used = { 'idempotency-key': 'used-for-a-board' };
    await editor.patch(`/api/boards/${id}`, { name: 'Jinak' }, used);
    expect((await accept(editor, id, used)).body.code).toBe('idempotency.reused');
  });

  it('with many tasks: all of them, each once', async () => {
    const id = await board();
    const tasks = await Promise.all(Array.from({ length: 60 }, (_, n) => fulfilled(editor, id, `Úkol ${n}`)));
    const before = await events();
    const { body } = await accept(editor, id);
    expect(body.accepted.map((one: Json) => one.id)).toEqual([...tasks].sort((a, b) => a - b));
    expect(await events()).toBe(before + tasks.length);
    expect((await viewer.get(`/api/boards/${id}`)).body.taskCounts.solved).toBe(tasks.length);
  });
});
