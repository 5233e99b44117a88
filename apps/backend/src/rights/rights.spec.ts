import type { Route } from '@gos/contract';
import * as contract from '@gos/contract';
import { describe, expect, it } from '@jest/globals';
import { gapsOf, type Right, signedIn } from '../testing/rights/rights';
import { rights } from '../testing/rights/tables';

interface Served {
  readonly route: Route;
}
const isServed = (one: unknown): one is Served =>
  typeof one === 'object' && one !== null && 'route' in one && typeof one.route === 'string';

/** All operations of the contract. */
const operations = Object.values(contract)
  .flatMap((exported) => [exported, ...Object.values(exported)].filter(isServed))
  .map(({ route }) => route);

describe('rights', () => {
  it('of each operation of the contract are in the tables, for each role', () => {
    expect(gapsOf(operations, rights)).toEqual([]);
  });

  it('that are missing, of a role too, or of no operation are noticed', () => {
    const all: Route[] = ['GET /doors', 'POST /doors', 'DELETE /doors/{id}'];
    const door = (route: Route): Right => ({
      route,
      of: 'all',
      statuses: signedIn(200, 200, 200, 200),
      ask: () => ({}),
    });
    expect(gapsOf(all, all.map(door))).toEqual([]);
    expect(gapsOf(all, [door('GET /doors'), { ...door('POST /doors'), statuses: { member: 200 } }])).toEqual([
      ...['stranger', 'deactivated', 'collaborator', 'auditor', 'admin'].map(
        (role) => `POST /doors has no row for ${role}`,
      ),
      'DELETE /doors/{id} has no rows',
    ]);
    expect(gapsOf(all, [...all.map(door), door('GET /windows')])).toEqual(['GET /windows is no operation']);
  });
});
