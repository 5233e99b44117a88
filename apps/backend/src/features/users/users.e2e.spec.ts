import { type UserBodies, userAggregate } from '@gos/domain';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { RunCommand, RunCommandHandler } from '../../engine/commands/run-command';
import { People } from '../../shared/user/people';
import { ACCOUNTS, type Accounts } from '../../stores/accounts/accounts';
import { BROADCAST, type Broadcast } from '../../stores/broadcast/broadcast';
import { Peers } from '../../stores/broadcast/peers';
import { Harness, type Person } from '../../testing/harness';

let gos: Harness;
let admin: Person;
let jan: Person;
let eva: Person;
let auditor: Person;
let helper: Person;

interface Row {
  readonly id: number;
  readonly name: string;
}
const namesIn = (body: { items: Row[] }) => body.items.map(({ name }) => name);
const revisionOf = async (id: number) => (await admin.patch(`/api/users/${id}`, {})).body.revision as number;

beforeAll(async () => {
  gos = await Harness.start();
  admin = await gos.person('Žofie Malá');
  jan = await gos.person('Jan Čermák');
  eva = await gos.person('Eva Řeřichová');
  auditor = await gos.person('Chrudoš Hora');
  helper = await gos.person('Hana Cibulková');
  await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
  await admin.patch(`/api/users/${helper.id}`, { role: 'collaborator' });
});
afterAll(() => gos.stop());

describe('people', () => {
  test('are listed in Czech order', async () => {
    const { status, body } = await jan.get('/api/users');
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 5, page: 1, pageSize: 25 });
    const inOrder = ['Eva Řeřichová', 'Hana Cibulková', 'Chrudoš Hora', 'Jan Čermák', 'Žofie Malá'];
    expect(namesIn(body)).toEqual(inOrder);
    expect(namesIn((await jan.get('/api/users?sort=-name')).body)).toEqual([...inOrder].reverse());
    expect(namesIn((await jan.get('/api/users?page=2&pageSize=2')).body)).toEqual(inOrder.slice(2, 4));
    expect(namesIn((await jan.get('/api/users?sort=id&pageSize=2')).body)).toEqual(['Žofie Malá', 'Jan Čermák']);
    expect(namesIn((await jan.get('/api/users?sort=active,role,-name')).body)[0]).toBe('Žofie Malá');
    expect(namesIn((await admin.get('/api/users?sort=-email&pageSize=1')).body)).toEqual(['Hana Cibulková']);
  });

  test('are found without diacritics, by role and by activity', async () => {
    const found = async (person: Person, query: string) => namesIn((await person.get(`/api/users?${query}`)).body);
    expect(await found(jan, 'q=cermak')).toEqual(['Jan Čermák']);
    expect(await found(jan, 'q=%C5%98e%C5%99')).toEqual(['Eva Řeřichová']);
    expect(await found(jan, 'q=mala%20zof')).toEqual(['Žofie Malá']);
    expect(await found(jan, 'q=nobody')).toEqual([]);
    expect(await found(jan, `q=${eva.email}`)).toEqual([]);
    expect(await found(admin, `q=${eva.email}`)).toEqual(['Eva Řeřichová']);
    expect(await found(jan, 'role=auditor&role=admin')).toEqual(['Chrudoš Hora', 'Žofie Malá']);
    expect(await found(jan, 'active=false')).toEqual([]);
    expect(await found(jan, 'active=true&role=member')).toEqual(['Eva Řeřichová', 'Jan Čermák']);
  });

  test.each([
    ['size=3', 'size', 'validation.unknown-field'],
    ['pageSize=101', 'pageSize', 'validation.too-large'],
    ['page=0', 'page', 'validation.too-small'],
    ['role=boss', 'role', 'validation.choice'],
    ['active=maybe', 'active', 'validation.choice'],
    ['sort=email', 'sort', 'validation.choice'],
    ['sort=passwordHash', 'sort', 'validation.choice'],
  ])('of a list that is asked with %s nothing is told', async (query, path, code) => {
    const { status, body } = await jan.get(`/api/users?${query}`);
    expect([status, body.errors]).toMatchObject([422, [{ path, code }]]);
  });

  test('show e-mail, phone and rate to those alone whom they concern', async () => {
    await admin.patch(`/api/users/${eva.id}`, { hourlyRate: { amount: '850', currency: 'CZK' } });
    await eva.patch('/api/me', { phone: ' +420 777 123 456 ' });
    const open = {
      email: eva.email,
      phone: '+420 777 123 456',
      hourlyRate: { amount: '850.00', currency: 'CZK' },
    };
    const hidden = { email: null, phone: null, hourlyRate: null };
    const common = {
      ...{
        id: eva.id,
        name: 'Eva Řeřichová',
        role: 'member',
        positions: [],
        attendance: false,
        active: true,
        avatarUrl: null,
      },
      revision: await revisionOf(eva.id),
    };
    const seenBy = async (person: Person) => (await person.get(`/api/users/${eva.id}`)).body;
    expect(await seenBy(admin)).toEqual({ ...common, ...open });
    expect(await seenBy(auditor)).toEqual({ ...common, ...open });
    expect(await seenBy(eva)).toEqual({ ...common, ...open });
    expect(await seenBy(jan)).toEqual({ ...common, ...hidden });
    const listed = (await jan.get('/api/users')).body.items.find(({ id }: Row) => id === eva.id);
    expect(listed).toEqual({ ...common, ...hidden });
    expect(JSON.stringify((await admin.get('/api/users')).body)).not.toMatch(/argon2|password/i);
  });

  test('a collaborator sees those of the tasks that they share', async () => {
    const known = async () => namesIn((await helper.get('/api/users')).body);
    expect(await known()).toEqual(['Hana Cibulková']);
    expect((await helper.get(`/api/users/${jan.id}`)).body.code).toBe('user.not-found');
    expect((await helper.patch(`/api/users/${jan.id}`, { role: 'admin' })).status).toBe(404);
    const taskId = await jan.task({ name: 'Paint the fence', solverId: helper.id, passive: [eva.id] });
    expect(await known()).toEqual(['Eva Řeřichová', 'Hana Cibulková', 'Jan Čermák']);
    expect((await helper.get(`/api/users/${jan.id}`)).status).toBe(200);
    expect(namesIn((await helper.get('/api/users?q=cibul')).body)).toEqual(['Hana Cibulková']);
    expect(namesIn((await helper.get('/api/users?q=zofie')).body)).toEqual([]);
    await jan.delete(`/api/tasks/${taskId}`);
    expect(await known()).toEqual(['Hana Cibulková']);
  });

  test.each(['0', '999', 'abc', '1.5', '-1'])('%s is nobody', async (id) => {
    for (const answer of [
      await admin.get(`/api/users/${id}`),
      await admin.patch(`/api/users/${id}`, { active: false }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'user.not-found']);
    }
  });
});

