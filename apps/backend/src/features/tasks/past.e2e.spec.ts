import { taskLists } from '@gos/contract';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Projections } from '../../engine/projections/projections';
import { Chance, sentence } from '../../testing/chance';
import { Harness, type Json, type Person } from '../../testing/harness';

const begin = Date.parse('2026-11-20T08:00:00.000Z');
const instant = (seconds: number) => new Date(begin + seconds * 1_000).toISOString();
const inDays = (days: number) => instant(days * 24 * 60 * 60);

const shown = [
  ...taskLists.map((list) => `/api/tasks?list=${list}&pageSize=100`),
  '/api/tasks?sort=-deadline,name&pageSize=7&page=2',
  '/api/tasks?sort=solver,project,board,-priority&pageSize=100',
  '/api/tasks?sort=-usedBudget,budget&pageSize=100',
  '/api/tasks?state=assigned&state=fulfilled&sort=name',
  '/api/tasks?project=1&sort=name&pageSize=100',
  '/api/tasks?board=none&sort=-name&pageSize=100',
  '/api/tasks?tags=rok&pageSize=100',
  '/api/tasks?deadlineTo=2026-11-25&pageSize=100',
  '/api/tasks?q=po&sort=name&pageSize=100',
  '/api/projects?sort=-name',
  '/api/projects/1',
  '/api/projects/1/members',
  '/api/projects/1/boards',
  '/api/projects/2/boards?deleted=true&sort=-name',
  '/api/boards/1?deleted=true',
  '/api/positions',
];

/** Without the rights of the present, and without revisions, which comments raise. */
const asShown = (body: Json): Json =>
  JSON.parse(JSON.stringify(body, (name, value) => (name === 'can' || name === 'revision' ? undefined : value)));
const at = (path: string, moment: string) => `${path}${path.includes('?') ? '&' : '?'}at=${encodeURIComponent(moment)}`;

