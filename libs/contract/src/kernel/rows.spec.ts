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

const beside = 'kept beside the documents, and found for the rows of a page';
const computed = 'found anew from what is due now';

/** The fields of a row that are neither filter nor sort, each with the reason. */
const apart: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'GET /tasks': {},
  'GET /users': {},
  'GET /projects': { can: rights },
  'GET /projects/{id}/members': {},
  'GET /projects/{id}/boards': { can: rights, taskCounts: 'five numbers, no single value', deleted },
  'GET /projects/{id}/webhooks': {
    can: rights,
    url: 'made of its id and of the address that was asked',
    lastDelivery: beside,
    refusedAt: beside,
    refusedFor: beside,
  },
  'GET /repeated-tasks': {
    can: rights,
    template: 'a task of its own, no single value',
    generated: computed,
    upcoming: computed,
    next: computed,
  },
  'GET /positions': { people: 'counted for each reader' },
};

/**
 * The parameters `from` and `to` of these lists are days. A row is found when it is in force on or after, or on or
 * before them. They sort by the time.
 */
const ofDays = ['from', 'to'];

/** Occurrences, search results and one's own things: read by time and by the parameters of each list. */
const byTheirParameters = [
  'GET /activity',
  'GET /admin/queues/{queue}/jobs',
  'GET /admin/set-aside',
  'GET /admin/undo/preview',
  'GET /attendance/months',
  'GET /attendance/team-month',
  'GET /calendar',
  'GET /deleted',
  'GET /log/checkpoints',
  'GET /me/notifications',
  'GET /me/sessions',
  'GET /me/tokens',
  'GET /presence',
  'GET /projects/{id}/activity',
  'GET /projects/{id}/statistics/items',
  'GET /repeated-tasks/{id}/activity',
  'GET /search',
  'GET /tasks/{id}/activity',
  'GET /tasks/{id}/comments',
  'GET /users/invitations',
  'GET /users/{id}/names',
  'GET /webhooks/{id}/deliveries',
  'GET /work/entries',
];

it.each(Object.entries(apart))('rows of %s are filtered and sorted by each of their fields', (route, reasons) => {
  const { row, query } = collections().get(route)!;
  const told = row.filter((field) => !Object.hasOwn(reasons, field));
  expect(told.filter((field) => !Object.hasOwn(query.filters, field))).toEqual([]);
  expect(told.filter((field) => !query.sort.includes(field))).toEqual([]);
  expect(Object.keys(reasons).filter((field) => !row.includes(field) || query.sort.includes(field))).toEqual([]);
});

it('rows of plans are so too, but for the time of day', () => {
  const { row, query } = collections().get('GET /plans')!;
  // A filter by the kind of an absence or by the reason of a refusal would disclose them.
  const unfiltered = ['deleted', 'kind', 'half', 'declineReason'];
  const told = row.filter((field) => !unfiltered.includes(field));
  expect(told.filter((field) => !Object.hasOwn(query.filters, field))).toEqual(ofDays);
  expect(told.filter((field) => !query.sort.includes(field))).toEqual([]);
  expect(Object.keys(query.own ?? {})).toEqual([...ofDays, 'deleted']);
});

it('a collection that is new says which of them it is', () => {
  const known = [...Object.keys(apart), 'GET /plans', ...byTheirParameters];
  expect([...collections().keys()].sort()).toEqual(known.sort());
});
