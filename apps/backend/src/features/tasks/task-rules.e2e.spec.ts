import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../../testing/harness';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

describe('rules of tasks over HTTP', () => {
  let gos: Harness;
  let admin: Person;
  let contractor: Person;
  let solver: Person;
  let colleague: Person;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    contractor = await gos.person('Karla Svobodová');
    solver = await gos.person('Jan Novák');
    colleague = await gos.person('Petr Kolega');
  });
  afterAll(() => gos.stop());

  const detail = async (id: number, who = contractor): Promise<Json> => (await who.get(`/api/tasks/${id}`)).body;
  const given = (more = {}) => contractor.task({ name: 'Migrace karet', solverId: solver.id, ...more });
  const act = (who: Person, id: number, action: string, body: object = {}) =>
    who.post(`/api/tasks/${id}/${action}`, body);
  const refused = async (reply: Promise<{ status: number; body: Json }>): Promise<[number, string]> => {
    const { status, body } = await reply;
    return [status, body.code];
  };
  const history = async (id: number): Promise<string[]> =>
    (await contractor.get(`/api/tasks/${id}/activity`)).body.items.map(({ event }: Json) => event);

  it('a meeting has a start and a length, and keeps them', async () => {
    const both = await contractor.post('/api/tasks', { name: 'Porada', type: 'meeting' });
    expect(both.body.errors).toMatchObject([
      { path: 'deadline', code: 'task.deadline.required' },
      { path: 'estimateMinutes', code: 'task.estimate.required' },
    ]);
    const id = await given({ type: 'meeting', deadline: inMinutes(60), estimateMinutes: 30 });
    expect(await refused(act(contractor, id, 'deadline', { deadline: null }))).toEqual([422, 'task.deadline.required']);
    const plain = await given();
    expect(await refused(contractor.patch(`/api/tasks/${plain}`, { type: 'meeting' }))).toEqual([
      422,
      'validation.failed',
    ]);
    expect((await contractor.patch(`/api/tasks/${id}`, { type: 'normal' })).status).toBe(200);
    expect((await act(contractor, id, 'deadline', { deadline: null })).status).toBe(200);
  });

  it('a continuous task is never completed, its contractor ends it', async () => {
    const id = await given({ type: 'continuous' });
    expect((await detail(id, solver)).can.complete).toBe('task.continuous');
    expect(await refused(act(solver, id, 'complete', { result: 'Hotovo' }))).toEqual([409, 'task.continuous']);
    expect((await act(contractor, id, 'end')).status).toBe(200);
    expect(await detail(id)).toMatchObject({ state: 'solved', outcome: 'ended' });
  });

  it('a graph is completed when every subtask is solved', async () => {
    const id = await given({ type: 'graph' });
    const add = async (name: string) =>
      (await act(contractor, id, 'subtasks', { name, solverId: solver.id })).body.subtaskId;
    const [first, second] = [await add('První'), await add('Druhý')];
    await act(contractor, second, 'predecessors', { taskId: first });
    expect(await act(solver, id, 'complete', { result: 'x' })).toMatchObject({
      status: 409,
      body: {
        code: 'task.open-subtasks',
        subtasks: [
          { id: first, name: 'První' },
          { id: second, name: 'Druhý' },
        ],
      },
    });
    expect(await refused(act(solver, second, 'complete', { result: 'x' }))).toEqual([409, 'task.waiting']);
    await act(contractor, first, 'end');
    expect((await act(solver, second, 'complete', { result: 'x' })).status).toBe(200);
    expect(await refused(act(solver, id, 'complete', { result: 'x' }))).toEqual([409, 'task.open-subtasks']);
    await act(contractor, second, 'accept');
    expect((await act(solver, id, 'complete', { result: 'x' })).status).toBe(200);
  });

  it('a task for another contractor says so, and keeps its creator on notice', async () => {
    const { id } = (await colleague.post('/api/tasks', { name: 'Pro Karlu', contractorId: contractor.id })).body;
    expect(await history(id)).toEqual(['TaskCreatedForContractor']);
    const { items } = (await contractor.get(`/api/tasks/${id}/activity`)).body;
    expect(items[0]).toMatchObject({ class: 'created-with-another-contractor', by: { id: colleague.id } });
    expect(await detail(id)).toMatchObject({
      contractor: { id: contractor.id },
      participants: { acknowledged: [{ id: colleague.id }], passive: [] },
    });
    expect(
      (await contractor.get('/api/tasks?list=given&pageSize=100')).body.items.map(({ id: one }: Json) => one),
    ).toContain(id);
    expect((await colleague.get('/api/tasks?list=notified')).body.items.map(({ id: one }: Json) => one)).toContain(id);
    expect(await refused(act(colleague, id, 'end'))).toEqual([403, 'task.forbidden']);
  });

  it('who gives a task to themselves completes and accepts in one step', async () => {
    const id = await contractor.task({ name: 'Sama sobě', solverId: contractor.id });
    expect((await act(contractor, id, 'complete', { result: 'Hotovo' })).body).toMatchObject({ revision: 3 });
    expect(await detail(id)).toMatchObject({ state: 'solved', outcome: 'accepted' });
    expect(await history(id)).toEqual(['TaskCreated', 'TaskCompleted', 'TaskAccepted']);
  });

  it('what changes nothing is answered by the present revision, and is no event', async () => {
    const id = await given({ shownDate: '2030-01-01', tags: ['a'], acknowledged: [colleague.id] });
    for (const reply of [
      await contractor.patch(`/api/tasks/${id}`, {}),
      await contractor.patch(`/api/tasks/${id}`, { name: ' Migrace karet ', tags: ['a', ' a'], priority: 5 }),
      await act(contractor, id, 'assign', { solverId: solver.id }),
      await act(contractor, id, 'plan', { shownDate: '2030-01-01' }),
      await act(contractor, id, 'deadline', { deadline: null }),
      await act(contractor, id, 'participants', { userId: colleague.id, kind: 'acknowledged' }),
    ]) {
      expect(reply).toMatchObject({ status: 200, body: { id, revision: 1, position: expect.stringMatching(/^\d+$/) } });
    }
    expect(await history(id)).toEqual(['TaskCreated']);
  });

  it('201 is for what was not there before', async () => {
    const [id, other] = [await given(), await given()];
    const add = async (kind: string) =>
      (await act(contractor, id, 'participants', { userId: colleague.id, kind })).status;
    expect([await add('passive'), await add('passive'), await add('acknowledged')]).toEqual([201, 200, 200]);
    const wait = async () => (await act(contractor, id, 'predecessors', { taskId: other })).status;
    expect([await wait(), await wait()]).toEqual([201, 200]);
    expect((await act(contractor, id, 'comments', { text: 'x' })).status).toBe(201);
    expect((await act(contractor, id, 'subtasks', { name: 'Podúkol' })).status).toBe(201);
    expect((await contractor.delete(`/api/tasks/${id}/participants/${colleague.id}`)).status).toBe(200);
    expect(await refused(contractor.delete(`/api/tasks/${id}/participants/${colleague.id}`))).toEqual([
      404,
      'task.participant.not-there',
    ]);
  });

  it('a subtask has its parent from the address', async () => {
    const [id, other] = [await given(), await given()];
    expect(await refused(act(contractor, id, 'subtasks', { name: 'Podúkol', parentId: other }))).toEqual([
      422,
      'task.parent.unknown',
    ]);
    const same = await act(contractor, id, 'subtasks', { name: 'Podúkol', parentId: id });
    expect((await detail(same.body.subtaskId)).parent).toEqual({ id, name: 'Migrace karet' });
    expect(await refused(act(colleague, id, 'subtasks', { name: 'Podúkol' }))).toEqual([404, 'task.not-found']);
    await act(contractor, id, 'participants', { userId: colleague.id, kind: 'passive' });
    expect(await refused(act(colleague, id, 'subtasks', { name: 'Podúkol' }))).toEqual([403, 'task.forbidden']);
    await contractor.delete(`/api/tasks/${id}`);
    expect(await refused(act(contractor, id, 'subtasks', { name: 'Podúkol' }))).toEqual([404, 'task.not-found']);
  });

  it('what has the If-Match of another task refuses it in the order: there, right, conflict, state', async () => {
    const [id, other] = [await given(), await given()];
    const subtask = (who: Person, stale = { 'if-match': '"9"' }) =>
      refused(who.post(`/api/tasks/${id}/subtasks`, { name: 'Podúkol' }, stale));
    const predecessor = (who: Person, stale = { 'if-match': '"9"' }) =>
      refused(who.post(`/api/tasks/${id}/predecessors`, { taskId: other }, stale));
    const noPredecessor = (stale = { 'if-match': '"9"' }) =>
      refused(contractor.delete(`/api/tasks/${id}/predecessors/${other}`, stale));
    const stranger = await gos.person('Cizí Člověk');
    await act(contractor, id, 'participants', { userId: colleague.id, kind: 'passive' });
    expect([await subtask(stranger), await predecessor(stranger)]).toEqual(Array(2).fill([404, 'task.not-found']));
    expect(await noPredecessor()).toEqual([404, 'task.predecessor.not-there']);
    expect([await subtask(colleague), await predecessor(colleague)]).toEqual(Array(2).fill([403, 'task.forbidden']));
    await act(contractor, id, 'predecessors', { taskId: other });
    await act(contractor, id, 'end');
    const conflicts = [await subtask(contractor), await predecessor(contractor), await noPredecessor()];
    expect(conflicts).toEqual(Array(3).fill([409, 'conflict']));
    const { revision } = await detail(id);
    const current = { 'if-match': `"${revision}"` };
    const states = [await subtask(contractor, current), await predecessor(contractor, current)];
    expect([...states, await noPredecessor(current)]).toEqual(Array(3).fill([409, 'task.already-solved']));
  });

  it('deactivated people and auditors are given nothing', async () => {
    const [gone, auditor] = [await gos.person('Bývalý Kolega'), await gos.person('Olga Revizorová')];
    await admin.patch(`/api/users/${gone.id}`, { active: false });
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
    const id = await given();
    for (const { id: person } of [gone, auditor, { id: 9999 }]) {
      expect(await refused(act(contractor, id, 'assign', { solverId: person }))).toEqual([422, 'task.solver.unknown']);
      expect(await refused(act(contractor, id, 'participants', { userId: person, kind: 'passive' }))).toEqual([
        422,
        'task.participant.unknown',
      ]);
      expect(await refused(contractor.post('/api/tasks', { name: 'Pro nikoho', contractorId: person }))).toEqual([
        422,
        'task.contractor.unknown',
      ]);
    }
  });

  it('a collaborator sees and names only those of the tasks that they see', async () => {
    const external = await gos.person('Externí Eva');
    await admin.patch(`/api/users/${external.id}`, { role: 'collaborator' });
    const id = await given({ solverId: external.id });
    const people = async () => (await external.get('/api/users')).body.items.map((person: Json) => person.id).sort();
    expect(await people()).toEqual([contractor.id, external.id].sort());
    expect((await external.get(`/api/users/${solver.id}`)).status).toBe(404);
    expect((await external.get(`/api/users/${contractor.id}`)).status).toBe(200);
    expect((await external.get('/api/tasks')).body.items.map((task: Json) => task.id)).toEqual([id]);
    const own = await external.task({ name: 'Moje vlastní', solverId: contractor.id });
    expect(await refused(act(external, own, 'assign', { solverId: solver.id }))).toEqual([422, 'task.solver.unknown']);
    expect(await refused(external.post('/api/tasks', { name: 'Pro cizí', solverId: solver.id }))).toEqual([
      422,
      'task.solver.unknown',
    ]);
    await external.delete(`/api/tasks/${own}`);
    await act(contractor, id, 'assign', { solverId: null });
    expect(await people()).toEqual([external.id]);
    expect(await refused(external.post('/api/tasks', { name: 'Už ne', solverId: contractor.id }))).toEqual([
      422,
      'task.solver.unknown',
    ]);
    expect((await external.get('/api/search?q=migrace')).body.total).toBe(0);
  });

  it('a collaborator reads of people in old data only whom they see today', async () => {
    const external = await gos.person('Externí Ema');
    await admin.patch(`/api/users/${external.id}`, { role: 'collaborator' });
    const project = (await contractor.post('/api/projects', { name: 'S externími' })).body.id;
    const member = { userId: external.id, permission: 'view', notification: 'all' };
    await contractor.post(`/api/projects/${project}/members`, member);
    const id = await given({ solverId: solver.id, projectId: project, deadline: null });
    await act(contractor, id, 'comments', { text: `Jednou @[${solver.id}] hotovo` });
    const { at } = (await contractor.get(`/api/tasks/${id}/activity`)).body.items[0];
    await act(contractor, id, 'assign', { solverId: null });
    const year = new Date().getFullYear();
    const moments = `from=${at}&to=${new Date().toISOString()}`;
    const created = `kind=created&from=${year - 1}-01-01&to=${year + 1}-12-31`;
    const read = async (who: Person) => {
      const [history, then, diff, statistics, items, found] = await Promise.all(
        [
          `/api/tasks/${id}/activity`,
          `/api/tasks/${id}?at=${at}`,
          `/api/tasks/${id}/diff?${moments}`,
          `/api/projects/${project}/statistics?period=month`,
          `/api/projects/${project}/statistics/items?${created}`,
          '/api/search?q=jednou',
        ].map((path) => who.get(path)),
      );
      return [
        history!.body.items.at(-1).changes.find(({ field }: Json) => field === 'solver').from,
        then!.body.solver,
        diff!.body.changes.find(({ field }: Json) => field === 'solver').from,
        statistics!.body.current.bySolver[0].solver,
        items!.body.items[0].solver,
        found!.body.items[0].snippet.replace(/.*@(\S+).*/, '$1'),
      ];
    };
    const hidden = { id: solver.id, name: `#${solver.id}` };
    expect(await read(external)).toEqual([hidden, hidden, hidden, hidden, hidden, hidden.name]);
    const known = { id: solver.id, name: 'Jan Novák' };
    expect(await read(contractor)).toEqual([known, known, known, known, known, 'Jan']);
  });

  it('what is deleted is there only for whoever may bring it back and asks for it', async () => {
    const id = await given();
    const { commentId } = (await act(solver, id, 'comments', { text: 'Omyl' })).body;
    await solver.delete(`/api/tasks/${id}/comments/${commentId}`);
    const comments = async (who: Person) => (await who.get(`/api/tasks/${id}/comments?deleted=true`)).body.items;
    expect(await comments(solver)).toMatchObject([{ id: commentId, text: 'Omyl', deleted: true }]);
    expect(await comments(contractor)).toEqual([]);
    expect(await comments(admin)).toHaveLength(1);
    expect(await refused(solver.post(`/api/tasks/${id}/comments/99/undelete`))).toEqual([404, 'task.comment.unknown']);
    expect((await solver.post(`/api/tasks/${id}/comments/${commentId}/undelete`)).status).toBe(200);
    expect(await refused(solver.post(`/api/tasks/${id}/comments/${commentId}/undelete`))).toEqual([
      409,
      'task.comment.there',
    ]);
    expect(await refused(contractor.post(`/api/tasks/${id}/undelete`))).toEqual([409, 'task.not-deleted']);
    await contractor.delete(`/api/tasks/${id}`);
    for (const path of ['', '/activity', '/comments', `/diff?from=${inMinutes(-1)}&to=${inMinutes(1)}`]) {
      const asked = `/api/tasks/${id}${path}`;
      const deleted = `${asked}${asked.includes('?') ? '&' : '?'}deleted=true`;
      const expected = path.startsWith('/diff') ? 404 : 200;
      expect((await contractor.get(asked)).status).toBe(404);
      expect([path, (await contractor.get(deleted)).status]).toEqual([path, expected]);
      expect((await solver.get(deleted)).status).toBe(404);
    }
    expect(await refused(contractor.delete(`/api/tasks/${id}`))).toEqual([404, 'task.not-found']);
    expect(await refused(act(contractor, id, 'comments', { text: 'x' }))).toEqual([404, 'task.not-found']);
    expect(await refused(solver.post(`/api/tasks/${id}/undelete`))).toEqual([404, 'task.not-found']);
    expect((await admin.post(`/api/tasks/${id}/undelete`)).status).toBe(200);
    expect(await history(id)).toEqual(expect.arrayContaining(['TaskDeleted', 'TaskUndeleted']));
  });

  it('a task is seen as it was, with the rights of today', async () => {
    const id = await given({ budget: { amount: '100', currency: 'CZK' } });
    const moment = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      const at = new Date().toISOString();
      await new Promise((resolve) => setTimeout(resolve, 5));
      return at;
    };
    const before = await moment();
    await contractor.patch(`/api/tasks/${id}`, { name: 'Druhé jméno', priority: 9 });
    await act(contractor, id, 'budget', { budget: { amount: '200', currency: 'CZK' } });
    const after = await moment();
    await act(contractor, id, 'assign', { solverId: colleague.id });
    const then = async (who: Person, at: string) => (await who.get(`/api/tasks/${id}?at=${at}`)).body;
    expect(await then(contractor, before)).toMatchObject({
      name: 'Migrace karet',
      revision: 1,
      budget: { amount: '100.00' },
      solver: { id: solver.id },
    });
    expect(await then(colleague, after)).toMatchObject({
      name: 'Druhé jméno',
      budget: null,
      usedBudget: null,
      solver: { id: solver.id },
    });
    expect((await solver.get(`/api/tasks/${id}?at=${before}`)).status).toBe(404);
    expect((await then(contractor, before)).can).toEqual((await detail(id)).can);
    const diff = async (who: Person, from: string, to: string) =>
      (await who.get(`/api/tasks/${id}/diff?from=${from}&to=${to}`)).body.changes;
    expect(await diff(contractor, before, after)).toEqual([
      { field: 'name', from: 'Migrace karet', to: 'Druhé jméno' },
      { field: 'priority', from: 5, to: 9 },
      { field: 'budget', from: { amount: '100.00', currency: 'CZK' }, to: { amount: '200.00', currency: 'CZK' } },
    ]);
    expect((await diff(colleague, before, after)).map(({ field }: Json) => field)).toEqual(['name', 'priority']);
    expect(await diff(contractor, after, after)).toEqual([]);
    const names = Object.keys(await detail(id));
    for (const { field } of await diff(contractor, before, await moment())) expect(names).toContain(field);
  });

  it('counts what the lists hold', async () => {
    const [giver, taker] = [await gos.person('Zadavatel'), await gos.person('Řešitel')];
    const give = (more = {}) => giver.task({ name: 'Počítaný', solverId: taker.id, ...more });
    const [, done] = [await give(), await give(), await give({ shownDate: '2090-01-01' })];
    await act(taker, done, 'complete', { result: 'x' });
    expect((await taker.get('/api/tasks/counts')).body).toEqual({
      'to-complete': 1,
      given: 0,
      'to-accept': 0,
      notified: 0,
      planned: 1,
    });
    expect((await giver.get('/api/tasks/counts')).body).toEqual({
      'to-complete': 0,
      given: 3,
      'to-accept': 1,
      notified: 0,
      planned: 0,
    });
  });
});
