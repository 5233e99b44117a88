import { type FilterName, repeatedTaskOperations, type SortField } from '@gos/contract';
import {
  isRefusal,
  type NewRepeatedTask,
  previewOf,
  type RecordedEvent,
  type RepeatedTaskEvent,
  refuse,
  repeatedTaskStream,
} from '@gos/domain';
import {
  isVisibleTo,
  type PathOf,
  type PositionDocument,
  type ProjectDocument,
  positionModel,
  projectModel,
  type RepeatedTaskActivityDocument,
  type RepeatedTaskDocument,
  repeatedTaskActivityModel,
  repeatedTaskModel,
  visibleTo,
  visibleToHolders,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { cutPage, pageBytes } from '../../http/cut-page';
import { conditionsOf, parseListQuery, type SortSpec, skipOf } from '../../http/list-query';
import { pageOf } from '../../http/page-of';
import type { SignedIn } from '../../http/request-context';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { Refused } from '../../kernel/refused';
import { DaysOff } from '../../shared/plan/days-off';
import { wordsFilter } from '../../shared/task/task-lists';
import { People } from '../../shared/user/people';
import { ByteBudget, sizeOf } from '../../stores/event-log/byte-budget';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { inPieces } from '../../stores/event-log/read-in-pieces';
import type { Filter, SortKey } from '../../stores/read-models/read-models';
import { RepeatedTaskAnswers, type RepeatedTaskStep } from './repeated-task-answers';

type ListedBy = typeof repeatedTaskOperations.list.query;
type Field = SortField<ListedBy>;
type Raw = Readonly<Record<string, unknown>>;
type Reader = SignedIn['actor'];

const paths: Record<Field | FilterName<ListedBy>, PathOf<RepeatedTaskDocument>> = {
  id: 'state.id',
  name: 'nameKey',
  active: 'state.active',
  contractor: 'state.template.contractorId',
  solver: 'state.solverId',
  position: 'positionId',
  project: 'projectId',
  repeat: 'state.repeat',
  period: 'state.period',
  endRepeat: 'state.endRepeat',
  createFor: 'state.createFor',
  firstDeadline: 'state.firstDeadline',
  generateAhead: 'state.generateAhead',
  revision: 'state.revision',
  showFrom: 'state.showFrom',
  firstPlannedDeadline: 'state.firstPlannedDeadline',
  repeatDay: 'state.repeatDay',
  onDayOff: 'state.onDayOff',
  repeatCount: 'state.repeatCount',
  endDate: 'state.endDate',
};

const previewed = 10;

/** Those that the reader gave, or solves themselves or as a holder of the position. */
const mine = ({ id, positions = [] }: Reader): Filter => ({
  $or: [{ 'state.template.contractorId': id }, { 'state.solverId': id }, { positionId: { $in: positions } }],
});

@Injectable()
export class RepeatedTaskQueries {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly answers: RepeatedTaskAnswers,
    private readonly people: People,
    private readonly daysOff: DaysOff,
    private readonly clock: Clock,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  async list(raw: Raw, reader: Reader) {
    const query = parseListQuery(raw, repeatedTaskOperations.list.query);
    const filter: Filter = {
      $and: [
        visibleToHolders(reader) as Filter,
        ...(query.own.mine ? [mine(reader)] : []),
        ...conditionsOf(query, paths),
        ...wordsFilter(query.q),
      ],
    };
    const asked: readonly SortSpec<Field>[] =
      query.sort.length > 0 ? query.sort : [{ field: 'name', direction: 'asc' } as const];
    const sort = await Promise.all(asked.map((spec) => this.keyOf(spec, reader)));
    const { documents, total } = await pageOf<RepeatedTaskDocument>(this.readModels, repeatedTaskModel, filter, {
      sort: [...sort, { field: 'state.id', direction: 'asc' }],
      ...skipOf(query),
    });
    const { page, pageSize } = query;
    return { items: await this.answers.list(documents, reader), total, page, pageSize };
  }

  async detail(id: number, reader: Reader) {
    return this.answers.detail(await this.get(id, reader), reader);
  }

  async activity(id: number, raw: Raw, reader: Reader) {
    const query = parseListQuery(raw, repeatedTaskOperations.activity.query);
    const { state } = await this.get(id, reader);
    const seesMoney = this.answers.seesMoney(state, reader);
    const filter: Filter = { repeatedTaskId: id, ...(!seesMoney && { isMoneyOnly: false }) };
    const { documents, total } = await pageOf<RepeatedTaskActivityDocument>(
      this.readModels,
      repeatedTaskActivityModel,
      filter,
      { sort: [{ field: 'revision', direction: 'asc' }], ...skipOf(query) },
    );
    const steps = await this.steps(id, documents);
    const { page, pageSize } = query;
    if (steps.length === documents.length)
      return { items: await this.answers.history(steps, state, reader), total, page, pageSize };
    const cut = cutPage(query, steps.length);
    return { items: await this.answers.history(steps.slice(0, cut.pageSize), state, reader), total, ...cut };
  }

  /** Events of a page with the definition's revision after each; fewer where they are long. */
  private async steps(id: number, entries: readonly RepeatedTaskActivityDocument[]): Promise<RepeatedTaskStep[]> {
    const [first, last] = [entries[0], entries.at(-1)];
    if (!first || !last) return [];
    const wanted = new Set(entries.map((entry) => entry.id));
    const earlier: Filter = { repeatedTaskId: id, isOccurrence: false, revision: { $lt: first.revision } };
    let revision = await this.readModels.count(repeatedTaskActivityModel, earlier);
    const steps: RepeatedTaskStep[] = [];
    const budget = new ByteBudget(pageBytes);
    for await (const events of inPieces(this.log, repeatedTaskStream(id), first.revision, last.revision)) {
      for (const recorded of events) {
        const event = recorded as RecordedEvent & RepeatedTaskEvent;
        if (event.type !== 'OccurrenceGenerated' && event.type !== 'OccurrenceSkipped') revision += 1;
        if (!wanted.has(event.id)) continue;
        steps.push({ event, revision });
        budget.spend(sizeOf(event.data));
        if (budget.isSpent) return steps;
      }
    }
    return steps;
  }

  async preview(given: NewRepeatedTask) {
    const isDayOff = await this.daysOff.for([given]);
    const dates = previewOf(given, previewed, { at: this.clock.instant(), zone: this.config.timeZone, isDayOff });
    if (isRefusal(dates)) throw new Refused(dates);
    return { dates };
  }

  /** @throws Refused with `repeated-task.not-found` */
  private async get(id: number, reader: Reader): Promise<RepeatedTaskDocument> {
    const document = await this.readModels.get<RepeatedTaskDocument>(repeatedTaskModel, id);
    if (!document || !isVisibleTo(document, reader)) throw new Refused(refuse('repeated-task.not-found'));
    return document;
  }

  /** References are sorted by their names. */
  private async keyOf({ field, direction }: SortSpec<Field>, reader: Reader): Promise<SortKey> {
    const key = { field: paths[field], direction };
    const byName = { sort: [{ field: 'nameKey', direction: 'asc' }] } as const;
    if (field === 'contractor' || field === 'solver') return { ...key, ranking: this.people.order() };
    if (field === 'position') {
      const positions = await this.readModels.find<PositionDocument>(positionModel, {}, byName);
      return { ...key, ranking: positions.map(({ state }) => state.id) };
    }
    if (field !== 'project') return key;
    const projects = await this.readModels.find<ProjectDocument>(projectModel, visibleTo(reader) as Filter, byName);
    return { ...key, ranking: projects.map(({ projectId }) => projectId) };
  }
}