describe('lists as of a moment', () => {
  let gos: Harness;
  let admin: Person;
  let auditor: Person;
  let manager: Person;
  let members: Person[];
  let external: Person;
  let time = 0;
  const moments: { readonly at: string; readonly answers: ReadonlyMap<string, Json> }[] = [];

  const tick = () => gos.clock.set(instant(++time));

  async function remember(): Promise<void> {
    const moment = instant(time + 0.5);
    gos.clock.set(moment);
    const answers = new Map<string, Json>();
    for (const [name, who] of [
      ['admin', admin],
      ['auditor', auditor],
    ] as const) {
      for (const path of shown) {
        const { status, body } = await who.get(path);
        expect([name, path, status, body]).toEqual([name, path, 200, body]);
        answers.set(`${name} ${path}`, asShown(body));
      }
    }
    moments.push({ at: moment, answers });
  }

  beforeAll(async () => {
    gos = await Harness.start();
    gos.clock.set(instant(0));
    admin = await gos.person('Alena Adminová');
    [auditor, manager, external] = [await gos.person('Olga'), await gos.person('Marek'), await gos.person('Eva')];
    members = [manager, await gos.person('Petr'), await gos.person('Jana'), external];
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
    await admin.patch(`/api/users/${external.id}`, { role: 'collaborator' });
    const chance = new Chance(41);
    const everybody = [admin, ...members];
    const commands: (() => Promise<unknown>)[] = [];
    const tasks: number[] = [];
    const boards: number[] = [];
    const task = () => chance.of(tasks);
    const id = () => chance.of(everybody).id;
    const add = async (by: Person, more: object) => {
      const { body } = await by.post('/api/tasks', {
        name: sentence(chance, 2, 5),
        ...(chance.happens(0.6) && { projectId: 1 + chance.below(2) }),
        ...(chance.happens(0.5) && { solverId: id() }),
        ...(chance.happens(0.5) && { deadline: inDays(1 + chance.below(9)) }),
        tags: chance.happens(0.3) ? ['rok'] : [],
        ...more,
      });
      if (body.id) tasks.push(body.id);
    };
    for (const name of ['Most', 'Škola']) {
      await manager.post('/api/projects', { name, description: `<p>${name}</p>` });
      tick();
    }
    for (const section of ['backlog', 'todo', 'done', 'backlog']) {
      const { status, body } = await manager.post(`/api/projects/${1 + (boards.length % 2)}/boards`, {
        name: sentence(chance, 1, 2),
        section,
        description: sentence(chance, 3, 9),
      });
      expect([status, body]).toEqual([201, body]);
      boards.push(body.id);
    }
    for (let n = 0; n < 8; n++) await add(chance.of(members), {});
    const onTask: ((by: Person) => Promise<unknown>)[] = [
      (by) => by.patch(`/api/tasks/${task()}`, { name: sentence(chance, 2, 4), priority: 1 + chance.below(10) }),
      (by) => by.patch(`/api/tasks/${task()}`, { tags: chance.happens(0.5) ? ['rok'] : ['pole'] }),
      (by) => by.post(`/api/tasks/${task()}/assign`, { solverId: chance.happens(0.8) ? id() : null }),
      (by) => by.post(`/api/tasks/${task()}/complete`, { result: 'hotovo' }),
      () => admin.post(`/api/tasks/${task()}/accept`, { rating: 1 + chance.below(5) }),
      () => admin.post(`/api/tasks/${task()}/return`, { reason: 'chybí' }),
      () => admin.post(`/api/tasks/${task()}/end`, {}),
      () => admin.post(`/api/tasks/${task()}/restore`, { deadline: inDays(14) }),
      (by) => by.post(`/api/tasks/${task()}/deadline`, { deadline: inDays(1 + chance.below(9)) }),
      () =>
        admin.post(`/api/tasks/${task()}/budget`, { budget: { amount: `${chance.below(900)}.00`, currency: 'CZK' } }),
      (by) => by.post(`/api/tasks/${task()}/comments`, { text: 'Ahoj' }),
      (by) =>
        by.post(`/api/tasks/${task()}/participants`, { userId: id(), kind: chance.of(['acknowledged', 'passive']) }),
      () => admin.delete(`/api/tasks/${task()}/participants/${id()}`),
      () => admin.delete(`/api/tasks/${task()}`),
      () => admin.post(`/api/tasks/${task()}/undelete`),
      () => admin.post(`/api/tasks/${task()}/predecessors`, { taskId: task() }),
      (by) => by.post(`/api/tasks/${task()}/plan`, { shownDate: '2026-11-23' }),
      (by) => by.post(`/api/tasks/${task()}/subtasks`, { name: sentence(chance, 1, 3) }),
      () => {
        const boardId = chance.of(boards);
        return admin.post(`/api/tasks/${task()}/move`, { projectId: 2 - (boardId % 2), boardId });
      },
      () => admin.post(`/api/tasks/${task()}/move`, { projectId: chance.of([null, 1, 2]), boardId: null }),
      (by) =>
        by.post('/api/work/entries', {
          taskId: task(),
          from: instant(-60_000 - 900 * time),
          to: instant(-59_400 - 900 * time),
        }),
    ];
    commands.push(
      () => admin.patch(`/api/projects/${1 + chance.below(2)}`, { name: sentence(chance, 1, 2), description: 'x' }),
      () =>
        manager.post('/api/projects/1/members', {
          userId: id(),
          permission: chance.of(['view', 'edit']),
          notification: 'mine',
        }),
      () => manager.delete(`/api/projects/1/members/${chance.of(members.slice(1)).id}`),
      () => admin.patch(`/api/boards/${chance.of(boards)}`, { name: sentence(chance, 1, 2), assignedUserId: id() }),
      () =>
        admin.post(`/api/boards/${chance.of(boards)}/move`, {
          section: chance.of(['backlog', 'done']),
          beforeId: null,
        }),
      () => admin.delete(`/api/boards/${chance.of(boards)}`),
      () => admin.post(`/api/boards/${chance.of(boards)}/undelete`),
      () => admin.post('/api/positions', { name: sentence(chance, 1, 2) }),
      () => admin.patch('/api/positions/1', { name: sentence(chance, 1, 2) }),
      () => admin.patch(`/api/users/${id()}`, { positionIds: chance.happens(0.5) ? [1] : [] }),
    );
    for (let n = 0; n < 320; n++) {
      tick();
      if (chance.happens(0.15)) await add(chance.of(everybody), {});
      else if (chance.happens(0.25)) await chance.of(commands)();
      else await chance.of(onTask)(chance.of(everybody));
      if (n % 64 === 40) await remember();
    }
    gos.clock.set(inDays(3));
    const again = ({ email }: Person) => gos.signIn(email);
    [admin, auditor, manager] = [await again(admin), await again(auditor), await again(manager)];
    members = [manager, ...(await Promise.all(members.slice(1).map(again)))];
  }, 240_000);
  afterAll(() => gos.stop());

  it('are what they were then, to people who see everything', async () => {
    expect(moments.length).toBe(5);
    for (const { at: moment, answers } of moments) {
      for (const [name, who] of [
        ['admin', admin],
        ['auditor', auditor],
      ] as const) {
        for (const path of shown) {
          const { status, body } = await who.get(at(path, moment));
          const key = `${name} ${path}`;
          expect([moment, key, status, asShown(body)]).toEqual([moment, key, 200, answers.get(key)]);
        }
      }
    }
  }, 120_000);

  it('come from documents that a rebuild makes again', async () => {
    expect(await gos.service<Projections>(Projections).verify()).toMatchObject({ different: [] });
  }, 120_000);

  it('show to everybody else the tasks that they may see today, with the money that they may see today', async () => {
    for (const reader of members) {
      for (const { at: moment } of moments) {
        const { body: whole } = await admin.get(at('/api/tasks?pageSize=100&sort=id', moment));
        const expected: Json[] = [];
        for (const row of whole.items) {
          const { status, body } = await reader.get(`/api/tasks/${row.id}?deleted=true`);
          if (status !== 200) continue;
          const today = (await admin.get(`/api/tasks/${row.id}?deleted=true`)).body;
          const seesMoney = today.budget === null ? null : body.budget !== null;
          expected.push([row.id, row.name, seesMoney === null ? null : seesMoney ? row.budget : null]);
        }
        const { body } = await reader.get(at('/api/tasks?pageSize=100&sort=id', moment));
        const known = new Map(expected.map(([id, , budget]) => [id, budget]));
        expect(body.total).toBe(expected.length);
        expect(
          body.items.map((row: Json) => [row.id, row.name, known.get(row.id) === null ? null : row.budget]),
        ).toEqual(expected);
      }
    }
  }, 120_000);
});

