import type { MonthOfAvailabilityAnswer, PlanAnswer } from '@gos/contract';
import { runsOf } from './month-overview';

const plans = (...all: readonly (readonly [id: number, ...days: string[]])[]) =>
  all.map(([id, ...days]) => ({
    plan: { id } as PlanAnswer,
    days,
  })) satisfies MonthOfAvailabilityAnswer['people'][number]['plans'];

const said = (all: ReturnType<typeof plans>) =>
  runsOf(all).map(({ plan, from, to, days }) => [plan.id, from, to, days]);

it('parts a plan where its days do not follow one another', () => {
  expect(said(plans([1, '2030-03-01', '2030-03-04', '2030-03-05', '2030-03-30', '2030-03-31']))).toEqual([
    [1, '2030-03-01', '2030-03-01', 1],
    [1, '2030-03-04', '2030-03-05', 2],
    [1, '2030-03-30', '2030-03-31', 2],
  ]);
});

it('puts the earlier before the later, and the longer before the shorter', () => {
  expect(said(plans([1, '2030-03-04'], [2, '2030-03-01'], [3, '2030-03-04', '2030-03-05']))).toEqual([
    [2, '2030-03-01', '2030-03-01', 1],
    [3, '2030-03-04', '2030-03-05', 2],
    [1, '2030-03-04', '2030-03-04', 1],
  ]);
});

it('has no runs of no days', () => {
  expect(runsOf(plans([1]))).toEqual([]);
});
