import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WorkAddresses } from '../../shared/work/work-addresses';
import { Harness, type Person } from '../../testing/harness';

let gos: Harness;
let admin: Person;
let jana: Person;
let petr: Person;
let auditor: Person;

beforeAll(async () => {
  gos = await Harness.start();
  admin = await gos.person('Admin');
  jana = await gos.person('Jana');
  petr = await gos.person('Petr');
  auditor = await gos.person('Auditor');
  await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
});
afterAll(() => gos.stop());

/** A task that Jana gives and Petr solves. */
const task = (more: object = {}) => jana.task({ name: 'Připravit nabídku', solverId: petr.id, ...more });
/** Sets the clock; sessions of then may be over, or not have begun. */
async function jumpTo(instant: number | null, ...more: readonly Person[]): Promise<void> {
  gos.clock.set(instant === null ? null : new Date(instant).toISOString());
  for (const person of [admin, jana, petr, auditor, ...more]) {
    person.cookies.clear();
    await person.post('/api/auth/login', { email: person.email, password: 'correct horse' });
  }
}
const rest = async (who = petr) => void (await who.post('/api/work/stop'));
/** Every test works in a year of its own, so that none is in another's way. */
let year = 2026;
const timeOf = (time: string, monthAndDay = '03-10') => `${year}-${monthAndDay}T${time}:00.000Z`;
const newYear = () => {
  year -= 1;
};
const add = (who: Person, taskId: number, from: string, to: string, more: object = {}) =>
  who.post('/api/work/entries', { taskId, from: timeOf(from), to: timeOf(to), ...more });

