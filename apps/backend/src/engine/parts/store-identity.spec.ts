import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { taskModel } from '@gos/projections';
import { afterAll, expect, it } from '@jest/globals';
import { type Belonging, InstallationId } from '../../kernel/belonging';
import { readConfig } from '../../kernel/config';
import { acceptLog } from '../../operator/ops/accept-log';
import { SqliteAccounts } from '../../stores/accounts/sqlite.accounts';
import { SqliteClaims } from '../../stores/claims/sqlite.claims';
import { NO_STREAM } from '../../stores/event-log/event-log';
import { SqliteEventLog } from '../../stores/event-log/sqlite.event-log';
import { SqliteJobs } from '../../stores/jobs/sqlite.jobs';
import { SqliteReadModels } from '../../stores/read-models/sqlite.read-models';
import { append } from '../../testing/appended';
import { record } from '../commands/stream-cache';
import { beginOrigin, endOrigin, readerOf } from './log-origin';
import { type Mark, readAccountsMark, readClaimsMark, writeAccountsMark, writeClaimsMark } from './marks';
import { StoreIdentity } from './store-identity';

const metadata = {
  actor: 1,
  at: '2026-11-20T08:00:00.000Z',
  via: 'web',
  correlationId: 'test',
  causationId: 'test',
  schemaVersion: 1,
} as const;

const folder = mkdtempSync(join(tmpdir(), 'gos-parts-'));
const open: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const store of open) await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function parts() {
  const place = mkdtempSync(join(folder, 'one-'));
  const stores = {
    log: new SqliteEventLog(join(place, 'log.sqlite')),
    accounts: new SqliteAccounts(join(place, 'accounts.sqlite')),
    claims: new SqliteClaims(join(place, 'claims.sqlite')),
    readModels: new SqliteReadModels(join(place, 'views.sqlite')),
    jobs: new SqliteJobs(join(place, 'jobs.sqlite')),
  };
  open.push(...Object.values(stores));
  const config = readConfig({ GOS_DATA_DIR: place, NODE_ENV: 'test' });
  const start = async (): Promise<Belonging> => {
    const owner = new InstallationId();
    await new StoreIdentity(stores, owner, config).settle();
    return owner.known;
  };
  const found = async (id: string = crypto.randomUUID()) => {
    await stores.accounts.insert('person', '1', {});
    const nothing = { revision: NO_STREAM, lastHash: null };
    const founding = record('installation', nothing, [{ type: 'InstallationFounded', data: { adminId: 1 } }], () => ({
      id,
      metadata,
    }));
    await stores.log.append('installation', NO_STREAM, founding);
    return id;
  };
  const unsettled = () => new StoreIdentity(stores, new InstallationId(), config);
  const marks = async () => [await readAccountsMark(stores.accounts), await readClaimsMark(stores.claims)];
  return { ...stores, start, unsettled, found, marks };
}

const marked = (installation: string, more: Partial<Mark> = {}): Mark => ({ installation, upTo: null, ...more });

it('an installation without an event has the id that its founding event will have, at every start', async () => {
  const { start, marks } = parts();
  const { installation, mayBeUnnamed } = await start();
  expect(installation).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
  expect(mayBeUnnamed).toBe(false);
  expect(await marks()).toEqual([marked(installation, { planned: true }), marked(installation, { planned: true })]);
  expect((await start()).installation).toBe(installation);
});

it('where no part is marked, all are, and names of before are kept', async () => {
  const { claims, jobs, start, found, marks } = parts();
  const id = await found();
  await claims.raise('task', 7);
  await jobs.add('letters', { id: 'one', data: null });
  expect(await start()).toMatchObject({ installation: id, mayBeUnnamed: true });
  expect(await marks()).toEqual([marked(id), marked(id)]);
  expect(await start()).toMatchObject({ installation: id, mayBeUnnamed: false });
});

it('a first marking that was cut off goes on, wherever that was', async () => {
  for (const isClaimsMarked of [false, true]) {
    const { accounts, claims, jobs, start, found, marks } = parts();
    const id = await found();
    await claims.raise('task', 7);
    await jobs.add('letters', { id: 'one', data: null });
    await writeAccountsMark(accounts, marked(id, { incomplete: true }));
    if (isClaimsMarked) await writeClaimsMark(claims, marked(id));
    expect(await start()).toMatchObject({ installation: id, mayBeUnnamed: true });
    expect(await marks()).toEqual([marked(id), marked(id)]);
  }
});

