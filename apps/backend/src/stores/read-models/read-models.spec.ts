import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { databaseOf } from '../drivers/sqlite/testing/inside';
import { temporaryFolder } from '../drivers/sqlite/testing/temporary-folder';
import { parseFilter } from './filter-tree';
import type { Filter, ModelDeclaration, SortKey } from './read-models';
import { describeReadModelsContract } from './read-models.contract';
import { planSorted } from './sqlite.plan';
import { SqliteReadModels } from './sqlite.read-models';

const folder = temporaryFolder();
let files = 0;
const newFile = () => join(folder.path, `${++files}`, 'views.sqlite');
afterAll(() => folder.remove());

describeReadModelsContract('SqliteReadModels', async () => new SqliteReadModels(newFile()));

const model: ModelDeclaration = {
  name: 'task-list',
  version: 1,
  indexes: [
    { fields: ['deadline', 'id'] },
    { fields: ['solver', 'state', 'deadline', 'id'] },
    { fields: ['projectId', 'deadline', 'id'] },
    { fields: ['parties', 'deadline', 'id'], kind: 'many' },
    { fields: ['words'], kind: 'words' },
  ],
};

/** SQLite's plan for a `find`: the output of EXPLAIN QUERY PLAN for its statements. */
function explain(readModels: SqliteReadModels, filter: Filter, sort: readonly SortKey[]): string[] {
  const streams = planSorted(model, parseFilter(model, filter), sort).flat();
  return streams.flatMap(({ sql, leading, params }) =>
    databaseOf(readModels)
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...leading[0]!, ...params, 25, 0)
      .map(({ detail }) => detail),
  );
}

describe('SqliteReadModels', () => {
  it('keeps what was written when it is closed and opened', async () => {
    const file = newFile();
    const first = new SqliteReadModels(file);
    await first.open(model);
    await first.write([{ model, id: 'a', document: { id: 'a' }, position: '1' }], [{ model, position: '1' }]);
    await first.close();
    const second = new SqliteReadModels(file);
    await second.open(model);
    expect(await second.get(model, 'a')).toEqual({ id: 'a' });
    expect(await second.checkpoint(model)).toBe('1');
    await second.close();
  });

  it('takes a field as long that was not, and the other way round, with its documents', async () => {
    const file = newFile();
    const document = { id: 'a', words: ['dum'], text: 'long' };
    const declared = [model, { ...model, longFields: ['words', 'text'] }, { ...model, longFields: ['text'] }, model];
    for (const [n, one] of declared.entries()) {
      const readModels = new SqliteReadModels(file);
      await readModels.open(one);
      if (n === 0) await readModels.write([{ model: one, id: 'a', document, position: '1' }], []);
      expect(await readModels.get(one, 'a')).toEqual(document);
      const [found] = await readModels.find<typeof document>(one, { words: { $prefix: 'd' } });
      expect([found!.words, found!.text]).toEqual([
        n === 1 ? undefined : ['dum'],
        n === 1 || n === 2 ? undefined : 'long',
      ]);
      await readModels.close();
    }
  });

  it('begins anew when its file was deleted', async () => {
    const file = newFile();
    const first = new SqliteReadModels(file);
    await first.open(model);
    await first.write([], [{ model, position: '1' }]);
    await first.close();
    rmSync(file);
    writeFileSync(`${file}-wal`, 'left behind');
    const second = new SqliteReadModels(file);
    await second.open(model);
    expect(await second.checkpoint(model)).toBeNull();
    await second.close();
  });

  it('says so when its file is no database', async () => {
    const file = newFile();
    await new SqliteReadModels(file).close();
    writeFileSync(file, 'this is no database at all'.repeat(100));
    expect(() => new SqliteReadModels(file)).toThrow(/^views\.sqlite is damaged/);
    rmSync(file);
    await new SqliteReadModels(file).close();
  });

  it('says so when its file is damaged, and can begin anew in the same process', async () => {
    const file = newFile();
    await new SqliteReadModels(file).close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x55, 100, 4096));
    expect(() => new SqliteReadModels(file)).toThrow(/^views\.sqlite is damaged/);
    rmSync(file);
    await new SqliteReadModels(file).close();
  });

  it('writes a batch as a whole or not at all', async () => {
    const readModels = new SqliteReadModels(newFile());
    await readModels.open(model);
    const batch = [
      { model, id: 'a', document: { id: 'a' }, position: '1' },
      { model, id: 'b', document: { id: 'b', solver: {} }, position: '1' },
    ];
    await expect(readModels.write(batch, [{ model, position: '1' }])).rejects.toThrow(/solver/);
    expect(await readModels.count(model, {})).toBe(0);
    expect(await readModels.checkpoint(model)).toBeNull();
    await readModels.close();
  });

  describe('reads no more than it needs', () => {
    const byDeadline = (direction: 'asc' | 'desc'): SortKey[] => [
      { field: 'deadline', direction },
      { field: 'id', direction },
    ];
    const mine: Filter = { $or: [{ parties: 5 }, { projectId: { $in: [1, 2] } }] };
    const open: Filter = { state: { $in: ['assigned', 'returned'] } };
    const cases: [string, Filter, string[]][] = [
      ['all', {}, ['deadline']],
      ['tasks of a solver', { solver: 5, ...open }, ['solver', 'state']],
      ['tasks of a party', { parties: 5, ...open }, ['v']],
      ['what I may see', mine, ['v', 'projectId']],
      ['what I may see of some states', { $and: [mine, open] }, ['v', 'projectId']],
    ];
    for (const [name, filter] of cases) {
      for (const direction of ['asc', 'desc'] as const) {
        it(`${name} by deadline ${direction}`, async () => {
          const readModels = new SqliteReadModels(newFile());
          await readModels.open(model);
          const lines = explain(readModels, filter, byDeadline(direction));
          // Every stream is in the order of an index: nothing is sorted, and nothing but an index in order is scanned.
          expect(lines.filter((line) => line.includes('TEMP B-TREE'))).toEqual([]);
          expect(lines.filter((line) => /^SCAN (?!d USING (COVERING )?INDEX)/.test(line))).toEqual([]);
          await readModels.close();
        });
      }
    }

    it('between two bounds', () => {
      // If a side has several bounds, SQLite searches by any of them, so that another bound would let it read up to the
      // end.
      const between: Filter = { $and: [{ id: { $gt: 'a' } }, { deadline: { $gte: '2026' } }, { id: { $lt: 'b' } }] };
      const [stream] = planSorted(model, parseFilter(model, between), []).flat();
      expect(stream!.sql.match(/\bid [<>]=? \S+/g)).toEqual(['id > ?', 'id < ?']);
      expect(stream!.params).toEqual(['a', '2026', 'b']);
    });
  });
});
