import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { RunCommand } from '../../engine/commands/run-command';
import { record } from '../../engine/commands/stream-cache';
import { ACCOUNTS, type Accounts } from '../../stores/accounts/accounts';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../../testing/harness';

describe('undo of a range', () => {
  let gos: Harness;
  let admin: Person;
  let karla: Person;
  let jan: Person;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    karla = await gos.person('Karla Svobodová');
    jan = await gos.person('Jan Novák');
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => gos.stop());

  const now = () => new Date().toISOString();
  /** The moments of different actions differ. */
  async function moment(): Promise<string> {
    await sleep(3);
    const at = now();
    await sleep(3);
    return at;
  }
  const addressOf = (filters: Record<string, string>) => new URLSearchParams(filters).toString();
  const preview = async (filters: Record<string, string>): Promise<Json> =>
    (await admin.get(`/api/admin/undo/preview?${addressOf(filters)}`)).body;
  const start = ({ from, to, ...given }: Record<string, string>, who = admin) => {
    const filters = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, [value]]));
    return who.post('/api/admin/undo', { filters, from, to });
  };
  const last = async (): Promise<Json> => (await admin.get('/api/admin/undo')).body.last;
  async function ended(): Promise<Json> {
    for (;;) {
      const range = await last();
      if (range.endedAt !== null) return range;
      await sleep(20);
    }
  }
  const nameOf = async (id: number) => (await karla.get(`/api/tasks/${id}`)).body.name;
  const eventsOf = (stream: string) => gos.service<EventLog>(EVENT_LOG).readStream(stream);
  const undoneIn = async (stream: string) => (await eventsOf(stream)).filter(({ type }) => type === 'ActionUndone');

  /** Holds the n-th undo until `goOn` is called. */
  function hold(nth: number) {
    const bus = gos.service<CommandBus>(CommandBus);
    const execute = bus.execute.bind(bus);
    let count = 0;
    let goOn = () => {};
    let reached = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const isReached = new Promise<void>((resolve) => (reached = resolve));
    jest.spyOn(bus, 'execute').mockImplementation(async (command) => {
      if (command instanceof RunCommand && command.command.type === 'undo' && ++count === nth) {
        reached();
        await held;
      }
      return execute(command);
    });
    return { goOn, isReached };
  }

  it('takes back an import by its person and channel, the newest action first', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const wanted = { name: 'Import', scope: 'write', expiresAt, password: 'correct horse' };
    const { token } = (await karla.post('/api/me/tokens', wanted)).body;
    const own = await karla.task({ name: 'Vlastní' });
    const from = await moment();
    const byToken = { authorization: `Bearer ${token}` };
    const importer = gos.stranger();
    const ids: number[] = [];
    for (const name of ['Cihly', 'Malta']) {
      ids.push((await importer.post('/api/tasks', { name }, byToken)).body.id);
    }
    await importer.patch(`/api/tasks/${ids[0]}`, { name: 'Cihly 2' }, byToken);
    await karla.patch(`/api/tasks/${own}`, { name: 'Vlastní 2' });
    const range = { by: String(karla.id), via: 'api', from, to: now() };

    const shown = await preview(range);
    expect(shown).toMatchObject({ total: 3, undoable: 3, refused: [], page: 1 });
    expect(shown.items.map(({ action, refusal }: Json) => [action.event, action.task.id, refusal])).toEqual([
      ['TaskEdited', ids[0], null],
      ['TaskCreated', ids[1], null],
      ['TaskCreated', ids[0], null],
    ]);

    const started = await start(range);
    expect(started).toMatchObject({ status: 202, body: { last: { all: 3, by: { id: admin.id } } } });
    expect(await ended()).toMatchObject({ state: 'done', all: 3, undone: 3, refused: [], items: [] });
    for (const id of ids) expect((await karla.get(`/api/tasks/${id}`)).status).toBe(404);
    expect(await nameOf(own)).toBe('Vlastní 2');

    const [begun] = (await eventsOf(`audit-${admin.id}`)).filter(({ type }) => type === 'RangeUndoStarted');
    expect(begun).toMatchObject({ id: started.body.last.id, data: { found: 3, filters: { via: 'api', from } } });
    const undone = await undoneIn(`task-${ids[0]}`);
    expect(undone.map(({ metadata }) => [metadata.actor, metadata.causationId])).toEqual([
      [admin.id, begun!.id],
      [admin.id, begun!.id],
    ]);
    expect(new Set(undone.map(({ metadata }) => metadata.correlationId)).size).toBe(2);

    expect(await preview(range)).toMatchObject({ undoable: 0, refused: [{ code: 'undo.already-undone', count: 3 }] });
  });

  it('records its preview as a search, once for its pages', async () => {
    const searchesOf = async (who: Person) =>
      (await eventsOf(`audit-${who.id}`)).filter(({ type }) => type === 'ActivitySearched').map(({ data }) => data);
    const before = (await searchesOf(admin)).length;
    const span = { from: '2021-01-01T00:00:00.000Z', to: '2021-01-02T00:00:00.000Z' };
    const range = { by: String(karla.id), ...span };
    for (const page of ['1', '2', '1']) await preview({ ...range, page });
    expect((await searchesOf(admin)).slice(before)).toEqual([{ filters: range, found: 0, at: expect.any(String) }]);
    expect((await karla.get(`/api/admin/undo/preview?${addressOf(range)}`)).status).toBe(403);
    expect((await admin.get('/api/admin/undo/preview?from=x')).status).toBe(422);
    expect(await searchesOf(admin)).toHaveLength(before + 1);
    expect(await searchesOf(karla)).toEqual([]);
  });

  it('is not prevented by changes that it undoes itself, only by those of others', async () => {
    const id = await karla.task({ name: 'Původní', solverId: jan.id });
    const from = await moment();
    await karla.patch(`/api/tasks/${id}`, { name: 'První' });
    await karla.patch(`/api/tasks/${id}`, { name: 'Druhá', description: '<p>Popis</p>' });
    await karla.patch(`/api/tasks/${id}`, { tags: ['import'] });
    await karla.patch(`/api/tasks/${id}`, { name: 'Třetí' });
    const to = await moment();
    await admin.patch(`/api/tasks/${id}`, { tags: ['zkontrolováno'] });

    const range = { by: String(karla.id), taskId: String(id), from, to };
    const shown = await preview(range);
    expect(shown).toMatchObject({ total: 4, undoable: 3, refused: [{ code: 'undo.too-late', count: 1 }] });
    expect(shown.items[1].refusal).toEqual({
      code: 'undo.too-late',
      later: {
        eventId: expect.any(String),
        event: 'TaskEdited',
        at: expect.any(String),
        by: { id: admin.id, name: 'Alena Adminová' },
      },
    });

    await start(range);
    expect(await ended()).toMatchObject({
      state: 'done',
      undone: 3,
      refused: [{ code: 'undo.too-late', count: 1 }],
      items: [{ action: { event: 'TaskEdited' }, refusal: { code: 'undo.too-late', later: { by: { id: admin.id } } } }],
    });
    const task = (await karla.get(`/api/tasks/${id}`)).body;
    expect(task).toMatchObject({ name: 'Původní', tags: ['zkontrolováno'] });
    expect(task.description ?? '').toBe('');
  });

  it('takes back states that depend on each other, and undos of the range itself', async () => {
    const from = await moment();
    const id = await karla.task({ name: 'Řetěz', solverId: jan.id });
    const created = await moment();
    await jan.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' });
    await karla.post(`/api/tasks/${id}/return`, { reason: 'Chybí doprava' });
    await jan.post(`/api/tasks/${id}/complete`, { result: 'Hotovo i s dopravou' });
    const { eventId } = (await karla.post(`/api/tasks/${id}/accept`, {})).body;
    await karla.post('/api/undo', { eventId });
    const all = { taskId: String(id), from: created, to: now() };
    expect(await preview(all)).toMatchObject({ total: 5, undoable: 5 });
    await start(all);
    expect(await ended()).toMatchObject({ state: 'done', undone: 5, refused: [] });
    expect((await karla.get(`/api/tasks/${id}`)).body).toMatchObject({ state: 'assigned', result: null });

    // Only the creation is left, which the undone changes of others do not prevent.
    const creation = { taskId: String(id), from, to: created };
    expect(await preview(creation)).toMatchObject({ total: 1, undoable: 1 });
  });

  it('says of a person who has been erased since that they cannot be brought back', async () => {
    const leaving = await gos.person('Petr Odešel');
    const id = await karla.task({ name: 'Předání', solverId: leaving.id });
    const from = await moment();
    await karla.post(`/api/tasks/${id}/assign`, { solverId: jan.id });
    await karla.patch(`/api/tasks/${id}`, { name: 'Předání Janovi' });
    const to = await moment();
    await admin.patch(`/api/users/${leaving.id}`, { active: false });
    expect((await admin.post(`/api/users/${leaving.id}/erase`, { confirm: 'Petr Odešel' })).status).toBe(200);
    const range = { taskId: String(id), from, to };
    expect(await preview(range)).toMatchObject({
      undoable: 1,
      items: [{ refusal: null }, { refusal: { code: 'undo.person-gone', later: null } }],
    });
    await start(range);
    expect(await ended()).toMatchObject({ undone: 1, refused: [{ code: 'undo.person-gone', count: 1 }] });
    expect(await nameOf(id)).toBe('Předání');
  });

  it('takes back actions of a person who has been erased since', async () => {
    const leaving = await gos.person('Eva Odešla');
    const id = await karla.task({ name: 'Sklad', solverId: leaving.id });
    const from = await moment();
    await leaving.post(`/api/tasks/${id}/comments`, { text: 'Nesmysl' });
    const to = await moment();
    await admin.patch(`/api/users/${leaving.id}`, { active: false });
    await admin.post(`/api/users/${leaving.id}/erase`, { confirm: 'Eva Odešla' });
    const range = { by: String(leaving.id), taskId: String(id), from, to };
    expect(await preview(range)).toMatchObject({ total: 1, undoable: 1 });
    await start(range);
    expect(await ended()).toMatchObject({ undone: 1 });
    expect((await karla.get(`/api/tasks/${id}/comments`)).body.items).toEqual([]);
  });

  describe('with several tasks', () => {
    let from: string;
    let to: string;
    let ids: number[];
    const range = () => ({ by: String(karla.id), kind: 'task', from, to });

    async function prepare(): Promise<void> {
      ids = [];
      for (const name of ['Jedna', 'Dvě', 'Tři', 'Čtyři']) ids.push(await karla.task({ name }));
      from = await moment();
      for (const id of ids) await karla.patch(`/api/tasks/${id}`, { name: `Import ${id}` });
      to = await moment();
    }
    const names = () => Promise.all(ids.map(nameOf));

    it('goes on after a restart in the middle and undoes nothing twice', async () => {
      await prepare();
      const { goOn, isReached } = hold(3);
      await start(range());
      await isReached;
      const down = gos.down();
      goOn();
      await down;
      await gos.up();
      for (const person of [admin, karla, jan]) person.origin = gos.origin;
      expect(await ended()).toMatchObject({ state: 'done', all: 4, undone: 4, refused: [] });
      expect(await names()).toEqual(['Jedna', 'Dvě', 'Tři', 'Čtyři']);
      for (const id of ids) expect(await undoneIn(`task-${id}`)).toHaveLength(1);
    });

    it('counts an action that was undone just before a crash', async () => {
      await prepare();
      const accounts = gos.service<Accounts>(ACCOUNTS);
      const replace = accounts.replace.bind(accounts);
      let failures = 0;
      jest.spyOn(accounts, 'replace').mockImplementation(async (kind, id, ...more) => {
        if (id === 'undo-range' && failures++ === 1) throw new Error('The process is killed');
        return replace(kind, id, ...more);
      });
      await start(range());
      expect(await ended()).toMatchObject({ state: 'done', all: 4, undone: 4, refused: [] });
      for (const id of ids) expect(await undoneIn(`task-${id}`)).toHaveLength(1);
    });

    it('refuses a second one at the same time, and stops', async () => {
      await prepare();
      const { goOn, isReached } = hold(2);
      const replies = await Promise.all([start(range()), start(range())]);
      expect(replies.map(({ status }) => status).sort()).toEqual([202, 409]);
      expect(replies.find(({ status }) => status === 409)!.body.code).toBe('undo.range-running');
      await isReached;
      expect(await last()).toMatchObject({ state: 'running', undone: 1 });
      expect((await admin.post('/api/admin/undo/stop')).body.last.state).toBe('stopping');
      goOn();
      expect(await ended()).toMatchObject({ state: 'stopped', all: 4, undone: 2 });
      expect(await names()).toEqual([`Import ${ids[0]}`, `Import ${ids[1]}`, 'Tři', 'Čtyři']);
      expect((await admin.post('/api/admin/undo/stop')).body.last.state).toBe('stopped');
      expect(await preview(range())).toMatchObject({
        undoable: 2,
        refused: [{ code: 'undo.already-undone', count: 2 }],
      });
    });

    it('leaves alone what an import does after it has started', async () => {
      await prepare();
      const { goOn, isReached } = hold(1);
      await start({ ...range(), to: '2037-01-01T00:00:00.000Z' });
      await isReached;
      const later = await karla.task({ name: 'Pátý' });
      await karla.patch(`/api/tasks/${ids[0]}`, { name: 'Ještě jinak' });
      goOn();
      expect(await ended()).toMatchObject({ all: 4, undone: 3, refused: [{ code: 'undo.too-late', count: 1 }] });
      expect(await nameOf(later)).toBe('Pátý');
      expect(await nameOf(ids[0]!)).toBe('Ještě jinak');
    });

    it('ends when the admin has lost the right', async () => {
      await prepare();
      const other = await gos.person('Druhá Adminová');
      await admin.patch(`/api/users/${other.id}`, { role: 'admin' });
      const { goOn, isReached } = hold(2);
      expect((await start(range(), other)).status).toBe(202);
      await isReached;
      const changed = admin.patch(`/api/users/${other.id}`, { role: 'member' });
      await sleep(50);
      goOn();
      expect((await changed).status).toBe(200);
      const range_ = await ended();
      expect(range_.state).toBe('failed');
      expect(range_.undone).toBeLessThan(4);
    });
  });

  it('of an unfinished range whose process was lost blocks no other one', async () => {
    const accounts = gos.service<Accounts>(ACCOUNTS);
    const { version, value } = (await accounts.get<object>('setting', 'undo-range'))!;
    const lost = { ...value, id: 'lost', state: 'running', endedAt: null, beatAt: Date.now() - 600_000 };
    await accounts.replace('setting', 'undo-range', version, lost);
    expect(await last()).toMatchObject({ id: 'lost', state: 'failed' });
    const from = await moment();
    const id = await karla.task({ name: 'Další' });
    expect((await start({ taskId: String(id), from, to: now() })).status).toBe(202);
    expect(await ended()).toMatchObject({ state: 'done', undone: 1 });
  });

  it('lists actions that have no undo with the reason', async () => {
    const from = await moment();
    const position = (await admin.post('/api/positions', { name: 'Zedník' })).body;
    await karla.post('/api/projects', { name: 'Projekt' });
    const shown = await preview({ from, to: now() });
    expect(shown).toMatchObject({ total: 2, undoable: 0, refused: [{ code: 'undo.none', count: 2 }] });
    expect(position.id).toEqual(expect.any(Number));
  });

  it('refuses a range that is empty, too large or not valid', async () => {
    const from = await moment();
    const empty = { from, to: now() };
    expect(await preview(empty)).toMatchObject({ items: [], total: 0 });
    expect(await start(empty)).toMatchObject({ status: 409, body: { code: 'undo.range-empty' } });
    expect(await start({ ...empty, class: 'x' })).toMatchObject({ status: 422, body: { code: 'validation.choice' } });
    expect((await admin.post('/api/admin/undo', { filters: {}, from })).status).toBe(422);
    expect((await admin.get('/api/admin/undo/preview')).status).toBe(422);

    const id = await karla.task({ name: 'Velký import' });
    await appendCommands(`task-${id}`, 501);
    expect(await admin.get(`/api/admin/undo/preview?${addressOf({ from, to: now() })}`)).toMatchObject({
      status: 422,
      body: { code: 'undo.range-too-large', detail: expect.stringContaining('500') },
    });
    expect((await start({ from, to: now() })).body.code).toBe('undo.range-too-large');
  });

  async function appendCommands(stream: string, count: number): Promise<void> {
    const log = gos.service<EventLog>(EVENT_LOG);
    const last = (await log.readStream(stream)).at(-1)!;
    const loaded = { revision: last.revision, lastHash: last.metadata.hash };
    const planned = Array.from({ length: count }, () => ({ type: 'TaskPlanned', data: { from: null, to: null } }));
    const recorded = record(stream, loaded, planned, (index) => ({
      id: crypto.randomUUID(),
      metadata: {
        ...{ actor: karla.id, at: now(), via: 'api', schemaVersion: 1 },
        ...{ correlationId: `import-${index}`, causationId: `import-${index}` },
      },
    }));
    await log.append(stream, loaded.revision, recorded);
    await gos.applied();
  }
});