it('where some parts are marked, one that is not and holds anything is another one’s', async () => {
  const one = parts();
  const id = await one.found();
  await writeClaimsMark(one.claims, marked(id));
  await expect(one.start()).rejects.toMatchObject({ misfit: { part: 'accounts', kind: 'another' } });

  const two = parts();
  await writeAccountsMark(two.accounts, marked(await two.found()));
  await two.claims.raise('task', 7);
  await expect(two.start()).rejects.toMatchObject({ misfit: { part: 'claims', kind: 'another' } });

  const three = parts();
  const founded = await three.found();
  await writeAccountsMark(three.accounts, marked(founded));
  await writeClaimsMark(three.claims, marked(founded));
  await three.jobs.add('letters', { id: 'one', data: null });
  await expect(three.start()).rejects.toMatchObject({ misfit: { part: 'jobs', kind: 'another' } });
});

it('empty accounts of a founded log are lost, also before anything was marked', async () => {
  const { accounts, start, found } = parts();
  await found();
  await accounts.remove('person', '1');
  await expect(start()).rejects.toMatchObject({ misfit: { part: 'accounts', kind: 'lost' } });
});

it('a crash right after the founding is no mismatch', async () => {
  const { start, found, marks } = parts();
  const { installation } = await start();
  await found(installation);
  expect(await start()).toMatchObject({ installation, mayBeUnnamed: false });
  expect(await marks()).toEqual([marked(installation), marked(installation)]);
});

it('claims of an installation that was never founded give way to those of the log', async () => {
  const { claims, accounts, start, found, marks } = parts();
  const id = await found();
  await writeAccountsMark(accounts, marked(id));
  await writeClaimsMark(claims, marked('planned by another', { planned: true }));
  expect(await start()).toMatchObject({ installation: id, mayBeUnnamed: false });
  expect((await marks())[1]).toEqual(marked(id));
});

it('a log that has other events where the accounts have been is older, though it is as long', async () => {
  const { log, accounts, start, found } = parts();
  const id = await found();
  await append(log, 'task-1', [{ type: 'TaskDeleted', data: {} }]);
  const upTo = { position: '2', id: 'an event that was lost', events: 2 };
  await writeAccountsMark(accounts, marked(id, { upTo }));
  await expect(start()).rejects.toMatchObject({ misfit: { part: 'event-log', kind: 'older', missing: null } });
  await writeAccountsMark(accounts, marked(id, { upTo: { ...upTo, position: '5', events: 5 } }));
  await expect(start()).rejects.toMatchObject({ misfit: { part: 'event-log', kind: 'older', missing: 3 } });
});

/** Documents that have followed this log up to a position. */
async function documentsAt({ log, readModels }: ReturnType<typeof parts>, position: string): Promise<void> {
  const identity = await log.identity();
  await beginOrigin(readModels, identity);
  await endOrigin(readModels, identity);
  await readModels.open(taskModel);
  await readModels.write([], [{ model: taskModel, position }]);
}

it.each([
  ['read models', (one: ReturnType<typeof parts>) => documentsAt(one, '7')],
  [
    'jobs',
    async ({ log, jobs }: ReturnType<typeof parts>) =>
      void (await jobs.advance(readerOf('all', await log.identity()), null, '7')),
  ],
])('a log that lacks events which only the %s have followed is older, until that is accepted', async (_, follow) => {
  const one = parts();
  const id = await one.found();
  await one.start();
  await follow(one);
  await expect(one.start()).rejects.toMatchObject({ misfit: { part: 'event-log', kind: 'older', missing: 6 } });
  await expect(one.start()).rejects.toThrow('lacks 6 events that other parts have followed');
  const { log, accounts, claims, readModels } = one;
  const accepting = { parts: one.unsettled(), log, accounts, claims, readModels };
  expect(await acceptLog(accepting, '5', () => {}).catch(String)).toMatch('lacks 6 events, not 5');
  expect(await acceptLog(accepting, '6', () => {})).toBe(true);
  expect(await one.start()).toMatchObject({ installation: id });
});

it('documents and jobs of another log say nothing about this one', async () => {
  const [one, another] = [parts(), parts()];
  const id = await one.found();
  await beginOrigin(one.readModels, await another.log.identity());
  await one.readModels.open(taskModel);
  await one.readModels.write([], [{ model: taskModel, position: '7' }]);
  await one.jobs.advance(readerOf('all', await another.log.identity()), null, '7');
  expect(await one.start()).toMatchObject({ installation: id });
});

it('a log without any event is lost where the read models have followed one, also before anything was marked', async () => {
  const one = parts();
  await one.start();
  await documentsAt(one, '7');
  await expect(one.start()).rejects.toMatchObject({ misfit: { part: 'event-log', kind: 'lost' } });
});
