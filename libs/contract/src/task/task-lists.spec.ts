import { describe, expect, it } from '@jest/globals';
import { conditionOf, isInList, type ListedTask, type TaskList } from './task-lists';

const today = '2026-11-21';
const toComplete: ListedTask = {
  contractorId: 1,
  solverId: 2,
  participants: [3],
  parties: [1, 2, 3],
  completedBy: null,
  acceptedBy: null,
  state: 'assigned',
  outcome: null,
  shownDate: null,
  waiting: false,
};
const stands = (list: TaskList, me: number, known: Partial<ListedTask>) =>
  isInList(conditionOf[list](me, today), known);

describe('membership of a list', () => {
  it('is whether every condition is met', () => {
    expect(stands('to-complete', 2, toComplete)).toBe(true);
    expect(stands('to-complete', 1, toComplete)).toBe(false);
    expect(stands('to-complete', 2, { ...toComplete, waiting: true })).toBe(false);
    expect(stands('given', 1, toComplete)).toBe(true);
    expect(stands('notified', 3, toComplete)).toBe(true);
    expect(stands('notified', 2, toComplete)).toBe(false);
    expect(stands('archive', 3, { ...toComplete, state: 'solved' })).toBe(true);
    expect(stands('all', 9, toComplete)).toBe(true);
  });

  it('goes by the day, which a task without one has reached', () => {
    const on = (shownDate: string | null) => ({ ...toComplete, shownDate });
    for (const day of [null, '2026-11-20', today]) {
      expect([stands('to-complete', 2, on(day)), stands('planned', 2, on(day))]).toEqual([true, false]);
    }
    expect([stands('to-complete', 2, on('2026-11-22')), stands('planned', 2, on('2026-11-22'))]).toEqual([false, true]);
  });

  it('is unknown where too little is known, unless something known speaks against it', () => {
    const { completedBy: _, ...known } = toComplete;
    expect(stands('finished', 2, { ...known, state: 'solved' })).toBeUndefined();
    expect(stands('finished', 2, known)).toBe(false);
    expect(stands('given', 1, {})).toBeUndefined();
  });
});
