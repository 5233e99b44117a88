import { type Shape, type StatisticsKind, statisticsPeriods, type TypeOf } from '@gos/domain';
import { choice, day, described, instant, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, money, named, page, person } from '../kernel/answer';

const counts = {
  created: integer(),
  solved: described(integer(), { description: 'acceptances' }),
  ended: described(integer(), { description: 'endings' }),
  returned: integer(),
  overdue: described(integer(), {
    description: 'tasks whose deadline fell in the period and that were not solved by then',
  }),
} satisfies Record<StatisticsKind, Shape<number>>;
/** The numbers of one period. */
const numbers = {
  ...counts,
  workedMinutes: integer(),
  estimateMinutes: described(integer(), { description: 'of the tasks worked on in the period' }),
  usedBudget: described(orNull(money), { description: 'null for whom it is hidden' }),
};
const ofNumbers = answer('StatisticsNumbers', numbers);
export type StatisticsNumbers = TypeOf<typeof ofNumbers>;

const period = answer('PeriodStatistics', {
  from: day,
  to: described(day, { description: 'the last day' }),
  ...numbers,
  bySolver: arrayOf(answer('SolverStatistics', { solver: orNull(person), ...numbers })),
  byContract: arrayOf(answer('ContractStatistics', { contractId: orNull(text()), ...numbers })),
  burnUp: described(arrayOf(answer('BurnUpDay', { date: day, created: integer(), solved: integer() })), {
    description: 'totals since the project began at the end of each day that is not ahead',
  }),
});
export type PeriodStatistics = TypeOf<typeof period>;

const statistics = answer('Statistics', {
  period: choice(statisticsPeriods),
  current: period,
  previous: period,
  before: period,
});
export type StatisticsAnswer = TypeOf<typeof statistics>;

/** One milestone behind a number. */
const item = answer('StatisticsItem', {
  task: named,
  at: instant,
  solver: orNull(person),
  acceptedBy: described(orNull(person), { description: 'Who accepted instead of the contractor' }),
  onBehalfOf: described(orNull(person), { description: 'The contractor for whom `acceptedBy` accepted' }),
});
export type StatisticsItem = TypeOf<typeof item>;

export const statisticsAnswers = { statistics, items: page(item) };
