import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ACCOUNTS, type Accounts } from '../stores/accounts/accounts';
import { CLAIMS, type Claims } from '../stores/claims/claims';
import { damages } from '../stores/drivers/sqlite/testing/damage';
import { databaseOf } from '../stores/drivers/sqlite/testing/inside';
import { JOBS, type Jobs } from '../stores/jobs/jobs';
import { READ_MODELS } from '../stores/read-models/read-models';
import { Harness, type Json, type Person } from '../testing/harness';
import { Operations } from './ops/operations';

let gos: Harness;
let karla: Person;
const admin = 'person1@example.com';

beforeAll(async () => {
  gos = await Harness.startEmbedded();
  karla = await gos.person('Karla Svobodová');
  for (const name of ['Čtečka', 'Turniket', 'Brána']) {
    const id = await karla.task({ name, tags: ['vstup'] });
    await karla.post(`/api/tasks/${id}/comments`, { text: 'Poznámka '.repeat(200) });
  }
});
afterAll(() => gos.stop());

const isAside = (file: string) => (name: string) => name.startsWith(`${file}.damaged-`);
const aside = (file: string) => readdirSync(gos.folder).filter(isAside(file));
beforeEach(() => {
  for (const file of ['views.sqlite', 'jobs.sqlite']) for (const name of aside(file)) rmSync(join(gos.folder, name));
});

const tasks = async (): Promise<string[]> =>
  (await karla.get('/api/tasks?sort=id&pageSize=100')).body.items.map(({ id, name }: Json) => `${id} ${name}`);

async function verifies(): Promise<boolean> {
  return gos.service<Operations>(Operations).run('verify', [], () => {});
}

const derived = ['views.sqlite', 'jobs.sqlite'] as const;

describe.each(derived)('%s', (file) => {
  it.each([...Object.keys(damages), 'every byte'])('is rebuilt at the start where %s is damaged', async (kind) => {
    const before = await tasks();
    await gos.down();
    if (kind === 'every byte') writeFileSync(join(gos.folder, file), '');
    else damages[kind]!(join(gos.folder, file));
    await gos.up();
    karla = await gos.signIn(admin);
    expect(await tasks()).toEqual(before);
    expect(await verifies()).toBe(true);
    // An empty file is a new database.
    expect(aside(file).length > 0).toBe(kind !== 'every byte');
    await karla.task({ name: `Po: ${kind}` });
    const kept = [...aside('views.sqlite'), ...aside('jobs.sqlite')];
    await gos.restart();
    karla = await gos.signIn(admin);
    expect(await tasks()).toHaveLength(before.length + 1);
    // Undamaged stores are left alone.
    expect([...aside('views.sqlite'), ...aside('jobs.sqlite')]).toEqual(kept);
  });
});

/** Damages a file that is open, so that its next page is read from the disk. */
function damageOpen(file: string, store: object): void {
  const database = databaseOf(store);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.pragma('cache_size = 0');
  database.pragma('shrink_memory');
  damages['bytes in its middle']!(join(gos.folder, file));
}

describe('damage that is found while it runs', () => {
  it('sets views.sqlite aside: not ready, then all is as it was', async () => {
    const before = await tasks();
    damageOpen('views.sqlite', gos.service(READ_MODELS));
    const statuses = new Set<number>();
    for (let n = 0; n < 600 && aside('views.sqlite').length === 0; n++) {
      statuses.add((await karla.get(`/api/tasks/${1 + (n % 3)}`)).status);
      statuses.add((await karla.get('/api/tasks?pageSize=100')).status);
    }
    while ((await karla.get('/api/health/ready')).status !== 200) await sleep(20);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(await tasks()).toEqual(before);
    expect(await verifies()).toBe(true);
    await karla.task({ name: 'Po opravě' });
    expect(await tasks()).toHaveLength(before.length + 1);
  });

  it('sets jobs.sqlite aside, and adds its jobs again', async () => {
    const jobs = gos.service<Jobs>(JOBS);
    damageOpen('jobs.sqlite', jobs);
    for (let n = 0; aside('jobs.sqlite').length === 0; n++) {
      await jobs.add('letters', { id: `n${n}`, data: { text: 'x'.repeat(3_000) } }).catch(() => {});
      await jobs.counts('letters').catch(() => {});
    }
    while ((await jobs.checkpoints!().catch(() => new Map())).size < 2) await sleep(20);
    await gos.restart();
    karla = await gos.signIn(admin);
    expect(await verifies()).toBe(true);
  });
});

describe('damage of what does not follow from the log', () => {
  let other: Harness;
  let alena: Person;

  beforeAll(async () => {
    other = await Harness.startEmbedded();
    alena = await other.person('Alena Adminová');
    await other.person('Olga Jiná');
    await other.person('Petr Další');
  });
  afterAll(() => other.stop());

  const spoil = (where: string) => {
    const found = databaseOf(other.service(ACCOUNTS))
      .prepare(`UPDATE records SET value = '{"name' WHERE ${where}`)
      .run();
    expect(found.changes).toBe(1);
  };

  it('in one record of an account refuses what needs it, by name; everybody else goes on, also after a restart', async () => {
    spoil("kind = 'person' AND id = '2'");
    for (const run of ['running', 'restarted']) {
      const { status, body } = await alena.get('/api/users?pageSize=100');
      expect([run, status, body.items.map(({ name }: Json) => name)]).toEqual([
        run,
        200,
        expect.arrayContaining(['Alena Adminová', 'Petr Další']),
      ]);
      const signIn = { email: 'person2@example.com', password: 'correct horse' };
      expect(await other.stranger().post('/api/auth/login', signIn)).toMatchObject({
        status: 503,
        body: { code: 'store.damaged', detail: expect.stringContaining('accounts.sqlite') },
      });
      expect(await alena.task({ name: `Po poškození: ${run}` })).toBeGreaterThan(0);
      await other.restart();
      alena = await other.signIn('person1@example.com');
    }
  });

  it.each(['claims', 'accounts'] as const)('turns ready red, with the file and the remedy: %s', async (part) => {
    const store = other.service<Accounts & Claims>(part === 'claims' ? CLAIMS : ACCOUNTS);
    const database = databaseOf(store);
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.pragma('cache_size = 0');
    database.pragma('shrink_memory');
    damages['bytes in its middle']!(join(other.folder, `${part}.sqlite`));
    const read = async () => {
      if (part === 'claims') await Promise.all([store.counters(), store.listClaims(null, 1_000), store.getLease('x')]);
      else await store.listAll(null, 10_000);
    };
    for (let n = 0; n < 100; n++) await read().catch(() => {});
    const { status, body } = await other.stranger().get('/api/health/ready');
    const found = body.parts.find((one: Json) => one.part === part);
    expect([status, found]).toEqual([
      503,
      {
        part,
        ok: false,
        needed: true,
        reason: 'damaged',
        remedy: expect.stringMatching(new RegExp(`^${part}\\.sqlite is damaged .*of the last backup`)),
        fault: { file: `${part}.sqlite`, remedy: part === 'claims' ? 'restore-or-move' : 'restore' },
      },
    ]);
    const write = part === 'claims' ? store.next('task') : store.insert('preference', 'x', 1);
    await expect(write).rejects.toMatchObject({ name: 'StoreDamaged' });
  });
});
