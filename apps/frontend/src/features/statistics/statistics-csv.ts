import type { PersonRef, StatisticsAnswer, StatisticsNumbers } from '@gos/contract';
import { type StatisticsKind, statisticsKinds } from '@gos/domain';
import { amountCell, type Cell, csvOf } from '../../lib/csv';
import { type SpanName, spans } from './statistics-search';
import { type WorkKind, workKindsOf } from './work-numbers';

interface StatisticsCsvTexts {
  readonly period: string;
  readonly from: string;
  readonly to: string;
  readonly divided: string;
  readonly name: string;
  readonly total: string;
  readonly bySolver: string;
  readonly byContract: string;
  readonly burnUp: string;
  readonly noSolver: string;
  readonly kinds: Readonly<Record<StatisticsKind, string>>;
  readonly work: Readonly<Record<WorkKind, string>>;
  readonly spans: Readonly<Record<SpanName, string>>;
  readonly person: (person: PersonRef) => string;
  readonly contract: (contractId: string | null) => string;
  readonly locale: string;
}

/** Every number that is shown, a line for each period and whom or what it is divided by. */
export function statisticsCsv(statistics: StatisticsAnswer, texts: StatisticsCsvTexts): string {
  const work = workKindsOf(statistics.current);
  const lines = spans.flatMap((span) => {
    const { from, to, bySolver, byContract, burnUp, ...totals } = statistics[span];
    const line = (divided: string, name: string, numbers: StatisticsNumbers): Cell[] => [
      texts.spans[span],
      from,
      to,
      divided,
      name,
      ...statisticsKinds.map((kind) => numbers[kind]),
      ...work.map((kind) => (kind === 'usedBudget' ? amountCell(numbers.usedBudget) : numbers[kind])),
    ];
    return [
      line(texts.total, '', totals),
      ...bySolver.map(({ solver, ...numbers }) =>
        line(texts.bySolver, solver ? texts.person(solver) : texts.noSolver, numbers),
      ),
      ...byContract.map(({ contractId, ...numbers }) => line(texts.byContract, texts.contract(contractId), numbers)),
      // Sums since the project began.
      ...burnUp.map(({ date, ...sums }): Cell[] => [
        texts.spans[span],
        '',
        date,
        texts.burnUp,
        '',
        ...statisticsKinds.map((kind) => (kind === 'created' || kind === 'solved' ? sums[kind] : null)),
        ...work.map(() => null),
      ]),
    ];
  });
  const head = [
    texts.period,
    texts.from,
    texts.to,
    texts.divided,
    texts.name,
    ...statisticsKinds.map((kind) => texts.kinds[kind]),
    ...work.map((kind) => texts.work[kind]),
  ];
  return csvOf([head, ...lines], texts.locale);
}
