import type { Page, PeriodStatistics, StatisticsAnswer, StatisticsItem, statisticsOperations } from '@gos/contract';
import {
  type CalendarPeriod,
  type Contract,
  type Day,
  daysFrom,
  endOfDay,
  hasPermission,
  type Instant,
  localDay,
  moneyOfCost,
  periodsAt,
  type StatisticsKind,
  type StatisticsPeriod,
  spanOfDays,
  startOfDay,
  statisticsKinds,
} from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import {
  type MilestoneDocument,
  type MilestoneKind,
  milestoneModel,
  type ProjectDocument,
  seesAll,
  type TaskDocument,
  taskModel,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { foundInParts } from '../../engine/projections/found-in-parts';
import { conditionsOf, type ParsedListQuery, skipOf } from '../../http/list-query';
import { pageOf } from '../../http/page-of';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { turn } from '../../kernel/pieces';
import { wordsFilter } from '../../shared/task/task-lists';
import { People } from '../../shared/user/people';
import { type NamePerson, type Reader, refBy, UserAnswers } from '../../shared/user/user-answers';
import type { Filter, Scalar, SortKey } from '../../stores/read-models/read-models';
import { WorkedTime, type WorkShare } from './worked-time';

type BurnUp = PeriodStatistics['burnUp'];
type Counts = Readonly<Record<StatisticsKind, number>>;

/** Days of three months. */
const longestBurnUpDays = 93;

/** Days counted before yielding to the event loop: counting a large project takes some milliseconds. */
const countedAtOnce = 16;

/** The fields that hold the instant and the solver of a milestone; overdue ones are stored within creations. */
const momentOf = (kind: StatisticsKind) => (kind === 'overdue' ? 'overdueAt' : 'at');
const solverField = (kind: StatisticsKind) => (kind === 'overdue' ? 'course.atDeadline.solverId' : 'solverId');
const solverOf = ({ course, solverId }: MilestoneDocument, kind: StatisticsKind) =>
  kind === 'overdue' ? (course?.atDeadline.solverId ?? null) : solverId;

const nothing: Counts = tableOf(statisticsKinds, () => 0);
const sumOf = (tally: ReadonlyMap<Scalar, number>) => [...tally.values()].reduce((sum, count) => sum + count, 0);

/** Removes the cost for readers who may not see a project's cost. */
function withoutUsedBudget({ bySolver, byContract, ...period }: PeriodStatistics): PeriodStatistics {
  return {
    ...period,
    usedBudget: null,
    bySolver: bySolver.map((one) => ({ ...one, usedBudget: null })),
    byContract: byContract.map((one) => ({ ...one, usedBudget: null })),
  };
}

/** Counts the milestones of the tasks that are in a project now, and sums the work that was done for it. */
@Injectable()
export class Statistics {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
    private readonly users: UserAnswers,
    private readonly worked: WorkedTime,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async of(
    { projectId, project }: ProjectDocument,
    period: StatisticsPeriod,
    reader: Reader,
  ): Promise<StatisticsAnswer> {
    const person = await this.users.namesFor(reader);
    const now = this.clock.now();
    const spans = periodsAt(period, now, this.config.timeZone);
    const burnUp = await this.burnUp(projectId, spans[2].from, spans[0].to, now);
    const seesMoney = seesAll(reader) || hasPermission(reader, projectId, 'manage');
    const of = async (span: CalendarPeriod) => {
      const numbers = await this.period(projectId, span, project.contracts, burnUp, now, person);
      return seesMoney ? numbers : withoutUsedBudget(numbers);
    };
    return { period, current: await of(spans[0]), previous: await of(spans[1]), before: await of(spans[2]) };
  }

  /** The milestones behind a number, newest first, filtered by the query's solvers if it names any. */
  async items(
    { projectId }: ProjectDocument,
    query: ParsedListQuery<typeof statisticsOperations.items.query>,
    reader: Reader,
  ): Promise<Page<StatisticsItem>> {
    const { kind, from, to } = query.own;
    const person = await this.users.namesFor(reader);
    const { start, end } = spanOfDays(from, to, this.config.timeZone);
    const asked = conditionsOf(query, { solver: solverField(kind) });
    const filter: Filter = { $and: [this.happened(projectId, kind, start, end, this.clock.now()), ...asked] };
    const sort: SortKey[] = [
      { field: momentOf(kind), direction: query.sort[0]?.direction ?? 'desc' },
      { field: 'id', direction: 'asc' },
    ];
    const { page, pageSize } = query;
    if (query.q === null) {
      const options = { sort, ...skipOf(query) };
      const { documents, total } = await pageOf<MilestoneDocument>(this.readModels, milestoneModel, filter, options);
      return { items: await this.answers(documents, kind, person), total, page, pageSize };
    }
    const named = await this.tasksWith(projectId, query.q);
    const { skip, limit } = skipOf(query);
    const shown: MilestoneDocument[] = [];
    let total = 0;
    for await (const part of foundInParts<MilestoneDocument>(this.readModels, milestoneModel, filter, { sort })) {
      for (const document of part) {
        if (!named.has(document.taskId)) continue;
        if (total >= skip && shown.length < limit) shown.push(document);
        total += 1;
      }
    }
    return { items: await this.answers(shown, kind, person), total, page, pageSize };
  }

  private async period(
    projectId: number,
    { from, to, start, end }: CalendarPeriod,
    contracts: readonly Contract[],
    burnUp: BurnUp,
    now: number,
    person: NamePerson,
  ): Promise<PeriodStatistics> {
    await turn();
    const tallies = await Promise.all(
      statisticsKinds.map((kind) =>
        this.readModels.tally(milestoneModel, this.happened(projectId, kind, start, end, now), solverField(kind)),
      ),
    );
    const solved = this.happened(projectId, 'solved', start, end, now);
    const [shares, reductions] = await Promise.all([
      this.worked.of(projectId, start, end),
      this.readModels.tally(milestoneModel, solved, 'solverId', 'reduction'),
    ]);
    const estimates = await this.estimates(shares);
    const countsOf = (count: (tally: ReadonlyMap<Scalar, number>) => number) =>
      tableOf(statisticsKinds, (_, place) => count(tallies[place]!));
    const numbers = (counts: Counts, work: readonly WorkShare[], reduction: number) => ({
      ...counts,
      ...this.workNumbers(work, estimates, reduction),
    });
    const all = countsOf(sumOf);
    const totals = numbers(all, shares, sumOf(reductions));
    const solvers = new Set([
      ...(tallies.flatMap((tally) => [...tally.keys()]) as (number | null)[]),
      ...shares.map(({ userId }) => userId),
    ]);
    const onlyContract = contracts.length === 1 ? contracts[0]!.contractId : null;
    const contractIds = new Set([onlyContract, ...shares.map(({ contractId }) => contractId)]);
    return {
      from,
      to,
      ...totals,
      bySolver: this.inOrder(solvers).map((solverId) => ({
        solver: solverId === null ? null : person(solverId),
        ...numbers(
          countsOf((tally) => tally.get(solverId) ?? 0),
          shares.filter(({ userId }) => userId === solverId),
          reductions.get(solverId) ?? 0,
        ),
      })),
      // The counts of tasks belong to no single contract, but work belongs to the contract that it was done for.
      byContract: [...contractIds].map((contractId) => ({
        contractId,
        ...numbers(
          contractId === onlyContract ? all : nothing,
          shares.filter((share) => share.contractId === contractId),
          contractId === onlyContract ? sumOf(reductions) : 0,
        ),
      })),
      burnUp: burnUp.filter(({ date }) => from <= date && date <= to),
    };
  }

  /** @param reduction hundredths that acceptances took off */
  private workNumbers(shares: readonly WorkShare[], estimates: ReadonlyMap<number, number>, reduction: number) {
    const tasks = new Set(shares.filter(({ minutes }) => minutes > 0).map(({ taskId }) => taskId));
    const cost = shares.reduce((sum, share) => sum + share.cost, 0);
    return {
      workedMinutes: shares.reduce((sum, { minutes }) => sum + minutes, 0),
      estimateMinutes: [...tasks].reduce((sum, taskId) => sum + (estimates.get(taskId) ?? 0), 0),
      usedBudget: moneyOfCost(cost - reduction * 60, this.config.currency),
    };
  }

  /** In minutes, by task. */
  private async estimates(shares: readonly WorkShare[]): Promise<ReadonlyMap<number, number>> {
    const ids = [...new Set(shares.map(({ taskId }) => taskId))];
    const tasks = await this.readModels.getMany<TaskDocument>(taskModel, ids);
    return new Map([...tasks.values()].map(({ task }) => [task.id, task.estimateMinutes ?? 0]));
  }

  private async burnUp(projectId: number, from: Day, to: Day, now: number): Promise<BurnUp> {
    const zone = this.config.timeZone;
    const today = localDay(now, zone);
    const days = daysFrom(from, to < today ? to : today, longestBurnUpDays);
    const starts = [...days.map((day) => startOfDay(day, zone)), endOfDay(days.at(-1)!, zone)];
    const count = (kind: MilestoneKind, start: Instant | null, end: Instant) =>
      this.readModels.count(milestoneModel, this.happened(projectId, kind, start, end, now));
    const sums = async (kind: MilestoneKind) => {
      let sum = await count(kind, null, starts[0]!);
      const found: number[] = [];
      for (const [day, start] of starts.slice(0, -1).entries()) {
        if (day % countedAtOnce === 0) await turn();
        sum += await count(kind, start, starts[day + 1]!);
        found.push(sum);
      }
      return found;
    };
    const created = await sums('created');
    const solved = await sums('solved');
    return days.map((date, day) => ({ date, created: created[day]!, solved: solved[day]! }));
  }

  /** Filter for the milestones of a span. A deadline counts as missed only once it has passed. */
  private happened(projectId: number, kind: StatisticsKind, start: Instant | null, end: Instant, now: number): Filter {
    const [least, moment] = [start === null ? {} : { $gte: start }, momentOf(kind)];
    if (kind !== 'overdue') return { projectId, deleted: false, kind, [moment]: { ...least, $lt: end } };
    const passed = { $lte: new Date(now).toISOString() };
    return { projectId, deleted: false, [moment]: { ...least, $lt: end, ...passed } };
  }

  /** Sorts solvers by name; null (nobody) last. */
  private inOrder(solvers: ReadonlySet<number | null>): (number | null)[] {
    const known = this.people.order().filter((id) => solvers.has(id));
    const others = [...solvers].filter((id) => id !== null && this.people.get(id) === undefined) as number[];
    return [...known, ...others.sort((a, b) => a - b), ...(solvers.has(null) ? [null] : [])];
  }

  private async tasksWith(projectId: number, q: string): Promise<ReadonlySet<number>> {
    const filter: Filter = { $and: [{ projectId, deleted: false }, ...wordsFilter(q)] };
    return new Set((await this.readModels.ids(taskModel, filter)).map(Number));
  }

  private async answers(
    documents: readonly MilestoneDocument[],
    kind: StatisticsKind,
    person: NamePerson,
  ): Promise<StatisticsItem[]> {
    const tasks = await this.readModels.getMany<TaskDocument>(taskModel, [
      ...new Set(documents.map(({ taskId }) => taskId)),
    ]);
    return documents.map((document) => {
      const solverId = solverOf(document, kind);
      return {
        task: { id: document.taskId, name: tasks.get(String(document.taskId))?.task.name ?? '' },
        at: document[momentOf(kind)]!,
        solver: solverId === null ? null : person(solverId),
        acceptedBy: refBy(person, document.accepted?.by ?? null),
        onBehalfOf: refBy(person, document.accepted?.onBehalfOf ?? null),
      };
    });
  }
}
