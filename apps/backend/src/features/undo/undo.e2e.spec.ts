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

  it("lists one's own last actions, the latest first, with the reason where one cannot be undone", async () => {
    const id = await contractor.task({ name: 'Nákup', solverId: solver.id });
    await contractor.patch(`/api/tasks/${id}`, { name: 'Velký nákup' });
    await solver.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' });
    const [last, first] = await actions(contractor);
    expect(last).toMatchObject({ task: { id, name: 'Velký nákup' }, action: { event: 'TaskEdited' }, refused: null });
    expect(first).toMatchObject({ action: { event: 'TaskCreated' }, refused: 'undo.too-late' });
    expect((await actions(contractor)).length).toBeLessThanOrEqual(20);
    expect((await undo(contractor, last!.action.id)).status).toBe(200);
    const [undone, before] = await actions(contractor);
    expect(undone).toMatchObject({ action: { event: 'ActionUndone' }, refused: null });
    expect(before).toMatchObject({ action: { event: 'TaskEdited' }, refused: 'undo.already-undone' });
  });
});
