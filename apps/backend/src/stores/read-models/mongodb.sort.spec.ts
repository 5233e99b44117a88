import { describe, expect, it } from '@jest/globals';
import { sortedParts as partsOf } from './mongodb.sort';
import type { SortKey } from './read-models';

const asc = (field: string): SortKey => ({ field, direction: 'asc' });
const desc = (field: string): SortKey => ({ field, direction: 'desc' });

const model = { name: 'task', version: 1, indexes: [] };
const sortedParts = (sort: readonly SortKey[], nullable: ReadonlySet<string>) => partsOf(model, sort, nullable);

describe('the sort of MongoDB', () => {
  it('is the one of the declared index where no field is nullable, and descending always', () => {
    const sort = { 'document.deadline': 1, 'document.taskId': 1, _id: 1 };
    expect(sortedParts([asc('deadline'), asc('taskId'), asc('id')], new Set())).toEqual([{ only: [], sort }]);
    const nullable = new Set(['deadline', 'taskId']);
    expect(sortedParts([desc('deadline'), desc('taskId')], nullable)).toEqual([
      { only: [], sort: { 'document.deadline': -1, 'document.taskId': -1 } },
    ]);
  });

  it('gives those without a first key after the others, both in the order of the index', () => {
    expect(sortedParts([asc('deadline'), asc('taskId')], new Set(['deadline']))).toEqual([
      { only: [{ 'document.deadline': { $ne: null } }], sort: { 'document.deadline': 1, 'document.taskId': 1 } },
      { only: [{ 'document.deadline': null }], sort: { 'document.taskId': 1 } },
    ]);
  });

  it('is computed for later nullable keys and for rankings only', () => {
    for (const sort of [
      [asc('deadline'), asc('solver')],
      [desc('deadline'), asc('solver')],
      [{ ...asc('state'), ranking: ['new'] }, asc('deadline')],
    ]) {
      const [part, ...others] = sortedParts(sort, new Set(['solver']));
      expect(others).toEqual([]);
      expect(part!.computed).toBeDefined();
    }
  });

  it('keeps the first of two keys with one field', () => {
    expect(sortedParts([desc('taskId'), asc('taskId')], new Set())).toEqual([
      { only: [], sort: { 'document.taskId': -1 } },
    ]);
  });
});