describe('running work', () => {
  test('starts, shows as active, and stops', async () => {
    const id = await task();
    expect((await petr.get('/api/work/active')).body).toBeNull();
    const started = await petr.post('/api/work/start', { taskId: id });
    expect(started).toMatchObject({ status: 201, body: { id: expect.any(Number), revision: 1 } });
    const { body: active } = await petr.get('/api/work/active');
    expect(active).toMatchObject({
      entry: { id: started.body.id, task: { id, name: 'Připravit nabídku' }, to: null, minutes: 0, flagged: false },
      currentMinutes: expect.any(Number),
      totalMinutes: expect.any(Number),
    });
    expect((await jana.get('/api/work/active')).body).toBeNull();
    const again = await petr.post('/api/work/start', { taskId: id });
    expect(again.body.id).toBe(started.body.id);
    const stopped = await petr.post('/api/work/stop');
    expect(stopped).toMatchObject({ status: 200, body: { id: started.body.id, revision: 2 } });
    expect((await petr.get('/api/work/active')).body).toBeNull();
    expect(await petr.post('/api/work/stop')).toMatchObject({ status: 409, body: { code: 'work.not-running' } });
  });

  test('two windows that switch at once leave one running work, and no overlap', async () => {
    const tasks = await Promise.all([task(), task(), task(), task()]);
    await petr.post('/api/work/start', { taskId: tasks[0] });
    const answers = await Promise.all(tasks.slice(1).map((taskId) => petr.post('/api/work/start', { taskId })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const { body } = await petr.get('/api/work/entries?sort=from&pageSize=100');
    const mine = body.items.filter((entry: any) => tasks.includes(entry.task.id));
    expect(mine.filter(({ to }: any) => to === null)).toHaveLength(1);
    expect(mine).toHaveLength(4);
    for (const [index, entry] of mine.slice(0, -1).entries()) expect(entry.to).toBe(mine[index + 1].from);
    await rest();
  });

  test.each([
    ['handed over', (id: number) => petr.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' })],
    ['ended', (id: number) => jana.post(`/api/tasks/${id}/end`, {})],
    ['given to somebody else', (id: number) => jana.post(`/api/tasks/${id}/assign`, { solverId: jana.id })],
    ['deleted', (id: number) => jana.delete(`/api/tasks/${id}`)],
  ])('ends where the task is %s', async (_, action) => {
    const id = await task();
    const { body: started } = await petr.post('/api/work/start', { taskId: id });
    expect((await action(id)).status).toBe(200);
    expect((await petr.get('/api/work/active')).body).toBeNull();
    const { body: entry } = await petr.get(`/api/work/entries/${started.id}`);
    expect(entry.to).not.toBeNull();
  });

  test('of a party ends where they are taken out, and goes on where somebody else hands over', async () => {
    const id = await task({ acknowledged: [admin.id] });
    await admin.post('/api/work/start', { taskId: id });
    await petr.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' });
    expect((await admin.get('/api/work/active')).body).not.toBeNull();
    await jana.delete(`/api/tasks/${id}/participants/${admin.id}`);
    expect((await admin.get('/api/work/active')).body).toBeNull();
  });

  test('of who is deactivated ends', async () => {
    const leaver = await gos.person('Leaver');
    const id = await task({ acknowledged: [leaver.id] });
    const { body: started } = await leaver.post('/api/work/start', { taskId: id });
    await admin.patch(`/api/users/${leaver.id}`, { active: false });
    const { body: entry } = await admin.get(`/api/work/entries/${started.id}`);
    expect(entry.to).not.toBeNull();
  });

  test('ends, also when the right ends in the very moment of its start', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await task();
      await Promise.all([petr.post('/api/work/start', { taskId: id }), jana.post(`/api/tasks/${id}/end`, {})]);
      expect((await petr.get('/api/work/active')).body).toBeNull();
    }
  });

  test('is refused to who has no part in the task, and does not exist for who does not see it', async () => {
    const id = await task();
    const stranger = await gos.person('Stranger');
    expect(await stranger.post('/api/work/start', { taskId: id })).toMatchObject({
      status: 404,
      body: { code: 'task.not-found' },
    });
    expect(await admin.post('/api/work/start', { taskId: id })).toMatchObject({
      status: 403,
      body: { code: 'task.forbidden' },
    });
    expect(await auditor.post('/api/work/start', { taskId: id })).toMatchObject({
      status: 403,
      body: { code: 'task.auditor' },
    });
    expect((await petr.post('/api/work/start', {})).body.errors).toMatchObject([{ path: 'taskId' }]);
  });

  test('a retry of a start meets its own entry', async () => {
    const [one, other] = await Promise.all([task(), task()]);
    const headers = { 'idempotency-key': 'start-once' };
    const first = await petr.post('/api/work/start', { taskId: one }, headers);
    await petr.post('/api/work/start', { taskId: other });
    const again = await petr.post('/api/work/start', { taskId: one }, headers);
    expect(again.body.id).toBe(first.body.id);
    expect((await petr.get('/api/work/active')).body.entry.task.id).toBe(other);
    await rest();
  });
});

describe('entries', () => {
  test('typed by hand count for the task, its cost and its history', async () => {
    newYear();
    const id = await task({ budget: { amount: '5000.00', currency: 'CZK' } });
    const added = await add(petr, id, '09:00', '10:30', { note: 'schůzka' });
    expect(added.status).toBe(201);
    const { body: detail } = await jana.get(`/api/tasks/${id}`);
    // The rate is of today: in that year nobody had one.
    expect(detail).toMatchObject({ spentMinutes: 90, usedBudget: { amount: '0.00' }, revision: 1 });
    const { body: entry } = await petr.get(`/api/work/entries/${added.body.id}`);
    expect(entry).toMatchObject({ minutes: 90, added: true, corrected: false, note: 'schůzka', user: { id: petr.id } });
    const { body: history } = await jana.get(`/api/tasks/${id}/activity`);
    expect(history.items.at(-1)).toMatchObject({
      event: 'TimeAdded',
      class: 'time-added',
      by: { id: petr.id },
      changes: [{ field: 'minutes', from: null, to: 90 }],
    });
  });

  test('cost what an hour costs, less what was taken off', async () => {
    const eva = await gos.person('Eva');
    await admin.patch(`/api/users/${eva.id}`, { hourlyRate: { amount: '600.00', currency: 'CZK' } });
    const id = await task({ solverId: eva.id, budget: { amount: '5000.00', currency: 'CZK' } });
    const now = Date.now();
    await jumpTo(now - 30 * 60_000, eva);
    await eva.post('/api/work/start', { taskId: id });
    await jumpTo(now + 60 * 60_000, eva);
    await eva.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' });
    // Begun before the rate was set: what it cost then counts.
    expect((await jana.get(`/api/tasks/${id}`)).body).toMatchObject({
      spentMinutes: 90,
      usedBudget: { amount: '0.00' },
    });
    await jana.post(`/api/tasks/${id}/return`, { reason: 'Ještě' });
    await eva.post('/api/work/start', { taskId: id });
    await jumpTo(now + 150 * 60_000, eva);
    await eva.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' });
    const worked = (await jana.get(`/api/tasks/${id}`)).body;
    expect(worked).toMatchObject({ spentMinutes: 180, usedBudget: { amount: '900.00', currency: 'CZK' } });
    expect((await eva.get(`/api/tasks/${id}`)).body.usedBudget).toBeNull();
    await jana.post(`/api/tasks/${id}/accept`, { costReduction: { amount: '250.00', currency: 'CZK' } });
    const accepted = (await jana.get(`/api/tasks/${id}`)).body;
    expect(accepted).toMatchObject({ usedBudget: { amount: '650.00' }, costReduction: { amount: '250.00' } });
    const { body: history } = await jana.get(`/api/tasks/${id}/activity`);
    expect(history.items.at(-1).changes).toContainEqual({
      field: 'costReduction',
      from: null,
      to: { amount: '250.00', currency: 'CZK' },
    });
    const { body: past } = await jana.get(`/api/tasks/${id}?at=${new Date(now + 70 * 60_000).toISOString()}`);
    expect(past).toMatchObject({ spentMinutes: 90, usedBudget: { amount: '0.00' } });
    await jumpTo(null);
  });

  test('are corrected, deleted and brought back; sums follow', async () => {
    newYear();
    const id = await task();
    const { body: added } = await add(petr, id, '09:00', '10:00');
    const path = `/api/work/entries/${added.id}`;
    const spent = async () => (await jana.get(`/api/tasks/${id}`)).body.spentMinutes;
    expect(await petr.patch(path, { to: timeOf('11:00'), note: 'delší' })).toMatchObject({
      status: 200,
      body: { id: added.id, revision: 2 },
    });
    expect(await spent()).toBe(120);
    expect((await petr.get(path)).body).toMatchObject({ corrected: true, note: 'delší', minutes: 120 });
    const changed = (await jana.get(`/api/tasks/${id}/activity`)).body.items.at(-1);
    expect(changed.changes).toEqual([
      { field: 'minutes', from: 60, to: 120 },
      { field: 'to', from: timeOf('10:00'), to: timeOf('11:00') },
    ]);
    expect((await petr.delete(path)).status).toBe(200);
    expect(await spent()).toBe(0);
    expect((await petr.get(path)).status).toBe(404);
    expect((await petr.get(`/api/work/entries?taskId=${id}`)).body.total).toBe(0);
    expect((await petr.get(`/api/work/entries?taskId=${id}&deleted=true`)).body).toMatchObject({
      items: [{ deleted: true }],
      total: 1,
    });
    expect((await jana.get(`/api/work/entries?taskId=${id}&deleted=true`)).body.total).toBe(0);
    expect((await petr.post(`${path}/undelete`)).status).toBe(200);
    expect(await spent()).toBe(120);
  });

  test('of others are added and corrected by people with the attendance of others, marked with a reason', async () => {
    newYear();
    const id = await task();
    const forPetr = { userId: petr.id, reason: ' Zapomněl ' };
    expect((await add(jana, id, '09:00', '10:00', forPetr)).body.code).toBe('work.forbidden');
    const unexplained = await add(admin, id, '09:00', '10:00', { userId: petr.id });
    expect([unexplained.status, unexplained.body.errors]).toMatchObject([422, [{ path: 'reason' }]]);
    // Jana gives the task: she works on it, too, but Eva has no part in it.
    const eva = await gos.person('Eva Bez Úkolu');
    expect((await add(admin, id, '09:00', '10:00', { ...forPetr, userId: eva.id })).body.code).toBe('task.forbidden');
    const { status, body } = await add(admin, id, '09:00', '10:00', forPetr);
    expect(status).toBe(201);
    const path = `/api/work/entries/${body.id}`;
    const entry = async () => (await petr.get(path)).body;
    const byOther = { by: { id: admin.id, name: 'Admin' }, reason: 'Zapomněl' };
    expect(await entry()).toMatchObject({ user: { id: petr.id }, added: true, minutes: 60, byOther });
    const { items } = (await petr.get('/api/me/notifications')).body;
    expect(items[0]).toMatchObject({
      kind: 'time-corrected',
      by: { id: admin.id },
      task: null,
      days: [timeOf('09:00').slice(0, 10)],
      reason: 'Zapomněl',
    });
    const overlapping = await add(admin, id, '09:30', '10:30', forPetr);
    expect(overlapping).toMatchObject({ status: 409, body: { code: 'work.overlap', entryId: body.id } });
    expect((await admin.patch(path, { note: 'x' })).status).toBe(422);
    expect((await admin.delete(path)).status).toBe(422);
    expect((await admin.delete(`${path}?reason=Dvakrát`)).status).toBe(200);
    expect((await admin.post(`${path}/undelete?reason=Přece`)).status).toBe(200);
    // The worker's own correction needs no reason, and leaves the mark.
    expect((await petr.patch(path, { to: timeOf('09:45') })).status).toBe(200);
    expect(await entry()).toMatchObject({ minutes: 45, byOther: { reason: 'Přece' } });
  });

  test('go to another task', async () => {
    newYear();
    const [one, other] = await Promise.all([task(), task()]);
    const { body: added } = await add(petr, one, '09:00', '10:00');
    expect((await petr.patch(`/api/work/entries/${added.id}`, { taskId: other })).status).toBe(200);
    expect((await jana.get(`/api/tasks/${one}`)).body.spentMinutes).toBe(0);
    expect((await jana.get(`/api/tasks/${other}`)).body.spentMinutes).toBe(60);
    expect((await petr.get(`/api/work/entries/${added.id}`)).body.task.id).toBe(other);
  });

  test('are refused with their own sentences', async () => {
    newYear();
    const id = await task();
    const { body: added } = await add(petr, id, '09:00', '10:00');
    expect(await add(petr, id, '09:30', '11:00')).toMatchObject({
      status: 409,
      body: { code: 'work.overlap', entryId: added.id, detail: 'Monitoring cannot be added via another task.' },
    });
    expect(await add(petr, id, '11:00', '10:30')).toMatchObject({
      status: 422,
      body: { code: 'work.range', errors: [{ path: 'to', code: 'work.range' }] },
    });
    const ahead = new Date(Date.now() + 3_600_000).toISOString();
    expect(await petr.post('/api/work/entries', { taskId: id, from: timeOf('12:00'), to: ahead })).toMatchObject({
      status: 422,
      body: { code: 'work.future', errors: [{ path: 'to' }] },
    });
    const path = `/api/work/entries/${added.id}`;
    expect(await jana.patch(path, { note: 'x' })).toMatchObject({ status: 403, body: { code: 'work.forbidden' } });
    const stranger = await gos.person('Somebody');
    expect(await stranger.patch(path, { note: 'x' })).toMatchObject({ status: 404, body: { code: 'work.not-found' } });
    expect(await auditor.patch(path, { note: 'x' })).toMatchObject({ status: 403, body: { code: 'task.auditor' } });
    expect((await petr.patch(path, { hours: 1 })).status).toBe(422);
    expect((await petr.post('/api/work/entries', { taskId: id })).body.errors).toMatchObject([
      { path: 'from', code: 'validation.required' },
      { path: 'to', code: 'validation.required' },
    ]);
    expect((await jana.get(`/api/tasks/${id}`)).body.spentMinutes).toBe(60);
  });

  test('tell who changed them meanwhile', async () => {
    newYear();
    const { body: added } = await add(petr, await task(), '09:00', '10:00');
    const path = `/api/work/entries/${added.id}`;
    await petr.patch(path, { note: 'první' });
    expect((await petr.patch(path, { to: timeOf('10:10') }, { 'if-match': '"1"' })).status).toBe(200);
    const conflict = await petr.patch(path, { note: 'druhá' }, { 'if-match': '"1"' });
    expect(conflict).toMatchObject({
      status: 409,
      body: { code: 'conflict', conflicts: [{ path: 'note', base: null, theirs: 'první', yours: 'druhá' }] },
    });
  });

  test('are seen by whoever sees the task, their address by the worker and managers', async () => {
    newYear();
    const { body: project } = await jana.post('/api/projects', { name: `Projekt ${year}` });
    const viewer = await gos.person('Viewer');
    await jana.post(`/api/projects/${project.id}/members`, {
      userId: viewer.id,
      permission: 'view',
      notification: 'all',
    });
    const id = await task({ projectId: project.id });
    const { body: added } = await add(petr, id, '09:00', '10:00');
    const path = `/api/work/entries/${added.id}`;
    const ip = '127.0.0.1';
    for (const [reader, seen] of [
      [petr, ip],
      [jana, ip],
      [admin, ip],
      [auditor, ip],
      [viewer, null],
    ] as const) {
      const { body } = await reader.get(path);
      expect(body).toMatchObject({ ip: seen, project: { id: project.id } });
      expect((await reader.get(`/api/work/entries?taskId=${id}`)).body.total).toBe(1);
      expect((await reader.get(`/api/work/entries?projectId=${project.id}`)).body.total).toBe(1);
      expect(
        (await reader.get(`/api/work/entries?userId=${petr.id}&from=${year}-03-10&to=${year}-03-10`)).body.total,
      ).toBe(1);
      expect(body.cost === null).toBe(![petr, admin, auditor].includes(reader as Person));
    }
    await jana.delete(`/api/projects/${project.id}/members/${viewer.id}`);
    expect((await viewer.get(path)).status).toBe(404);
    expect((await viewer.get(`/api/work/entries?projectId=${project.id}`)).body.total).toBe(0);
    expect((await viewer.get(`/api/work/entries?taskId=${id}`)).status).toBe(404);
  });

  test('their address is gone after its days', async () => {
    newYear();
    const { body: added } = await add(petr, await task(), '09:00', '10:00');
    const address = async () => (await petr.get(`/api/work/entries/${added.id}`)).body.ip;
    expect(await address()).toBe('127.0.0.1');
    await jumpTo(Date.now() + 91 * 86_400_000);
    expect(await address()).toBeNull();
    const addresses = gos.service<WorkAddresses>(WorkAddresses);
    expect(await addresses.sweep()).toBeGreaterThan(0);
    expect(await addresses.sweep()).toBe(0);
    await jumpTo(null);
    expect(await address()).toBeNull();
  });

  test('count for the project and contract of their time', async () => {
    newYear();
    const contracts = [{ contractId: 'S-1', name: 'Servis', client: 'Firma' }];
    const { body: project } = await jana.post('/api/projects', { name: `Servis ${year}`, contracts });
    const { body: other } = await jana.post('/api/projects', { name: `Jiný ${year}` });
    const id = await task({ projectId: project.id });
    const { body: started } = await petr.post('/api/work/start', { taskId: id });
    await rest();
    await jana.post(`/api/tasks/${id}/move`, { projectId: other.id, boardId: null });
    expect((await jana.get(`/api/work/entries/${started.id}`)).body).toMatchObject({
      project: { id: project.id },
      contractId: 'S-1',
    });
  });

  test('that look forgotten are found among however many others', async () => {
    newYear();
    const zita = await gos.person('Zita');
    const id = await task({ acknowledged: [zita.id] });
    await jumpTo(Date.parse(timeOf('15:00', '03-10')), zita);
    const { body: forgotten } = await zita.post('/api/work/start', { taskId: id });
    await jumpTo(Date.parse(timeOf('07:00', '03-11')), zita);
    await rest(zita);
    await jumpTo(Date.parse(timeOf('09:00', '03-11')), zita);
    const minute = (index: number) => timeOf(`08:${String(index).padStart(2, '0')}`, '03-11');
    for (let index = 0; index < 12; index++) {
      await zita.post('/api/work/entries', { taskId: id, from: minute(index), to: minute(index + 1) });
    }
    const found = async (flagged: string, who = zita, more = '') => {
      const query = `from=${year}-03-10&to=${year}-03-11&flagged=${flagged}&pageSize=5${more}`;
      const { body } = await who.get(`/api/work/entries?${query}`);
      return [body.total, body.items.length, body.items.some((entry: any) => entry.id === forgotten.id)];
    };
    expect(await found('true')).toEqual([1, 1, true]);
    expect(await found('false')).toEqual([12, 5, false]);
    expect(await found('true', jana, `&taskId=${id}`)).toEqual([1, 1, true]);
    await zita.patch(`/api/work/entries/${forgotten.id}`, { to: timeOf('16:00', '03-10') });
    expect(await found('true')).toEqual([0, 0, false]);
    expect((await zita.get('/api/work/entries?flagged=maybe')).status).toBe(422);
    await jumpTo(null);
  });

  test('are found by their contract, by having none, and by a contract that is called none', async () => {
    newYear();
    const contracts = ['S-1', 'S-2', 'none'].map((contractId) => ({ contractId, name: 'Servis', client: 'Firma' }));
    const { body: project } = await jana.post('/api/projects', { name: `Zakázky ${year}`, contracts });
    const id = await task({ projectId: project.id });
    const { body: without } = await add(petr, id, '09:00', '10:00');
    const { body: first } = await add(petr, id, '10:00', '11:00', { contractId: 'S-1' });
    const found = async (contractId: string) => {
      const { body } = await jana.get(`/api/work/entries?projectId=${project.id}&contractId=${contractId}`);
      return [body.total, ...body.items.map((entry: any) => entry.id)];
    };
    expect(await found('none')).toEqual([1, without.id]);
    expect(await found('S-1')).toEqual([1, first.id]);
    expect(await found('S-2')).toEqual([0]);
    expect(await found('=none')).toEqual([0]);
    const { body: called } = await add(petr, id, '11:00', '12:00', { contractId: 'none' });
    expect(await found('=none')).toEqual([1, called.id]);
    expect(await found('none')).toEqual([1, without.id]);
  });
});

describe('a closed month', () => {
  test('is corrected by admins only', async () => {
    newYear();
    const id = await task();
    const { body: added } = await add(petr, id, '09:00', '10:00');
    const path = `/api/work/entries/${added.id}`;
    const month = { userId: petr.id, month: 3, year };
    expect((await petr.post('/api/attendance/months/close', month)).status).toBe(403);
    expect((await admin.post('/api/attendance/months/close', month)).status).toBe(200);
    for (const refused of [
      await petr.patch(path, { note: 'x' }),
      await petr.delete(path),
      await add(petr, id, '12:00', '13:00'),
    ]) {
      expect(refused).toMatchObject({ status: 409, body: { code: 'work.month-closed' } });
    }
    const unexplained = [
      await admin.patch(path, { to: timeOf('10:30') }),
      await admin.delete(path),
      await admin.delete(`${path}?reason=%20`),
      await admin.patch(path, { to: timeOf('10:30'), reason: ' ' }),
    ];
    for (const { status, body } of unexplained)
      expect([status, body.errors]).toEqual([
        422,
        [expect.objectContaining({ path: 'reason', code: 'validation.required' })],
      ]);
    expect((await admin.patch(path, { to: timeOf('10:30'), reason: ' Porada ' })).status).toBe(200);
    const { items } = (await jana.get(`/api/tasks/${id}/activity`)).body;
    expect(items.at(-1).changes).toContainEqual({ field: 'reason', from: null, to: 'Porada' });
    expect((await admin.delete(`${path}?reason=Omyl`)).status).toBe(200);
    expect((await admin.post(`${path}/undelete`)).status).toBe(422);
    expect((await admin.post(`${path}/undelete?reason=Omyl`)).status).toBe(200);
    expect((await jana.get(`/api/tasks/${id}`)).body.spentMinutes).toBe(90);
    expect((await admin.post('/api/attendance/months/reopen', month)).body.errors).toMatchObject([
      { path: 'reason', code: 'validation.required' },
    ]);
    expect((await admin.post('/api/attendance/months/reopen', { ...month, reason: 'Chybí cesta' })).status).toBe(200);
    expect((await petr.patch(path, { to: timeOf('10:45') })).status).toBe(200);
    expect((await admin.post('/api/attendance/months/close', { ...month, month: 13 })).status).toBe(422);
  });
});
