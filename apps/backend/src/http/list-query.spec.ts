import { projectOperations, type SortField, statisticsOperations, taskOperations, userOperations } from '@gos/contract';
import type { TaskState } from '@gos/domain';
import { mapTable } from '@gos/domain/kernel/tables';
import { expect, it } from '@jest/globals';
import { conditionsOf, parseListQuery, parseQuery } from './list-query';

it('what was asked has the types that the contract tells', () => {
  const asked = parseListQuery(
    { state: ['created', 'solved'], board: 'none', sort: '-name' },
    taskOperations.list.query,
  );
  const states: readonly TaskState[] | undefined = asked.filters.state;
  const boards: readonly (number | null)[] | undefined = asked.filters.board;
  expect([states, boards, asked.own.list, asked.sort]).toEqual([
    ['created', 'solved'],
    [null],
    undefined,
    [{ field: 'name', direction: 'desc' }],
  ]);
  const { kind, from }: { kind: 'created' | 'solved' | 'ended' | 'returned' | 'overdue'; from: string } =
    parseListQuery({ kind: 'created', from: '2026-11-01', to: '2026-11-30' }, statisticsOperations.items.query).own;
  expect([kind, from]).toEqual(['created', '2026-11-01']);
  expect(parseQuery({ deleted: 'true' }, taskOperations.detail.query).deleted).toBe(true);
  // @ts-expect-error a parameter that is not declared
  expect(parseQuery({}, taskOperations.detail.query).from).toBeUndefined();
});

it('a field to sort by without a path does not compile', () => {
  type Field = SortField<typeof projectOperations.list.query>;
  // @ts-expect-error the revision is forgotten
  const paths: Record<Field, string> = { name: 'nameKey', id: 'id', finishDate: 'finishDate', active: 'active' };
  expect(Object.keys(paths)).not.toContain('revision');
});

it('none of several values is whoever has not even one', () => {
  const paths = mapTable(userOperations.list.query.filters, (name) => name);
  const asked = (positions: string | string[]) =>
    conditionsOf(parseListQuery({ positions }, userOperations.list.query), paths, { positions: 'positionsKey' });
  expect(asked('3')).toEqual([{ positions: { $in: [3] } }]);
  expect(asked(['none', '3'])).toEqual([{ $or: [{ positions: { $in: [3] } }, { positionsKey: null }] }]);
});

it('a filter without a path does not compile', () => {
  const asked = parseListQuery({ role: 'admin', active: 'true' }, userOperations.list.query);
  const role = 'user.role';
  const ofAccount = { name: 'name', email: 'email', phone: 'phone', avatarUrl: 'avatar' };
  const ofPlace = { position: 'at', positions: 'at', hourlyRate: 'rate', attendance: 'grant' };
  const others = { ...ofAccount, ...ofPlace, id: 'id', revision: 'revision', erased: 'erased' };
  expect(conditionsOf(asked, { role, active: 'user.active', ...others })).toEqual([
    { 'user.role': { $in: ['admin'] } },
    { 'user.active': { $in: [true] } },
  ]);
  // @ts-expect-error whether they are active is forgotten
  expect(conditionsOf(asked, { role, ...others })).toHaveLength(2);
});
