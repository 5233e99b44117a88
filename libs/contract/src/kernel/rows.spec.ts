import type { Schema } from '@gos/domain';
import { expect, it } from '@jest/globals';
import * as contract from '..';
import type { Operation } from './operation';
import type { ListQuery } from './query';

interface Collection {
  readonly row: readonly string[];
  readonly query: ListQuery;
}

const rowOf = ({ properties: { items, total } = {} }: Schema): Schema | undefined => (total ? items?.items : undefined);

/** Every operation that answers pages of rows, by its address. */
function collections(): ReadonlyMap<string, Collection> {
  const found = new Map<string, Collection>();
  for (const [name, operations] of Object.entries(contract)) {
    if (!name.endsWith('Operations')) continue;
    for (const { route, answer, query } of Object.values(operations as unknown as Record<string, Operation>)) {
      const row = answer && rowOf(answer.schema);
      if (row && query && 'sort' in query) found.set(route, { row: Object.keys(row.properties ?? {}), query });
    }
  }
  return found;
}

const rights = 'what the reader may do is decided anew for each row';
const deleted = 'a parameter of its own: with deleted ones or without';

/** What of a row is neither filter nor sort, and why. */
const apart: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'GET /tasks': {},
  'GET /users': {},
  'GET /projects': { can: rights },
  'GET /projects/{id}/members': {},
  'GET /projects/{id}/boards': { can: rights, taskCounts: 'five numbers, no single value', deleted },
};

it.each(Object.entries(apart))('rows of %s are filtered and sorted by each of their fields', (route, reasons) => {
  const { row, query } = collections().get(route)!;
  const told = row.filter((field) => !Object.hasOwn(reasons, field));
  expect(told.filter((field) => !Object.hasOwn(query.filters, field))).toEqual([]);
  expect(told.filter((field) => !query.sort.includes(field))).toEqual([]);
  expect(Object.keys(reasons).filter((field) => !row.includes(field) || query.sort.includes(field))).toEqual([]);
});
