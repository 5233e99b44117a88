import { usualPageSize } from '@gos/contract';
import { object } from '@gos/domain/kernel/shape';
import { describe, expect, it } from '@jest/globals';
import { boundGapsOf, bounds, namedLimits } from '../testing/rights/bounds';
import { allOperations } from '../testing/rights/operations';

describe('bounds', () => {
  it('of the work of each operation of the contract are in the table', () => {
    expect(boundGapsOf(allOperations, bounds)).toEqual([]);
  });

  it('name limits that have a value, and each limit bounds an operation', () => {
    const named = new Set(Object.values(bounds).flat());
    expect(Object.keys(namedLimits).filter((limit) => !named.has(limit as keyof typeof namedLimits))).toEqual([]);
    expect(namedLimits.page).toBe(usualPageSize.max);
    for (const value of Object.values(namedLimits)) expect(value).toBeTruthy();
  });

  it('that are missing, wrong or of no operation are noticed', () => {
    const list = { sort: [], filters: {}, words: null };
    const doors = [
      { route: 'GET /doors', body: null, query: list },
      { route: 'GET /doors/{id}', body: null },
      { route: 'POST /doors', body: object({}) },
      { route: 'DELETE /doors/{id}', body: null },
    ] as const;
    expect(
      boundGapsOf(doors, {
        'GET /doors': ['one'],
        'GET /doors/{id}': ['page'],
        'POST /doors': ['one'],
        'GET /windows': ['one'],
      }),
    ).toEqual([
      'GET /doors has pages',
      'GET /doors/{id} has no pages',
      'POST /doors takes a body',
      'DELETE /doors/{id} has no bound',
      'GET /windows is no operation',
    ]);
  });
});
