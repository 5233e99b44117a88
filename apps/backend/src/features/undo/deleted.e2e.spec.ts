import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../../testing/harness';

describe('the list of deleted things', () => {
  let gos: Harness;
  let admin: Person;
  let auditor: Person;
  let karla: Person;
  let jan: Person;
  let eva: Person;
  let project: number;
  let task: number;

  const made = async (person: Person, path: string, body: object) => {
    const { status, body: answer } = await person.post(path, body);
    if (status >= 400) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const deleted = async (person: Person, query = ''): Promise<Json[]> => {
    await gos.applied();
    const { status, body } = await person.get(`/api/deleted?pageSize=50&${query}`);
    expect(status).toBe(200);
    return body.items;
  };
  const kinds = async (person: Person, query = '') => (await deleted(person, query)).map(({ kind }) => kind);
  const remove = async (person: Person, path: string) => {
    const { status, body } = await person.delete(path);
    expect({ path, status, body }).toMatchObject({ status: 200 });
  };
  const restore = (person: Person, { eventId }: Json) => person.post('/api/deleted/restore', { eventId });

  beforeAll(async () => {
    gos = await Harness.start({}, { background: false });
    admin = await gos.person('Alena Adminová');
    auditor = await gos.person('Aurel Auditor');
    karla = await gos.person('Karla Svobodová');
    jan = await gos.person('Jan Novák');
    eva = await gos.person('Eva Malá');
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
    project = (await made(karla, '/api/projects', { name: 'Most' })).id;
    await made(karla, `/api/projects/${project}/members`, { userId: jan.id, permission: 'edit', notification: 'mine' });
    task = await karla.task({ name: 'Pilíř', projectId: project, solverId: jan.id });
  }, 60_000);
  afterAll(() => gos.stop());

  it('has each kind with its name, place, person and time, the last deletion first', async () => {
    const gone = await karla.task({ name: 'Zrušené', projectId: project });
    const board = (await made(jan, `/api/projects/${project}/boards`, { name: 'Hotovo', section: 'done' })).id;
    const plan = { date: '2031-03-03', from: '08:00', to: '16:00', type: 'remote_work', location: 'Brno' };
    const planId = (await made(jan, '/api/plans', { userId: jan.id, ...plan })).id;
    const span = { from: '2026-11-02T08:00:00.000Z', to: '2026-11-02T09:00:00.000Z' };
    const entry = (await made(jan, '/api/work/entries', { taskId: task, ...span })).id;
    const comment = (await made(jan, `/api/tasks/${task}/comments`, { text: 'Beton dorazí' })).commentId;
    await remove(karla, `/api/tasks/${gone}`);
    await remove(jan, `/api/boards/${board}`);
    await remove(jan, `/api/plans/${planId}`);
    await remove(jan, `/api/work/entries/${entry}`);
    await remove(jan, `/api/tasks/${task}/comments/${comment}`);
    const all = await deleted(admin);
    expect(all.map(({ kind }) => kind)).toEqual(['comment', 'work', 'plan', 'board', 'task']);
    const [ofComment, ofWork, ofPlan, ofBoard, ofTask] = all;
    const by = { id: jan.id, name: 'Jan Novák' };
    const place = { task: { id: task, name: 'Pilíř' }, project: { id: project, name: 'Most' } };
    expect(ofComment).toMatchObject({ id: comment, name: 'Beton dorazí', by, ...place, refused: null });
    expect(ofWork).toMatchObject({ id: entry, by, owner: by, work: span, task: place.task, refused: null });
    expect(ofPlan).toMatchObject({
      ...{ id: planId, name: null, by, owner: by, task: null, project: null, refused: null },
      plan: { type: 'remote_work', date: '2031-03-03' },
    });
    expect(ofBoard).toMatchObject({ id: board, name: 'Hotovo', by, project: place.project, task: null, owner: null });
    expect(ofTask).toMatchObject({ id: gone, name: 'Zrušené', by: { id: karla.id }, project: place.project });
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
  });

  it('is filtered by kind and person, and paged', async () => {
    expect(await kinds(admin, 'kind=board&kind=plan')).toEqual(['plan', 'board']);
    expect(await kinds(admin, `by=${karla.id}`)).toEqual(['task']);
    expect(await kinds(admin, 'by=9999')).toEqual([]);
    const { items, total } = (await admin.get('/api/deleted?pageSize=2&page=2')).body;
    expect([total, items.map(({ kind }: Json) => kind)]).toEqual([5, ['plan', 'board']]);
    for (const query of ['kind=x', 'by=x', 'sort=at', 'other=1', 'pageSize=51'])
      expect((await admin.get(`/api/deleted?${query}`)).status).toBe(422);
  });

  it('shows members what they deleted, what is theirs, and what is deleted in projects that they edit', async () => {
    expect(await kinds(jan)).toEqual(['comment', 'work', 'plan', 'board']);
    expect(await kinds(karla)).toEqual(['board', 'task']);
    expect(await kinds(eva)).toEqual([]);
    expect((await karla.get('/api/deleted')).body.total).toBe(2);
  });

  it('shows auditors everything and lets them restore nothing', async () => {
    const all = await deleted(auditor);
    expect(all).toHaveLength(5);
    for (const one of all) {
      expect(one.refused).not.toBeNull();
      expect((await restore(auditor, one)).status).toBeGreaterThanOrEqual(403);
    }
    expect(await deleted(admin)).toHaveLength(5);
  });

  it('restores nothing for people without the right, and only deletions', async () => {
    for (const one of await deleted(admin)) expect((await restore(eva, one)).status).toBeGreaterThanOrEqual(403);
    expect(await deleted(admin)).toHaveLength(5);
    const { eventId } = (await karla.patch(`/api/tasks/${task}`, { name: 'Pilíř 2' })).body;
    await gos.applied();
    expect((await restore(admin, { eventId })).body).toMatchObject({ status: 404, code: 'undo.unknown' });
    expect((await karla.post('/api/deleted/restore', {})).status).toBe(422);
  });

  it('restores the deletions of others by an admin, as the undo of each, and then lists them no more', async () => {
    for (const one of await deleted(admin)) {
      expect(await restore(admin, one)).toMatchObject({ status: 200, body: { eventId: expect.any(String) } });
      await gos.applied();
      expect((await deleted(admin)).map(({ eventId }) => eventId)).not.toContain(one.eventId);
      expect((await restore(admin, one)).body.code).toBe('undo.already-undone');
    }
    expect(await deleted(admin)).toEqual([]);
    const events = await gos.service<EventLog>(EVENT_LOG).readStream(`plans-${jan.id}`);
    expect(events.at(-1)).toMatchObject({ type: 'ActionUndone', metadata: { actor: admin.id } });
    expect((await jan.get(`/api/tasks/${task}/comments`)).body.items).toHaveLength(1);
  });

  it('lists a thing again that is deleted again, and not one that its own command restored', async () => {
    const id = await karla.task({ name: 'Tam a zpět' });
    await remove(karla, `/api/tasks/${id}`);
    const [first] = await deleted(karla, 'kind=task');
    expect((await karla.post(`/api/tasks/${id}/undelete`, {})).status).toBe(200);
    expect(await deleted(karla, 'kind=task')).toEqual([]);
    await remove(karla, `/api/tasks/${id}`);
    const [second] = await deleted(karla, 'kind=task');
    expect(second!.eventId).not.toBe(first!.eventId);
    expect((await restore(karla, second!)).status).toBe(200);
    expect((await karla.get(`/api/tasks/${id}`)).status).toBe(200);
  });
});
