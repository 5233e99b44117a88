import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { sentenceOf } from '../../../operator/ops/start-failure';
import { append } from '../../../testing/appended';
import { SqliteAccounts } from '../../accounts/sqlite.accounts';
import { openChecked } from '../../checked-file';
import { SqliteClaims } from '../../claims/sqlite.claims';
import { SqliteEventLog } from '../../event-log/sqlite.event-log';
import { SqliteJobs } from '../../jobs/sqlite.jobs';
import { SqliteReadModels } from '../../read-models/sqlite.read-models';
import { renewedReadModels } from '../../read-models/sqlite.renewed';
import { checkFile } from './file-check';
import { damages } from './testing/damage';
import { databaseOf } from './testing/inside';

const folder = mkdtempSync(join(tmpdir(), 'gos-damage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const place = () => mkdtempSync(join(folder, 'one-'));

const text = 'x'.repeat(2_000);
const openViews = (file: string) => renewedReadModels(file, (one) => new SqliteReadModels(one));
const model = { name: 'thing', version: 1, indexes: [] };
const truth = {
  'log.sqlite': {
    open: (file: string) => new SqliteEventLog(file),
    fill: async (file: string) => {
      const log = new SqliteEventLog(file);
      for (let n = 0; n < 20; n++) await append(log, `task-${n}`, [{ type: 'TaskDeleted', data: { text } }]);
      await log.close();
    },
  },
  'accounts.sqlite': {
    open: (file: string) => new SqliteAccounts(file),
    fill: async (file: string) => {
      const accounts = new SqliteAccounts(file);
      for (let n = 0; n < 20; n++) await accounts.insert('person', String(n), { text });
      await accounts.close();
    },
  },
  'claims.sqlite': {
    open: (file: string) => new SqliteClaims(file),
    fill: async (file: string) => {
      const claims = new SqliteClaims(file);
      for (let n = 0; n < 20; n++) await claims.claim(`key-${n}`, text, { now: 0 });
      await claims.close();
    },
  },
};
type Truth = keyof typeof truth;
const everyTruth = Object.keys(truth) as Truth[];

describe.each(Object.keys(damages))('a file of which %s is damaged', (kind) => {
  it.each(everyTruth)('is named with the remedy, in one sentence: %s', async (name) => {
    const file = join(place(), name);
    await truth[name].fill(file);
    damages[kind]!(file);
    let sentence = '';
    try {
      truth[name].open(file);
    } catch (error) {
      sentence = sentenceOf(error);
    }
    expect(sentence).toMatch(new RegExp(`^${name} is damaged \\(SQLITE_\\w+\\): stop Gos, put ${name} .*\\.$`));
    // It is left as it is.
    expect(readdirSync(join(file, '..')).filter((one) => one.includes('.damaged-'))).toEqual([]);
  });

  it('is set aside where it follows from the log: jobs.sqlite', async () => {
    const file = join(place(), 'jobs.sqlite');
    const before = new SqliteJobs(file);
    for (let n = 0; n < 20; n++) await before.add('letters', { id: `n${n}`, data: { text } });
    await before.close();
    damages[kind]!(file);
    const jobs = new SqliteJobs(file);
    expect(await jobs.queueNames()).toEqual([]);
    await jobs.add('letters', { id: 'new', data: null });
    await jobs.close();
    const aside = readdirSync(join(file, '..')).filter((one) => one.startsWith('jobs.sqlite.damaged-'));
    expect(aside.length).toBeGreaterThan(0);
  });

  it('is set aside where it follows from the log: views.sqlite', async () => {
    const file = join(place(), 'views.sqlite');
    const before = openViews(file);
    await before.open(model);
    for (let n = 0; n < 20; n++)
      await before.write([{ model, id: `${n}`, document: { id: `${n}`, text } as never, position: '1' }], []);
    await before.close();
    damages[kind]!(file);
    const views = openViews(file);
    expect(await views.versions('thing')).toEqual([]);
    await views.close();
    const aside = readdirSync(join(file, '..')).filter((one) => one.startsWith('views.sqlite.damaged-'));
    expect(aside.length).toBeGreaterThan(0);
  });
});

describe('a file that is too large to be checked while it is opened', () => {
  const large = async (name: Truth) => {
    const file = join(place(), name);
    await truth[name].fill(file);
    const store = truth[name].open(file);
    databaseOf(store).exec('CREATE TABLE filler (bytes BLOB); INSERT INTO filler VALUES (zeroblob(17 * 1024 * 1024))');
    databaseOf(store).exec(
      "INSERT INTO filler SELECT x'00' FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99999) SELECT i FROM n)",
    );
    await store.close();
    return file;
  };

  it('is checked in a thread of its own', async () => {
    const file = await large('claims.sqlite');
    expect(await checkFile(file)).toBeNull();
    const store = await openChecked(file, truth['claims.sqlite'].open);
    await store.close();
    damages['bytes in its middle']!(file);
    expect(await checkFile(file)).toMatch(/^SQLITE_CORRUPT/);
    await expect(openChecked(file, truth['claims.sqlite'].open)).rejects.toThrow(
      /^claims\.sqlite is damaged \(SQLITE_CORRUPT/,
    );
  });

  it('takes no more writes once it is found damaged, and says why', async () => {
    const file = await large('accounts.sqlite');
    const store = truth['accounts.sqlite'].open(file) as SqliteAccounts;
    store.noteDamage('SQLITE_CORRUPT');
    await expect(store.insert('person', 'new', {})).rejects.toThrow(/^accounts\.sqlite is damaged/);
    expect(await store.get('person', '1')).toBeDefined();
    await store.close();
  });
});

it.each([...everyTruth, 'jobs.sqlite', 'views.sqlite'])(
  'a folder in the place of %s is named in one sentence',
  (name) => {
    const file = join(place(), name);
    mkdirSync(file);
    const open = {
      ...truth,
      'jobs.sqlite': { open: (at: string) => new SqliteJobs(at) },
      'views.sqlite': { open: openViews },
    };
    let sentence = '';
    try {
      open[name as Truth].open(file);
    } catch (error) {
      sentence = sentenceOf(error);
    }
    expect(sentence).toMatch(new RegExp(`^.*${basename(file)} cannot be opened for writing: .*\\.$`));
  },
);
