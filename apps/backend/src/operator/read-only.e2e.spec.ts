import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACCOUNTS } from '../stores/accounts/accounts';
import { CLAIMS } from '../stores/claims/claims';
import { databaseOf } from '../stores/drivers/sqlite/testing/inside';
import { EVENT_LOG } from '../stores/event-log/event-log';
import { JOBS } from '../stores/jobs/jobs';
import { READ_MODELS } from '../stores/read-models/read-models';
import { Harness, type Json, type Person } from '../testing/harness';
import { verifyLog } from './ops/verify-log';

const stores = { log: EVENT_LOG, claims: CLAIMS, accounts: ACCOUNTS, views: READ_MODELS, jobs: JOBS };
const parts = { log: 'event-log', accounts: 'accounts', claims: 'claims' } as const;

describe('a data folder that becomes read-only while Gos runs', () => {
  let gos: Harness;
  let karla: Person;
  let task: number;

  /** Each write of the files fails as on a disk that is read-only (SQLITE_READONLY); reads succeed. */
  const readOnly = (is: boolean, names: readonly (keyof typeof stores)[]) => {
    for (const name of names) databaseOf(gos.service<object>(stores[name])).pragma(`query_only = ${is ? 1 : 0}`);
  };
  const ready = async () => {
    const { status, body } = await gos.stranger().get('/api/health/ready');
    return { status, wrong: body.parts.filter(({ ok }: Json) => !ok) as Json[] };
  };

  beforeAll(async () => {
    gos = await Harness.startEmbedded();
    karla = await gos.person('Karla Svobodová');
    task = await karla.task({ name: 'Nahrávky' });
  });
  afterAll(() => gos.stop());

  it('refuses every change with a code, is read on, and goes on without a restart', async () => {
    const all = Object.keys(stores) as (keyof typeof stores)[];
    readOnly(true, all);
    const key = { 'idempotency-key': 'read-only-1' };
    const changes: readonly (() => Promise<{ status: number; body: Json; headers: Headers }>)[] = [
      () => karla.post('/api/tasks', { name: 'Pouze pro čtení' }, key),
      () => karla.patch(`/api/tasks/${task}`, { name: 'Jiný název' }),
      () => karla.post(`/api/tasks/${task}/comments`, { text: 'Ztratí se?' }),
      () => karla.call('PUT', '/api/me/preferences/theme', { value: 'dark' }),
      () => gos.stranger().post('/api/auth/login', { email: 'person1@example.com', password: 'correct horse' }),
    ];
    for (const [at, change] of changes.entries()) {
      const { status, body, headers } = await change();
      expect([at, status, body.code, headers.get('retry-after')]).toEqual([at, 503, 'store.unavailable', '2']);
    }
    for (const path of ['/api/tasks?list=all', `/api/tasks/${task}`, `/api/tasks/${task}/activity`, '/api/me'])
      expect([path, (await karla.get(path)).status]).toEqual([path, 200]);
    const { status, wrong } = await ready();
    expect(status).toBe(503);
    expect(wrong.map(({ fault }) => fault)).toEqual(
      Object.keys(parts).map((name) => ({ file: `${name}.sqlite`, remedy: 'allow-writing' })),
    );
    expect(wrong.map(({ part, reason, remedy }) => [part, reason, remedy])).toEqual(
      Object.entries(parts).map(([name, part]) => [
        part,
        'unwritable',
        `The store can't be written (SQLITE_READONLY): the user that Gos runs as has to be able to write ${name}.sqlite.`,
      ]),
    );
    readOnly(false, all);
    expect(await ready()).toEqual({ status: 200, wrong: [] });
    expect((await karla.get(`/api/tasks/${task}`)).body).toMatchObject({ name: 'Nahrávky' });
    for (const change of changes) expect((await change()).status).toBeLessThan(300);
    const names = (await karla.get('/api/tasks?list=all&sort=id')).body.items.map(({ name }: Json) => name);
    expect(names).toEqual(['Jiný název', 'Pouze pro čtení']);
    expect(await verifyLog(gos.service(EVENT_LOG))).toMatchObject({ errors: [] });
  });

  it.each(['log', 'claims', 'accounts', 'views'] as const)(
    'names %s.sqlite where that alone is read-only',
    async (name) => {
      readOnly(true, [name]);
      const refused = new Set<number>();
      for (let n = 0; n < 40 && !refused.has(503); n++) {
        refused.add((await karla.post('/api/tasks', { name: `Zkouška ${n}` })).status);
        refused.add((await karla.call('PUT', '/api/me/preferences/theme', { value: String(n) })).status);
      }
      const { status, wrong } = await ready();
      expect([status, wrong.map(({ remedy }) => remedy).join(' ')]).toEqual([
        503,
        expect.stringContaining(`${name}.sqlite`),
      ]);
      readOnly(false, [name]);
      for (let n = 0; (await ready()).status !== 200 && n < 200; n++)
        await new Promise((resolve) => setTimeout(resolve, 25));
      expect(await ready()).toEqual({ status: 200, wrong: [] });
      expect((await karla.post('/api/tasks', { name: 'Zase zapisuje' })).status).toBe(201);
    },
  );
});
