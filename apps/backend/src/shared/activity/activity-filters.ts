import type { activityOperations } from '@gos/contract';
import type { AuditCommand, Instant } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import { conditionsOf, type ParsedListQuery } from '../../http/list-query';
import type { Filter } from '../../stores/read-models/read-models';
import { wordsFilter } from '../task/task-lists';
import { ActivityPlaces, ofAnyKind } from './activity-places';

type Raw = Readonly<Record<string, unknown>>;
type Span = { readonly from?: Instant; readonly to?: Instant };

/** Filters, words and time of the activity. */
export type ActivityQuery = ParsedListQuery<(typeof activityOperations)['search']['query']>;

const paths = {
  by: 'event.metadata.actor',
  class: 'class',
  kind: 'kind',
  taskId: 'taskId',
  projectId: 'projectId',
  via: 'via',
  token: 'source',
  webhook: 'source',
} as const;

/** The parameters of a search as the log keeps them. */
export function filtersIn(raw: Raw): AuditCommand['body']['filters'] {
  const given = Object.entries(raw).filter(([name]) => name !== 'page' && name !== 'pageSize');
  return Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, String(value)]));
}

/** Conditions of the activity's filters on the index of all events. */
@Injectable()
export class ActivityFilters {
  constructor(private readonly places: ActivityPlaces) {}

  async of(query: ActivityQuery): Promise<Filter> {
    const conditions = [...conditionsOf(query, paths), ...wordsFilter(query.q)];
    // The documents of places have no kind. An index by kind serves what nothing else narrows.
    const all = conditions.length > 0 ? [] : [ofAnyKind];
    return { $and: [...conditions, ...all, ...(await this.places.orderWithin(query.own)), ...timeWithin(query.own)] };
  }
}

const timeWithin = ({ from, to }: Span): Filter[] =>
  from === undefined && to === undefined
    ? []
    : [{ 'event.metadata.at': { ...(from && { $gte: from }), ...(to && { $lte: to }) } }];
