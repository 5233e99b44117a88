import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../../testing/harness';

describe('an Idempotency-Key', () => {
  let gos: Harness;
  let admin: Person;
  let contractor: Person;
  let solver: Person;
  let count = 0;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    contractor = await gos.person('Karla Svobodová');
    solver = await gos.person('Jan Novák');
  });
  afterAll(() => gos.stop());

  const newKey = () => ({ 'idempotency-key': `key-${++count}` });
  const given = () => contractor.task({ name: 'Migrace karet', solverId: solver.id });
  const events = async () => (await gos.service<EventLog>(EVENT_LOG).readAll(null, 10_000)).length;
  const form = (content: string, name: string) => {
    const data = new FormData();
    data.set('file', new Blob([content], { type: 'text/plain' }), name);
    return data;
  };

  /** Each way to change something, with a body and another one. */
  const changes: readonly [string, string, (id: number) => string, Json, Json][] = [
    ['creating', 'POST', () => '/api/tasks', { name: 'Jednou' }, { name: 'Jindy' }],
    ['a subtask', 'POST', (id) => `/api/tasks/${id}/subtasks`, { name: 'Podúkol' }, { name: 'Jiný podúkol' }],
    ['editing', 'PATCH', (id) => `/api/tasks/${id}`, { priority: 9 }, { priority: 1 }],
    ['an action', 'POST', (id) => `/api/tasks/${id}/plan`, { shownDate: '2030-01-01' }, { shownDate: null }],
    ['a comment', 'POST', (id) => `/api/tasks/${id}/comments`, { text: 'Ahoj' }, { text: 'Nazdar' }],
    ['deleting', 'DELETE', (id) => `/api/tasks/${id}`, undefined, undefined],
  ];

  it.each(changes)(
    'makes %s happen once: twice at once, again, after a restart',
    async (_, method, path, body, other) => {
      const key = newKey();
      const id = await given();
      const send = (content: Json = body, headers = key) => contractor.call(method, path(id), content, headers);
      const [first, second] = await Promise.all([send(), send()]);
      expect(first.status).toBeLessThan(300);
      expect([second.status, second.body]).toEqual([first.status, first.body]);
      const before = await events();
      await contractor.post(`/api/tasks/${id}/comments`, { text: 'Mezitím' });
      expect((await send()).body).toEqual(first.body);
      await gos.restart();
      for (const person of [admin, contractor, solver]) person.origin = gos.origin;
      const again = await send();
      expect([again.status, again.body]).toEqual([first.status, first.body]);
      expect(await events()).toBeLessThanOrEqual(before + 1);
      if (other === undefined) return;
      expect(await send(other)).toMatchObject({ status: 422, body: { code: 'idempotency.reused' } });
    },
  );

  it('keeps the answer of a retry that says If-Match, or whose author sees the task no more', async () => {
    const id = await given();
    const key = { ...newKey(), 'if-match': '"1"' };
    const sub = () => contractor.post(`/api/tasks/${id}/subtasks`, { name: 'Podúkol' }, key);
    const first = await sub();
    expect(first.status).toBe(201);
    expect((await sub()).body).toEqual(first.body);
    await contractor.post(`/api/tasks/${id}/participants`, { userId: admin.id, kind: 'passive' });
    await contractor.post(`/api/tasks/${id}/assign`, { solverId: null });
    const colleague = await gos.person('Petr Pasivní');
    await contractor.post(`/api/tasks/${id}/participants`, { userId: colleague.id, kind: 'passive' });
    const out = newKey();
    const leave = () => colleague.delete(`/api/tasks/${id}/participants/${colleague.id}`, out);
    const left = await leave();
    expect(left.status).toBe(200);
    expect((await leave()).body).toEqual(left.body);
    expect((await colleague.get(`/api/tasks/${id}`)).status).toBe(404);
  });

  it('uploads a file once', async () => {
    const id = await given();
    const key = newKey();
    const send = (content: string, name = 'a.txt') =>
      contractor.post(`/api/tasks/${id}/files`, form(content, name), key);
    const first = await send('obsah');
    expect(first).toMatchObject({ status: 201, body: { fileId: expect.any(Number) } });
    expect((await send('obsah')).body).toEqual(first.body);
    expect(await send('jiný')).toMatchObject({ status: 422, body: { code: 'idempotency.reused' } });
    expect((await contractor.get(`/api/tasks/${id}`)).body.files).toHaveLength(1);
  });

  it('belongs to one command: not to one on another task, nor to a creation', async () => {
    const [one, two] = [await given(), await given()];
    const key = newKey();
    const comment = (id: number) => contractor.post(`/api/tasks/${id}/comments`, { text: 'Ahoj' }, key);
    const replies = await Promise.all([comment(one), comment(two)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(await contractor.post('/api/tasks', { name: 'Nový' }, key)).toMatchObject({ status: 422 });
    expect(await contractor.post(`/api/tasks/${two}/predecessors`, { taskId: one }, key)).toMatchObject({
      status: 422,
    });
    const creation = newKey();
    await contractor.post('/api/tasks', { name: 'Nový' }, creation);
    expect(await contractor.post(`/api/tasks/${one}/plan`, { shownDate: null }, creation)).toMatchObject({
      status: 422,
      body: { code: 'idempotency.reused' },
    });
    for (const id of [one, two]) {
      const { items } = (await contractor.get(`/api/tasks/${id}/activity`)).body;
      expect(items[0].event).toBe('TaskCreated');
    }
  });

  it('is one person’s own', async () => {
    const id = await given();
    const key = newKey();
    const [mine, theirs] = await Promise.all(
      [contractor, solver].map((who) => who.post(`/api/tasks/${id}/comments`, { text: 'Ahoj' }, key)),
    );
    expect([mine!.status, theirs!.status]).toEqual([201, 201]);
    expect(mine!.body.commentId).not.toBe(theirs!.body.commentId);
  });

  it('does not remember refusals', async () => {
    const id = await given();
    const key = newKey();
    const complete = () => solver.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' }, key);
    const blocker = await given();
    await contractor.post(`/api/tasks/${id}/predecessors`, { taskId: blocker });
    expect((await complete()).status).toBe(409);
    await contractor.post(`/api/tasks/${blocker}/end`, {});
    expect((await complete()).status).toBe(200);
    const creation = newKey();
    expect((await contractor.post('/api/tasks', { name: 'Špatně', solverId: 999 }, creation)).status).toBe(422);
    expect((await contractor.post('/api/tasks', { name: 'Správně' }, creation)).status).toBe(201);
  });

  it('holds for people too', async () => {
    const person = await gos.person('Radka Rychlá');
    const key = newKey();
    const change = (role: string) => admin.patch(`/api/users/${person.id}`, { role }, key);
    const [first, second] = await Promise.all([change('collaborator'), change('collaborator')]);
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    await admin.patch(`/api/users/${person.id}`, { role: 'member' });
    expect((await change('collaborator')).body).toEqual(first.body);
    expect((await admin.get(`/api/users/${person.id}`)).body.role).toBe('member');
    expect(await change('auditor')).toMatchObject({ status: 422, body: { code: 'idempotency.reused' } });
  });

  it.each([
    ['', 422],
    ['x'.repeat(201), 422],
    ['x'.repeat(200), 201],
  ])('%# has 1 to 200 characters', async (key, status) => {
    expect((await contractor.post('/api/tasks', { name: 'Klíč' }, { 'idempotency-key': key })).status).toBe(status);
  });
});
