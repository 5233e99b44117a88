import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../../testing/harness';

describe('undo, over HTTP', () => {
  let gos: Harness;
  let admin: Person;
  let contractor: Person;
  let solver: Person;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    contractor = await gos.person('Karla Svobodová');
    solver = await gos.person('Jan Novák');
  });
  afterAll(() => gos.stop());

  const undo = (who: Person, eventId: string) => who.post('/api/undo', { eventId });
  const actions = async (who: Person): Promise<Json[]> => (await who.get('/api/undo')).body.items;
  const detail = async (id: number) => (await contractor.get(`/api/tasks/${id}`)).body;
  const eventOf = async (reply: Promise<{ body: Json }>) => (await reply).body.eventId as string;

  it('takes back an acceptance and its own undo', async () => {
    const id = await contractor.task({ name: 'Inventura', solverId: solver.id });
    await solver.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' });
    const accepted = await eventOf(contractor.post(`/api/tasks/${id}/accept`, { rating: 4, comment: 'Díky!' }));
    const undone = await undo(contractor, accepted);
    expect(undone).toMatchObject({ status: 200, body: { id } });
    expect(await detail(id)).toMatchObject({ state: 'fulfilled', outcome: null, rating: null });
    expect((await contractor.get(`/api/tasks/${id}/comments`)).body.items).toEqual([]);

    expect((await undo(contractor, undone.body.eventId)).status).toBe(200);
    expect(await detail(id)).toMatchObject({ state: 'solved', outcome: 'accepted', rating: 4 });
    expect((await contractor.get(`/api/tasks/${id}/comments`)).body.items).toHaveLength(1);
  });

  it('takes a result back until somebody acted on it, and names the change that came after', async () => {
    const id = await contractor.task({ name: 'Převoz', solverId: solver.id });
    const completed = await eventOf(solver.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' }));
    expect(await undo(contractor, completed)).toMatchObject({ status: 403, body: { code: 'undo.not-yours' } });
    await contractor.post(`/api/tasks/${id}/return`, { reason: 'Chybí doprava' });
    expect(await undo(solver, completed)).toMatchObject({
      status: 409,
      body: {
        code: 'undo.too-late',
        later: { event: 'TaskReturned', by: { id: contractor.id, name: 'Karla Svobodová' } },
      },
    });
  });

  it('happens once, also when it is sent twice at the same time', async () => {
    const id = await contractor.task({ name: 'Úklid', solverId: solver.id });
    const planned = await eventOf(contractor.patch(`/api/tasks/${id}`, { name: 'Velký úklid' }));
    const replies = await Promise.all([undo(contractor, planned), undo(contractor, planned)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'undo.already-undone' });
    expect((await detail(id)).name).toBe('Úklid');
    const history: Json[] = (await contractor.get(`/api/tasks/${id}/activity`)).body.items;
    expect(history.slice(-2).map(({ event }) => event)).toEqual(['TaskEdited', 'ActionUndone']);
  });

  it('refuses unknown events and hides those of others', async () => {
    expect(await undo(contractor, '00000000-0000-4000-8000-000000000000')).toMatchObject({
      status: 404,
      body: { code: 'undo.unknown' },
    });
    expect((await contractor.post('/api/undo', {})).status).toBe(422);
    expect((await gos.stranger().post('/api/undo', { eventId: 'x' })).status).toBe(401);
    const id = await contractor.task({ name: 'Tajné' });
    const edited = await eventOf(contractor.patch(`/api/tasks/${id}`, { name: 'Velmi tajné' }));
    expect(await undo(solver, edited)).toMatchObject({ status: 404, body: { code: 'undo.unknown' } });
  });

  it('refuses to bring back a person who is gone', async () => {
    const leaving = await gos.person('Petr Odešel');
    const id = await contractor.task({ name: 'Předání', solverId: leaving.id });
    const assigned = await eventOf(contractor.post(`/api/tasks/${id}/assign`, { solverId: solver.id }));
    expect((await admin.patch(`/api/users/${leaving.id}`, { active: false })).status).toBe(200);
    expect(await undo(contractor, assigned)).toMatchObject({ status: 409, body: { code: 'undo.person-gone' } });
  });

  describe('of things other than tasks', () => {
    let manager: Person;
    let member: Person;
    let projectId: number;

    beforeAll(async () => {
      manager = await gos.person('Marta Manažerová');
      member = await gos.person('Eva Editorová');
      projectId = (await manager.post('/api/projects', { name: 'E-shop' })).body.id;
      await manager.post(`/api/projects/${projectId}/members`, {
        userId: member.id,
        permission: 'edit',
        notification: 'all',
      });
    });

    it('restores a board that was deleted, and its name', async () => {
      const { id } = (await member.post(`/api/projects/${projectId}/boards`, { name: 'Platby', section: 'todo' })).body;
      const renamed = await eventOf(member.patch(`/api/boards/${id}`, { name: 'Sklad' }));
      const removed = await eventOf(member.delete(`/api/boards/${id}`));
      expect(await undo(manager, removed)).toMatchObject({ status: 403, body: { code: 'undo.not-yours' } });
      expect(await undo(member, renamed)).toMatchObject({ status: 409, body: { code: 'board.is-deleted' } });
      expect(await undo(member, removed)).toMatchObject({ status: 200, body: { id } });
      expect(await undo(member, renamed)).toMatchObject({ status: 200, body: { id } });
      expect((await member.get(`/api/boards/${id}`)).body).toMatchObject({ name: 'Platby' });
      expect(await undo(solver, renamed)).toMatchObject({ status: 404, body: { code: 'undo.unknown' } });
    });

    it('happens once, also when it is sent twice at the same time', async () => {
      const renamed = await eventOf(manager.patch(`/api/projects/${projectId}`, { name: 'E-shop 2' }));
      const replies = await Promise.all([undo(manager, renamed), undo(manager, renamed)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(replies.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'undo.already-undone' });
      expect((await manager.get(`/api/projects/${projectId}`)).body).toMatchObject({ name: 'E-shop' });
    });

    it('takes a membership back, and its rights with it', async () => {
      const path = `/api/projects/${projectId}/members`;
      const added = await eventOf(manager.post(path, { userId: solver.id, permission: 'edit', notification: 'all' }));
      expect((await solver.get(`/api/projects/${projectId}`)).status).toBe(200);
      const undone = await undo(manager, added);
      expect(undone.status).toBe(200);
      expect((await solver.get(`/api/projects/${projectId}`)).status).toBe(404);
      expect((await undo(manager, undone.body.eventId)).status).toBe(200);
      expect((await solver.get(`/api/projects/${projectId}`)).status).toBe(200);
    });

    it('restores a dependency, a plan, an entry of work and the state of a repeated task', async () => {
      const [first, second] = [await member.task({ name: 'První' }), await member.task({ name: 'Druhý' })];
      const path = `/api/tasks/${second}/predecessors`;
      const waits = await eventOf(member.post(path, { taskId: first }));
      expect(await undo(member, waits)).toMatchObject({ status: 200, body: { id: second } });
      expect((await member.get(`/api/tasks/${second}`)).body.predecessors).toEqual([]);

      const day = { type: 'at_work', date: '2031-03-03', from: '08:00', to: '16:00', location: 'Brno' };
      const plan = (await member.post('/api/plans', day)).body;
      expect(plan).toMatchObject({ eventId: expect.any(String) });
      expect(await undo(member, plan.eventId)).toMatchObject({ status: 200, body: { id: plan.id } });
      expect((await member.get(`/api/plans/${plan.id}`)).status).toBe(404);

      const times = { taskId: first, from: '2026-01-13T06:00:00.000Z', to: '2026-01-13T07:00:00.000Z' };
      const entry = (await member.post('/api/work/entries', times)).body;
      const removed = await eventOf(member.delete(`/api/work/entries/${entry.id}`));
      expect(await undo(member, removed)).toMatchObject({ status: 200, body: { id: entry.id } });
      expect((await member.get(`/api/work/entries/${entry.id}`)).body).toMatchObject({ from: times.from });
      expect(await undo(solver, removed)).toMatchObject({ status: 403, body: { code: 'undo.not-yours' } });

      const repeated = (
        await member.post('/api/repeated-tasks', {
          name: 'Inventura',
          firstDeadline: '2031-03-04T10:00:00.000Z',
          repeat: 'weekly',
        })
      ).body;
      const stopped = await eventOf(member.post(`/api/repeated-tasks/${repeated.id}/deactivate`));
      expect(await undo(member, stopped)).toMatchObject({ status: 200, body: { id: repeated.id } });
      expect((await member.get(`/api/repeated-tasks/${repeated.id}`)).body).toMatchObject({ active: true });

      const [last] = await actions(member);
      expect(last).toMatchObject({ action: { event: 'ActionUndone', thing: { kind: 'repeatedTask' } }, refused: null });
    });

    it('keeps a closed month closed', async () => {
      const task = await member.task({ name: 'Uzávěrka' });
      const times = { taskId: task, from: '2026-02-05T06:00:00.000Z', to: '2026-02-05T07:00:00.000Z' };
      const added = await eventOf(member.post('/api/work/entries', times));
      const month = { userId: member.id, year: 2026, month: 2 };
      expect((await admin.post('/api/attendance/months/close', month)).status).toBe(200);
      expect(await undo(member, added)).toMatchObject({ status: 409, body: { code: 'work.month-closed' } });
    });
  });

  it("lists one's own last actions, the latest first, with the reason where one cannot be undone", async () => {
    const id = await contractor.task({ name: 'Nákup', solverId: solver.id });
    await contractor.patch(`/api/tasks/${id}`, { name: 'Velký nákup' });
    await solver.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' });
    const [last, first] = await actions(contractor);
    expect(last).toMatchObject({
      action: { event: 'TaskEdited', task: { id, name: 'Velký nákup' } },
      refused: null,
    });
    expect(first).toMatchObject({ action: { event: 'TaskCreated' }, refused: 'undo.too-late' });
    expect((await actions(contractor)).length).toBeLessThanOrEqual(20);
    expect((await undo(contractor, last!.action.id)).status).toBe(200);
    const [undone, before] = await actions(contractor);
    expect(undone).toMatchObject({ action: { event: 'ActionUndone' }, refused: null });
    expect(before).toMatchObject({ action: { event: 'TaskEdited' }, refused: 'undo.already-undone' });
  });
});
