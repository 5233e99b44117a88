import { type FilterName, type Page, type PlanAnswer, planOperations, type SortField } from '@gos/contract';
import { seesAttendance } from '@gos/domain';
import {
  type PathOf,
  type PlanDocument,
  type PositionDocument,
  planModel,
  positionModel,
  visibleTo,
} from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { conditionsOf, parseListQuery, type SortSpec, skipOf } from '../../http/list-query';
import { pageOf } from '../../http/page-of';
import type { SignedIn } from '../../http/request-context';
import { PlanAnswers } from '../../shared/plan/plan-answers';
import { People } from '../../shared/user/people';
import type { Filter, SortKey } from '../../stores/read-models/read-models';

type ListedBy = typeof planOperations.list.query;
type Field = SortField<ListedBy>;
type Reader = SignedIn['actor'];

/** Where the document holds what plans are sorted and filtered by. */
const paths: Record<Field | FilterName<ListedBy>, PathOf<PlanDocument>> = {
  date: 'plan.date',
  from: 'plan.from',
  to: 'plan.to',
  repeatUntil: 'plan.repeatUntil',
  type: 'plan.type',
  location: 'plan.location',
  excludeWeekends: 'plan.excludeWeekends',
  user: 'plan.userId',
  position: 'plan.positionId',
  id: 'plan.id',
  approval: 'plan.approval',
  breakMinutes: 'plan.breakMinutes',
  revision: 'plan.revision',
};
const byDay: readonly SortSpec<Field>[] = [
  { field: 'date', direction: 'asc' },
  { field: 'from', direction: 'asc' },
];

@Injectable()
export class PlanList {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
    private readonly answers: PlanAnswers,
  ) {}

  async page(raw: Readonly<Record<string, unknown>>, reader: Reader): Promise<Page<PlanAnswer>> {
    const query = parseListQuery(raw, planOperations.list.query);
    const { from, to, deleted } = query.own;
    const filter: Filter = {
      $and: [
        visibleTo(reader, 'everyone') as Filter,
        deleted === true ? thereOrMine(reader) : { deleted: false },
        ...(from === undefined ? [] : [{ until: { $gte: from } }]),
        ...(to === undefined ? [] : [{ 'plan.date': { $lte: to } }]),
        ...conditionsOf(query, paths),
      ],
    };
    const sort = await Promise.all((query.sort.length > 0 ? query.sort : byDay).map((spec) => this.keyOf(spec)));
    const { documents, total } = await pageOf<PlanDocument>(this.readModels, planModel, filter, {
      sort: [...sort, { field: 'plan.id', direction: 'asc' }],
      ...skipOf(query),
    });
    const { page, pageSize } = query;
    return { items: await this.answers.answers(documents, reader), total, page, pageSize };
  }

  /** References are sorted by their names. */
  private async keyOf({ field, direction }: SortSpec<Field>): Promise<SortKey> {
    const key = { field: field === 'location' ? 'locationKey' : paths[field], direction };
    if (field === 'user') return { ...key, ranking: this.people.order() };
    if (field !== 'position') return key;
    const positions = await this.readModels.find<PositionDocument>(
      positionModel,
      {},
      { sort: [{ field: 'nameKey', direction: 'asc' }] },
    );
    return { ...key, ranking: positions.map(({ state }) => state.id) };
  }
}

const thereOrMine = (reader: Reader): Filter =>
  seesAttendance(reader) ? {} : { $or: [{ deleted: false }, { 'plan.userId': reader.id }] };
