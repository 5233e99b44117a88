import type { StatisticsAnswer } from '@gos/contract';
import {
  type Day,
  isDay,
  type StatisticsKind,
  type StatisticsPeriod,
  statisticsKinds,
  statisticsPeriods,
} from '@gos/domain';

/** Events that the burn-up counts. */
export const burnUpKinds = ['created', 'solved'] as const satisfies readonly StatisticsKind[];
/** Before any project. */
export const earliestDay: Day = '1970-01-01';

/** Latest first, as they are answered. */
export const spans = ['current', 'previous', 'before'] as const satisfies readonly (keyof StatisticsAnswer)[];
export type SpanName = (typeof spans)[number];

export const views = ['charts', 'table'] as const;
export type View = (typeof views)[number];

/** Part of a number by solver: of everybody when absent, of unassigned tasks when `none`. */
export type SolverFilter = number | 'none';

/** Search parameters of the statistics. */
export interface StatisticsSearch {
  readonly period?: StatisticsPeriod;
  readonly show?: StatisticsKind;
  readonly of?: SpanName;
  readonly solver?: SolverFilter;
  /** A number of the burn-up: all up to this day. */
  readonly until?: Day;
}

/** A person's remembered choices, for all projects. */
export interface StatisticsPreference {
  readonly period: StatisticsPeriod;
  readonly view: View;
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((known) => known === value);

function solverOf(value: unknown): SolverFilter | undefined {
  if (value === 'none') return value;
  const id = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

const dayOf = (value: unknown): Day | undefined => (isDay(value) ? value : undefined);

export function validateStatisticsSearch(search: Record<string, unknown>): StatisticsSearch {
  const show = oneOf(statisticsKinds, search.show);
  return {
    period: oneOf(statisticsPeriods, search.period),
    show,
    of: show && (oneOf(spans, search.of) ?? 'current'),
    solver: show && solverOf(search.solver),
    until: (burnUpKinds as readonly unknown[]).includes(show) ? dayOf(search.until) : undefined,
  };
}

/** A remembered value is read as distrustfully as an address: an older client may have written it. */
export function statisticsPreferenceOf(value: unknown): StatisticsPreference {
  const { period, view } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return { period: oneOf(statisticsPeriods, period) ?? 'month', view: oneOf(views, view) ?? 'charts' };
}
