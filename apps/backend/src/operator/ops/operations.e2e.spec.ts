import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { StoreUnavailable } from '../../kernel/store-errors';
import { ACCOUNTS, type Accounts } from '../../stores/accounts/accounts';
import { limitPages } from '../../stores/drivers/sqlite/testing/inside';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { READ_MODELS, type ReadModels } from '../../stores/read-models/read-models';
import { Harness, type Json, type Person } from '../../testing/harness';
import type { Operation } from './operation-names';
import { Operations } from './operations';

const isOnServers = process.env.TEST_SHAPE === 'servers';

describe('operations of a running installation', () => {
  let gos: Harness;
  let contractor: Person;
  let solver: Person;

  beforeAll(async () => {
    gos = await Harness.start();
    contractor = await gos.person('Karla Svobodová');
    solver = await gos.person('Jan Novák');
    const [first, second] = [await contractor.task({ name: 'První' }), await contractor.task({ name: 'Druhý' })];
    await contractor.post(`/api/tasks/${second}/predecessors`, { taskId: first });
  });
  afterAll(() => gos.stop());

  async function run(operation: Operation, argument: string | null = null): Promise<{ fine: boolean; said: string }> {
    const lines: string[] = [];
    const operations = gos.service<Operations>(Operations);
    const fine = await operations.run(operation, argument === null ? [] : [argument], (line) => lines.push(line));
    return { fine, said: lines.join('\n') };
  }

  const list = async (): Promise<Json[]> => (await contractor.get('/api/tasks?sort=id&pageSize=100')).body.items;

  it('say how far behind the documents are', async () => {
    expect(await run('lag')).toMatchObject({
      fine: true,
      said: expect.stringMatching(
        /^applied (\d+) of \1: caught up\nthe read models are kept by this process\n {2}user: caught up\n/,
      ),
    });
  });

  it.each([null, 'task', 'task-activity', 'comment', 'user'])(
    'build %s anew, and everything is as it was',
    async (name) => {
      const before = await list();
      expect(await run('rebuild', name)).toMatchObject({ fine: true, said: expect.stringContaining('rebuilt') });
      expect(await list()).toEqual(before);
      expect(await run('verify')).toMatchObject({ fine: true });
    },
  );

  it('refuse to build what there is not', async () => {
    await expect(run('rebuild', 'nonsense')).rejects.toThrow(/There is no projection "nonsense": .*task/);
  });

  it('build anew under load: nothing fails, answers show what was done, and all is as the log says', async () => {
    let busy = true;
    const problems: unknown[] = [];
    const id = await contractor.task({ name: 'Pod zátěží', solverId: solver.id });
    const work = async (who: Person, n: number) => {
      for (let round = 0; busy; round++) {
        const name = `Úkol ${n}/${round}`;
        const created = await who.post('/api/tasks', { name });
        const seen = await who.get(`/api/tasks/${created.body.id}`);
        const listed = await who.get(`/api/tasks?name=${encodeURIComponent(name)}`);
        const commented = await who.post(`/api/tasks/${id}/comments`, { text: `${n}/${round}` });
        if (created.status !== 201 || seen.body.name !== name || listed.body.total !== 1 || commented.status !== 201) {
          problems.push([created.status, seen.status, listed.status, listed.body.total, commented.status]);
        }
      }
    };
    const load = [work(contractor, 1), work(contractor, 2), work(solver, 3)];
    // The log grows meanwhile, and on servers a rebuild takes ten times as long.
    for (let round = 0; round < (isOnServers ? 3 : 10); round++) {
      await Promise.all([run('rebuild'), run('rebuild', 'task')]);
    }
    const during = await run('verify');
    busy = false;
    await Promise.all(load);
    expect(problems).toEqual([]);
    expect(during).toMatchObject({ fine: true });
    expect(await run('verify')).toMatchObject({ fine: true, said: expect.stringContaining(' 0 different') });
    const store = gos.service<ReadModels>(READ_MODELS);
    // Where other processes may read it, the one before is kept for a while.
    expect((await store.versions('task')).length).toBeLessThanOrEqual(isOnServers ? 2 : 1);
  });

  it('find documents of the present and the past that are not what the log makes of them, and put both right', async () => {
    const store = gos.service<ReadModels>(READ_MODELS);
    for (const name of ['task', 'task-past']) {
      const model = { name, version: (await store.activeVersion(name))!, indexes: [] };
      const document = (await store.get<Json>(model, '1'))!;
      const far = String(BigInt(document.position) + 1_000_000n);
      await store.write([{ model, id: '1', document: { ...document, priority: 9, position: far }, position: far }], []);
    }
    const { fine, said } = await run('verify');
    expect(fine).toBe(false);
    expect(said).toContain('task 1: is not what the log makes of it');
    expect(said).toContain('task-past 1: is not what the log makes of it');
    expect(said).toContain('2 different (rebuild them)');
    await run('rebuild', 'task');
    expect(await run('verify')).toMatchObject({ fine: true });
  });

  it('leave nothing behind', () => {
    expect(readdirSync(gos.folder).filter((name) => name.startsWith('views-verify'))).toEqual([]);
  });

  it('are nobody’s without the token', async () => {
    for (const authorization of ['', 'Ops x', 'Ops ']) {
      expect((await contractor.post('/api/ops/lag', undefined, { authorization })).status).toBe(404);
    }
  });
});