describe('a moment', () => {
  let gos: Harness;
  let admin: Person;
  let member: Person;
  let viewer: Person;
  let projectId: number;
  let boardId: number;
  let taskId: number;
  const before = inDays(1);
  const between = inDays(3);

  const idsIn = ({ body }: { readonly body: Json }) => body.items.map(({ id }: Json) => id);
  const listed = async (by: Person, query: string) => idsIn(await by.get(`/api/tasks?${query}`));

  beforeAll(async () => {
    gos = await Harness.start();
    gos.clock.set(inDays(2));
    admin = await gos.person('Alena Adminová');
    [member, viewer] = [await gos.person('Petr'), await gos.person('Jana')];
    projectId = (await admin.post('/api/projects', { name: 'Most', description: '<p>Nový</p>' })).body.id;
    for (const [{ id: userId }, permission] of [
      [member, 'edit'],
      [viewer, 'view'],
    ] as const) {
      await admin.post(`/api/projects/${projectId}/members`, { userId, permission, notification: 'none' });
    }
    boardId = (await admin.post(`/api/projects/${projectId}/boards`, { name: 'Pilíře', section: 'todo' })).body.id;
    taskId = await admin.task({ name: 'Výkop', projectId, boardId, solverId: member.id, deadline: inDays(9) });
    await admin.post('/api/positions', { name: 'Statik' });
    await admin.task({ name: 'Později', solverId: admin.id, shownDate: '2026-11-24' });
    gos.clock.set(inDays(5));
    [admin, member, viewer] = [
      await gos.signIn(admin.email),
      await gos.signIn(member.email),
      await gos.signIn(viewer.email),
    ];
  });
  afterAll(() => gos.stop());

  it('before a thing existed gives none, or an empty list', async () => {
    for (const path of [`/tasks/${taskId}`, `/boards/${boardId}`, `/projects/${projectId}`, '/positions/1']) {
      expect([path, (await admin.get(`/api${path}?at=${before}`)).status]).toEqual([path, 404]);
      expect([path, (await admin.get(`/api${path}?at=${between}`)).status]).toEqual([path, 200]);
    }
    for (const path of ['/tasks', '/projects', '/positions']) {
      expect((await admin.get(`/api${path}?at=${before}`)).body).toMatchObject({ items: [], total: 0 });
    }
    for (const path of ['boards', 'members']) {
      expect((await admin.get(`/api/projects/${projectId}/${path}?at=${before}`)).status).toBe(404);
    }
  });

  it('that is still ahead is the present', async () => {
    for (const path of ['/tasks', `/tasks/${taskId}`, '/projects', `/projects/${projectId}/boards`, '/positions']) {
      const present = await admin.get(`/api${path}`);
      expect((await admin.get(`/api${path}?at=${inDays(90)}`)).body).toEqual(present.body);
    }
    expect(await listed(admin, `list=planned&at=${inDays(90)}`)).toEqual(await listed(admin, 'list=planned'));
  });

  it('that is no date is refused, and so is one beside a command', async () => {
    for (const path of ['/tasks', `/tasks/${taskId}`, '/projects', `/boards/${boardId}`, '/positions/1']) {
      for (const at of ['', 'yesterday', '2026-11-22', '2026-02-30T10:00:00Z', `${between}&at=${between}`]) {
        const { status, body } = await admin.get(`/api${path}?at=${at}`);
        expect([path, at, status, body.errors[0].path]).toEqual([path, at, 422, 'at']);
      }
    }
    const unchanged = (await admin.get(`/api/tasks/${taskId}`)).body;
    const at = `?at=${between}`;
    const refused = [
      admin.post(`/api/tasks${at}`, { name: 'Nový' }),
      admin.patch(`/api/tasks/${taskId}${at}`, { name: 'Jiný' }),
      admin.post(`/api/tasks/${taskId}/comments${at}`, { text: 'Ahoj' }),
      admin.delete(`/api/tasks/${taskId}${at}`),
      admin.patch(`/api/boards/${boardId}${at}`, { name: 'Jiný' }),
      admin.delete(`/api/projects/${projectId}/members/${viewer.id}${at}`),
    ];
    for (const { status, body } of await Promise.all(refused)) {
      expect([status, body.errors]).toEqual([422, [expect.objectContaining({ path: 'at' })]]);
    }
    expect((await admin.get(`/api/tasks/${taskId}`)).body).toEqual(unchanged);
  });

  it('decides which day is today', async () => {
    expect(await listed(admin, 'list=planned')).toEqual([]);
    expect(await listed(admin, `list=planned&at=${between}`)).toEqual([taskId + 1]);
    expect(await listed(admin, `list=to-complete&at=${between}`)).toEqual([]);
  });

  it('finds tasks by the words of their names and tags then', async () => {
    await admin.patch(`/api/tasks/${taskId}`, { name: 'Zásyp', tags: ['beton'] });
    expect(await listed(viewer, 'q=zasyp')).toEqual([taskId]);
    expect(await listed(viewer, `q=zasyp&at=${between}`)).toEqual([]);
    expect(await listed(viewer, `q=VYK&at=${between}`)).toEqual([taskId]);
    expect(await listed(admin, `q=%2B&at=${between}`)).toEqual([]);
  });

  it('shows deleted things as they were, to people who may see deleted ones today', async () => {
    await admin.delete(`/api/tasks/${taskId}`);
    await admin.delete(`/api/boards/${boardId}`);
    gos.clock.set(inDays(5.001));
    expect(await listed(admin, `project=${projectId}&at=${between}`)).toEqual([taskId]);
    expect((await admin.get(`/api/tasks/${taskId}?at=${between}`)).body).toMatchObject({
      name: 'Výkop',
      state: 'assigned',
    });
    const boards = `/api/projects/${projectId}/boards?at=${between}`;
    expect((await admin.get(boards)).body.items).toMatchObject([{ id: boardId, taskCounts: { assigned: 1 } }]);
    expect((await member.get(boards)).body.items).toMatchObject([{ id: boardId, taskCounts: { assigned: 0 } }]);
    expect((await member.get(`/api/boards/${boardId}?at=${between}`)).status).toBe(200);
    expect((await viewer.get(boards)).body.items).toEqual([]);
    for (const path of [`/api/tasks/${taskId}`, `/api/boards/${boardId}`]) {
      expect((await viewer.get(`${path}?at=${between}`)).status).toBe(404);
    }
    expect(await listed(viewer, `at=${between}`)).toEqual([]);
    expect((await admin.get(`/api/tasks/${taskId}?at=${inDays(5.0005)}`)).status).toBe(200);
    await admin.post(`/api/tasks/${taskId}/undelete`);
    await admin.post(`/api/boards/${boardId}/undelete`);
  });

  it('names nobody whom a collaborator does not see today', async () => {
    const former = viewer.id;
    let external = await gos.person('Eva');
    await admin.patch(`/api/users/${external.id}`, { role: 'collaborator' });
    const membership = { userId: external.id, permission: 'view', notification: 'none' };
    await admin.post(`/api/projects/${projectId}/members`, membership);
    external = await gos.signIn(external.email);
    const paths = [`/api/projects/${projectId}/members?at=${between}`, `/api/projects/${projectId}?at=${between}`];
    const namesOf = async (path: string) => {
      const { body } = await external.get(path);
      const members: Json[] = body.items ?? body.members;
      return members.find(({ user }) => user.id === former)!.user.name;
    };
    for (const path of paths) expect(await namesOf(path)).toBe('Jana');
    await admin.delete(`/api/projects/${projectId}/members/${former}`);
    for (const path of paths) expect(await namesOf(path)).not.toContain('Jana');
    await admin.post(`/api/projects/${projectId}/members`, { ...membership, userId: former });
  });

  it('shows nothing that the reader may not see today', async () => {
    expect(await listed(viewer, `at=${between}`)).toEqual([taskId]);
    await admin.delete(`/api/projects/${projectId}/members/${viewer.id}`);
    gos.clock.set(inDays(5.002));
    expect(await listed(viewer, `at=${between}`)).toEqual([]);
    expect((await viewer.get(`/api/projects?at=${between}`)).body.items).toEqual([]);
    for (const path of [
      `/projects/${projectId}`,
      `/projects/${projectId}/members`,
      `/boards/${boardId}`,
      `/tasks/${taskId}`,
    ]) {
      expect([path, (await viewer.get(`/api${path}?at=${between}`)).status]).toEqual([path, 404]);
    }
    const { body } = await admin.get(`/api/projects/${projectId}/members?at=${between}`);
    expect(body.items.map(({ user }: Json) => user.id)).toContain(viewer.id);
    expect((await admin.get(`/api/projects/${projectId}?at=${between}`)).body.description).toBe('<p>Nový</p>');
  });
});

