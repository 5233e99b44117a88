import type { Day, StatisticsKind, StatisticsPeriod } from '@gos/domain';
import { preferenceKeys } from '../../lib/preferences';
import type { SolverFilter } from './statistics-search';

/** One number: what it counts, in which days, and of whom. */
export interface NumberOf {
  readonly kind: StatisticsKind;
  readonly from: Day;
  readonly to: Day;
  readonly solver?: SolverFilter;
}

/** Every key of the statistics' cache. */
export const statisticsKeys = {
  all: ['statistics'],
  project: (projectId: number) => ['statistics', projectId] as const,
  numbers: (projectId: number, period: StatisticsPeriod) => ['statistics', projectId, 'numbers', period] as const,
  items: (projectId: number, number: NumberOf) => ['statistics', projectId, 'items', number] as const,
  preference: preferenceKeys.of('statistics'),
} as const;
