import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Metrics } from '../../observability/metrics';
import { Chance } from '../../testing/chance';
import { Harness, type Json, type Person, type Reply } from '../../testing/harness';
import { describeWithEveryServer, EveryServer } from '../../testing/servers/every-server';

const list = '/api/tasks?list=all&sort=id';
/** A read with a content type goes to its route, so that its answer is computed. */
const computed = { 'content-type': 'application/json' };
const now = '2026-11-21T12:00:00.000Z';

/** The number of requests that were answered from kept answers so far. */
async function hits(gos: Harness): Promise<number> {
  const { values } = await gos.service<Metrics>(Metrics).keptAnswers.get();
  return values.find(({ labels }) => labels.outcome === 'hit')?.value ?? 0;
}

/** Whether the answer to the request was a kept one. */
async function isKept(gos: Harness, person: Person, path = list): Promise<boolean> {
  const before = await hits(gos);
  await person.get(path);
  return (await hits(gos)) > before;
}

const namesIn = async (person: Person, path = list): Promise<string[]> =>
  (await person.get(path)).body.items.map(({ name }: Json) => name);

describe('kept answers', () => {
  let gos: Harness;
  let admin: Person;
  let petra: Person;
  let jan: Person;
  let projectId: number;

  const member = (userId: number) => ({ userId, permission: 'view', notification: 'mine' });

  beforeAll(async () => {
    gos = await Harness.start({}, { tickMs: null });
    gos.clock.set(now);
    admin = await gos.person('Alena');
  });
  beforeEach(async () => {
    gos.clock.set(now);
    petra = await gos.person('Petra');
    jan = await gos.person('Jan');
    projectId = (await admin.post('/api/projects', { name: 'Hala' })).body.id;
    await petra.task({ name: 'Výkres' });
  });
  afterAll(() => gos.stop());

  it('are given again, with the same headers, and as not modified', async () => {
    const first = await petra.get(list);
    const before = await hits(gos);
    const second = await petra.get(list);
    expect(second).toMatchObject({ status: 200, body: first.body });
    const compared = ({ headers }: { headers: Headers }) =>
      [...headers].filter(([name]) => !['date', 'x-correlation-id'].includes(name));
    expect(compared(second)).toEqual(compared(first));
    const tag = { 'if-none-match': first.headers.get('etag')! };
    const unchanged = await petra.get(list, tag);
    expect(await hits(gos)).toBe(before + 2);
    expect(unchanged).toMatchObject({ status: 304, body: '' });
    expect(compared(unchanged)).toEqual(compared(await petra.get(list, { ...tag, ...computed })));
  });

  it('differ by path and query', async () => {
    await petra.task({ name: 'Rozpočet' });
    expect(await namesIn(petra)).toEqual(['Výkres', 'Rozpočet']);
    expect(await namesIn(petra, '/api/tasks?list=all&sort=-id')).toEqual(['Rozpočet', 'Výkres']);
    expect(await namesIn(petra)).toEqual(['Výkres', 'Rozpočet']);
  });

  it('differ by person', async () => {
    expect(await namesIn(petra)).toEqual(['Výkres']);
    expect(await namesIn(jan)).toEqual([]);
    expect(await namesIn(petra)).toEqual(['Výkres']);
    expect((await gos.stranger().get(list)).status).toBe(401);
  });

  it('are the same in every language', async () => {
    const czech = await petra.get(list, { 'accept-language': 'cs' });
    expect((await petra.get(list, { 'accept-language': 'en' })).body).toEqual(czech.body);
    await petra.patch('/api/me', { language: 'en' });
    expect((await petra.get(list)).body).toEqual(czech.body);
  });

  it('show changes of their own reader at once', async () => {
    const id = await petra.task({ name: 'Smlouva' });
    const detail = `/api/tasks/${id}`;
    for (const name of ['Smlouva 1', 'Smlouva 2', 'Smlouva 3']) {
      await petra.patch(detail, { name });
      expect((await petra.get(detail)).body.name).toBe(name);
      expect(await namesIn(petra)).toEqual(['Výkres', name]);
    }
  });

  it('stay for people who do not see what changed, and end for those who do', async () => {
    await admin.post(`/api/projects/${projectId}/members`, member(jan.id));
    for (const person of [petra, jan]) await person.get(list);
    const taskId = await admin.task({ name: 'Vrata', projectId });
    expect(await isKept(gos, petra)).toBe(true);
    expect(await namesIn(jan)).toEqual(['Vrata']);
    await admin.post(`/api/tasks/${taskId}/assign`, { solverId: petra.id });
    expect(await namesIn(petra)).toEqual(['Výkres', 'Vrata']);
    await admin.post(`/api/tasks/${taskId}/assign`, { solverId: null });
    expect(await namesIn(petra)).toEqual(['Výkres']);
  });

  it('end when a project is renamed whose name a party reads without being a member', async () => {
    const taskId = await admin.task({ name: 'Vrata', projectId, solverId: jan.id });
    const projectOf = async () => (await jan.get(`/api/tasks/${taskId}`)).body.project.name;
    expect(await projectOf()).toBe('Hala');
    await admin.patch(`/api/projects/${projectId}`, { name: 'Hala 2' });
    expect(await projectOf()).toBe('Hala 2');
  });

  it('end when a person is renamed', async () => {
    const taskId = await petra.task({ name: 'Vrata', solverId: jan.id });
    const solver = async () => (await petra.get(`/api/tasks/${taskId}`)).body.solver.name;
    expect(await solver()).toBe('Jan');
    await jan.patch('/api/me', { name: 'Jan Novák' });
    expect(await solver()).toBe('Jan Novák');
  });

  it('end when a subtask that the reader does not see is deleted', async () => {
    const parentId = await admin.task({ name: 'Stavba', solverId: jan.id });
    const subtaskId = (await admin.post(`/api/tasks/${parentId}/subtasks`, { name: 'Tajné' })).body.id;
    const path = `/api/tasks/${parentId}`;
    const subtasks = async (headers?: Record<string, string>) => (await jan.get(path, headers)).body.subtasks;
    expect(await subtasks()).toHaveLength(1);
    await admin.delete(`/api/tasks/${subtaskId}`);
    expect(await subtasks()).toEqual(await subtasks(computed));
    await admin.post(`/api/tasks/${subtaskId}/undelete`);
    expect(await subtasks()).toEqual(await subtasks(computed));
  });

  it('show nothing to a reader who loses a right between two requests', async () => {
    await admin.post(`/api/projects/${projectId}/members`, member(jan.id));
    const taskId = await admin.task({ name: 'Vrata', projectId });
    expect(await namesIn(jan)).toEqual(['Vrata']);
    expect((await jan.get(`/api/tasks/${taskId}`)).status).toBe(200);
    await admin.delete(`/api/projects/${projectId}/members/${jan.id}`);
    expect(await namesIn(jan)).toEqual([]);
    expect((await jan.get(`/api/tasks/${taskId}`)).status).toBe(404);
  });

  it('follow the role of their reader', async () => {
    await admin.patch(`/api/users/${jan.id}`, { role: 'auditor' });
    const all = await namesIn(jan);
    expect(all).toContain('Výkres');
    expect(await isKept(gos, jan)).toBe(true);
    await admin.patch(`/api/users/${jan.id}`, { role: 'member' });
    expect(await namesIn(jan)).toEqual([]);
  });

  it('are refused to deactivated people, and to those who have signed out', async () => {
    await petra.get(list);
    expect(await isKept(gos, petra)).toBe(true);
    const cookies = { cookie: petra.cookie };
    await petra.post('/api/auth/logout');
    expect((await gos.stranger().get(list, cookies)).status).toBe(401);
    const again = await gos.signIn(petra.email);
    expect(await namesIn(again)).toEqual(['Výkres']);
    await admin.patch(`/api/users/${petra.id}`, { active: false });
    expect((await again.get(list)).status).toBe(401);
  });

  it('are given to a read-only token of their reader, until it is revoked', async () => {
    const token = await petra.post('/api/me/tokens', {
      name: 'Výkaz',
      scope: 'read',
      expiresAt: '2026-11-22T12:00:00.000Z',
      password: 'correct horse',
    });
    const bearer = { authorization: `Bearer ${token.body.token}` };
    await petra.get(list);
    const before = await hits(gos);
    const answer = await gos.stranger().get(list, bearer);
    expect(answer.body.items.map(({ name }: Json) => name)).toEqual(['Výkres']);
    expect(await hits(gos)).toBe(before + 1);
    // The token decides, not the cookie.
    expect(await namesIn(jan)).toEqual([]);
    expect((await jan.get(list, bearer)).body).toEqual(answer.body);
    await petra.delete(`/api/me/tokens/${token.body.id}`);
    expect((await gos.stranger().get(list, bearer)).status).toBe(401);
    expect((await petra.get(list, bearer)).status).toBe(401);
  });

  it('end at local midnight', async () => {
    await petra.task({ name: 'Zítra', solverId: petra.id, shownDate: '2026-11-22' });
    const path = '/api/tasks?list=to-complete&sort=id';
    // Midnight in Prague is at 23:00 UTC.
    gos.clock.set('2026-11-21T22:59:59.999Z');
    const late = await gos.signIn(petra.email);
    expect(await namesIn(late, path)).not.toContain('Zítra');
    expect(await isKept(gos, late, path)).toBe(true);
    gos.clock.set('2026-11-21T23:00:00.000Z');
    expect(await namesIn(late, path)).toContain('Zítra');
  });

  it('are not used for past states, or for a request that its route refuses', async () => {
    const at = `${list}&at=2026-11-21T11:00:00.000Z`;
    await petra.get(at);
    expect(await isKept(gos, petra, at)).toBe(false);
    expect((await petra.get(`${list}&nothing=1`)).status).toBe(422);
    expect((await petra.get(`${list}&nothing=1`)).status).toBe(422);
  });
});

