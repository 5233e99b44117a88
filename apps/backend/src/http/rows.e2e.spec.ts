import {
  boardOperations,
  type ListQuery,
  planOperations,
  positionOperations,
  projectOperations,
  repeatedTaskOperations,
  taskOperations,
  userOperations,
  webhookOperations,
} from '@gos/contract';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../testing/harness';
import { pictureForm } from '../testing/picture';

/** A value of a row as a query writes it. */
function written(value: Json): string {
  if (value === undefined) return 'false';
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : written(value[0]);
  if (typeof value !== 'object') return String(value);
  const { id, user, contractId, amount, acknowledged, passive } = value;
  if (acknowledged) return written([...acknowledged, ...passive]);
  return user ? written(user) : String(id ?? contractId ?? amount);
}

describe('rows', () => {
  let gos: Harness;
  let admin: Person;
  let projectId: number;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    const jan = await gos.person('Jan Řidič');
    const eva = await gos.person('Eva Účetní');
    const positions: number[] = [];
    for (const name of ['Řidič', 'Účetní', 'Čalouník']) {
      positions.push((await admin.post('/api/positions', { name })).body.id);
    }
    const hourlyRate = (amount: string) => ({ amount, currency: 'CZK' });
    await admin.patch(`/api/users/${jan.id}`, { positionIds: positions.slice(0, 2), hourlyRate: hourlyRate('850') });
    await admin.patch(`/api/users/${eva.id}`, { positionIds: [positions[2]], hourlyRate: hourlyRate('1200.50') });
    await jan.patch('/api/me', { phone: '777 111 222' });
    await jan.call('PUT', '/api/me/avatar', await pictureForm());
    const project = async (name: string, more: object = {}) =>
      (await admin.post('/api/projects', { name, ...more })).body.id as number;
    projectId = await project('Čáp', {
      description: '<p>Stavba &amp; úklid</p>',
      externalTicketSystemUrl: 'https://tikety.example/1',
      finishDate: '2031-05-01',
      contracts: [{ contractId: 'S-1', name: 'Žlutá', client: 'Firma' }],
    });
    await project('Cihla', { contracts: [{ contractId: 'S-2', name: 'Čistá', client: 'Firma' }] });
    const inactive = await project('Prázdný');
    await admin.patch(`/api/projects/${inactive}`, { active: false });
    for (const userId of [jan.id, eva.id]) {
      await admin.post(`/api/projects/${projectId}/members`, { userId, permission: 'edit', notification: 'mine' });
    }
    const board = async (name: string, more: object = {}) =>
      (await admin.post(`/api/projects/${projectId}/boards`, { name, section: 'todo', ...more })).body.id as number;
    const boardId = await board('Chata', { description: 'Dvě\nřádky', deadline: '2031-01-01T10:00:00.000Z' });
    await board('Cesta', { section: 'backlog', assignedUserId: jan.id });
    await board('Hora', { section: 'done', assignedUserId: eva.id });
    const gone = await board('Zrušená');
    await admin.task({ name: 'Osiřelý', boardId: gone });
    await admin.delete(`/api/boards/${gone}`);
    const parentId = await admin.task({ name: 'Celek', boardId, solverId: jan.id, budget: hourlyRate('9.50') });
    await admin.task({ name: 'Část', parentId, tags: ['žlutá', 'modrá'], passive: [eva.id], estimateMinutes: 30 });
    await admin.task({ name: 'Jiná', boardId, deadline: '2031-01-01T10:00:00.000Z', gitBranch: 'větev', priority: 1 });
    const done = await jan.task({ name: 'Přijatý', solverId: eva.id, shownDate: '2026-01-02', type: 'continuous' });
    await eva.post(`/api/tasks/${done}/complete`, { result: 'Hotovo' });
    await jan.post(`/api/tasks/${done}/accept`, { reservation: 'Drobnosti', rating: 4 });
    const made = async (path: string, body: object) => expect((await admin.post(path, body)).status).toBe(201);
    const webhooks = `/api/projects/${projectId}/webhooks`;
    const boards = { backlogBoardName: 'Chata', doneBoardName: 'Hora' };
    await made(webhooks, { name: 'Žádanky', active: true, ...boards, targetUrl: 'https://cil.example/a' });
    await made(webhooks, { name: 'Čísla', active: false, autoContractorId: eva.id });
    await made(webhooks, { name: 'Chyby', active: true, autoContractorId: jan.id, doneBoardName: 'Čáp' });
    const rule = { firstDeadline: '2031-03-03T10:00:00.000Z', generateAhead: 1, createFor: 'user', solverId: jan.id };
    const weekly = { repeat: 'weekly', period: 'week', repeatDay: 1, endRepeat: 'never' };
    const yearly = { repeat: 'yearly', period: 'year', repeatDay: '03-03', endRepeat: 'after', repeatCount: 3 };
    const daily = { repeat: 'daily', period: 'day', endRepeat: 'by-date', endDate: '2031-04-01' };
    await made('/api/repeated-tasks', { name: 'Žebřík', ...rule, ...weekly, showFrom: 1_440 });
    await made('/api/repeated-tasks', { name: 'Čepice', ...rule, ...yearly });
    const firstPlannedDeadline = '2031-03-01T10:00:00.000Z';
    await made('/api/repeated-tasks', { name: 'Chodba', ...rule, ...daily, firstPlannedDeadline });
    const plan = { date: '2031-03-03', from: '08:00', to: '12:00', type: 'at_work', location: 'Žižkov' };
    await made('/api/plans', plan);
    await made('/api/plans', { ...plan, date: '2031-03-04', repeatUntil: '2031-03-20', excludeWeekends: true });
    await made('/api/plans', { ...plan, from: '13:00', to: '24:00', location: 'Čáslav' });
  });
  afterAll(() => gos.stop());

  const collections: readonly (readonly [string, ListQuery, () => string])[] = [
    ['tasks', taskOperations.list.query, () => '/api/tasks'],
    ['projects', projectOperations.list.query, () => '/api/projects'],
    ['members', projectOperations.members.query, () => `/api/projects/${projectId}/members`],
    ['boards', boardOperations.list.query, () => `/api/projects/${projectId}/boards`],
    ['users', userOperations.list.query, () => '/api/users'],
    ['positions', positionOperations.list.query, () => '/api/positions'],
    ['webhooks', webhookOperations.list.query, () => `/api/projects/${projectId}/webhooks`],
    ['repeated tasks', repeatedTaskOperations.list.query, () => '/api/repeated-tasks'],
    ['plans', planOperations.list.query, () => '/api/plans'],
  ];
  const idOf = (row: Json): number => row.id ?? row.user.id;
  const rows = async (path: string, asked: string): Promise<Json[]> => {
    const { status, body } = await admin.get(`${path}?pageSize=100&${asked}`);
    expect([asked, status, body.total]).toEqual([asked, 200, body.items?.length]);
    return body.items;
  };

  it.each(collections)(
    'of %s are found by what they show in each field, and others are not',
    async (_, query, path) => {
      const all = await rows(path(), '');
      const shown = Object.keys(query.filters).filter((field) => all.some((row) => field in row));
      for (const field of shown) {
        for (const value of new Set(all.map((row) => written(row[field])))) {
          const found = await rows(path(), `${field}=${encodeURIComponent(value)}`);
          const holding = (row: Json) => {
            const { acknowledged = [], passive = [] } = row[field] ?? {};
            const several = Array.isArray(row[field]) ? row[field] : [...acknowledged, ...passive];
            return written(row[field]) === value || several.some((one: Json) => written(one) === value);
          };
          const expected = all.filter(holding).map(idOf);
          expect([field, value, found.map(idOf).sort()]).toEqual([field, value, expected.sort()]);
        }
      }
      expect(shown.length).toBeGreaterThan(2);
    },
  );

  it.each(collections)('of %s are sorted by each field, what has none last both ways', async (_, query, path) => {
    const all = await rows(path(), '');
    for (const field of query.sort) {
      for (const sort of [field, `-${field}`]) {
        const sorted = await rows(path(), `sort=${sort}`);
        expect([sort, sorted.map(idOf).sort()]).toEqual([sort, all.map(idOf).sort()]);
        // A task of a deleted board keeps the place to which it comes back, and is sorted by it.
        const told = sorted.filter(({ name }) => field !== 'order' || name !== 'Osiřelý');
        const empty = told.map((row) => field in row && written(row[field]) === 'none');
        expect([sort, empty]).toEqual([sort, [...empty].sort()]);
        const values = sorted.map((row) => row[field]).filter((value) => typeof value === 'number');
        const up = [...values].sort((a, b) => a - b);
        expect([sort, values]).toEqual([sort, sort === field ? up : up.reverse()]);
      }
    }
  });

  it('are sorted by the names of what they refer to, and by money as a number', async () => {
    const names = async (path: string, sort: string) => (await rows(path, `sort=${sort}`)).map(({ name }) => name);
    expect(await names('/api/users', 'positions')).toEqual(['Eva Účetní', 'Jan Řidič', 'Alena Adminová']);
    expect(await names('/api/users', '-positions')).toEqual(['Jan Řidič', 'Eva Účetní', 'Alena Adminová']);
    expect(await names('/api/users', 'hourlyRate')).toEqual(['Jan Řidič', 'Eva Účetní', 'Alena Adminová']);
    expect(await names('/api/projects', 'contracts')).toEqual(['Cihla', 'Čáp', 'Prázdný']);
    expect(await names(`/api/projects/${projectId}/webhooks`, 'autoContractor')).toEqual(['Čísla', 'Chyby', 'Žádanky']);
    expect(await names(`/api/projects/${projectId}/webhooks`, 'doneBoardName')).toEqual(['Chyby', 'Žádanky', 'Čísla']);
    expect(await names(`/api/projects/${projectId}/boards`, 'assignedUser')).toEqual(['Hora', 'Cesta', 'Chata']);
    expect(await names(`/api/projects/${projectId}/boards`, '-assignedUser')).toEqual(['Cesta', 'Hora', 'Chata']);
  });
});
