import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../../testing/harness';

describe('projects over HTTP', () => {
  let gos: Harness;
  let admin: Person;
  let manager: Person;
  let editor: Person;
  let viewer: Person;
  let stranger: Person;
  let collaborator: Person;
  let auditor: Person;
  let everybody: Person[];
  let count = 0;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    manager = await gos.person('Karla Svobodová');
    editor = await gos.person('Jan Novák');
    viewer = await gos.person('Věra Dívková');
    stranger = await gos.person('Cyril Cizí');
    collaborator = await gos.person('Eva Externí');
    auditor = await gos.person('Olga Revizorová');
    await admin.patch(`/api/users/${collaborator.id}`, { role: 'collaborator' });
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
    everybody = [admin, manager, editor, viewer, stranger, collaborator, auditor];
  });
  afterAll(() => gos.stop());

  const newKey = () => ({ 'idempotency-key': `key-${++count}` });
  const events = async () => (await gos.service<EventLog>(EVENT_LOG).readAll(null, 10_000)).length;
  const project = async (body: object = {}, by = manager): Promise<number> => {
    const { status, body: answer } = await by.post('/api/projects', { name: `Projekt ${++count}`, ...body });
    expect([status, answer]).toEqual([
      201,
      { id: expect.any(Number), revision: 2, position: expect.any(String), eventId: expect.any(String) },
    ]);
    return answer.id;
  };
  const withMembers = async (body: object = {}) => {
    const id = await project(body);
    for (const [person, permission] of [
      [editor, 'edit'],
      [viewer, 'view'],
    ] as const) {
      await manager.post(`/api/projects/${id}/members`, { userId: person.id, permission, notification: 'all' });
    }
    return id;
  };

  describe('are created', () => {
    it('with what was given, by their manager, who sees them in the very next request', async () => {
      const contracts = [{ contractId: '2026/114', name: 'Rámcová', client: 'Novák' }, { contractId: '2' }];
      const id = await project({
        name: '  Nový e-shop ',
        description: '<p onclick="x()">Převod <script>1</script>obchodu</p>',
        externalTicketSystemUrl: 'https://tickets.example.com/eshop',
        finishDate: '2027-03-31',
        contracts,
      });
      const { status, body } = await manager.get(`/api/projects/${id}`);
      expect([status, body]).toEqual([
        200,
        {
          id,
          name: 'Nový e-shop',
          description: '<p>Převod obchodu</p>',
          externalTicketSystemUrl: 'https://tickets.example.com/eshop',
          finishDate: '2027-03-31',
          active: true,
          contracts: [contracts[0], { contractId: '2', name: '', client: '' }],
          members: [{ user: { id: manager.id, name: 'Karla Svobodová' }, permission: 'manage', notification: 'all' }],
          revision: 2,
          can: { edit: true, members: true, boards: true, tasks: true, leave: true },
        },
      ]);
    });

    it('from a name alone, null being what was not given', async () => {
      const id = await project({
        name: 'P',
        description: null,
        externalTicketSystemUrl: null,
        finishDate: null,
        active: null,
        contracts: null,
      });
      expect((await manager.get(`/api/projects/${id}`)).body).toMatchObject({
        name: 'P',
        description: '',
        externalTicketSystemUrl: null,
        finishDate: null,
        active: true,
        contracts: [],
      });
    });

    it.each([
      [{}, ['name'], 'validation.required'],
      [{ name: null }, ['name'], 'validation.required'],
      [{ name: ' ' }, ['name'], 'validation.required'],
      [{ name: 'x'.repeat(101) }, ['name'], 'project.name.too-long'],
      [{ name: 'P', finishDate: '2026-02-30' }, ['finishDate'], 'validation.day'],
      [{ name: 'P', externalTicketSystemUrl: 'javascript:x' }, ['externalTicketSystemUrl'], 'validation.url'],
      [{ name: 'P', active: 'yes' }, ['active'], 'validation.type'],
      [{ name: 'P', colour: 'red' }, ['colour'], 'validation.unknown-field'],
      [{ name: 'P', contracts: {} }, ['contracts'], 'validation.type'],
      [{ name: 'P', contracts: [{ name: 'X' }] }, ['contracts.0.contractId'], 'validation.required'],
      [{ name: 'P', contracts: [{ contractId: '1', price: 1 }] }, ['contracts.0.price'], 'validation.unknown-field'],
      [{ name: 'P', contracts: [{ contractId: '1', name: null }] }, ['contracts.0.name'], 'validation.type'],
      [
        { name: 'P', contracts: [{ contractId: '1' }, { contractId: ' 1' }] },
        ['contracts.1.contractId'],
        'project.contract.twice',
      ],
      [{ name: '', finishDate: 'x', contracts: [5] }, ['contracts.0', 'finishDate', 'name'], 'validation.failed'],
    ])('not from %j', async (body, paths, code) => {
      const before = await events();
      const reply = await manager.post('/api/projects', body);
      expect(reply).toMatchObject({ status: 422, body: { code } });
      expect(reply.body.errors.map(({ path }: Json) => path).sort()).toEqual(paths);
      expect(await events()).toBe(before);
    });

    it('not with a description that is longer than what anybody would clean', async () => {
      expect(await manager.post('/api/projects', { name: 'P', description: '<'.repeat(1_000_000) })).toMatchObject({
        status: 422,
        body: { code: 'task.description.too-long', errors: [{ path: 'description' }] },
      });
    });

    it('not by a collaborator or an auditor, whatever else is wrong', async () => {
      for (const [person, code] of [
        [collaborator, 'project.create-forbidden'],
        [auditor, 'task.auditor'],
      ] as const) {
        expect(await person.post('/api/projects', { name: 'P' })).toMatchObject({ status: 403, body: { code } });
        expect((await person.post('/api/projects', { name: '' })).status).toBe(422);
      }
      expect((await gos.stranger().post('/api/projects', {})).status).toBe(401);
    });

    it('one after the other, without losing a number to a refusal', async () => {
      const first = await project();
      await manager.post('/api/projects', { name: '' }, newKey());
      await collaborator.post('/api/projects', { name: 'P' }, newKey());
      expect(await project()).toBe(first + 1);
    });
  });

  describe('with an Idempotency-Key', () => {
    const restart = async () => {
      await gos.restart();
      for (const person of everybody) person.origin = gos.origin;
    };

    it('are created once: twice at once, again, after a restart', async () => {
      const key = newKey();
      const send = (name = 'Jednou') => manager.post('/api/projects', { name }, key);
      const [first, second] = await Promise.all([send(), send()]);
      expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
      await manager.patch(`/api/projects/${first.body.id}`, { name: 'Jinak' });
      const before = await events();
      expect((await send()).body).toEqual(first.body);
      await restart();
      expect(await send()).toMatchObject({ status: 201, body: first.body });
      expect(await events()).toBe(before);
      expect(await send('Jindy')).toMatchObject({ status: 422, body: { code: 'idempotency.reused' } });
    });

    it('are created after a refusal with it, which is not remembered', async () => {
      const key = newKey();
      expect((await manager.post('/api/projects', { name: '' }, key)).status).toBe(422);
      expect((await manager.post('/api/projects', { name: 'Napodruhé' }, key)).status).toBe(201);
    });

    it('are edited once, and the key is of no other project, board or task', async () => {
      const [id, other] = [await project(), await project()];
      const key = newKey();
      const edit = (of: number) => manager.patch(`/api/projects/${of}`, { name: 'Jednou' }, key);
      const first = await edit(id);
      await manager.patch(`/api/projects/${id}`, { name: 'Mezitím' });
      expect(await edit(id)).toMatchObject({ status: 200, body: first.body });
      expect((await manager.get(`/api/projects/${id}`)).body.name).toBe('Mezitím');
      for (const reply of [
        await edit(other),
        await manager.post('/api/projects', { name: 'P' }, key),
        await manager.post(`/api/projects/${id}/boards`, { name: 'B', section: 'todo' }, key),
        await manager.post('/api/tasks', { name: 'Úkol' }, key),
      ]) {
        expect(reply).toMatchObject({ status: 422, body: { code: 'idempotency.reused' } });
      }
      expect((await editor.post('/api/projects', { name: 'Vlastní' }, key)).status).toBe(201);
    });

    it('keep the answer of a retry whose author is no member any more', async () => {
      const id = await withMembers();
      const key = newKey();
      const leave = () => viewer.delete(`/api/projects/${id}/members/${viewer.id}`, key);
      const first = await leave();
      expect(first.status).toBe(200);
      expect(await leave()).toMatchObject({ status: 200, body: first.body });
    });
  });

  describe('are edited', () => {
    it('by those who manage them and by admins', async () => {
      const id = await withMembers();
      const patch = (person: Person, body: object = { name: 'Nově' }) => person.patch(`/api/projects/${id}`, body);
      for (const person of [editor, viewer]) {
        expect(await patch(person)).toMatchObject({ status: 403, body: { code: 'project.forbidden' } });
      }
      expect(await patch(auditor)).toMatchObject({ status: 403, body: { code: 'task.auditor' } });
      for (const person of [stranger, collaborator]) {
        expect(await patch(person)).toMatchObject({ status: 404, body: { code: 'project.not-found' } });
      }
      expect(await patch(manager)).toMatchObject({ status: 200, body: { id, revision: 5 } });
      const everything = {
        name: 'Zcela nově',
        description: '<p>Nic</p>',
        externalTicketSystemUrl: 'https://example.com',
        finishDate: '2027-01-31',
        active: false,
        contracts: [{ contractId: '7', name: 'Sedmá', client: 'Klient' }],
      };
      expect((await patch(admin, everything)).body.revision).toBe(6);
      expect((await manager.get(`/api/projects/${id}`)).body).toMatchObject(everything);
      const cleared = { externalTicketSystemUrl: null, finishDate: null, contracts: [], active: true, description: '' };
      await patch(manager, cleared);
      expect((await manager.get(`/api/projects/${id}`)).body).toMatchObject(cleared);
    });

    it('to what they are without an event', async () => {
      const id = await project({ name: 'Stejně' });
      expect((await manager.patch(`/api/projects/${id}`, { name: ' Stejně ' })).body.revision).toBe(2);
      expect((await manager.patch(`/api/projects/${id}`, {})).body.revision).toBe(2);
      for (const wrong of [{ name: null }, { active: null }, { contracts: null }, { description: null }, { id: 1 }]) {
        expect((await manager.patch(`/api/projects/${id}`, wrong)).status).toBe(422);
      }
    });

    it('by two who changed different fields, not by two who changed the same one', async () => {
      const id = await project({ name: 'Původně' });
      const looked = { 'if-match': '"2"' };
      await manager.patch(`/api/projects/${id}`, { name: 'Nově' }, looked);
      expect((await admin.patch(`/api/projects/${id}`, { finishDate: '2027-01-31' }, looked)).status).toBe(200);
      const again = await admin.patch(`/api/projects/${id}`, { name: 'Jinak', active: false }, looked);
      expect(again).toMatchObject({
        status: 409,
        body: {
          code: 'conflict',
          revision: 4,
          conflicts: [{ path: 'name', base: 'Původně', theirs: 'Nově', yours: 'Jinak' }],
        },
      });
      expect((await manager.get(`/api/projects/${id}`)).body).toMatchObject({
        name: 'Nově',
        active: true,
        revision: 4,
      });
      expect((await manager.patch(`/api/projects/${id}`, { name: 'X' }, { 'if-match': '"9"' })).status).toBe(409);
      expect((await admin.patch(`/api/projects/${id}`, { name: 'Jinak' })).status).toBe(200);
    });

    it('refuse in the order: signed in, shape, there, rights, conflict, rules', async () => {
      const id = await withMembers();
      await manager.patch(`/api/projects/${id}`, { name: 'Nově' });
      const stale = { 'if-match': '"1"' };
      const at = (path: string) => `/api/projects/${path}`;
      expect((await gos.stranger().patch(at('abc'), { name: 1 })).status).toBe(401);
      expect(await stranger.patch(at('99999'), { name: 1 })).toMatchObject({ status: 422 });
      for (const none of ['abc', '0', '-1', '1.5', '99999', String(id)]) {
        expect(await stranger.patch(at(none), { name: 'X' }, stale)).toMatchObject({
          status: 404,
          body: { code: 'project.not-found' },
        });
      }
      expect((await viewer.patch(at(`${id}`), { name: 'X' }, stale)).status).toBe(403);
      expect((await manager.patch(at(`${id}`), { name: 'X' }, stale)).status).toBe(409);
    });
  });

  describe('are listed', () => {
    let mine: number[];

    beforeAll(async () => {
      const names = ['Zeta', 'Čáp', 'Cihla', 'Chata', 'Hora'];
      mine = [];
      for (const [index, name] of names.entries()) {
        const finishDate = index === 0 ? null : `2027-01-0${index}`;
        mine.push(await project({ name, finishDate, active: index !== 4 }, stranger));
      }
      await stranger.patch(`/api/projects/${mine[2]}`, { contracts: [{ contractId: '2026/55', client: 'Dům' }] });
    });

    const namesOf = async (query = '', person = stranger) => {
      const { status, body } = await person.get(`/api/projects?${query}`);
      expect(status).toBe(200);
      return body.items.map(({ name }: Json) => name);
    };

    it('by name in Czech order to their members', async () => {
      expect(await namesOf()).toEqual(['Cihla', 'Čáp', 'Hora', 'Chata', 'Zeta']);
      expect(await namesOf('sort=-name')).toEqual(['Zeta', 'Chata', 'Hora', 'Čáp', 'Cihla']);
      expect(await namesOf('', collaborator)).toEqual([]);
    });

    it('sorted, filtered, searched and paged', async () => {
      expect(await namesOf('sort=id')).toEqual(['Zeta', 'Čáp', 'Cihla', 'Chata', 'Hora']);
      expect(await namesOf('sort=finishDate')).toEqual(['Čáp', 'Cihla', 'Chata', 'Hora', 'Zeta']);
      expect(await namesOf('sort=-finishDate')).toEqual(['Hora', 'Chata', 'Cihla', 'Čáp', 'Zeta']);
      expect(await namesOf('sort=active,name')).toEqual(['Hora', 'Cihla', 'Čáp', 'Chata', 'Zeta']);
      expect((await namesOf('sort=-revision'))[0]).toBe('Cihla');
      expect(await namesOf('active=false')).toEqual(['Hora']);
      expect(await namesOf('active=true&active=false')).toHaveLength(5);
      expect(await namesOf('q=CAP')).toEqual(['Čáp']);
      expect(await namesOf('q=dum+2026/55')).toEqual(['Cihla']);
      expect(await namesOf('q=nic')).toEqual([]);
      const { body } = await stranger.get('/api/projects?page=2&pageSize=2');
      expect(body).toMatchObject({ total: 5, page: 2, pageSize: 2, items: [{ name: 'Hora' }, { name: 'Chata' }] });
    });

    it('whole to admins and auditors, who see each of them', async () => {
      const { body } = await admin.get('/api/projects?pageSize=100');
      const ids = body.items.map(({ id }: Json) => id);
      expect(ids).toEqual(expect.arrayContaining(mine));
      expect((await auditor.get('/api/projects?pageSize=1')).body.total).toBe(body.total);
      expect(await auditor.get(`/api/projects/${mine[0]}`)).toMatchObject({
        status: 200,
        body: { can: { edit: 'task.auditor', leave: 'task.auditor' } },
      });
      expect((await admin.get(`/api/projects/${mine[0]}`)).body.can).toMatchObject({
        edit: true,
        leave: 'project.forbidden',
      });
      expect((await viewer.get(`/api/projects/${mine[0]}`)).body.code).toBe('project.not-found');
    });
  });

  it('take no new tasks while they are not active, and say so', async () => {
    const id = await withMembers();
    await manager.patch(`/api/projects/${id}`, { active: false });
    expect((await editor.get(`/api/projects/${id}`)).body.can).toMatchObject({
      boards: true,
      tasks: 'project.inactive',
    });
    const refused = await editor.post('/api/tasks', { name: 'Nový úkol', projectId: id });
    expect(refused).toMatchObject({ status: 409, body: { code: 'project.inactive' } });
    expect((await editor.post(`/api/projects/${id}/boards`, { name: 'B', section: 'todo' })).status).toBe(201);
    await manager.patch(`/api/projects/${id}`, { active: true });
    expect((await editor.post('/api/tasks', { name: 'Nový úkol', projectId: id })).status).toBe(201);
  });

  it('survive a restart', async () => {
    const id = await withMembers({ name: 'Trvalý' });
    const before = (await viewer.get(`/api/projects/${id}`)).body;
    await gos.restart();
    for (const person of everybody) person.origin = gos.origin;
    expect((await viewer.get(`/api/projects/${id}`)).body).toEqual(before);
  });
});
