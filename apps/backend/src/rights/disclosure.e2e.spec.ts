import * as contract from '@gos/contract';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../testing/harness';
import { Screen } from '../testing/screen';

const hasRoute = (one: unknown): one is { readonly route: string } =>
  typeof one === 'object' && one !== null && 'route' in one && typeof one.route === 'string';
const routes = Object.values(contract)
  .flatMap((exported) => [exported, ...Object.values(exported)].filter(hasRoute))
  .map(({ route }) => route);

const fileOf = (name: string) => {
  const form = new FormData();
  form.set('file', new Blob(['obsah'], { type: 'text/plain' }), name);
  return form;
};

describe('what people are told', () => {
  let gos: Harness;
  let admin: Person;
  let manager: Person;
  let gone: Person;
  let external: Person;
  let auditor: Person;
  let project: number;
  let board: number;
  let task: number;
  let screen: Screen;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    manager = await gos.person('Karla Svobodová');
    gone = await gos.person('Hugo Skrytý');
    external = await gos.person('Eva Externí');
    auditor = await gos.person('Olga Revizorová');
    await admin.patch(`/api/users/${external.id}`, { role: 'collaborator' });
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
    project = (await manager.post('/api/projects', { name: 'E-shop' })).body.id;
    const join = (person: Person, permission: string) =>
      manager.post(`/api/projects/${project}/members`, { userId: person.id, permission, notification: 'all' });
    await join(gone, 'edit');
    await join(external, 'view');
    screen = await Screen.open(external);
    board = (
      await manager.post(`/api/projects/${project}/boards`, {
        name: 'Platby',
        section: 'todo',
        assignedUserId: gone.id,
      })
    ).body.id;
    task = await gone.task({ name: 'Košík', projectId: project, boardId: board, solverId: gone.id });
    await gone.post(`/api/tasks/${task}/files`, fileOf('zadani.txt'));
    await gone.post(`/api/tasks/${task}/comments`, { text: 'Pozor na košík' });
    await gone.post('/api/work/start', { taskId: task });
    await gone.post('/api/work/stop');
    await gone.post('/api/repeated-tasks', {
      name: 'Porada',
      template: { projectId: project },
      solverId: gone.id,
      showFrom: 60,
      firstDeadline: '2099-01-01T10:00:00.000Z',
      repeat: 'weekly',
      period: 'week',
      endRepeat: 'never',
      generateAhead: 1,
      createFor: 'user',
    });
    await manager.delete(`/api/projects/${project}/members/${gone.id}`);
    await admin.post(`/api/tasks/${task}/comments`, { text: 'Ještě daň' });
    // Still the board's, but a party to none of its tasks any more.
    await admin.patch(`/api/users/${gone.id}`, { active: false, handOver: manager.id });
    await manager.patch(`/api/boards/${board}`, { assignedUserId: manager.id });
    await admin.patch(`/api/users/${gone.id}`, { active: true });
    await manager.patch(`/api/boards/${board}`, { assignedUserId: gone.id, description: 'Brána' });
  });
  afterAll(async () => {
    screen?.close();
    await gos.stop();
  });

  /** Returns all answers that a collaborator gets, by address. */
  async function walk(person: Person): Promise<ReadonlyMap<string, string>> {
    const ids: Record<string, number> = { tasks: task, projects: project, boards: board, users: person.id };
    ids['repeated-tasks'] = 1;
    const queries: Record<string, string> = {
      'GET /attendance/month': `?userId=${person.id}&month=11&year=2026`,
      'GET /tasks/{id}/diff': `?from=${new Date().toISOString()}&to=${new Date().toISOString()}`,
      'GET /search': '?q=kosik',
      'GET /projects/{id}/statistics': '?period=month',
      'GET /work/entries': `?taskId=${task}`,
    };
    const told = new Map<string, string>();
    for (const route of new Set(routes)) {
      const [method, path] = route.split(' ') as [string, string];
      const id = ids[path.split('/')[1]!];
      if (method !== 'GET' || (path.includes('{id}') && id === undefined)) continue;
      const address = path.replace('{id}', String(id));
      if (address.includes('{')) continue;
      const { status, body } = await person.get(`/api${address}${queries[route] ?? ''}`);
      if (status === 200) told.set(route, JSON.stringify(body));
    }
    return told;
  }

  it('a collaborator sees nobody’s name whom they do not see', async () => {
    const seen = new Set((await external.get('/api/users')).body.items.map(({ name }: Json) => name));
    expect([...seen].sort()).toEqual(['Eva Externí', 'Karla Svobodová']);
    const told = await walk(external);
    const routesToldOf = [
      'GET /tasks',
      'GET /tasks/{id}',
      'GET /tasks/{id}/activity',
      'GET /tasks/{id}/comments',
      'GET /tasks/{id}/diff',
      'GET /projects/{id}/boards',
      'GET /projects/{id}/statistics',
      'GET /boards/{id}',
      'GET /repeated-tasks/{id}',
      'GET /repeated-tasks/{id}/activity',
      'GET /me/notifications',
      'GET /me/changes',
      'GET /work/entries',
      'GET /search',
      'GET /presence',
    ];
    expect(routesToldOf.filter((route) => !told.has(route))).toEqual([]);
    const telling = [...told].filter(([, text]) => /Hugo|Alena|Olga/.test(text)).map(([route]) => route);
    expect(telling).toEqual([]);
    expect(JSON.parse(told.get('GET /boards/{id}')!)).toMatchObject({
      assignedUser: { id: gone.id, name: `#${gone.id}` },
    });
    expect(JSON.parse(told.get('GET /tasks/{id}/comments')!).items.map(({ by }: Json) => by.name)).toEqual([
      `#${gone.id}`,
      `#${admin.id}`,
    ]);
    expect((await manager.get(`/api/boards/${board}`)).body.assignedUser).toEqual({ id: gone.id, name: 'Hugo Skrytý' });
  });

  it('and hears nobody’s by the socket', async () => {
    await manager.patch(`/api/boards/${board}`, { name: 'Platby a daně' });
    const { doc } = await screen.change('board', board, (change) => change.doc?.name === 'Platby a daně');
    expect(doc.assignedUser).toEqual({ id: gone.id, name: `#${gone.id}` });
    expect(doc.taskCounts).toBeDefined();
  });

  describe('of money', () => {
    let costly: number;
    const typesOf = async (person: Person, query = '') =>
      (await person.get(`/api/tasks/${costly}/activity?${query}`)).body;

    beforeAll(async () => {
      costly = await manager.task({ name: 'Rozpočet', projectId: project, solverId: external.id });
      await manager.post(`/api/tasks/${costly}/budget`, { budget: { amount: '100.00', currency: 'CZK' } });
      await manager.post(`/api/tasks/${costly}/budget`, { budget: { amount: '50.00', currency: 'CZK' } });
      await external.post(`/api/tasks/${costly}/complete`, { result: 'Hotovo' });
      const { status } = await manager.post(`/api/tasks/${costly}/accept`, {
        rating: 5,
        costReduction: { amount: '10.00', currency: 'CZK' },
      });
      expect(status).toBe(200);
    });

    it('who may not see it is told of no event that says nothing else', async () => {
      const all = await typesOf(manager);
      expect(all.items.map(({ event }: Json) => event)).toEqual(
        expect.arrayContaining(['BudgetAdded', 'BudgetReduced', 'TaskAccepted']),
      );
      for (const person of [auditor, admin]) expect((await typesOf(person)).total).toBe(all.total);
      const told = await typesOf(external);
      expect(told.items.map(({ event }: Json) => event)).not.toContain('BudgetAdded');
      expect(told.total).toBe(all.total - 2);
      expect(told.items).toHaveLength(told.total);
      expect(JSON.stringify(told)).not.toMatch(/udget|costReduction|10\.00/);
      const second = await typesOf(external, 'page=2&pageSize=1');
      expect(second).toMatchObject({ total: told.total, items: [{ event: told.items[1].event }] });
    });

    it('nor of a change of nothing but the budget of a repeated task', async () => {
      const { body, status } = await manager.post('/api/repeated-tasks', {
        name: 'Závěrka',
        template: { projectId: project },
        solverId: external.id,
        showFrom: 60,
        firstDeadline: '2099-01-01T10:00:00.000Z',
        repeat: 'weekly',
        period: 'week',
        endRepeat: 'never',
        generateAhead: 1,
        createFor: 'user',
      });
      expect([status, body.code]).toEqual([201, undefined]);
      const budget = { amount: '300.00', currency: 'CZK' };
      const edited = await manager.patch(`/api/repeated-tasks/${body.id}`, { template: { budget } });
      expect(edited.status).toBe(200);
      const edits = async (person: Person) =>
        (await person.get(`/api/repeated-tasks/${body.id}/activity?pageSize=100`)).body.items.filter(
          ({ event }: Json) => event === 'RepeatedTaskEdited',
        );
      expect(await edits(manager)).toHaveLength(1);
      expect(await edits(external)).toEqual([]);
      await manager.patch(`/api/repeated-tasks/${body.id}`, { name: 'Uzávěrka', template: { budget: null } });
      expect((await edits(external)).map(({ changes }: Json) => changes)).toEqual([
        [{ field: 'name', from: 'Závěrka', to: 'Uzávěrka' }],
      ]);
    });

    it('nor on the home page', async () => {
      const quiet = await manager.task({ name: 'Tichý rozpočet', projectId: project, passive: [external.id] });
      const since = new Date().toISOString();
      await manager.post(`/api/tasks/${quiet}/budget`, { budget: { amount: '7.00', currency: 'CZK' } });
      const changed = (await external.get(`/api/me/changes?since=${since}`)).body.items;
      expect(changed.filter((one: Json) => one.task.id === quiet)).toEqual([]);
      expect((await external.get('/api/me/changes')).body.items).toContainEqual(
        expect.objectContaining({ task: expect.objectContaining({ id: quiet }), count: 1 }),
      );
    });
  });

  describe('of deleted files', () => {
    let withFiles: number;
    let [kept, removed] = [0, 0];
    let [whenBoth, now] = ['', ''];

    beforeAll(async () => {
      withFiles = await manager.task({ name: 'Přílohy', projectId: project });
      const add = async (name: string) =>
        (await manager.post(`/api/tasks/${withFiles}/files`, fileOf(name))).body.fileId as number;
      [kept, removed] = [await add('smlouva.txt'), await add('vypoved.txt')];
      whenBoth = new Date(gos.clock.now()).toISOString();
      await manager.delete(`/api/tasks/${withFiles}/files/${removed}`);
      now = new Date(gos.clock.now()).toISOString();
    });

    const pages = (person: Person) =>
      Promise.all(
        ['/activity', '/activity?q=vypoved', `?at=${whenBoth}`, `/diff?from=${whenBoth}&to=${now}`].map(
          async (path) => (await person.get(`/api/tasks/${withFiles}${path}`)).body,
        ),
      );

    it('the name is for who may bring them back, and for auditors', async () => {
      const [history, searched, then, difference] = await pages(external);
      expect(JSON.stringify([history, then, difference])).not.toContain('vypoved');
      expect(searched.total).toBe(0);
      expect(history.items.map(({ event, text }: Json) => [event, text]).slice(1)).toEqual([
        ['DocumentAdded', 'smlouva.txt'],
        ['DocumentAdded', null],
        ['DocumentRemoved', null],
      ]);
      expect(then.files.map(({ id }: Json) => id)).toEqual([kept]);
      for (const person of [manager, auditor, admin]) {
        const [all, , earlier] = await pages(person);
        expect(all.items[2].text).toBe('vypoved.txt');
        expect(earlier.files.map(({ id }: Json) => id)).toEqual([kept, removed]);
      }
    });

    it('who may look on is told it again once it is back', async () => {
      await manager.post(`/api/tasks/${withFiles}/files/${removed}/undelete`);
      const [history] = await pages(external);
      expect(history.items[2].text).toBe('vypoved.txt');
    });
  });
});