/** The status, and the parts that are not fine, each with its reason. */
const unreadyParts = ({ status, body }: { status: number; body: Json }) => [
  status,
  ...body.parts
    .filter((one: Json) => one.needed && !one.ok && one.part !== 'documents')
    .map((one: Json) => `${one.part} ${one.reason}`),
];

describe('a full disk', () => {
  it('is said with 503 and when to come back; reads go on, and all works again later', async () => {
    const gos = await Harness.startEmbedded();
    try {
      const contractor = await gos.person('Karla Svobodová');
      const id = await contractor.task({ name: 'Migrace karet' });
      const log = gos.service<EventLog>(EVENT_LOG);
      limitPages(log, 1);
      const fill = () =>
        contractor.patch(`/api/tasks/${id}`, { description: `<p>${crypto.randomUUID().repeat(1_000)}</p>` });
      let full = await fill();
      for (let round = 0; full.status === 200 && round < 50; round++) full = await fill();
      expect(full).toMatchObject({ status: 503, body: { code: 'store.unavailable', status: 503 } });
      expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(full.headers.get('content-type')).toContain('application/problem+json');
      const before = (await contractor.get(`/api/tasks/${id}`)).body;
      expect((await contractor.get('/api/tasks')).body.total).toBe(1);
      expect(unreadyParts(await contractor.get('/api/health/ready'))).toEqual([503, 'event-log unwritable']);
      const key = { 'idempotency-key': 'later' };
      expect(
        (await contractor.post('/api/tasks', { name: 'Později', description: 'x'.repeat(90_000) }, key)).status,
      ).toBe(503);
      limitPages(log, 1_000_000);
      // Nobody has to send a change for the process to be ready again.
      expect(unreadyParts(await contractor.get('/api/health/ready'))).toEqual([200]);
      expect((await contractor.get(`/api/tasks/${id}`)).body).toEqual(before);
      expect(
        (await contractor.post('/api/tasks', { name: 'Později', description: 'x'.repeat(90_000) }, key)).status,
      ).toBe(201);
      expect((await contractor.get('/api/tasks')).body.total).toBe(2);
      expect((await fill()).status).toBe(200);
    } finally {
      await gos.stop();
    }
  });

  it('refuses changes while documents have no room, and answers 503 rather than 404 to what is not shown yet', async () => {
    const gos = await Harness.startEmbedded();
    try {
      const contractor = await gos.person('Karla Svobodová');
      const id = await contractor.task({ name: 'Migrace karet' });
      const store = gos.service<ReadModels>(READ_MODELS);
      limitPages(store, 1);
      const long = (n: number) => ({ name: `Úkol ${n}`, description: `<p>${crypto.randomUUID().repeat(1_000)}</p>` });
      const acknowledged: Json[] = [];
      let last = await contractor.post('/api/tasks', long(0));
      for (let n = 1; last.status === 201; n++) {
        acknowledged.push(last.body.id);
        last = await contractor.post('/api/tasks', long(n));
      }
      expect(last).toMatchObject({ status: 503, body: { code: 'store.unavailable' } });
      expect(unreadyParts(await contractor.get('/api/health/ready'))).toEqual([503, 'read-models unwritable']);
      for (const one of acknowledged) expect((await contractor.get(`/api/tasks/${one}`)).status).not.toBe(404);
      const hidden = await contractor.get(`/api/tasks/${acknowledged.at(-1)}`);
      expect(hidden).toMatchObject({ status: 503, body: { code: 'store.unavailable', status: 503 } });
      expect((await contractor.get(`/api/tasks/${id}`)).status).toBe(200);
      expect((await contractor.get('/api/tasks')).status).toBe(200);
      limitPages(store, 1_000_000);
      await gos.applied();
      for (const one of acknowledged) expect((await contractor.get(`/api/tasks/${one}`)).status).toBe(200);
      expect((await contractor.post('/api/tasks', long(99))).status).toBe(201);
      expect((await contractor.get('/api/tasks/99999')).status).toBe(404);
    } finally {
      await gos.stop();
    }
  });

  it('keeps nobody from being told who they are, though there is no room for the address of their calendar', async () => {
    const gos = await Harness.start();
    try {
      const jan = await gos.person('Jan Novák');
      const full = new StoreUnavailable('The disk is full', 'not-written');
      const accounts = gos.service<Accounts>(ACCOUNTS);
      const insert = accounts.insert.bind(accounts);
      const inserting = jest.spyOn(accounts, 'insert').mockImplementation(async (kind, ...record) => {
        if (kind === 'calendar') throw full;
        return insert(kind, ...record);
      });
      const { status, body } = await jan.get('/api/me');
      expect([status, body.id, body.calendarUrl]).toEqual([200, jan.id, null]);
      inserting.mockRestore();
      expect((await jan.get('/api/me')).body.calendarUrl).toContain('/api/calendar/');
    } finally {
      await gos.stop();
    }
  });
});
