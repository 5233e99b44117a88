import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../../testing/harness';

let gos: Harness;
let admin: Person;
let eva: Person;
let external: Person;

beforeAll(async () => {
  gos = await Harness.start();
  [admin, eva, external] = [await gos.person('Adam'), await gos.person('Eva'), await gos.person('Externista')];
  await admin.patch(`/api/users/${external.id}`, { role: 'collaborator' });
});
afterAll(() => gos.stop());

const create = async (name: string): Promise<number> => (await admin.post('/api/positions', { name })).body.id;
const give = (person: Person, ...positionIds: number[]) => admin.patch(`/api/users/${person.id}`, { positionIds });
const listed = async (query = '', reader = eva) =>
  (await reader.get(`/api/positions${query}`)).body.items.map(({ name, people }: Json) => `${name}: ${people}`);
const named = async (query: string, reader = eva) =>
  (await reader.get(`/api/users${query}`)).body.items.map(({ name }: Json) => name);
const events = async (stream: string) => {
  const log = gos.service<EventLog>(EVENT_LOG);
  return (await log.readStream(stream)).map(({ type, data }) => ({ type, data }));
};

describe('positions', () => {
  test('are created, renamed and deleted by an admin', async () => {
    const made = await admin.post('/api/positions', { name: ' Vývojář ' });
    expect([made.status, made.body]).toEqual([
      201,
      { id: 1, revision: 1, position: expect.any(String), eventId: expect.any(String) },
    ]);
    const renamed = await admin.patch('/api/positions/1', { name: 'Programátorka' });
    expect([renamed.status, renamed.body.revision]).toEqual([200, 2]);
    expect((await eva.get('/api/positions/1')).body).toEqual({
      id: 1,
      name: 'Programátorka',
      attendance: false,
      people: 0,
      revision: 2,
    });
    expect((await admin.delete('/api/positions/1')).status).toBe(200);
    expect((await eva.get('/api/positions/1')).status).toBe(404);
    expect((await admin.patch('/api/positions/1', { name: 'Účetní' })).status).toBe(404);
    expect(await listed()).toEqual([]);
    expect(await events('position-1')).toEqual([
      { type: 'PositionCreated', data: { positionId: 1, name: 'Vývojář' } },
      { type: 'PositionRenamed', data: { from: 'Vývojář', to: 'Programátorka' } },
      { type: 'PositionDeleted', data: {} },
    ]);
  });

  test('are listed in Czech order, found by words, by pages', async () => {
    for (const name of ['Účetní', 'Řidič', 'Chemik', 'Hasič']) await create(name);
    expect(await listed()).toEqual(['Hasič: 0', 'Chemik: 0', 'Řidič: 0', 'Účetní: 0']);
    expect(await listed('?sort=-name&pageSize=2&page=2')).toEqual(['Chemik: 0', 'Hasič: 0']);
    expect(await listed('?q=ridic')).toEqual(['Řidič: 0']);
    expect((await eva.get('/api/positions?colour=red')).status).toBe(422);
  });

  test('are held by people, whom one finds by them', async () => {
    const [ucetni, ridic] = [await create('Auditorka'), await create('Bagrista')];
    expect((await give(eva, ridic, ucetni, ridic)).status).toBe(200);
    await give(external, ridic);
    expect((await eva.get('/api/me')).body.positions).toEqual([
      { id: ucetni, name: 'Auditorka' },
      { id: ridic, name: 'Bagrista' },
    ]);
    expect(await named(`?position=${ridic}`)).toEqual(['Eva', 'Externista']);
    expect(await named(`?position=${ucetni}`)).toEqual(['Eva']);
    expect(await named('?position=none')).toEqual(['Adam']);
    expect(await named(`?position=none&position=${ucetni}`)).toEqual(['Adam', 'Eva']);
    expect(await listed('?q=bagrista')).toEqual(['Bagrista: 2']);
    expect(await listed('?q=bagrista', external)).toEqual(['Bagrista: 1']);
    expect((await events(`user-${eva.id}`)).at(-1)).toEqual({
      type: 'UserPositionsChanged',
      data: { from: [], to: [ucetni, ridic] },
    });
  });

  test('that somebody holds are not deleted, and one that is not there is given to nobody', async () => {
    const id = await create('Kuchař');
    await give(eva, id);
    const refused = await admin.delete(`/api/positions/${id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'position.in-use']);
    await give(eva);
    expect((await admin.delete(`/api/positions/${id}`)).status).toBe(200);
    for (const unknown of [id, 999]) {
      const { status, body } = await give(eva, unknown);
      expect([status, body.code, body.errors[0].path]).toEqual([422, 'position.unknown', 'positionIds']);
    }
  });

  test('are never both given and deleted, also at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await create(`Kolo ${round}`);
      const [given, deleted] = await Promise.all([give(eva, id), admin.delete(`/api/positions/${id}`)]);
      expect([given.status, deleted.status].sort()).toEqual(given.status === 200 ? [200, 409] : [200, 422]);
      await give(eva);
    }
  });
});
