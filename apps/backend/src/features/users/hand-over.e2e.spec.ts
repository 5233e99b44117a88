import { isRefusal, noParts, type UserBodies, userAggregate } from '@gos/domain';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CommandRunner } from '../../engine/commands/command-runner';
import { Clock } from '../../kernel/clock';
import { StoreUnavailable } from '../../kernel/store-errors';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Person } from '../../testing/harness';

let gos: Harness;
let admin: Person;
let boss: Person;
beforeAll(async () => {
  gos = await Harness.start();
  admin = await gos.person('Anna Správná');
  boss = await gos.person('Bára Vedoucí');
});
afterAll(() => gos.stop());

const leave = (who: Person, more: object = {}, headers = {}) =>
  admin.patch(`/api/users/${who.id}`, { active: false, ...more }, headers);
async function project(who: Person, name = 'Nový e-shop'): Promise<number> {
  return (await who.post('/api/projects', { name })).body.id;
}
const membersOf = async (id: number): Promise<{ user: { id: number }; permission: string }[]> =>
  (await admin.get(`/api/projects/${id}/members`)).body.items;
const deadline = '2031-05-05T10:00:00.000Z';

describe('the last who manages a project', () => {
  test('leaves when every such project has an heir', async () => {
    const [jan, eva] = [await gos.person('Jan Starý'), await gos.person('Eva Nová')];
    const [first, second] = [await project(jan, 'Archiv'), await project(jan, 'Sklad')];
    await jan.post(`/api/projects/${second}/members`, { userId: eva.id, permission: 'view', notification: 'none' });
    const refused = await leave(jan);
    expect([refused.status, refused.body.code]).toEqual([409, 'user.last-manage']);
    expect(refused.body.projects).toEqual([
      { id: first, name: 'Archiv' },
      { id: second, name: 'Sklad' },
    ]);
    expect((await leave(jan, { heirs: { [first]: boss.id } })).body.projects).toEqual([{ id: second, name: 'Sklad' }]);
    expect((await admin.patch(`/api/users/${jan.id}`, { role: 'auditor' })).body.code).toBe('user.last-manage');
    expect((await jan.get('/api/me')).status).toBe(200);
    const done = await leave(jan, { heirs: { [first]: boss.id, [second]: eva.id } });
    expect(done.status).toBe(200);
    expect(await membersOf(first)).toContainEqual(
      expect.objectContaining({ user: { id: boss.id, name: 'Bára Vedoucí' }, permission: 'manage' }),
    );
    expect(await membersOf(second)).toContainEqual({
      user: { id: eva.id, name: 'Eva Nová' },
      permission: 'manage',
      notification: 'none',
    });
    expect((await eva.patch(`/api/projects/${second}`, { name: 'Sklad a doprava' })).status).toBe(200);
    expect((await admin.patch(`/api/users/${jan.id}`, { active: true })).status).toBe(200);
  });

  test('does not leave the project to somebody who is away', async () => {
    const [jan, eva] = [await gos.person(), await gos.person()];
    const id = await project(jan);
    await jan.post(`/api/projects/${id}/members`, { userId: eva.id, permission: 'manage', notification: 'all' });
    expect((await leave(eva)).status).toBe(200);
    const lowered = await jan.patch(`/api/projects/${id}/members/${jan.id}`, { permission: 'edit' });
    expect([lowered.status, lowered.body.code]).toEqual([409, 'project.last-manage']);
    expect((await jan.delete(`/api/projects/${id}/members/${jan.id}`)).body.code).toBe('project.last-manage');
    expect((await leave(jan)).body.code).toBe('user.last-manage');
    await admin.patch(`/api/users/${eva.id}`, { active: true });
    expect((await leave(jan)).status).toBe(200);
  });

  test('is not taken out while the other one leaves', async () => {
    for (let round = 0; round < 3; round++) {
      const [jan, eva] = [await gos.person(), await gos.person()];
      const id = await project(jan);
      await jan.post(`/api/projects/${id}/members`, { userId: eva.id, permission: 'manage', notification: 'all' });
      const answers = await Promise.all([leave(jan), admin.delete(`/api/projects/${id}/members/${eva.id}`)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });
});

test.each([
  ['themselves', async (jan: Person) => jan.id],
  ['nobody who is known', async () => 9_999],
  [
    'an auditor',
    async () => {
      const auditor = await gos.person();
      await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
      return auditor.id;
    },
  ],
  [
    'somebody deactivated',
    async () => {
      const gone = await gos.person();
      await leave(gone);
      return gone.id;
    },
  ],
])('nothing is handed over to %s', async (_, whom) => {
  const jan = await gos.person();
  const id = await project(jan);
  const to = await whom(jan);
  const work = await leave(jan, { handOver: to, heirs: { [id]: boss.id } });
  expect([work.status, work.body.errors]).toMatchObject([422, [{ path: 'handOver', code: 'user.hand-over.unknown' }]]);
  const heir = await leave(jan, { heirs: { [id]: to } });
  expect([heir.status, heir.body.errors]).toMatchObject([
    422,
    [{ path: `heirs.${id}`, code: 'user.hand-over.unknown' }],
  ]);
  expect((await jan.get('/api/me')).status).toBe(200);
});

test.each([[{ handOver: 'x' }], [{ heirs: [1] }], [{ heirs: { x: 1 } }], [{ heirs: { 1: null } }], [{ handOver: 0 }]])(
  'a body of %j is refused',
  async (body) => {
    expect((await leave(boss, body)).status).toBe(422);
  },
);

describe('the work of who leaves', () => {
  test('is counted for admins, and taken over in one step', async () => {
    const [jan, eva] = [await gos.person('Jan Odchozí'), await gos.person('Eva Zůstávající')];
    const projectId = await project(jan, 'Web');
    const board = (
      await jan.post(`/api/projects/${projectId}/boards`, {
        name: 'Jaro',
        section: 'todo',
        assignedUserId: jan.id,
        deadline,
      })
    ).body.id;
    const hook = (
      await jan.post(`/api/projects/${projectId}/webhooks`, { name: 'Git', active: true, autoContractorId: jan.id })
    ).body.id;
    const given = await jan.task({ name: 'Zadaný úkol', solverId: boss.id });
    const taken = await boss.task({ name: 'Přijatý úkol', solverId: jan.id });
    const own = await jan.task({ name: 'Vlastní úkol', solverId: jan.id });
    const fulfilled = await boss.task({ name: 'Splněný úkol', solverId: jan.id });
    await jan.post(`/api/tasks/${fulfilled}/complete`, { result: 'Hotovo' });
    const ended = await jan.task({ name: 'Ukončený úkol', solverId: boss.id });
    await jan.post(`/api/tasks/${ended}/end`, {});
    const repeated = (
      await jan.post('/api/repeated-tasks', {
        name: 'Kontrola záloh',
        firstDeadline: deadline,
        repeat: 'weekly',
        solverId: jan.id,
      })
    ).body.id;
    // Its first occurrence becomes a task by itself.
    const look = () => admin.get(`/api/users/${jan.id}/holdings`);
    let holdings = await look();
    for (let tries = 0; tries < 100 && holdings.body.solverOf.count < 3; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      holdings = await look();
    }
    expect(holdings.body).toMatchObject({
      managed: [{ id: projectId, name: 'Web', alone: true }],
      projects: { count: 1, items: [{ id: projectId, name: 'Web' }] },
      contractorOf: { count: 3, items: [{ id: given, name: 'Zadaný úkol' }, { id: own }, { name: 'Kontrola záloh' }] },
      solverOf: { count: 3, items: [{ id: taken }, { id: own }, { name: 'Kontrola záloh' }] },
      repeatedTasks: { count: 1, items: [{ id: repeated, name: 'Kontrola záloh' }] },
      boards: { count: 1, items: [{ id: board, name: 'Jaro' }] },
      webhooks: { count: 1, items: [{ id: hook, name: 'Git' }] },
    });
    const key = { 'idempotency-key': `leaves-${jan.id}` };
    const body = { handOver: eva.id, heirs: { [projectId]: eva.id } };
    const first = await leave(jan, body, key);
    expect(first.status).toBe(200);
    expect((await leave(jan, body, key)).body).toEqual(first.body);
    const task = async (id: number) => (await admin.get(`/api/tasks/${id}`)).body;
    expect(await task(given)).toMatchObject({ contractor: { id: eva.id }, solver: { id: boss.id } });
    expect(await task(taken)).toMatchObject({ contractor: { id: boss.id }, solver: { id: eva.id } });
    expect(await task(own)).toMatchObject({ contractor: { id: eva.id }, solver: { id: eva.id }, state: 'assigned' });
    expect(await task(fulfilled)).toMatchObject({ solver: { id: jan.id }, state: 'fulfilled' });
    expect(await task(ended)).toMatchObject({ contractor: { id: jan.id }, state: 'solved' });
    expect((await admin.get(`/api/repeated-tasks/${repeated}`)).body).toMatchObject({
      solver: { id: eva.id },
      template: { contractor: { id: eva.id } },
    });
    expect((await admin.get(`/api/boards/${board}`)).body.assignedUser).toMatchObject({ id: eva.id });
    const hooks = (await admin.get(`/api/projects/${projectId}/webhooks`)).body.items;
    expect(hooks).toMatchObject([{ autoContractor: { id: eva.id } }]);
    expect((await admin.get(`/api/users/${jan.id}/holdings`)).body).toMatchObject({
      managed: [{ alone: false }],
      contractorOf: { count: 0, items: [] },
      solverOf: { count: 0 },
      repeatedTasks: { count: 0 },
      boards: { count: 0 },
      webhooks: { count: 0 },
    });
    const history = (await eva.get(`/api/tasks/${given}/activity`)).body.items;
    expect(history).toContainEqual(
      expect.objectContaining({
        event: 'ContractorChanged',
        by: { id: admin.id, name: 'Anna Správná' },
        changes: [{ field: 'contractor', from: expect.anything(), to: expect.objectContaining({ id: eva.id }) }],
      }),
    );
    const told = (await eva.get('/api/me/notifications')).body.items;
    expect(
      told.map(({ kind, task }: { kind: string; task: { id: number } | null }) => [kind, task?.id]),
    ).toContainEqual(['assigned', taken]);
    const again = await leave(jan, { handOver: boss.id });
    expect(again.status).toBe(200);
  });

  test('follows after a crash in between, once, and stays with who is back', async () => {
    const [jan, eva] = [await gos.person(), await gos.person()];
    const tasks: number[] = [];
    for (let n = 0; n < 3; n++) tasks.push(await boss.task({ name: `Úkol ${n}`, solverId: jan.id }));
    const log = gos.service<EventLog>(EVENT_LOG);
    let writes = 0;
    const dying = new Proxy(log, {
      get(one, name: keyof EventLog) {
        const own = one[name];
        if (name !== 'append') return typeof own === 'function' ? (own as () => unknown).bind(one) : own;
        return async (...given: Parameters<EventLog['append']>) => {
          if (given[0].startsWith('task-') && ++writes > 1) throw new StoreUnavailable('killed', 'not-written');
          return one.append(...given);
        };
      },
    });
    const decided = userAggregate.decide(
      {
        id: jan.id,
        revision: 1,
        role: 'member',
        active: true,
        hourlyRate: null,
        positionIds: [],
        attendance: false,
        vacation: {},
        overtime: null,
        erased: false,
      },
      { type: 'change', body: { active: false, handOver: eva.id } },
      {
        ...{
          actor: { id: admin.id, role: 'admin', projects: {} },
          otherAdmins: 1,
          currency: 'CZK',
          knownPositions: [],
        },
        leaving: { managed: [], parts: { ...noParts, solverOf: tasks }, nameable: [eva.id] },
      },
      jan.id,
    );
    expect(isRefusal(decided)).toBe(false);
    const target = {
      stream: `user-${jan.id}`,
      decider: { initial: null, evolve: userAggregate.evolve, decide: () => decided },
    };
    const body: UserBodies['change'] = {};
    const context = { actor: { id: admin.id, role: 'admin', projects: {} }, via: 'web', correlationId: 'c' } as const;
    const dies = new CommandRunner(dying as EventLog, new Clock()).run(target, body, context, () => null);
    await expect(dies).rejects.toThrow('killed');
    const solvers = async () =>
      Promise.all(tasks.map(async (id) => (await boss.get(`/api/tasks/${id}`)).body.solver.id as number));
    for (let tries = 0; tries < 100 && (await solvers()).some((id) => id !== eva.id); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await solvers()).toEqual(tasks.map(() => eva.id));
    const assignments = async () =>
      (await Promise.all(tasks.map((id) => log.readStream(`task-${id}`)))).map(
        (events) => events.filter(({ type }) => type === 'TaskAssigned').length,
      );
    expect(await assignments()).toEqual([1, 1, 1]);
    await admin.patch(`/api/users/${jan.id}`, { active: true });
    await eva.post(`/api/tasks/${tasks[0]}/assign`, { solverId: jan.id });
    await boss.post(`/api/tasks/${tasks[0]}/assign`, { solverId: jan.id });
    const anew = new CommandRunner(log, new Clock());
    for (const event of await log.readStream(`user-${jan.id}`)) await anew.follow(event);
    expect((await solvers())[0]).toBe(jan.id);
    expect(await assignments()).toEqual([2, 1, 1]);
  });

  test('of 200 tasks goes over whole', async () => {
    const [jan, eva] = [await gos.person(), await gos.person()];
    for (let n = 0; n < 200; n += 20) {
      await Promise.all(
        Array.from({ length: 20 }, (_, m) => boss.task({ name: `Velký úkol ${n + m}`, solverId: jan.id })),
      );
    }
    expect((await leave(jan, { handOver: eva.id })).status).toBe(200);
    expect((await admin.get(`/api/users/${eva.id}/holdings`)).body.solverOf.count).toBe(200);
  });
});

test('people are filtered by each field that one sees', async () => {
  const [jan, ptr] = [await gos.person('Řehoř Jediný'), await gos.person('Řehoř Druhý')];
  await jan.patch('/api/me', { phone: '777 111' });
  await admin.patch(`/api/users/${jan.id}`, { hourlyRate: { amount: '850', currency: 'CZK' } });
  const found = async (query: string, by = admin) => {
    const { body } = await by.get(`/api/users?${query}`);
    return (body.items as { id: number }[] | undefined)?.map(({ id }) => id) ?? body.errors[0].code;
  };
  expect(await found(`id=${jan.id}&id=${ptr.id}`)).toEqual([ptr.id, jan.id]);
  expect(await found(`name=${encodeURIComponent('Řehoř Jediný')}`)).toEqual([jan.id]);
  expect(await found(`name=${encodeURIComponent('Řehoř')}`)).toEqual([]);
  expect(await found(`email=${jan.email.toUpperCase()}`)).toEqual([jan.id]);
  expect(await found('phone=777%20111')).toEqual([jan.id]);
  expect(await found(`phone=none&id=${ptr.id}&id=${jan.id}`)).toEqual([ptr.id]);
  expect(await found(`hourlyRate=850.0&id=${jan.id}`)).toEqual([jan.id]);
  expect(await found(`hourlyRate=none&id=${ptr.id}&id=${jan.id}`)).toEqual([ptr.id]);
  expect(await found('hourlyRate=much')).toBe('validation.choice');
  for (const hidden of ['email=a%40b.cz', 'phone=none', 'hourlyRate=none']) {
    expect(await found(hidden, boss)).toBe('validation.unknown-field');
  }
});
