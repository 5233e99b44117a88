import { expect, it } from '@jest/globals';
import * as contract from '..';
import { answer, named, page } from './answer';
import type { Operation } from './operation';
import { operationIdOf } from './operation-id';

const one = answer('One', { name: named.fields.name });
const many = page(named);

it.each([
  ['Task', 'list', 'GET /tasks', many, 'listTasks'],
  ['WorkEntry', 'list', 'GET /work/entries', many, 'listWorkEntries'],
  ['Identity', 'identities', 'GET /me/identities', many, 'listIdentities'],
  ['Task', 'detail', 'GET /tasks/{id}', one, 'getTask'],
  ['Task', 'graph', 'GET /tasks/{id}/graph', one, 'getTaskGraph'],
  ['Task', 'comments', 'GET /tasks/{id}/comments', many, 'listTaskComments'],
  ['Statistics', 'statistics', 'GET /statistics', one, 'getStatistics'],
  ['', 'sessions', 'GET /me/sessions', many, 'listSessions'],
  ['Task', 'accept', 'POST /tasks/{id}/accept', one, 'acceptTask'],
  ['Task', 'addParticipant', 'POST /tasks/{id}/participants', one, 'addParticipant'],
  ['', 'login', 'POST /auth/login', one, 'login'],
] as const)('of %s, %s (%s) is named after its function', (noun, name, route, shape, id) => {
  expect(operationIdOf(noun, name, route, shape)).toBe(id);
});

const ids = Object.entries(contract)
  .filter(([name]) => name.endsWith('Operations'))
  .flatMap(([, all]) => Object.values(all as unknown as Readonly<Record<string, Operation>>).map(({ id }) => id));

it('every operation of the contract has another id, in camel case', () => {
  expect(ids.length).toBeGreaterThan(150);
  expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)*$/.test(id))).toEqual([]);
});