describe('counts of a moment long ago', () => {
  let gos: Harness;
  beforeAll(async () => {
    gos = await Harness.start({}, { background: false });
  });
  afterAll(() => gos.stop());

  it('are those of the rights of today, although nothing of the moment changes', async () => {
    gos.clock.set(instant(0));
    let [admin, manager, viewer] = [await gos.person('Alena'), await gos.person('Marek'), await gos.person('Jana')];
    const project = async (name: string): Promise<number> => (await manager.post('/api/projects', { name })).body.id;
    const [open, secret] = [await project('Otevřený'), await project('Tajný')];
    const membership = { userId: viewer.id, permission: 'view', notification: 'none' };
    await manager.post(`/api/projects/${open}/members`, membership);
    const { body } = await manager.post(`/api/projects/${open}/boards`, { name: 'Karty', section: 'todo' });
    const onBoard = { projectId: open, boardId: body.id, contractorId: manager.id };
    const tasks: number[] = [];
    for (const name of ['První', 'Druhý', 'Třetí']) tasks.push(await manager.task({ ...onBoard, name }));
    const moment = instant(60);
    gos.clock.set(inDays(2));
    const again = ({ email }: Person) => gos.signIn(email);
    [admin, manager, viewer] = [await again(admin), await again(manager), await again(viewer)];

    /** By a page that is not the last one, so that the total is counted, and by the board; each twice, so that it may be a kept one. */
    const counted = async (by: Person) => {
      const found = new Set<string>();
      for (let n = 0; n < 2; n++) {
        const list = await by.get(at(`/api/tasks?board=${body.id}&pageSize=1`, moment));
        const boards = await by.get(at(`/api/projects/${open}/boards`, moment));
        const sums = boards.body.items?.map(({ taskCounts }: Json) =>
          Object.values<number>(taskCounts).reduce((sum, count) => sum + count, 0),
        );
        found.add(JSON.stringify([list.body.total, sums ?? boards.status]));
      }
      return [...found].map((one) => JSON.parse(one));
    };
    const everybody = async () => [await counted(admin), await counted(manager), await counted(viewer)];
    const of = (...totals: readonly number[]) => totals.map((total) => [[total, [total]]]);

    expect(await everybody()).toEqual(of(3, 3, 3));
    await manager.task({ ...onBoard, name: 'Čtvrtý' });
    expect(await everybody()).toEqual(of(3, 3, 3));
    await manager.post(`/api/tasks/${tasks[0]}/move`, { projectId: secret, boardId: null });
    expect(await everybody()).toEqual(of(3, 3, 2));
    await manager.delete(`/api/tasks/${tasks[1]}`);
    expect(await everybody()).toEqual(of(3, 3, 1));
    await manager.post(`/api/projects/${secret}/members`, membership);
    await manager.post(`/api/tasks/${tasks[1]}/undelete`);
    expect(await everybody()).toEqual(of(3, 3, 3));
    await manager.delete(`/api/projects/${open}/members/${viewer.id}`);
    expect(await everybody()).toEqual([...of(3, 3), [[1, 404]]]);
  });
});
