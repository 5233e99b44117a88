import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '../kernel/calendar';
import { absencesOf, timesOfHalf } from './absences';
import { absenceKinds, dayHalves } from './plans';

const workingDays = [1, 2, 3, 4, 5];
const counted = { holiday: false, workingDays };
const off = (more: object = {}) =>
  ({
    date: '2026-11-24',
    repeatUntil: null,
    weekend: [],
    without: [],
    kind: 'vacation',
    half: null,
    approval: null,
    ...timesOfHalf(null),
    ...more,
  }) as Parameters<typeof absencesOf>[1][number];
const half = (which: 'morning' | 'afternoon', kind: string) => off({ kind, half: which, ...timesOfHalf(which) });

describe('absences of a day', () => {
  it('are whole and half days by kind', () => {
    expect(absencesOf('2026-11-24', [off()], counted)).toEqual([{ kind: 'vacation', days: 1 }]);
    expect(absencesOf('2026-11-24', [half('afternoon', 'doctor'), half('morning', 'care')], counted)).toEqual([
      { kind: 'care', days: 0.5 },
      { kind: 'doctor', days: 0.5 },
    ]);
    expect(absencesOf('2026-11-24', [half('afternoon', 'care'), half('morning', 'care')], counted)).toEqual([
      { kind: 'care', days: 1 },
    ]);
    expect(absencesOf('2026-11-24', [off({ kind: null })], counted)).toEqual([]);
  });

  it('are on working days that are no holidays, on the 29th of February and at New Year too', () => {
    const long = off({ date: '2027-12-30', repeatUntil: '2028-03-01' });
    const on = (day: string, holiday = false) => absencesOf(day, [long], { holiday, workingDays }).length;
    expect(['2027-12-29', '2027-12-31', '2028-01-01', '2028-01-03', '2028-02-29'].map((day) => on(day))).toEqual([
      0, 1, 0, 1, 1,
    ]);
    expect(on('2028-02-29', true)).toBe(0);
  });

  it('are no requests', () => {
    expect(absencesOf('2026-11-24', [off({ approval: 'requested' })], counted)).toEqual([]);
    expect(absencesOf('2026-11-24', [off({ approval: 'approved' })], counted)).toHaveLength(1);
  });

  it('are never more than a day together', () => {
    const plans = fc.array(
      fc.record({
        kind: fc.constantFrom(...absenceKinds, null),
        half: fc.constantFrom(...dayHalves, null),
        repeat: fc.nat(10),
      }),
    );
    fc.assert(
      fc.property(plans, (all) => {
        const given = all.map(({ kind, half: part, repeat }) =>
          off({ kind, half: part, ...timesOfHalf(part), repeatUntil: addDays('2026-11-24', repeat) }),
        );
        const found = absencesOf('2026-11-24', given, counted);
        const sum = found.reduce((total, { days }) => total + days, 0);
        expect(sum).toBeLessThanOrEqual(1);
        expect(sum > 0).toBe(all.some(({ kind }) => kind !== null));
      }),
    );
  });
});
