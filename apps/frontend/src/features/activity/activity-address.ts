import type { activityRoutes } from '@gos/contract';
import {
  type ActivityClass,
  activityClasses,
  type Day,
  endOfDay,
  startOfDay,
  type ThingKind,
  thingKinds,
  type Via,
  vias,
} from '@gos/domain';
import { timeZone } from '../../lib/installation';
import { pageNumber } from '../../lib/page-number';
import type { QueryOf } from '../../lib/request';
import { isShownDay } from '../../ui/shown-days';

/** Search parameters of the activity; invalid parameters are ignored. The days are days of the installation's zone, inclusive. */
export interface ActivityAddress {
  readonly by?: number;
  readonly class?: readonly ActivityClass[];
  readonly kind?: readonly ThingKind[];
  readonly task?: number;
  readonly project?: number;
  readonly via?: readonly Via[];
  readonly token?: string;
  readonly webhook?: number;
  readonly from?: Day;
  readonly to?: Day;
  readonly q?: string;
  readonly page?: number;
}

export type ActivityQuery = QueryOf<typeof activityRoutes.search>;

export const activityPageSize = 50;
const maxText = 200;

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** An id of digits only arrives as a number. */
function tokenOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[\w-]{1,40}$/.test(text) ? text : undefined;
}

export function amongst<T extends string>(all: readonly T[], value: unknown): readonly T[] | undefined {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const found = all.filter((one) => given.includes(one));
  return found.length > 0 ? found : undefined;
}

export function validateActivityAddress(search: Record<string, unknown>): ActivityAddress {
  const { q } = search;
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, maxText) : '';
  return {
    by: numberOf(search.by),
    class: amongst(activityClasses, search.class),
    kind: amongst(thingKinds, search.kind),
    task: numberOf(search.task),
    project: numberOf(search.project),
    via: amongst(vias, search.via),
    token: tokenOf(search.token),
    webhook: numberOf(search.webhook),
    from: isShownDay(search.from) ? search.from : undefined,
    to: isShownDay(search.to) ? search.to : undefined,
    q: text === '' ? undefined : text,
    page: pageNumber(search.page),
  };
}

/** An address without filters. */
export const noFilters = {
  by: undefined,
  class: undefined,
  kind: undefined,
  task: undefined,
  project: undefined,
  via: undefined,
  token: undefined,
  webhook: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
} as const satisfies ActivityAddress;

export const isFiltered = (address: ActivityAddress): boolean =>
  Object.keys(noFilters).some((name) => address[name as keyof ActivityAddress] !== undefined);

/** The last instant of a day. */
const lastOf = (day: Day) => new Date(Date.parse(endOfDay(day, timeZone())) - 1).toISOString();

/** The filters as the server takes them. */
export function filtersOf({ by, task, project, webhook, from, to, ...others }: ActivityAddress): ActivityQuery {
  return {
    ...(by !== undefined && { by }),
    ...(others.class && { class: others.class }),
    ...(others.kind && { kind: others.kind }),
    ...(task !== undefined && { taskId: task }),
    ...(project !== undefined && { projectId: project }),
    ...(others.via && { via: others.via }),
    ...(others.token !== undefined && { token: others.token }),
    ...(webhook !== undefined && { webhook: String(webhook) }),
    ...(from !== undefined && { from: startOfDay(from, timeZone()) }),
    ...(to !== undefined && { to: lastOf(to) }),
    ...(others.q !== undefined && { q: others.q }),
  };
}
