import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../../testing/harness';

describe('notifications over HTTP', () => {
  let gos: Harness;
  let admin: Person;
  let jana: Person;
  let petr: Person;
  let count = 0;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
  });
  afterAll(() => gos.stop());

  beforeEach(async () => {
    jana = await gos.person(`Jana ${++count}`);
    petr = await gos.person(`Petr ${count}`);
  });

  const listed = async (of: Person, query = ''): Promise<Json> => {
    const { status, body } = await of.get(`/api/me/notifications${query}`);
    expect(status).toBe(200);
    return body;
  };
  const events = async () => (await gos.service<EventLog>(EVENT_LOG).readAll(null, 100_000)).length;
  const assigned = (more: object = {}) => jana.task({ name: 'Objednat papír', solverId: petr.id, ...more });
  const kinds = async (of: Person, query = '') => (await listed(of, query)).items.map(({ kind }: Json) => kind);
  const read = (of: Person, body: object) => of.post('/api/me/notifications/read', body);

  it('tell the next request who did what to which task', async () => {
    const id = await assigned();
    expect(await listed(petr)).toEqual({
      items: [
        {
          id: expect.any(String),
          kind: 'assigned',
          at: expect.any(String),
          by: { id: jana.id, name: `Jana ${count}` },
          task: { id, name: 'Objednat papír' },
          project: null,
          solver: { id: petr.id, name: `Petr ${count}` },
          onBehalfOf: null,
          month: null,
          days: [],
          closedTo: null,
          reason: null,
          read: false,
        },
      ],
      total: 1,
      page: 1,
      pageSize: 25,
      unread: 1,
    });
    expect(await listed(jana)).toMatchObject({ items: [], unread: 0 });
    await petr.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' });
    await jana.post(`/api/tasks/${id}/comments`, { text: `Díky, @[${petr.id}]` });
    expect(await kinds(jana)).toEqual(['to-accept']);
    expect(await kinds(petr)).toEqual(['mention', 'assigned']);
  });

  it('are paged, the latest first, and filtered', async () => {
    const id = await assigned();
    const other = await assigned();
    await jana.post(`/api/tasks/${id}/comments`, { text: 'Kdy to bude?' });
    expect(await kinds(petr)).toEqual(['comment', 'assigned', 'assigned']);
    expect(await listed(petr, '?page=2&pageSize=2')).toMatchObject({ items: [{ task: { id } }], total: 3, page: 2 });
    expect(await kinds(petr, '?kind=comment&kind=mention')).toEqual(['comment']);
    expect(await kinds(petr, `?task=${other}`)).toEqual(['assigned']);
    for (const wrong of ['?unread=maybe', '?kind=news', '?sort=at', '?colour=red'])
      expect((await petr.get(`/api/me/notifications${wrong}`)).status).toBe(422);
  });

  it('are read one by one or all at once, once', async () => {
    await assigned();
    await assigned();
    const [first, second] = (await listed(petr)).items;
    expect((await read(petr, { ids: [first.id] })).body).toEqual({
      id: petr.id,
      revision: expect.any(Number),
      position: expect.any(String),
      eventId: expect.any(String),
      unread: 1,
    });
    expect((await listed(petr, '?unread=true')).items).toEqual([second]);
    expect((await listed(petr, '?unread=false')).items).toEqual([{ ...first, read: true }]);
    const before = await events();
    await read(petr, { ids: [first.id, 'none'] });
    await read(jana, { ids: [second.id] });
    expect(await events()).toBe(before);
    expect((await read(petr, { all: true })).body).toMatchObject({ unread: 0 });
    expect(await listed(petr)).toMatchObject({ items: [{ read: true }, { read: true }], total: 2, unread: 0 });
    await read(petr, { all: true });
    expect(await events()).toBe(before + 1);
    for (const wrong of [{}, { all: false }, { ids: ['a'], all: true }, { ids: Array(101).fill('a') }, { ids: [1] }])
      expect((await read(petr, wrong)).status).toBe(422);
  });

  it('never show what may not be seen any more', async () => {
    const id = await assigned();
    const gone = await assigned();
    await jana.post(`/api/tasks/${id}/assign`, { solverId: null });
    await jana.delete(`/api/tasks/${gone}`);
    const hidden = { task: { id: null, name: null }, solver: null };
    expect(await listed(petr)).toMatchObject({ items: [hidden, hidden], unread: 2 });
    const { id: projectId } = (await jana.post('/api/projects', { name: 'Stěhování' })).body;
    const member = { userId: petr.id, permission: 'view', notification: 'mine' };
    await jana.post(`/api/projects/${projectId}/members`, member);
    const invited = { kind: 'invited', task: null, project: { id: projectId, name: 'Stěhování' } };
    expect((await listed(petr)).items[0]).toMatchObject(invited);
    await jana.delete(`/api/projects/${projectId}/members/${petr.id}`);
    expect((await listed(petr)).items[0]).toMatchObject({ ...invited, project: { id: null, name: null } });
  });

  it('of a project reach its members as they wish, which they say themselves', async () => {
    const { id: projectId } = (await jana.post('/api/projects', { name: 'Stěhování' })).body;
    const member = { userId: petr.id, permission: 'view', notification: 'none' };
    await jana.post(`/api/projects/${projectId}/members`, member);
    const id = await jana.task({ name: 'Krabice', projectId });
    await jana.post(`/api/tasks/${id}/comments`, { text: `Kolik, @[${petr.id}]?` });
    const mine = `/api/projects/${projectId}/members/${petr.id}`;
    expect((await petr.patch(mine, { notification: 'mine' })).status).toBe(200);
    await jana.post(`/api/tasks/${id}/comments`, { text: 'Aspoň dvacet' });
    await jana.post(`/api/tasks/${id}/comments`, { text: `Co ty na to, @[${petr.id}]?` });
    expect((await petr.patch(mine, { notification: 'all' })).status).toBe(200);
    await jana.post(`/api/tasks/${id}/comments`, { text: 'Objednávám' });
    expect(await kinds(petr)).toEqual(['comment', 'mention', 'invited']);
  });

  it('of a muted task are mentions only', async () => {
    const id = await assigned();
    const mute = `/api/tasks/${id}/mute`;
    expect((await petr.get(mute)).body).toEqual({ muted: false });
    const revision = (await petr.get(`/api/tasks/${id}`)).body.revision;
    expect((await petr.call('PUT', mute)).body).toMatchObject({ id, revision });
    expect((await petr.call('PUT', mute)).status).toBe(200);
    expect([(await petr.get(mute)).body, (await jana.get(mute)).body]).toEqual([{ muted: true }, { muted: false }]);
    await jana.post(`/api/tasks/${id}/comments`, { text: 'Slyšíš mě?' });
    await jana.post(`/api/tasks/${id}/comments`, { text: `@[${petr.id}], slyšíš mě?` });
    expect(await kinds(petr)).toEqual(['mention', 'assigned']);
    await petr.delete(mute);
    await jana.post(`/api/tasks/${id}/comments`, { text: 'A teď?' });
    expect(await kinds(petr)).toEqual(['comment', 'mention', 'assigned']);
  });

  it('a mute ends though the task is not seen any more', async () => {
    const id = await assigned();
    await petr.call('PUT', `/api/tasks/${id}/mute`);
    await jana.post(`/api/tasks/${id}/assign`, { solverId: null });
    expect((await petr.get(`/api/tasks/${id}/mute`)).status).toBe(404);
    expect((await petr.delete(`/api/tasks/${id}/mute`)).status).toBe(200);
    expect((await petr.delete(`/api/tasks/${id}/mute`)).status).toBe(404);
  });

  it('stay after a rebuild of everything', async () => {
    const id = await assigned();
    await jana.post(`/api/tasks/${id}/comments`, { text: 'Prosím do pátku' });
    await read(petr, { ids: [(await listed(petr)).items[0].id] });
    const live = await listed(petr);
    expect((await admin.post('/api/admin/rebuild', { model: 'notification' })).status).toBeLessThan(300);
    expect(await listed(petr)).toEqual(live);
  });

  it('are mailed as a person decides; what they leave open has its usual way', async () => {
    const usual = (await petr.get('/api/me/preferences/notifications')).body.value;
    expect(usual).toMatchObject({ assigned: 'at-once', comment: 'daily', invited: 'at-once', 'webhook-off': 'daily' });
    await petr.call('PUT', '/api/me/preferences/notifications', { value: { comment: 'off' } });
    expect((await petr.get('/api/me/preferences/notifications')).body.value).toEqual({ ...usual, comment: 'off' });
  });
});