describe('changing a person', () => {
  test('is for admins', async () => {
    for (const person of [jan, auditor]) {
      const { status, body } = await person.patch(`/api/users/${eva.id}`, { role: 'admin' });
      expect([status, body.code]).toEqual([403, 'user.forbidden']);
    }
    expect((await gos.stranger().patch(`/api/users/${eva.id}`, { role: 'admin' })).body.code).toBe('auth.required');
  });

  test('answers revision and position, and is in what is read next', async () => {
    const before = await revisionOf(jan.id);
    const { status, body } = await admin.patch(`/api/users/${jan.id}`, { role: 'admin' });
    expect([status, body]).toEqual([
      200,
      { id: jan.id, revision: before + 1, position: expect.stringMatching(/^\d+$/), eventId: expect.any(String) },
    ]);
    expect((await jan.get('/api/me')).body).toMatchObject({ role: 'admin', mayCreateProjects: true });
    expect((await jan.patch(`/api/users/${jan.id}`, { role: 'member' })).body.revision).toBe(before + 2);
    expect((await jan.patch(`/api/users/${eva.id}`, { role: 'admin' })).status).toBe(403);
    expect((await admin.patch(`/api/users/${jan.id}`, { role: 'member' })).body.revision).toBe(before + 2);
  });

  test.each([
    [{ role: 'boss' }, 'role', 'validation.choice'],
    [{ role: null }, 'role', 'validation.required'],
    [{ active: 'yes' }, 'active', 'validation.type'],
    [{ name: 'Petr' }, 'name', 'validation.unknown-field'],
    [{ hourlyRate: { amount: '10.00', currency: 'EUR' } }, 'hourlyRate', 'validation.money'],
    [{ hourlyRate: { amount: '-10', currency: 'CZK' } }, 'hourlyRate', 'validation.money'],
    [{ hourlyRate: 850 }, 'hourlyRate', 'validation.money'],
  ])('refuses %j', async (change, path, code) => {
    const { status, body } = await admin.patch(`/api/users/${eva.id}`, change);
    expect([status, body.errors]).toMatchObject([422, [{ path, code }]]);
  });

  test('takes a rate away', async () => {
    await admin.patch(`/api/users/${eva.id}`, { hourlyRate: { amount: '900.5', currency: 'CZK' } });
    expect((await eva.get('/api/me')).body.hourlyRate).toEqual({ amount: '900.50', currency: 'CZK' });
    expect((await admin.patch(`/api/users/${eva.id}`, { hourlyRate: null })).status).toBe(200);
    expect((await eva.get('/api/me')).body.hourlyRate).toBeNull();
  });

  test('keeps the last active admin', async () => {
    for (const change of [{ role: 'member' }, { active: false }]) {
      const { status, body } = await admin.patch(`/api/users/${admin.id}`, change);
      expect([status, body.code]).toEqual([409, 'user.last-admin']);
    }
  });

  test('of several admins who put each other down at once one stays', async () => {
    const handler = gos.service<RunCommandHandler>(RunCommandHandler);
    const admins = [admin.id, jan.id, eva.id];
    const change = (by: number, userId: number, body: UserBodies['change']) => {
      const actor = { id: by, role: 'admin', projects: {} } as const;
      return handler.execute(
        new RunCommand(
          userAggregate,
          userId,
          { type: 'change', body },
          { actor, via: 'web', correlationId: 'test', ifMatch: null },
        ),
      );
    };
    for (let round = 0; round < 10; round++) {
      for (const id of admins) await change(id, id, { role: 'admin' });
      const putDown = (id: number, index: number) => change(admins[(index + 1) % 3]!, id, { role: 'member' });
      const results = await Promise.allSettled(admins.map(putDown));
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
      expect((await auditor.get('/api/users?role=admin')).body.total).toBe(1);
    }
    await change(admin.id, admin.id, { role: 'admin' });
    for (const id of [jan.id, eva.id]) await change(admin.id, id, { role: 'member' });
  });

  test('conflicts only where the same field changed since', async () => {
    const looked = await revisionOf(eva.id);
    await admin.patch(`/api/users/${eva.id}`, { hourlyRate: { amount: '700.00', currency: 'CZK' } });
    const ifMatch = { 'if-match': `"${looked}"` };
    expect((await admin.patch(`/api/users/${eva.id}`, { role: 'auditor' }, ifMatch)).status).toBe(200);
    const { status, body } = await admin.patch(`/api/users/${eva.id}`, { hourlyRate: null }, ifMatch);
    expect([status, body.code, body.revision]).toEqual([409, 'conflict', looked + 2]);
    expect(body.conflicts).toEqual([
      { path: 'hourlyRate', base: null, theirs: { amount: '700.00', currency: 'CZK' }, yours: null },
    ]);
    expect((await jan.patch(`/api/users/${eva.id}`, { hourlyRate: null }, ifMatch)).status).toBe(403);
    expect((await admin.patch(`/api/users/${eva.id}`, { role: 'member', hourlyRate: null })).status).toBe(200);
  });

  test('of two admins who place a person at once, on what both saw, is told to the second', async () => {
    const [tester, writer] = await Promise.all(
      ['Tester', 'Autor'].map(async (name) => (await admin.post('/api/positions', { name })).body.id as number),
    );
    const { revision } = (await admin.get(`/api/users/${eva.id}`)).body;
    const place = (positionIds: readonly number[], headers = {}) =>
      admin.patch(`/api/users/${eva.id}`, { positionIds }, headers);
    const ifMatch = { 'if-match': `"${revision}"` };
    const answers = await Promise.all([place([tester!], ifMatch), place([writer!], ifMatch)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'conflict',
      conflicts: [{ path: 'positionIds', base: [] }],
    });
    expect((await place([])).status).toBe(200);
  });

  test('is done once with one key', async () => {
    const key = { 'idempotency-key': 'promotion' };
    const before = await revisionOf(jan.id);
    const first = await admin.patch(`/api/users/${jan.id}`, { role: 'auditor' }, key);
    await admin.patch(`/api/users/${jan.id}`, { role: 'member' });
    const again = await admin.patch(`/api/users/${jan.id}`, { role: 'auditor' }, key);
    expect(again.body).toEqual(first.body);
    expect(await revisionOf(jan.id)).toBe(before + 2);
    const other = await admin.patch(`/api/users/${jan.id}`, { role: 'admin' }, key);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency.reused']);
  });

  test('one key is for one person, and for no task besides', async () => {
    const key = { 'idempotency-key': 'once-only' };
    expect((await admin.patch(`/api/users/${jan.id}`, { role: 'auditor' }, key)).status).toBe(200);
    await admin.patch(`/api/users/${jan.id}`, { role: 'member' });
    for (const again of [
      await admin.patch(`/api/users/${eva.id}`, { role: 'auditor' }, key),
      await admin.post('/api/tasks', { name: 'Paint the gate' }, key),
    ]) {
      expect([again.status, again.body.code]).toEqual([422, 'idempotency.reused']);
    }
    expect((await admin.get(`/api/users/${eva.id}`)).body.role).toBe('member');
    await admin.post('/api/tasks', { name: 'Paint the gate' }, { 'idempotency-key': 'of-a-task' });
    const taken = await admin.patch(`/api/users/${eva.id}`, { role: 'auditor' }, { 'idempotency-key': 'of-a-task' });
    expect([taken.status, taken.body.code]).toEqual([422, 'idempotency.reused']);
  });

  test('is refused by rights before rules, and for a revision that never was', async () => {
    const rate = { hourlyRate: { amount: '10.00', currency: 'EUR' } };
    expect((await jan.patch(`/api/users/${eva.id}`, rate)).status).toBe(403);
    expect((await admin.patch('/api/users/999', rate)).status).toBe(404);
    for (const revision of ['"0"', '"999"']) {
      const { status, body } = await admin.patch(`/api/users/${eva.id}`, { role: 'auditor' }, { 'if-match': revision });
      expect([status, body.code]).toEqual([409, 'conflict']);
    }
    expect((await admin.get(`/api/users/${eva.id}`)).body.role).toBe('member');
  });
});