describe('a random run', () => {
  let gos: Harness;
  let people: Person[];
  const seed = Number(process.env.GOS_TEST_SEED ?? 7);
  const chance = new Chance(seed);

  beforeAll(async () => {
    gos = await Harness.start();
    gos.clock.set(now);
    people = [];
    for (const name of ['Alena', 'Petra', 'Jan', 'Karel', 'Eva']) people.push(await gos.person(name));
  });
  afterAll(() => gos.stop());

  const queries = [
    '/api/tasks?list=all&sort=id',
    '/api/tasks?list=all&sort=-solver,project,board,parent,-id&pageSize=5',
    '/api/tasks?list=all&sort=usedBudget,name&page=2&pageSize=4',
    '/api/tasks?list=to-complete',
    '/api/tasks?list=archive',
    '/api/tasks?q=novy',
    '/api/tasks?board=none&sort=participants',
    '/api/tasks/counts',
  ];

  it('of commands, rights and readers gives the answers that are computed without kept ones', async () => {
    const [admin] = people as [Person];
    const taskIds: number[] = [];
    const projectIds: number[] = [];
    for (const name of ['Hala', 'Sklad', 'Dům']) projectIds.push((await admin.post('/api/projects', { name })).body.id);
    const boardIds: number[] = [];
    for (const id of projectIds) {
      const board = await admin.post(`/api/projects/${id}/boards`, { name: `Deska ${id}`, section: 'todo' });
      boardIds.push(board.body.id);
    }
    const someone = () => chance.of(people).id;
    const maybe = <T>(value: () => T) => (chance.happens(0.5) ? value() : null);
    const task = () => `/api/tasks/${chance.of(taskIds)}`;
    const project = () => `/api/projects/${chance.of(projectIds)}`;
    const create = async (by: Person) => {
      const body = {
        name: `Úkol ${taskIds.length} ${chance.of(['nový', 'starý'])}`,
        solverId: maybe(someone),
        passive: maybe(() => [someone()]),
        ...(chance.happens(0.5) ? { boardId: chance.of(boardIds) } : { projectId: maybe(() => chance.of(projectIds)) }),
        budget: maybe(() => ({ amount: String(chance.below(1_000)), currency: 'CZK' })),
        ...(taskIds.length > 0 && chance.happens(0.3) && { parentId: chance.of(taskIds) }),
      };
      const { status, body: answer } = await by.post('/api/tasks', body);
      if (status === 201) taskIds.push(answer.id);
    };
    const actions: readonly ((by: Person) => Promise<unknown>)[] = [
      create,
      create,
      (by) => by.patch(task(), { name: `Přejmenovaný ${chance.below(100)} nový` }),
      (by) => by.post(`${task()}/assign`, { solverId: maybe(someone) }),
      (by) => by.post(`${task()}/complete`, { result: 'Hotovo' }),
      (by) => by.post(`${task()}/accept`, {}),
      (by) => by.post(`${task()}/move`, { projectId: maybe(() => chance.of(projectIds)), boardId: null }),
      (by) => by.post(`${task()}/move`, { boardId: chance.of(boardIds) }),
      (by) => by.post(`${task()}/comments`, { text: 'Poznámka' }),
      (by) => by.post(`${task()}/participants`, { userId: someone(), kind: 'passive' }),
      (by) => by.delete(`${task()}/participants/${someone()}`),
      (by) => by.post(`${task()}/predecessors`, { taskId: chance.of(taskIds) }),
      (by) => by.delete(task()),
      (by) => by.post(`${task()}/undelete`),
      () => admin.patch(project(), { name: `Projekt ${chance.below(100)}` }),
      () =>
        admin.post(`${project()}/members`, {
          userId: someone(),
          permission: chance.of(['view', 'manage']),
          notification: 'mine',
        }),
      () => admin.delete(`${project()}/members/${someone()}`),
      () => admin.patch(`/api/boards/${chance.of(boardIds)}`, { name: `Deska ${chance.below(100)}` }),
      () => admin.delete(`/api/boards/${chance.of(boardIds)}`),
      () =>
        admin.patch(`/api/users/${chance.of(people.slice(1)).id}`, {
          role: chance.of(['member', 'collaborator', 'auditor', 'admin']),
        }),
      (by) => by.patch('/api/me', { name: `Člověk ${chance.below(100)}` }),
    ];
    await create(admin);
    const before = await hits(gos);
    const one = () => ({
      reader: chance.of(people),
      path: chance.happens(0.4) ? `${task()}${chance.of(['', '?deleted=true'])}` : chance.of(queries),
    });
    /** Some requests are repeated after each change, others begin and end. */
    const repeated = Array.from({ length: 8 }, one);
    let changes = 0;
    for (let step = 0; step < 150; step++) {
      const { status } = ((await chance.of(actions)(chance.happens(0.5) ? admin : chance.of(people))) ?? {}) as {
        readonly status?: number;
      };
      if (status !== undefined && status < 300) changes++;
      repeated[chance.below(repeated.length)] = one();
      for (let read = 0; read < 3; read++) {
        const { reader, path } = chance.of(repeated);
        const [given, expected] = [await reader.get(path), await reader.get(path, computed)];
        const told = ({ status, body, headers }: Reply<Json>) => ({
          ...{ seed, step, path, reader: reader.id },
          ...{ status, body, tag: headers.get('etag') },
        });
        expect(told(given)).toEqual(told(expected));
      }
    }
    expect(changes).toBeGreaterThan(50);
    expect((await hits(gos)) - before).toBeGreaterThan(50);
  });
});

describeWithEveryServer('kept answers of two processes', () => {
  let servers: EveryServer;
  let first: Harness;
  let second: Harness;
  let atFirst: Person;
  let atSecond: Person;
  beforeAll(async () => {
    servers = await EveryServer.start();
    first = await Harness.start(servers.env);
    atFirst = await first.person('Alena');
    second = await Harness.start({ ...servers.env, GOS_ROLE: 'api' });
    atSecond = await second.signIn(atFirst.email);
  });
  afterAll(async () => {
    await second?.stop();
    await first?.stop();
    await servers?.stop();
  });

  it('show at the second process what changed at the first', async () => {
    const id = await atFirst.task({ name: 'Vrata' });
    while (!(await isKept(second, atSecond))) await second.applied();
    for (let count = 1; count <= 20; count++) {
      await atFirst.patch(`/api/tasks/${id}`, { name: `Vrata ${count}` });
      expect(await namesIn(atSecond)).toEqual([`Vrata ${count}`]);
    }
    while (!(await isKept(second, atSecond))) await second.applied();
  });
});
