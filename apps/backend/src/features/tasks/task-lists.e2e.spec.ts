import { addDays, localDay } from '@gos/domain';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../../testing/harness';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('lists of tasks', () => {
  let gos: Harness;
  let admin: Person;
  let contractor: Person;
  let solver: Person;
  let other: Person;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    contractor = await gos.person('Karla Svobodová');
    solver = await gos.person('Čeněk Řešitel');
    other = await gos.person('Cyril Druhý');
    const budget = (amount: string) => ({ amount, currency: 'CZK' });
    const make = async (name: string, more: object) => {
      ids[name] = await contractor.task({ name, ...more });
    };
    await make('Cihla', { solverId: solver.id, priority: 3, deadline: inDays(3), budget: budget('9.50') });
    await make('Čára', { solverId: other.id, priority: 1, tags: ['žlutá', 'Úkol'], budget: budget('100') });
    await make('Chata', { solverId: other.id, deadline: inDays(1), estimateMinutes: 90, gitBranch: 'čistka' });
    await make('Anna', { shownDate: '2030-05-01', passive: [solver.id], gitBranch: 'cesta', tags: ['modrá'] });
    await make('Hora', { parentId: ids.Cihla, externalUrl: 'https://a.example/1', type: 'continuous' });
    await make('Dům', { parentId: ids.Anna, acknowledged: [other.id], priority: 3 });
    await solver.post(`/api/tasks/${ids.Cihla}/complete`, { result: 'Hotovo' });
  });
  afterAll(() => gos.stop());

  const list = async (query: string, who = contractor): Promise<Json> => {
    const { status, body } = await who.get(`/api/tasks?${query}`);
    if (status !== 200) throw new Error(`${query}: ${JSON.stringify(body)}`);
    return body;
  };
  const names = async (query: string, who = contractor): Promise<string[]> =>
    (await list(query, who)).items.map(({ name }: Json) => name);
  const all = ['Cihla', 'Čára', 'Chata', 'Anna', 'Hora', 'Dům'];

  it('hold what has none of something, and deadlines of days', async () => {
    const names = async (query: string, who = contractor) =>
      (await list(query, who)).items.map(({ name }: Json) => name);
    expect(await names('solver=none&sort=name')).toEqual(['Anna', 'Dům', 'Hora']);
    expect(await names(`solver=none&solver=${solver.id}&sort=name`)).toEqual(['Anna', 'Cihla', 'Dům', 'Hora']);
    expect(await names('tags=none&participants=none&sort=name')).toEqual(['Cihla', 'Hora', 'Chata']);
    expect(await names('deadline=none&gitBranch=none&sort=name')).toEqual(['Čára', 'Dům', 'Hora']);
    const day = localDay(Date.parse(inDays(1)), 'Europe/Prague');
    expect(await names(`deadlineFrom=${day}&deadlineTo=${day}`)).toEqual(['Chata']);
    expect(await names(`deadlineFrom=${addDays(day, 1)}`)).toEqual(['Cihla']);
    expect((await contractor.get('/api/tasks?deadlineTo=zítra')).status).toBe(422);
  });

  it('are filtered by money only for who sees it', async () => {
    const names = async (query: string, who: Person) => (await list(query, who)).items.map(({ name }: Json) => name);
    expect(await names('budget=9.5', contractor)).toEqual(['Cihla']);
    expect(await names('budget=9.50', solver)).toEqual([]);
    expect(await names('budget=none', solver)).toEqual([]);
    expect(await names('budget=9.50', admin)).toEqual(['Cihla']);
    expect((await contractor.get('/api/tasks?budget=hodně')).status).toBe(422);
  });

  it('come by deadline and id, what has none last', async () => {
    expect(await names('')).toEqual(['Chata', 'Cihla', 'Čára', 'Anna', 'Hora', 'Dům']);
    expect(await names('sort=-deadline')).toEqual(['Cihla', 'Chata', 'Čára', 'Anna', 'Hora', 'Dům']);
  });

  it.each([
    ['id', ['Cihla', 'Čára', 'Chata', 'Anna', 'Hora', 'Dům'], ['Dům', 'Hora', 'Anna', 'Chata', 'Čára', 'Cihla']],
    ['name', ['Anna', 'Cihla', 'Čára', 'Dům', 'Hora', 'Chata'], ['Chata', 'Hora', 'Dům', 'Čára', 'Cihla', 'Anna']],
    ['priority', ['Čára', 'Cihla', 'Dům', 'Chata', 'Anna', 'Hora'], ['Chata', 'Anna', 'Hora', 'Cihla', 'Dům', 'Čára']],
    ['solver', ['Čára', 'Chata', 'Cihla', 'Anna', 'Hora', 'Dům'], ['Cihla', 'Čára', 'Chata', 'Anna', 'Hora', 'Dům']],
    ['parent', ['Dům', 'Hora', 'Cihla', 'Čára', 'Chata', 'Anna'], ['Hora', 'Dům', 'Cihla', 'Čára', 'Chata', 'Anna']],
    [
      'participants',
      ['Dům', 'Anna', 'Cihla', 'Čára', 'Chata', 'Hora'],
      ['Anna', 'Dům', 'Cihla', 'Čára', 'Chata', 'Hora'],
    ],
    ['tags', ['Anna', 'Čára', 'Cihla', 'Chata', 'Hora', 'Dům'], ['Čára', 'Anna', 'Cihla', 'Chata', 'Hora', 'Dům']],
    ['gitBranch', ['Anna', 'Chata', 'Cihla', 'Čára', 'Hora', 'Dům'], ['Chata', 'Anna', 'Cihla', 'Čára', 'Hora', 'Dům']],
    [
      'estimateMinutes',
      ['Chata', 'Cihla', 'Čára', 'Anna', 'Hora', 'Dům'],
      ['Chata', 'Cihla', 'Čára', 'Anna', 'Hora', 'Dům'],
    ],
    ['shownDate', ['Anna', 'Cihla', 'Čára', 'Chata', 'Hora', 'Dům'], ['Anna', 'Cihla', 'Čára', 'Chata', 'Hora', 'Dům']],
    [
      'openSubtasks',
      ['Čára', 'Chata', 'Hora', 'Dům', 'Cihla', 'Anna'],
      ['Cihla', 'Anna', 'Čára', 'Chata', 'Hora', 'Dům'],
    ],
    ['project', all, all],
    ['board', all, all],
    ['order', all, all],
  ])('sort by %s both ways, what has none last, equal ones by id', async (field, ascending, descending) => {
    expect(await names(`sort=${field}`)).toEqual(ascending);
    expect(await names(`sort=-${field}`)).toEqual(descending);
  });

  it('sort by every field of a row, and by several', async () => {
    const row = (await list('pageSize=1')).items[0];
    for (const field of Object.keys(row)) {
      const { status } = await contractor.get(`/api/tasks?sort=${field}`);
      expect([field, status]).toEqual([field, 200]);
    }
    expect(await names('sort=-priority,name')).toEqual(['Anna', 'Hora', 'Chata', 'Cihla', 'Dům', 'Čára']);
  });

  it('sort by budget, those whose budget is hidden as if they had none', async () => {
    const mine = ['Cihla', 'Čára', 'Chata', 'Anna', 'Hora', 'Dům'];
    expect(await names('list=given&sort=budget')).toEqual(mine);
    expect((await names('list=given&sort=-budget')).slice(0, 2)).toEqual(['Čára', 'Cihla']);
    expect(await names('list=all&sort=budget', admin)).toEqual(mine);
    expect((await list('list=given&sort=-usedBudget')).total).toBe(6);
    expect(await names('sort=budget')).toEqual(mine);
    expect((await names('sort=-budget')).slice(0, 2)).toEqual(['Čára', 'Cihla']);
    const own = await other.task({ name: 'Vlastní', budget: { amount: '50', currency: 'CZK' } });
    for (const sort of ['budget', '-budget', 'usedBudget', 'budget,-usedBudget']) {
      expect(await names(`sort=${sort}`, other)).toEqual(['Vlastní', 'Čára', 'Chata', 'Dům']);
    }
    expect(await names('sort=-budget,name', other)).toEqual(['Vlastní', 'Čára', 'Dům', 'Chata']);
    expect(await names('sort=priority,-budget', other)).toEqual(['Čára', 'Dům', 'Vlastní', 'Chata']);
    expect(await names('sort=-budget&pageSize=1&page=2', other)).toEqual(['Čára']);
    await other.delete(`/api/tasks/${own}`);
  });

  it('say of each row what rights depend on, as its detail does', async () => {
    for (const who of [contractor, solver, other, admin]) {
      for (const { id, can, openSubtasks, waiting } of (await list('list=all', who)).items) {
        const { body } = await who.get(`/api/tasks/${id}`);
        expect([id, can, openSubtasks, waiting]).toEqual([id, undefined, body.openSubtasks, body.waiting]);
      }
    }
    const [parent] = (await list('name=Anna')).items;
    expect(parent.openSubtasks).toBe(1);
  });

  it('are filtered and sorted by the open subtasks that rows show, hidden ones too, whatever becomes of them', async () => {
    const parent = await contractor.task({ name: 'Celek' });
    const mine = await contractor.task({ name: 'Část', parentId: parent, solverId: solver.id });
    const hidden = await solver.task({ name: 'Skrytá', parentId: mine });
    const under = await admin.task({ name: 'Cizí', parentId: parent });
    const agree = async (count: number) => {
      for (const open of [0, 1, 2, 3]) {
        const { items } = await list(`openSubtasks=${open}&sort=id`);
        expect([open, items.every((row: Json) => row.openSubtasks === open)]).toEqual([open, true]);
        expect(items.some(({ id }: Json) => id === parent)).toBe(open === count);
      }
      const { body } = await contractor.get(`/api/tasks/${parent}`);
      expect(body.openSubtasks).toBe(count);
      for (const sort of ['openSubtasks', '-openSubtasks']) {
        const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`sort=${sort}&pageSize=3&page=${page}`)));
        const rows = pages.flatMap(({ items }) => items.map((row: Json) => [row.openSubtasks, row.id]));
        const down = sort.startsWith('-');
        const inOrder = [...rows].sort(([a, i], [b, j]) => (a === b ? i - j : down ? b - a : a - b));
        expect(rows).toEqual(inOrder);
        expect(new Set(rows.map(([, id]) => id)).size).toBe(pages[0]!.total);
      }
    };
    await agree(2);
    expect((await list('name=%C4%8C%C3%A1st')).items[0].openSubtasks).toBe(1);
    await admin.delete(`/api/tasks/${under}`);
    await agree(1);
    await admin.post(`/api/tasks/${under}/undelete`);
    await agree(2);
    await admin.post(`/api/tasks/${under}/end`, {});
    await agree(1);
    await admin.post(`/api/tasks/${under}/restore`, {});
    await agree(2);
    await solver.post(`/api/tasks/${mine}/complete`, { result: 'Hotovo' });
    await agree(2);
    await contractor.post(`/api/tasks/${mine}/return`, { reason: 'Ještě něco' });
    await agree(2);
    await solver.post(`/api/tasks/${mine}/complete`, { result: 'Hotovo' });
    await contractor.post(`/api/tasks/${mine}/accept`, {});
    await agree(1);
    await contractor.post(`/api/tasks/${mine}/restore`, {});
    await agree(2);
    expect((await contractor.get('/api/tasks?openSubtasks=none')).status).toBe(422);
    await solver.delete(`/api/tasks/${hidden}`);
    await admin.delete(`/api/tasks/${under}`);
    for (const id of [mine, parent]) await contractor.delete(`/api/tasks/${id}`);
  });

  it('hold what I accepted as its contractor, not what I accepted as an admin', async () => {
    const id = await contractor.task({ name: 'Přijatý', solverId: solver.id });
    await solver.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' });
    await admin.post(`/api/tasks/${id}/accept`, {});
    const own = await admin.task({ name: 'Přijatý mnou', solverId: solver.id });
    await solver.post(`/api/tasks/${own}/complete`, { result: 'Hotovo' });
    await admin.post(`/api/tasks/${own}/accept`, {});
    expect(await names('list=accepted', admin)).toEqual(['Přijatý mnou']);
    expect(await names('list=accepted')).toEqual([]);
    expect(await names('list=completed', solver)).toEqual(['Přijatý mnou', 'Přijatý']);
    for (const one of [id, own]) await admin.delete(`/api/tasks/${one}`);
  });

  it('do not tell by their order the name of a parent that is not seen', async () => {
    const hidden = await admin.task({ name: 'Aaa', solverId: contractor.id });
    const child = await contractor.task({ name: 'Dítě', parentId: hidden });
    await admin.post(`/api/tasks/${hidden}/assign`, { solverId: null });
    const sorted = await names('sort=parent');
    expect(sorted.indexOf('Dítě')).toBeGreaterThan(sorted.indexOf('Hora'));
    const { items } = await list('sort=parent');
    expect(items.find(({ id }: Json) => id === child).parent).toEqual({ id: hidden, name: null });
    await contractor.delete(`/api/tasks/${child}`);
  });

  it.each([
    ['state=fulfilled', ['Cihla']],
    ['state=fulfilled&state=assigned', ['Chata', 'Cihla', 'Čára']],
    ['type=continuous', ['Hora']],
    ['outcome=accepted', []],
    ['priority=1&priority=3', ['Cihla', 'Čára', 'Dům']],
    ['solver=SOLVER', ['Cihla']],
    ['solver=SOLVER&solver=OTHER', ['Chata', 'Cihla', 'Čára']],
    ['solver=999', []],
    ['contractor=OTHER', []],
    ['participants=SOLVER', ['Anna']],
    ['parent=ANNA', ['Dům']],
    ['tags=modr%C3%A1', ['Anna']],
    ['tags=modr%C3%A1&tags=%C3%9Akol', ['Čára', 'Anna']],
    ['name=%C4%8C%C3%A1ra', ['Čára']],
    ['shownDate=2030-05-01', ['Anna']],
    ['estimateMinutes=90', ['Chata']],
    ['spentMinutes=0&priority=1', ['Čára']],
    ['gitBranch=cesta', ['Anna']],
    ['externalUrl=https%3A%2F%2Fa.example%2F1', ['Hora']],
    ['waiting=true', []],
    ['openSubtasks=1', ['Cihla', 'Anna']],
    ['openSubtasks=1&openSubtasks=0&priority=3', ['Cihla', 'Dům']],
    ['openSubtasks=2', []],
    ['order=none&priority=3', ['Cihla', 'Dům']],
    ['order=V', []],
    ['waiting=false&priority=1', ['Čára']],
    ['id=ANNA', ['Anna']],
    ['project=1', []],
    ['rating=5', []],
    ['revision=2&type=normal', ['Anna']],
    ['q=cih', ['Cihla']],
    ['q=ukol%20zlu', ['Čára']],
    ['q=%23', []],
    ['q=%20', ['Chata', 'Cihla', 'Čára', 'Anna', 'Hora', 'Dům']],
  ])('filter by %s', async (query, expected) => {
    const filled = query
      .replace('ANNA', String(ids.Anna))
      .replaceAll('SOLVER', String(solver.id))
      .replaceAll('OTHER', String(other.id));
    expect(await names(filled)).toEqual(expected);
    expect((await list(filled)).total).toBe(expected.length);
  });

  it('filter by a moment in whatever zone it is said', async () => {
    const { deadline, createdAt } = (await contractor.get(`/api/tasks/${ids.Cihla}`)).body;
    const offset = `${new Date(Date.parse(deadline) + 7_200_000).toISOString().slice(0, -1)}+02:00`;
    expect(await names(`deadline=${encodeURIComponent(offset)}`)).toEqual(['Cihla']);
    expect(await names(`createdAt=${createdAt}`)).toEqual(['Cihla']);
  });

  it('come in pages that hold everything once', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`sort=name&pageSize=2&page=${page}`)));
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 2, 0]);
    expect(pages.flatMap(({ items }) => items.map(({ name }: Json) => name))).toEqual(await names('sort=name'));
    expect(pages[3]).toMatchObject({ total: 6, page: 4, pageSize: 2 });
    expect(await list('pageSize=100')).toMatchObject({ total: 6, pageSize: 100 });
    expect(await list('page=1000000')).toMatchObject({ total: 6, items: [] });
    expect(await list('')).toMatchObject({ page: 1, pageSize: 25 });
  });

  it('hold rows, not details', async () => {
    const [row] = (await list('name=Cihla')).items;
    expect(row).toMatchObject({ name: 'Cihla', project: null, board: null, parent: null, budget: { amount: '9.50' } });
    for (const field of ['description', 'files', 'predecessors', 'subtasks', 'result']) {
      expect(row).not.toHaveProperty(field);
    }
  });
});