describe('me', () => {
  test('is the whole person', async () => {
    expect((await helper.get('/api/me')).body).toEqual({
      id: helper.id,
      name: 'Hana Cibulková',
      email: helper.email,
      phone: null,
      role: 'collaborator',
      positions: [],
      attendance: false,
      active: true,
      avatarUrl: null,
      hourlyRate: null,
      revision: await revisionOf(helper.id),
      language: 'cs',
      calendarUrl: expect.stringMatching(/^http:\/\/localhost\/api\/calendar\/[\w-]{32}\.ics$/),
      password: 'own',
      secondStep: 'off',
      mayCreateProjects: false,
      areas: {},
      hiddenAreas: [],
      projects: {},
    });
  });

  test('changes name, phone and language; everybody reads the name at once, also after a restart', async () => {
    const change = { name: '  Božena  ', phone: '123', language: 'en' };
    const { status, body } = await auditor.patch('/api/me', change);
    expect([status, body.id]).toEqual([200, auditor.id]);
    expect((await auditor.get('/api/me')).body).toMatchObject({ name: 'Božena', phone: '123', language: 'en' });
    expect(namesIn((await jan.get('/api/users')).body)[0]).toBe('Božena');
    await auditor.patch('/api/me', { phone: '' });
    expect((await auditor.get('/api/me')).body).toMatchObject({ name: 'Božena', phone: null, language: 'en' });
    const people = new People(gos.service<Accounts>(ACCOUNTS), new Peers(gos.service<Broadcast>(BROADCAST)));
    await people.load();
    expect(people.name(auditor.id)).toBe('Božena');
    await auditor.patch('/api/me', { name: 'Chrudoš Hora' });
  });

  test.each([
    [{ name: ' ' }, 'name', 'user.name.required'],
    [{ name: 'x'.repeat(101) }, 'name', 'validation.too-long'],
    [{ language: 'de' }, 'language', 'validation.choice'],
    [{ email: 'other@example.com' }, 'email', 'validation.unknown-field'],
    [{ role: 'admin' }, 'role', 'validation.unknown-field'],
  ])('refuses %j', async (change, path, code) => {
    const { status, body } = await jan.patch('/api/me', change);
    expect([status, body.errors]).toMatchObject([422, [{ path, code }]]);
  });

  test('sees the browsers that are signed in and signs them out', async () => {
    const other = gos.stranger();
    const credentials = { email: eva.email, password: 'correct horse' };
    await other.post('/api/auth/login', credentials, { 'user-agent': 'Other browser' });
    const { body } = await eva.get('/api/me/sessions');
    expect(body.total).toBe(2);
    expect(body.items.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    const theirs = body.items.find(({ userAgent }: { userAgent: string }) => userAgent === 'Other browser');
    expect(Object.keys(theirs)).toEqual(['id', 'createdAt', 'lastSeenAt', 'expiresAt', 'userAgent', 'current']);
    const foreign = await jan.delete(`/api/me/sessions/${theirs.id}`);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'session.not-found']);
    expect((await other.get('/api/me')).status).toBe(200);
    expect((await eva.delete(`/api/me/sessions/${theirs.id}`)).status).toBe(204);
    expect((await other.get('/api/me')).status).toBe(401);
    expect((await eva.get('/api/me')).status).toBe(200);
    expect((await eva.delete(`/api/me/sessions/${theirs.id}`)).status).toBe(404);
  });
});

