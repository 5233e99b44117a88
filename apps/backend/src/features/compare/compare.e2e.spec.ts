import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Chance, sentence } from '../../testing/chance';
import { Harness, type Json, type Person } from '../../testing/harness';

const begin = Date.parse('2026-11-20T08:00:00.000Z');
const instant = (seconds: number) => new Date(begin + seconds * 1_000).toISOString();
const inDays = (days: number) => instant(days * 24 * 60 * 60);
const before = '2020-01-01T00:00:00.000Z';
const ahead = '2099-01-01T00:00:00.000Z';

const ids = (items: readonly Json[], kind = 'task') => items.filter((one) => one.kind === kind).map(({ id }) => id);
const numbers = (tasks: readonly Json[]) => tasks.map(({ id }) => id).sort((a, b) => a - b);
const fields = ({ changes }: Json) => changes.map(({ field }: Json) => field);

describe('the comparison of two moments', () => {
  let gos: Harness;
  let admin: Person;
  let manager: Person;
  let member: Person;
  let time = 0;
  const tick = () => gos.clock.set(instant(++time));
  const moment = () => {
    const at = instant(time + 0.5);
    gos.clock.set(at);
    return at;
  };
  const compare = async (who: Person, path: string, from: string, to: string, more = '') => {
    const { status, body } = await who.get(`/api/${path}/compare?from=${from}&to=${to}${more}`);
    expect([path, status, body]).toEqual([path, 200, body]);
    return body;
  };

  beforeAll(async () => {
    gos = await Harness.start();
    gos.clock.set(instant(0));
    admin = await gos.person('Alena Adminová');
    manager = await gos.person('Marek Správce');
    member = await gos.person('Petr Člen');
  });
  afterAll(() => gos.stop());

  /** A project that the manager manages and the member edits. */
  async function project(name: string): Promise<number> {
    tick();
    const { id } = (await manager.post('/api/projects', { name })).body;
    await manager.post(`/api/projects/${id}/members`, { userId: member.id, permission: 'edit', notification: 'none' });
    tick();
    return id;
  }
  const board = async (projectId: number, name: string, more: object = {}): Promise<number> =>
    (await manager.post(`/api/projects/${projectId}/boards`, { name, section: 'todo', ...more })).body.id;
  const task = (projectId: number, more: object = {}) =>
    manager.task({ name: 'Úkol', projectId, contractorId: manager.id, ...more });

  it('is that of the lists and tasks of both moments, whatever happened', async () => {
    const chance = new Chance(7);
    const projects = [await project('Most'), await project('Škola')];
    const boards: number[] = [];
    for (const id of projects) boards.push(await board(id, 'Jedna'), await board(id, 'Dvě'));
    const tasks: number[] = [];
    const add = async () => {
      const which = chance.below(2);
      const boardId = chance.of([null, ...boards.slice(2 * which, 2 * which + 2)]);
      tasks.push(await task(projects[which]!, { name: sentence(chance, 2, 4), boardId }));
    };
    for (let n = 0; n < 12; n++) await add();
    const one = () => chance.of(tasks);
    const commands: (() => Promise<unknown>)[] = [
      add,
      () => manager.patch(`/api/tasks/${one()}`, { name: sentence(chance, 2, 4) }),
      () => manager.patch(`/api/tasks/${one()}`, { description: `<p>${sentence(chance, 2, 4)}</p>` }),
      () => manager.patch(`/api/tasks/${one()}`, { description: '' }),
      () => manager.patch(`/api/tasks/${one()}`, { tags: chance.of([['rok'], []]), priority: 1 + chance.below(3) }),
      () => manager.post(`/api/tasks/${one()}/assign`, { solverId: chance.of([null, manager.id, member.id]) }),
      () => manager.post(`/api/tasks/${one()}/complete`, { result: 'hotovo' }),
      () => manager.post(`/api/tasks/${one()}/return`, { reason: 'chybí' }),
      () => manager.post(`/api/tasks/${one()}/predecessors`, { taskId: one() }),
      () => manager.post(`/api/tasks/${one()}/comments`, { text: 'Ahoj' }),
      () => manager.post(`/api/tasks/${one()}/subtasks`, { name: sentence(chance, 1, 3) }),
      () =>
        manager.post(`/api/tasks/${one()}/budget`, { budget: { amount: `${chance.below(9)}.00`, currency: 'CZK' } }),
      () => manager.delete(`/api/tasks/${one()}`),
      () => manager.post(`/api/tasks/${one()}/undelete`),
      () => manager.post(`/api/tasks/${one()}/move`, { projectId: chance.of([null, ...projects]), boardId: null }),
      () => {
        const which = chance.below(4);
        return manager.post(`/api/tasks/${one()}/move`, {
          projectId: projects[which >> 1],
          boardId: boards[which],
        });
      },
    ];
    const moments: string[] = [];
    for (let n = 0; n < 160; n++) {
      tick();
      await chance.of(commands)();
      if (n % 32 === 20) moments.push(moment());
    }
    moments.push(moment());
    const ways = { added: 0, removed: 0, changed: 0 };
    const read = async (query: string, at: string) =>
      (await admin.get(`/api/tasks?list=all&pageSize=100&${query}&at=${at}`)).body.items as Json[];
    for (const [path, query] of [
      ...projects.map((id) => [`projects/${id}`, `project=${id}`]),
      ...boards.map((id) => [`boards/${id}`, `board=${id}`]),
    ] as [string, string][]) {
      for (const [index, from] of moments.entries()) {
        for (const to of moments.slice(index + 1)) {
          const found = await compare(admin, path, from, to, '&pageSize=500');
          const [was, is] = [numbers(await read(query, from)), numbers(await read(query, to))];
          expect(ids(found.added)).toEqual(is.filter((id) => !was.includes(id)).map(String));
          expect(ids(found.removed)).toEqual(was.filter((id) => !is.includes(id)).map(String));
          const changed: Json[] = [];
          for (const id of was.filter((one) => is.includes(one))) {
            const { changes } = (await admin.get(`/api/tasks/${id}/diff?deleted=true&from=${from}&to=${to}`)).body;
            if (changes.length > 0) changed.push({ id: String(id), changes });
          }
          // A place on a board is no field of the history.
          const withoutPlace = ({ id, changes }: Json) => ({
            id,
            changes: changes.filter(({ field }: Json) => field !== 'order'),
          });
          const told = found.changed.filter(({ kind }: Json) => kind === 'task').map(withoutPlace);
          expect(told.filter(({ changes }: Json) => changes.length > 0)).toEqual(changed);
          const count = found.counts.find(({ kind }: Json) => kind === 'task');
          for (const way of ['added', 'removed', 'changed'] as const) {
            expect(count?.[way] ?? 0).toBe(ids(found[way]).length);
            ways[way] += ids(found[way]).length;
          }
        }
      }
    }
    expect(Object.values(ways).every((number) => number > 20)).toBe(true);
  }, 240_000);

  it('tells the fields of a project, its members, contracts and boards', async () => {
    const id = await project('Dům');
    const [kept, gone, moved] = [await board(id, 'Zůstane'), await board(id, 'Zmizí'), await board(id, 'Popis')];
    await manager.patch(`/api/projects/${id}`, { contracts: [{ contractId: 'S1', name: 'Stavba', client: 'Novák' }] });
    const from = moment();
    tick();
    await manager.patch(`/api/projects/${id}`, {
      name: 'Dům a zahrada',
      description: '<p>Velký</p>',
      contracts: [{ contractId: 'S2', name: 'Zahrada', client: 'Novák' }],
    });
    await manager.patch(`/api/projects/${id}/members/${member.id}`, { permission: 'view' });
    await manager.post(`/api/projects/${id}/members`, { userId: admin.id, permission: 'manage', notification: 'all' });
    await manager.delete(`/api/boards/${gone}`);
    await manager.patch(`/api/boards/${moved}`, { description: 'Nový popis', assignedUserId: member.id });
    await manager.post(`/api/boards/${kept}/move`, { section: 'done' });
    const extra = await board(id, 'Nová');
    const found = await compare(manager, `projects/${id}`, from, moment());
    expect(found).toMatchObject({
      from,
      thing: { kind: 'project', id: String(id), name: 'Dům a zahrada' },
      changes: [
        { field: 'name', from: 'Dům', to: 'Dům a zahrada' },
        { field: 'description', from: '', to: '<p>Velký</p>' },
      ],
      counts: [
        { kind: 'contract', added: 1, removed: 1, changed: 0 },
        { kind: 'member', added: 1, removed: 0, changed: 1 },
        { kind: 'board', added: 1, removed: 1, changed: 2 },
      ],
      total: 8,
    });
    expect(found.added.map(({ kind, id, name }: Json) => [kind, id, name])).toEqual([
      ['contract', 'S2', 'Zahrada'],
      ['member', String(admin.id), 'Alena Adminová'],
      ['board', String(extra), 'Nová'],
    ]);
    expect(found.removed.map(({ kind, id, name }: Json) => [kind, id, name])).toEqual([
      ['contract', 'S1', 'Stavba'],
      ['board', String(gone), 'Zmizí'],
    ]);
    expect(found.changed.map(({ kind, id, changes }: Json) => [kind, id, changes])).toEqual([
      ['member', String(member.id), [{ field: 'permission', from: 'edit', to: 'view' }]],
      ['board', String(kept), [{ field: 'section', from: 'todo', to: 'done' }]],
      [
        'board',
        String(moved),
        [
          { field: 'description', from: '', to: 'Nový popis' },
          { field: 'assignedUser', from: null, to: { id: member.id, name: 'Petr Člen' } },
        ],
      ],
    ]);
  });

  it('tells which cards were moved on a board, and which boards in their section, as few as possible', async () => {
    const id = await project('Pořadí');
    const boardId = await board(id, 'Karty');
    const cards: number[] = [];
    for (const name of 'ABCDEF') cards.push(await task(id, { name: `Karta ${name}`, boardId }));
    const [a, b, c, , , f] = cards as [number, number, number, number, number, number];
    await board(id, 'Druhá');
    const third = await board(id, 'Třetí');
    const move = (taskId: number, beforeId: number | null) => {
      tick();
      return manager.post(`/api/tasks/${taskId}/move`, { projectId: id, boardId, beforeId });
    };
    const from = moment();
    await move(f, b);
    await manager.patch(`/api/tasks/${f}`, { name: 'Jiná' });
    await manager.post(`/api/boards/${third}/move`, { section: 'todo', beforeId: boardId });
    const once = moment();
    const found = await compare(manager, `boards/${boardId}`, from, once);
    expect(found.counts).toEqual([{ kind: 'task', added: 0, removed: 0, changed: 1 }]);
    expect(found.changed).toMatchObject([
      {
        id: String(f),
        changes: [
          { field: 'order', from: 6, to: 2 },
          { field: 'name', from: 'Karta F', to: 'Jiná' },
        ],
      },
    ]);
    const ofProject = await compare(manager, `projects/${id}`, from, once);
    expect(ofProject.changed.map(({ kind, id, changes }: Json) => [kind, id, changes])).toEqual([
      ['board', String(third), [{ field: 'order', from: 3, to: 1 }]],
      ['task', String(f), [{ field: 'name', from: 'Karta F', to: 'Jiná' }]],
    ]);

    // Many cards dragged ahead of one are one move of that one; a card dragged back has not moved.
    for (const one of cards.slice(1)) await move(one, a);
    await move(f, null);
    const all = await compare(manager, `boards/${boardId}`, from, moment());
    expect(all.changed.map(({ id, changes }: Json) => [id, changes[0]])).toEqual([
      [String(a), { field: 'order', from: 1, to: 5 }],
      [String(f), { field: 'name', from: 'Karta F', to: 'Jiná' }],
    ]);
    expect(all.changed[0].changes).toHaveLength(1);

    // Places are among the cards that the reader sees today.
    await manager.delete(`/api/tasks/${c}`);
    const seen = await compare(member, `boards/${boardId}`, from, once);
    expect(seen.changed).toMatchObject([{ id: String(f), changes: [{ field: 'order', from: 5, to: 2 }, {}] }]);
  });

  it('tells the fields of a task, also since before its creation', async () => {
    const id = await project('S úkolem');
    tick();
    const taskId = await task(id, { name: 'Základy', description: '<p>Beton</p>' });
    const from = moment();
    tick();
    await manager.patch(`/api/tasks/${taskId}`, { description: '<p>Železobeton</p>' });
    await manager.post(`/api/tasks/${taskId}/assign`, { solverId: member.id });
    const to = moment();
    const { changes } = (await manager.get(`/api/tasks/${taskId}/diff?from=${from}&to=${to}`)).body;
    const found = await compare(manager, `tasks/${taskId}`, from, to);
    expect(found).toMatchObject({ thing: { kind: 'task', id: String(taskId), name: 'Základy' }, total: 0, changes });
    expect(fields(found)).toEqual(expect.arrayContaining(['description', 'solver']));
    const all = await compare(manager, `tasks/${taskId}`, before, to);
    expect(all.changes).toContainEqual({ field: 'name', from: null, to: 'Základy' });
    expect(all.changes.map(({ to: value }: Json) => value)).not.toContain(null);
    const early = await manager.get(`/api/tasks/${taskId}/compare?from=${before}&to=2021-01-01T00:00:00Z`);
    expect([early.status, early.body.code]).toEqual([404, 'task.not-found']);
  });

  it('says where a task went that left, and where it came from', async () => {
    const [one, other] = [await project('Odkud'), await project('Kam')];
    const [moved, deleted] = [await task(one), await task(one)];
    const from = moment();
    tick();
    await manager.post(`/api/tasks/${moved}/move`, { projectId: other, boardId: null });
    await manager.delete(`/api/tasks/${deleted}`);
    const to = moment();
    const left = await compare(manager, `projects/${one}`, from, to);
    const place = (id: number, name: string) => ({ id, name });
    expect(left.removed.map(({ id, changes }: Json) => [id, changes])).toEqual([
      [String(moved), [{ field: 'project', from: place(one, 'Odkud'), to: place(other, 'Kam') }]],
      [String(deleted), [{ field: 'deleted', from: false, to: true }]],
    ]);
    const joined = await compare(manager, `projects/${other}`, from, to);
    expect(joined.added).toMatchObject([{ id: String(moved), name: 'Úkol' }]);
  });

  it('is of what the reader may see today, in counts too', async () => {
    const [id, secret] = [await project('Veřejný'), await project('Tajný')];
    await manager.delete(`/api/projects/${secret}/members/${member.id}`);
    const budgeted = await task(id, { budget: { amount: '10.00', currency: 'CZK' } });
    const [leaves, deleted] = [await task(id), await task(id)];
    const from = moment();
    tick();
    await manager.post(`/api/tasks/${budgeted}/budget`, { budget: { amount: '20.00', currency: 'CZK' } });
    await manager.post(`/api/tasks/${leaves}/move`, { projectId: secret, boardId: null });
    await manager.delete(`/api/tasks/${deleted}`);
    const to = moment();
    for (const who of [manager, admin]) {
      const found = await compare(who, `projects/${id}`, from, to);
      expect(found.counts).toEqual([{ kind: 'task', added: 0, removed: 2, changed: 1 }]);
      expect(found.changed.map(fields)).toEqual([['budget']]);
    }
    const found = await compare(member, `projects/${id}`, from, to);
    expect(found).toMatchObject({ counts: [], total: 0, added: [], removed: [], changed: [] });
    expect(JSON.stringify(found)).not.toMatch(/budget|Tajný/);
  });

  it('begins with everything that was added since before it existed', async () => {
    const id = await project('Nový');
    const boardId = await board(id, 'První', { description: 'Popis' });
    const taskId = await task(id, { boardId });
    const to = moment();
    const found = await compare(manager, `projects/${id}`, before, to);
    expect(found.changes).toEqual([
      { field: 'name', from: null, to: 'Nový' },
      { field: 'active', from: null, to: true },
    ]);
    expect(found.counts).toEqual([
      { kind: 'member', added: 2, removed: 0, changed: 0 },
      { kind: 'board', added: 1, removed: 0, changed: 0 },
      { kind: 'task', added: 1, removed: 0, changed: 0 },
    ]);
    const ofBoard = await compare(manager, `boards/${boardId}`, before, to);
    expect(fields(ofBoard)).toEqual(['name', 'description', 'section']);
    expect(ids(ofBoard.added)).toEqual([String(taskId)]);
    for (const path of [`projects/${id}`, `boards/${boardId}`]) {
      const kind = path.startsWith('projects') ? 'project' : 'board';
      const refused = await manager.get(`/api/${path}/compare?from=${before}&to=2021-01-01T00:00:00Z`);
      expect([refused.status, refused.body.code]).toEqual([404, `${kind}.not-found`]);
    }
  });

  it('ends with the present for a moment that is still ahead', async () => {
    const id = await project('Přítomný');
    const from = moment();
    tick();
    await task(id);
    const { from: _, to: __, ...present } = await compare(manager, `projects/${id}`, from, moment());
    expect(await compare(manager, `projects/${id}`, from, ahead)).toMatchObject(present);
    const nothing = await compare(manager, `projects/${id}`, ahead, '2099-02-01T00:00:00.000Z');
    expect(nothing).toMatchObject({ changes: [], counts: [], total: 0 });
  });

  it('is answered in pages whose counts are those of all', async () => {
    const id = await project('Velký');
    const from = moment();
    tick();
    for (let n = 0; n < 7; n++) await task(id, { name: `Úkol ${n}` });
    const to = moment();
    const all = await compare(manager, `projects/${id}`, from, to);
    const pages: Json[] = [];
    for (const page of [1, 2, 3, 4]) {
      const found = await compare(manager, `projects/${id}`, from, to, `&page=${page}&pageSize=3`);
      expect(found).toMatchObject({ total: 7, counts: all.counts, page, pageSize: 3 });
      pages.push(found.added);
    }
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1, 0]);
    expect(pages.flat()).toEqual(all.added);
  });

  it.each([
    ['tasks/1', ''],
    ['projects/1', ''],
    ['boards/1', ''],
    ['attendance/month', 'month=11&year=2026&'],
  ])('refuses moments that cannot be compared, of %s', async (path, more) => {
    const asked = async (query: string) => {
      const { status, body } = await admin.get(`/api/${path}/compare?${more}${query}`);
      return [status, ...(body.errors ?? []).map((error: Json) => `${error.path} ${error.code}`)];
    };
    const [early, late] = ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'];
    expect(await asked(`from=${late}&to=${early}`)).toEqual([422, 'to compare.order']);
    expect(await asked(`from=${early}&to=${early}`)).toEqual([422, 'to compare.order']);
    expect(await asked(`from=2026-11-01T01:00:00%2B01:00&to=${early}`)).toEqual([422, 'to compare.order']);
    expect(await asked(`from=yesterday&to=${late}`)).toEqual([422, 'from validation.instant']);
    expect(await asked(`from=${early}`)).toEqual([422, 'to validation.required']);
    expect(await asked(`from=${early}&to=${late}&page=0`)).toEqual([422, 'page validation.choice']);
    expect(await asked(`from=${early}&to=${late}&pageSize=501`)).toEqual([422, 'pageSize validation.choice']);
    expect(await asked(`from=${early}&to=${late}&at=${late}`)).toEqual([422, 'at validation.unknown-field']);
  });

  it('tells the entries, plans and totals of a month', async () => {
    tick();
    const taskId = await member.task({ name: 'Zedničina', solverId: member.id });
    const add = (day: number, hours: number) =>
      member.post('/api/work/entries', {
        taskId,
        from: `2026-10-${10 + day}T08:00:00.000Z`,
        to: `2026-10-${10 + day}T${String(8 + hours).padStart(2, '0')}:00:00.000Z`,
        note: 'zdění',
      });
    const [changed, removed] = [(await add(1, 2)).body.id, (await add(2, 1)).body.id];
    const from = moment();
    tick();
    await member.patch(`/api/work/entries/${changed}`, {
      from: '2026-10-11T08:00:00.000Z',
      to: '2026-10-11T11:00:00.000Z',
    });
    await member.delete(`/api/work/entries/${removed}`);
    const added = (await add(3, 4)).body.id;
    const plan = { date: inDays(5).slice(0, 10), from: '08:00', to: '16:00', type: 'at_work', location: 'Brno' };
    const { id: planId } = (await member.post('/api/plans', plan)).body;
    await admin.post('/api/attendance/months/close', { userId: member.id, month: 10, year: 2026 });
    const to = moment();
    const october = await compare(member, 'attendance/month', from, to, '&month=10&year=2026');
    expect(october).toMatchObject({
      thing: { kind: 'month', id: '2026-10', name: 'Petr Člen' },
      changes: [
        { field: 'workedMinutes', from: 180, to: 420 },
        { field: 'closed', from: false, to: true },
      ],
      counts: [{ kind: 'entry', added: 1, removed: 1, changed: 1 }],
      added: [{ kind: 'entry', id: String(added), name: 'Zedničina' }],
      removed: [{ kind: 'entry', id: String(removed), name: 'Zedničina' }],
      changed: [{ kind: 'entry', id: String(changed) }],
    });
    expect(october.sums).toEqual({
      days: [
        { date: '2026-10-11', plannedMinutes: { from: 0, to: 0 }, workedMinutes: { from: 120, to: 180 } },
        { date: '2026-10-12', plannedMinutes: { from: 0, to: 0 }, workedMinutes: { from: 60, to: 0 } },
        { date: '2026-10-13', plannedMinutes: { from: 0, to: 0 }, workedMinutes: { from: 0, to: 240 } },
      ],
      totals: { plannedMinutes: { from: 0, to: 0 }, workedMinutes: { from: 180, to: 420 } },
    });
    expect(october.changed[0].changes).toEqual([
      { field: 'to', from: '2026-10-11T10:00:00.000Z', to: '2026-10-11T11:00:00.000Z' },
      { field: 'minutes', from: 120, to: 180 },
    ]);
    const november = await compare(admin, 'attendance/month', from, to, `&month=11&year=2026&userId=${member.id}`);
    expect(november).toMatchObject({
      changes: [{ field: 'plannedMinutes', from: 0, to: 480 }],
      sums: {
        days: [{ date: plan.date, plannedMinutes: { from: 0, to: 480 }, workedMinutes: { from: 0, to: 0 } }],
        totals: { plannedMinutes: { from: 0, to: 480 }, workedMinutes: { from: 0, to: 0 } },
      },
      counts: [{ kind: 'plan', added: 1, removed: 0, changed: 0 }],
      added: [{ kind: 'plan', id: String(planId), name: null }],
    });
    const foreign = await manager.get(
      `/api/attendance/month/compare?month=11&year=2026&userId=${member.id}&from=${from}&to=${to}`,
    );
    expect(foreign.status).toBe(403);
  });
});
