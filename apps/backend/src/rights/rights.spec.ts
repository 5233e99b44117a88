import type { Route } from '@gos/contract';
import { describe, expect, it } from '@jest/globals';
import { allRoutes } from '../testing/rights/operations';
import { gapsOf, type Right, signedIn } from '../testing/rights/rights';
import { rights } from '../testing/rights/tables';

describe('rights', () => {
  it('of each operation of the contract are in the tables, for each role', () => {
    expect(gapsOf(allRoutes, rights)).toEqual([]);
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
      ...['stranger', 'deactivated', 'collaborator', 'keeper', 'auditor', 'admin'].map(
        (role) => `POST /doors has no row for ${role}`,
      ),
      'DELETE /doors/{id} has no rows',
    ]);
    expect(gapsOf(all, [...all.map(door), door('GET /windows')])).toEqual(['GET /windows is no operation']);
  });
});
