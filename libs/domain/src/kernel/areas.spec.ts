import { describe, expect, it } from '@jest/globals';
import { areaGroups, areas, isArea, isOwnArea } from './areas';

describe('the other areas', () => {
  it('have keys of their own, without the empty ones', () => {
    expect(new Set(areas).size).toBe(areas.length);
    expect(areas).toEqual(expect.arrayContaining(['contracts', 'contracts.current', 'charts', 'my-mobile']));
    expect(Object.keys(areaGroups)).toHaveLength(12);
    expect(areas).toHaveLength(12 + 12 + 25 + 9 + 8 + 8 + 9 + 2);
    expect(areas.some(isOwnArea)).toBe(false);
  });

  it('tell a known key from another one', () => {
    expect([isArea('invoices.cashflow'), isArea('invoices.nothing'), isArea('toString')]).toEqual([true, false, false]);
    expect([isArea('users.roles'), isOwnArea('users.roles'), isOwnArea('users.signed')]).toEqual([false, true, false]);
  });
});