describe('preferences', () => {
  const put = (person: Person, key: string, body: unknown) => person.call('PUT', `/api/me/preferences/${key}`, body);

  test('are null until set, then any JSON, for each person their own', async () => {
    expect((await jan.get('/api/me/preferences/tasks')).body).toEqual({ value: null });
    for (const value of [
      { columns: ['id', 'name'], constructor: { a: [[null]] } },
      [1, 'two'],
      'text',
      7,
      false,
      null,
    ]) {
      const { status, body } = await put(jan, 'tasks', { value });
      expect([status, body]).toEqual([200, { value }]);
      expect((await jan.get('/api/me/preferences/tasks')).body).toEqual({ value });
    }
    await put(jan, 'boards-7', { value: { collapsed: [1] } });
    expect((await eva.get('/api/me/preferences/boards-7')).body).toEqual({ value: null });
  });

  test('two tabs that write at once both succeed', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((value) => put(eva, 'raced', { value })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('refuse what is too large, of no shape or without a name', async () => {
    const filling = (length: number) => ({ value: 'x'.repeat(length) });
    expect((await put(jan, 'large', filling(64 * 1024 - 2))).status).toBe(200);
    expect((await put(jan, 'large', filling(64 * 1024 - 1))).status).toBe(413);
    const deep = `{"value":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    expect((await put(jan, 'deep', deep)).status).toBeLessThan(500);
    expect((await put(jan, 'tasks', {})).body.errors).toMatchObject([{ path: 'value', code: 'validation.required' }]);
    expect((await put(jan, 'tasks', { value: 1, key: 2 })).body.errors).toMatchObject([{ path: 'key' }]);
    expect((await put(jan, 'tasks', [1])).status).toBe(422);
    for (const key of ['.hidden', '%20', 'a%2Fb', 'x'.repeat(65)]) {
      expect((await put(jan, key, { value: 1 })).body.code).toBe('request.not-found');
    }
  });
});

test('names are joined for everybody else', () => {
  const people = gos.service<People>(People);
  expect(people.name(jan.id)).toBe('Jan Čermák');
  expect(people.name(999)).toBe('erased person 999');
  expect(people.ref(null)).toBeNull();
  expect(people.refs([eva.id])).toEqual([{ id: eva.id, name: 'Eva Řeřichová' }]);
  expect(people.names([jan.id, eva.id]).get(eva.id)).toBe('Eva Řeřichová');
  expect(people.search('ZOFIE')).toEqual([admin.id]);
  expect(people.order()).toHaveLength(5);
});
