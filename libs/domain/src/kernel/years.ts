/** A span of years, both included. */
export interface Years {
  readonly first: number;
  readonly last: number;
}

/**
 * The least and the greatest year of days and instants. `calendar` bounds queries and arithmetic: `addDays` throws beyond it, and a
 * day or instant of an old log that lies beyond it counts as the nearest one within. `business` bounds what people enter, so that
 * weeks, months, zones and durations around it never reach the ends of `calendar`.
 */
export const years = {
  calendar: { first: 1970, last: 9998 },
  business: { first: 2000, last: 2199 },
} as const satisfies Record<string, Years>;

/** The first and the last day that people enter. */
export const businessDays = {
  first: `${years.business.first}-01-01`,
  last: `${years.business.last}-12-31`,
} as const;
