import { setTimeout as sleep } from 'node:timers/promises';
import { taskModel } from '@gos/projections';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { appliedChannel } from '../../engine/projections/applied';
import { Sessions } from '../../shared/session/sessions';
import { BROADCAST, type Broadcast } from '../../stores/broadcast/broadcast';
import { Harness, type Json, type Person } from '../../testing/harness';
import { Screen } from '../../testing/screen';
import { waitingFor } from './browser-socket';
import { SocketsGateway } from './sockets.gateway';

/** The position of a closing or an opening, which the notification of the person follows. */
const beforeNotice = ({ position }: Json) => String(BigInt(position) - 1n);

describe('sockets', () => {
  let gos: Harness;
  let admin: Person;
  let auditor: Person;
  let contractor: Person;
  let solver: Person;
  let stranger: Person;
  const screens: Screen[] = [];

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    auditor = await gos.person('Olga Revizorová');
    contractor = await gos.person('Karla Svobodová');
    solver = await gos.person('Jan Novák');
    stranger = await gos.person('Cyril Cizí');
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
  });
  afterEach(() => {
    for (const screen of screens.splice(0)) screen.close();
  });
  afterAll(() => gos.stop());

  /** The messages without presence and notifications, whose time is not fixed. */
  const said = ({ heard }: Screen) =>
    heard.map(({ event }) => event).filter((event) => event !== 'online' && event !== 'notification');

  async function open(
    person: Person,
    auth: object = {},
    options: Parameters<typeof Screen.open>[2] = {},
  ): Promise<Screen> {
    const screen = await Screen.open(person, auth, options);
    screens.push(screen);
    return screen;
  }
  const given = (more = {}) => contractor.task({ name: 'Migrace karet', solverId: solver.id, ...more });
  const comment = async (id: number, who = contractor): Promise<string> =>
    (await who.post(`/api/tasks/${id}/comments`, { text: 'Ahoj' })).body.position;

  it('tell parties, admins and auditors what changed without being asked, and nobody else', async () => {
    const everybody = { contractor, solver, admin, auditor, stranger };
    const seen = Object.fromEntries(
      await Promise.all(Object.entries(everybody).map(async ([name, person]) => [name, await open(person)])),
    ) as Record<keyof typeof everybody, Screen>;
    const budget = { amount: '100.00', currency: 'CZK' };
    const id = await given({ budget });
    const { position } = (await contractor.patch(`/api/tasks/${id}`, { priority: 9 })).body;
    for (const [name, screen] of Object.entries(seen)) {
      if (name === 'stranger') continue;
      const change = await screen.change('task', id, ({ revision }) => revision === 2);
      expect(change).toEqual({ model: 'task', id, revision: 2, position, doc: expect.any(Object) });
      expect(change.doc).toMatchObject({ id, name: 'Migrace karet', priority: 9, revision: 2 });
      expect(Object.keys(change.doc)).not.toContain('can');
      expect(change.doc.budget).toEqual(name === 'solver' ? null : budget);
    }
    const own = await stranger.task({ name: 'Moje vlastní' });
    await seen.stranger.change('task', own);
    expect(seen.stranger.changesOf('task', id)).toEqual([]);
  });

  it('tell of work whoever sees its task, its cost and address to whom they belong', async () => {
    const [worker, giver, foreigner] = [await open(solver), await open(contractor), await open(stranger)];
    const id = await given();
    const { body: started } = await solver.post('/api/work/start', { taskId: id });
    const own = await worker.change('work', started.id);
    expect(own.doc).toMatchObject({ task: { id }, to: null, revision: 1, ip: '127.0.0.1', cost: { amount: '0.00' } });
    const { doc } = await giver.change('work', started.id);
    expect(doc).toMatchObject({ task: { id, name: 'Migrace karet' }, user: { id: solver.id }, ip: null, cost: null });
    const { position } = (await solver.post('/api/work/stop')).body;
    expect((await worker.change('work', started.id, ({ revision }) => revision === 2)).position).toBe(position);
    await stranger.task({ name: 'Moje vlastní' });
    expect(foreigner.changesOf('work', started.id)).toEqual([]);
  });

  it('tell of a month that is closed, and opened again, the worker and who sees everybody', async () => {
    const [worker, revisor, foreigner] = [await open(solver), await open(auditor), await open(stranger)];
    const month = { userId: solver.id, month: 9, year: 2026 };
    for (const [path, body] of Object.entries({ close: month, reopen: { ...month, reason: 'Oprava' } })) {
      const position = beforeNotice((await admin.post(`/api/attendance/months/${path}`, body)).body);
      const change = { model: 'worklog', id: solver.id, revision: 0, position };
      const isIt = (told: { readonly position: string }) => told.position === position;
      expect(await worker.change('worklog', solver.id, isIt)).toEqual(change);
      expect(await revisor.change('worklog', solver.id, isIt)).toEqual(change);
    }
    await solver.post('/api/work/start', { taskId: await given() });
    const { id } = (await solver.post('/api/work/stop')).body;
    await worker.change('work', id);
    expect(worker.changesOf('worklog', solver.id)).toHaveLength(2);
    await stranger.task({ name: 'Moje vlastní' });
    expect(foreigner.changesOf('worklog', solver.id)).toEqual([]);
  });

  it('tell everybody of positions and settings', async () => {
    const screen = await open(stranger);
    const { id } = (await admin.post('/api/positions', { name: 'Účetní' })).body;
    const { position } = (await admin.delete(`/api/positions/${id}`)).body;
    expect(await screen.change('position', id, ({ revision }) => revision === 2)).toEqual({
      model: 'position',
      id,
      revision: 2,
      position,
    });
    const { eventId: _, ...set } = (await admin.patch('/api/settings', { ipDays: 30 })).body;
    expect(await screen.change('installation', 1)).toEqual({ model: 'installation', ...set });
  });

  it('say gone once to who ceased to see: participant removed, solver changed, task deleted', async () => {
    const [first, second, third] = [await open(stranger), await open(solver), await open(contractor)];
    const id = await given({ passive: [stranger.id] });
    await first.change('task', id);
    const removed = await contractor.delete(`/api/tasks/${id}/participants/${stranger.id}`);
    expect(await first.change('task', id, ({ gone }) => gone)).toEqual({
      model: 'task',
      id,
      gone: true,
      position: removed.body.position,
    });
    await contractor.post(`/api/tasks/${id}/assign`, { solverId: null });
    expect(await second.change('task', id, ({ gone }) => gone)).toMatchObject({ id, gone: true });
    await comment(id);
    const deleted = await contractor.delete(`/api/tasks/${id}`);
    expect(await third.change('task', id, ({ gone }) => gone)).toMatchObject({ position: deleted.body.position });
    await contractor.post(`/api/tasks/${id}/undelete`);
    await third.change('task', id, ({ position }) => BigInt(position) > BigInt(deleted.body.position));
    const own = await stranger.task({ name: 'Moje vlastní', passive: [solver.id] });
    await Promise.all([first.change('task', own), second.change('task', own)]);
    for (const screen of [first, second]) {
      const changes = screen.changesOf('task', id);
      expect(changes.filter(({ gone }: Json) => gone)).toHaveLength(1);
      expect(changes.at(-1)).toMatchObject({ gone: true });
    }
  });

  it('greet with the position, and give what was missed after a reconnect', async () => {
    const id = await given();
    const other = await given({ passive: [stranger.id] });
    const { position } = await (await open(solver)).until('hello');
    expect(position).toMatch(/^\d+$/);
    screens.splice(0).map((screen) => screen.close());
    await comment(id);
    const latest = await comment(id);
    await contractor.delete(`/api/tasks/${other}/participants/${stranger.id}`);
    const back = await open(solver, { position });
    expect(said(back)).toEqual(['connect', 'changed', 'hello']);
    expect(back.changesOf('task', id)).toEqual([{ model: 'task', id, revision: 3, position: latest }]);
    const gone = await open(stranger, { position });
    expect(gone.changes).toEqual([{ model: 'task', id: other, gone: true, position: expect.any(String) }]);
    const greeted = await back.until('hello');
    const again = await open(solver, { position: greeted.position });
    expect(said(again)).toEqual(['connect', 'hello']);
    expect(await again.until('hello')).toEqual(greeted);
  });

  it.each([
    ['garbage', 'yesterday'],
    ['of the future', '99999999999999999999'],
    ['empty', ''],
    ['a number', 3],
    ['negative', '-1'],
    ['an object', {}],
  ])('say resync for a position that is %s', async (_, position) => {
    const screen = await open(solver, { position });
    expect(said(screen)).toEqual(['connect', 'resync', 'hello']);
    expect(await screen.until('resync')).toEqual({ position: expect.stringMatching(/^\d+$/) });
  });

  it('say resync when the rights changed meanwhile', async () => {
    const person = await gos.person('Petr Povýšený');
    const { position } = await (await open(person)).until('hello');
    await admin.patch(`/api/users/${person.id}`, { role: 'collaborator' });
    expect((await open(person, { position })).said('resync')).toHaveLength(1);
    const { position: later } = await (await open(person)).until('hello');
    expect((await open(person, { position: later })).said('resync')).toEqual([]);
  });

  it('say resync after a restart that was not seen', async () => {
    const id = await given();
    const { position } = await (await open(solver)).until('hello');
    const last = await comment(id);
    await gos.restart();
    for (const person of [admin, auditor, contractor, solver, stranger]) person.origin = gos.origin;
    expect((await open(solver, { position })).said('resync')).toEqual([{ position: last }]);
    expect((await open(solver, { position: last })).said('resync')).toEqual([]);
    const next = await comment(id);
    expect((await open(solver, { position: last })).changes).toMatchObject([{ id, position: next }]);
  });

  it('follow a change of positions at once: whose repeated tasks their holders solve', async () => {
    const person = await gos.person('Hana Holá');
    const position = (await admin.post('/api/positions', { name: 'Skladnice' })).body.id;
    const weekly = { name: 'Inventura', repeat: 'weekly', firstDeadline: '2030-01-07T08:00:00.000Z' };
    const { id } = (await admin.post('/api/repeated-tasks', { ...weekly, positionId: position })).body;
    const screen = await open(person);
    await admin.patch(`/api/users/${person.id}`, { positionIds: [position] });
    const first = await screen.until('resync');
    expect((await person.get('/api/repeated-tasks?mine=true')).body.total).toBe(1);
    await admin.patch(`/api/repeated-tasks/${id}`, { name: 'Velká inventura' });
    await screen.change('repeated-task', id);
    await admin.patch(`/api/users/${person.id}`, { positionIds: [] });
    await screen.until('resync', ({ position }) => position !== first.position);
    expect((await person.get('/api/repeated-tasks?mine=true')).body.total).toBe(0);
  });

  it("follow a grant of others' attendance at once, also one to a position", async () => {
    const keeper = await gos.person('Dana Docházková');
    const position = (await admin.post('/api/positions', { name: 'Účetní' })).body.id;
    await admin.patch(`/api/users/${keeper.id}`, { positionIds: [position] });
    const screen = await open(keeper);
    const month = { userId: solver.id, month: 1, year: 2025 };
    const closeAndOpen = async () => {
      await admin.post('/api/attendance/months/close', month);
      return beforeNotice((await admin.post('/api/attendance/months/reopen', { ...month, reason: 'Oprava' })).body);
    };
    await closeAndOpen();
    let last = (await screen.until('hello')).position;
    const resync = async () => {
      last = (await screen.until('resync', ({ position: at }) => at !== last && BigInt(at) > BigInt(last))).position;
    };
    const told = async () => {
      const at = await closeAndOpen();
      await screen.change('worklog', solver.id, (change) => change.position === at);
    };
    await admin.patch(`/api/positions/${position}`, { attendance: true });
    await resync();
    await told();
    await admin.patch(`/api/positions/${position}`, { attendance: false });
    await resync();
    const before = screen.changesOf('worklog', solver.id).length;
    await closeAndOpen();
    await admin.patch(`/api/users/${keeper.id}`, { attendance: true });
    await resync();
    expect(screen.changesOf('worklog', solver.id)).toHaveLength(before);
    await told();
    const { position: missed } = await (await open(keeper)).until('hello');
    await admin.patch(`/api/positions/${position}`, { attendance: true });
    expect((await open(keeper, { position: missed })).said('resync')).toHaveLength(1);
  });

  it('follow a change of role at once', async () => {
    const person = await gos.person('Radka Rychlá');
    const screen = await open(person);
    const id = await given();
    await admin.patch(`/api/users/${person.id}`, { role: 'admin' });
    await screen.until('resync');
    await comment(id);
    await screen.change('task', id);
    const watching = await open(solver);
    screen.socket.emit('watch', { model: 'task', id });
    watching.socket.emit('watch', { model: 'task', id });
    await watching.until('presence', ({ users }) => users.length === 2);
    await admin.patch(`/api/users/${person.id}`, { role: 'member' });
    await watching.until('presence', ({ users }) => users.length === 1);
    const before = screen.changesOf('task', id).length;
    await comment(id);
    const own = await person.task({ name: 'Moje vlastní' });
    await screen.change('task', own);
    expect(screen.changesOf('task', id)).toHaveLength(before);
  });

  it('end with the session: logout, ended from elsewhere, deactivation', async () => {
    const person = await gos.person('Dana Dočasná');
    const [elsewhere, third] = [gos.stranger(), gos.stranger()];
    for (const browser of [elsewhere, third]) {
      await browser.post('/api/auth/login', { email: person.email, password: 'correct horse' });
    }
    const [one, two, three] = [await open(person), await open(elsewhere), await open(third)];
    await elsewhere.post('/api/auth/logout');
    await two.until('disconnect');
    const { items } = (await person.get('/api/me/sessions')).body;
    const other = items.find(({ current }: Json) => !current);
    await person.delete(`/api/me/sessions/${other.id}`);
    await three.until('disconnect');
    expect(one.said('disconnect')).toEqual([]);
    await admin.patch(`/api/users/${person.id}`, { active: false });
    await one.until('disconnect');
    const refused = await open(person, {}, { greeted: false });
    await refused.until('disconnect');
    expect(refused.said('hello')).toEqual([]);
  });

  it('end with a session that nobody refreshes', async () => {
    const person = await gos.person('Nikdo Neobnovuje');
    const screen = await open(person);
    const gateway = gos.service<SocketsGateway>(SocketsGateway);
    await gateway.closeExpired();
    expect(screen.said('disconnect')).toEqual([]);
    gos.clock.set(new Date(Date.now() + 31 * 24 * 60 * 60_000).toISOString());
    await gateway.closeExpired();
    gos.clock.set(null);
    await screen.until('disconnect');
  });

  it('refuse who is not signed in', async () => {
    for (const cookie of ['', 'accessToken=nonsense']) {
      const nobody = gos.stranger();
      if (cookie) nobody.cookies.set('accessToken', 'nonsense');
      const screen = await open(nobody, {}, { greeted: false });
      await screen.until('disconnect');
      expect(screen.said('problem')).toEqual([{ code: 'auth.required' }]);
      expect(screen.said('hello')).toEqual([]);
    }
  });

  it('are not opened by the page of a neighbour, to which the cookies go too', async () => {
    const host = 'work.firma.example';
    const headers = { host, origin: 'https://intranet.firma.example' };
    const screen = await open(solver, {}, { greeted: false, headers });
    await screen.until('disconnect');
    expect(screen.said('hello')).toEqual([]);
    await open(solver, {}, { headers: { host, origin: `https://${host}` } });
  });

  it('tell who else looks at a document, of those who may see it', async () => {
    const id = await given();
    const [first, second, third] = [await open(contractor), await open(solver), await open(stranger)];
    third.socket.emit('watch', { model: 'task', id });
    for (const wrong of [null, {}, { model: 'user', id: 1 }, { model: 'task', id: 'x' }, { model: 'task', id: 1.5 }]) {
      first.socket.emit('watch', wrong);
      first.socket.emit('unwatch', wrong);
    }
    first.socket.emit('watch', { model: 'task', id });
    second.socket.emit('watch', { model: 'task', id });
    const both = await first.until('presence', ({ users }) => users.length === 2);
    expect(both).toEqual({
      model: 'task',
      id,
      users: [
        { id: contractor.id, name: 'Karla Svobodová' },
        { id: solver.id, name: 'Jan Novák' },
      ],
    });
    /** Returns the messages since the last call. */
    const next = async (names: readonly Person[]) => {
      const heard = first.said('presence').length;
      const ids = names.map((person) => person.id);
      await first.until('presence', (one) => {
        const users = one.users.map((user: Json) => user.id);
        return first.said('presence').indexOf(one) >= heard && String(users) === String(ids);
      });
    };
    const alone = next([contractor]);
    second.socket.emit('unwatch', { model: 'task', id });
    await alone;
    const again = next([contractor, solver]);
    second.socket.emit('watch', { model: 'task', id });
    await again;
    const left = next([contractor]);
    await contractor.post(`/api/tasks/${id}/assign`, { solverId: null });
    await second.change('task', id, ({ gone }) => gone);
    await left;
    expect(third.said('presence')).toEqual([]);
  });

  it('tell who looks at a project and at a board too, while they may be seen', async () => {
    const { id: project } = (await contractor.post('/api/projects', { name: 'Orlice 2.0' })).body;
    const board = (await contractor.post(`/api/projects/${project}/boards`, { name: 'Evidence', section: 'todo' })).body
      .id;
    await contractor.post(`/api/projects/${project}/members`, {
      userId: solver.id,
      permission: 'view',
      notification: 'none',
    });
    const [first, second, third] = [await open(contractor), await open(solver), await open(stranger)];
    for (const { socket } of [first, second, third]) {
      socket.emit('watch', { model: 'project', id: project });
      socket.emit('watch', { model: 'board', id: board });
    }
    const both = [contractor, solver].map(({ id }) => ({ id, name: expect.any(String) }));
    for (const [model, id] of [
      ['project', project],
      ['board', board],
    ]) {
      const { users } = await first.until('presence', (one) => one.model === model && one.users.length === 2);
      expect(users).toEqual(both);
      expect(await first.until('presence', (one) => one.model === model)).toMatchObject({ model, id });
    }
    const heard = first.said('presence').length;
    const isLater = (one: Json) => first.said('presence').indexOf(one) >= heard;
    await contractor.delete(`/api/projects/${project}/members/${solver.id}`);
    await first.until('presence', (one) => isLater(one) && one.model === 'board' && one.users.length === 1);
    expect(third.said('presence')).toEqual([]);
  });

  it('tell a collaborator only of those among them whom they see', async () => {
    const person = await gos.person('Hana Hostová');
    await admin.patch(`/api/users/${person.id}`, { role: 'collaborator' });
    const id = await given({ passive: [person.id] });
    const [guest, party, other] = [await open(person), await open(contractor), await open(admin)];
    for (const { socket } of [other, guest, party]) socket.emit('watch', { model: 'task', id });
    await party.until('presence', ({ users }) => users.length === 3);
    await guest.until('presence', ({ users }) => users.some((one: Json) => one.id === contractor.id));
    expect(guest.said('presence').flatMap(({ users }) => users.map((one: Json) => one.id))).not.toContain(admin.id);
  });

  it('hear a watch that comes before the greeting', async () => {
    const id = await given();
    const sessions = gos.service<Sessions>(Sessions);
    const authenticate = sessions.authenticate.bind(sessions);
    jest.spyOn(sessions, 'authenticate').mockImplementationOnce(async (cookies) => {
      await sleep(300);
      return authenticate(cookies);
    });
    const early = await open(solver, {}, { greeted: false });
    early.socket.on('connect', () => early.socket.emit('watch', { model: 'task', id }));
    await early.until('presence');
  });

  it('tell of people: a new role, another name', async () => {
    const screen = await open(stranger);
    const person = await gos.person('Nový Kolega');
    await screen.change('user', person.id, ({ revision }) => revision === 1);
    await admin.patch(`/api/users/${person.id}`, { role: 'collaborator' });
    await screen.change('user', person.id, ({ revision }) => revision === 2);
    const heard = screen.changesOf('user', person.id).length;
    await person.patch('/api/me', { name: 'Starý Kolega' });
    await screen.until('changed', () => screen.changesOf('user', person.id).length > heard);
    const collaborators = await open(person);
    await gos.person('Někdo Cizí');
    await person.task({ name: 'Moje vlastní' });
    await collaborators.until('changed');
    expect(collaborators.changes.map(({ model }) => model)).toEqual(['task']);
  });

  it('let go of a client that reads no more, so that nothing piles up, and tell it what it missed when it is back', async () => {
    const slow = await open(admin);
    const gateway = gos.service<Json>(SocketsGateway);
    const [socket] = gateway.sockets.of(admin.id);
    const isOpen = () => gateway.sockets.of(admin.id).length > 0;
    const { _socket: raw } = (slow.socket.io.engine as Json).transport.ws;
    raw.pause();
    const broadcast = gos.service<Broadcast>(BROADCAST);
    const id = await given();
    const document = await documentOf(id);
    const reservation = 'x'.repeat(20_000);
    const applied = Array.from({ length: 50 }, () => ({
      model: 'task',
      id: String(id),
      before: document,
      after: { ...document, task: { ...document.task, reservation } },
    }));
    const { position } = await (await open(contractor)).until('hello');
    let most = 0;
    let last = position;
    for (let batches = 0; isOpen() && batches < 400; batches++) {
      const next = String(BigInt(last) + 1n);
      const changes = applied.map((one) => ({ ...one, position: next }));
      await broadcast.publish(appliedChannel, { applied: changes, after: last, position: next, versions: {} });
      last = next;
      await gateway.turn;
      most = Math.max(most, waitingFor(socket).bytes);
    }
    expect(isOpen()).toBe(false);
    // Once a mebibyte waits, no further message is added.
    expect(most).toBeLessThan(1024 * 1024 + 60 * reservation.length);
    const back = await open(admin, { position });
    expect(back.changesOf('task', id)).toEqual([{ model: 'task', id, revision: 1, position: last }]);
  });

  it('hold no stop up by a client that says no goodbye', async () => {
    const asleep = await open(admin);
    (asleep.socket.io.engine as Json).transport.ws._socket.pause();
    const since = performance.now();
    await gos.restart();
    expect(performance.now() - since).toBeLessThan(20_000);
  });

  async function documentOf(id: number): Promise<Json> {
    return gos.service<Json>(ActiveReadModels).get(taskModel, id);
  }
});
