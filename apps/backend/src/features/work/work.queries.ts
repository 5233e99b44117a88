import { type ActiveWork, type Page, type WorkEntryAnswer, workOperations } from '@gos/contract';
import { endOfDay, type Instant, isDay, isFlagged, minutesBetween, seesAttendance, startOfDay } from '@gos/domain';
import {
  seesAll,
  type WorkDocument,
  type WorklogDocument,
  workEntryId,
  worklogModel,
  workModel,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { foundInParts } from '../../engine/projections/found-in-parts';
import { type ParsedListQuery, parseListQuery, parseQuery, skipOf } from '../../http/list-query';
import { pageOf } from '../../http/page-of';
import type { AnswerOf, AnswersTo } from '../../http/questions';
import type { SignedIn } from '../../http/request-context';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { mapInPieces } from '../../kernel/pieces';
import { VisibleTasks } from '../../shared/task/visible-tasks';
import { seesDeletedWork, seesWork, VisibleWork } from '../../shared/work/visible-work';
import { WorkAnswers } from '../../shared/work/work-answers';
import type { Filter, SortKey } from '../../stores/read-models/read-models';

type Raw = Readonly<Record<string, unknown>>;
type Reader = SignedIn['actor'];

/** The parameters of each question, by the name of its operation. */
export interface WorkQuestions {
  readonly active: Readonly<Record<string, never>>;
  readonly list: { readonly raw: Raw };
  readonly detail: { readonly entryId: number; readonly raw: Raw };
}

type WorkAnswerTo<N extends keyof WorkQuestions> = AnswerOf<(typeof workOperations)[N]>;

export class ReadWork<N extends keyof WorkQuestions = keyof WorkQuestions> extends Query<WorkAnswerTo<N>> {
  constructor(
    readonly about: N,
    readonly question: WorkQuestions[N],
    readonly reader: Reader,
  ) {
    super();
  }
}

type Asked = ParsedListQuery<typeof workOperations.list.query>;
/** The effort of checking whether an entry matches, in characters of text: its days depend on the time zone. */
const effort = 500;
const paths = { from: 'entry.from', minutes: 'entry.minutes' } as const;

@QueryHandler(ReadWork)
@Injectable()
export class ReadWorkHandler implements IQueryHandler<ReadWork> {
  private readonly answersTo: AnswersTo<WorkQuestions, typeof workOperations> = {
    active: (_, reader) => this.active(reader),
    list: ({ raw }, reader) => this.list(raw, reader),
    detail: ({ entryId, raw }, reader) => this.detail(entryId, raw, reader),
  };

  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly visible: VisibleWork,
    private readonly tasks: VisibleTasks,
    private readonly answers: WorkAnswers,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  execute<N extends keyof WorkQuestions>({ about, question, reader }: ReadWork<N>): Promise<WorkAnswerTo<N>> {
    return this.answersTo[about](question, reader);
  }

  private async active(reader: Reader): Promise<ActiveWork | null> {
    const log = await this.readModels.get<WorklogDocument>(worklogModel, reader.id);
    if (!log?.running) return null;
    const { entryId, taskId, from } = log.running;
    const [document, task] = await Promise.all([
      this.readModels.get<WorkDocument>(workModel, workEntryId(entryId)),
      // A person who no longer sees the task may not read its total.
      this.tasks.find(taskId, reader),
    ]);
    if (!document) return null;
    const [entry] = await this.answers.entries([document], reader);
    const currentMinutes = Math.max(0, minutesBetween(from, this.clock.instant()));
    return { entry: entry!, currentMinutes, totalMinutes: (task?.spentMinutes ?? 0) + currentMinutes };
  }

  private async list(raw: Raw, reader: Reader): Promise<Page<WorkEntryAnswer>> {
    const query = parseListQuery(raw, workOperations.list.query);
    const { page, pageSize } = query;
    const filter = this.filterOf(query, reader);
    const sort = sortOf(query);
    const seesEach = await this.seesEach(query, reader);
    const { flagged } = query.own;
    if (seesEach && flagged === undefined) {
      const options = { sort, ...skipOf(query) };
      const { documents, total } = await pageOf<WorkDocument>(this.readModels, workModel, filter, options);
      return { items: await this.answers.entries(documents, reader), total, page, pageSize };
    }
    // Visibility of an entry depends on its task: some entries of another person or of a project may be hidden. Whether
    // an entry looks forgotten depends on the present time and on the days of the time zone.
    // A question about a project or a contract is not answered from entries whose task is hidden.
    const { projectId, contractId } = query.own;
    const by = projectId === undefined && contractId === undefined ? reader : { ...reader, attendance: false };
    const at = this.clock.instant();
    const { skip, limit } = skipOf(query);
    const shown: WorkDocument[] = [];
    let total = 0;
    for await (const part of foundInParts<WorkDocument>(this.readModels, workModel, filter, { sort })) {
      const tasks = seesEach ? new Map() : await this.tasks.listed(part.map(({ taskId }) => taskId));
      const isMeant = await mapInPieces(
        part,
        () => effort,
        (document) =>
          (seesEach || (seesWork(document, tasks, by) && (!document.deleted || seesDeletedWork(document, by)))) &&
          (flagged === undefined || isFlagged(document.entry, at, this.config.timeZone) === flagged),
      );
      for (const [index, document] of part.entries()) {
        if (!isMeant[index]) continue;
        if (total >= skip && shown.length < limit) shown.push(document);
        total += 1;
      }
    }
    return { items: await this.answers.entries(shown, reader), total, page, pageSize };
  }

  /** Whether the reader sees all matches. */
  private async seesEach(
    { own: { taskId, projectId, contractId, userId, deleted } }: Asked,
    reader: Reader,
  ): Promise<boolean> {
    if (taskId !== undefined) await this.tasks.get(taskId, reader, { deletedToo: deleted === true });
    if (seesAll(reader)) return true;
    if (taskId !== undefined) return deleted !== true;
    if (projectId !== undefined) return false;
    if (userId === undefined || userId === reader.id) return true;
    return contractId === undefined && seesAttendance(reader);
  }

  private filterOf({ own }: Asked, reader: Reader): Filter {
    const { taskId, projectId, userId, contractId, from, to, deleted } = own;
    const mine = taskId === undefined && projectId === undefined && userId === undefined;
    const worker = mine ? reader.id : userId;
    const { timeZone } = this.config;
    const start = from === undefined ? null : isDay(from) ? startOfDay(from, timeZone) : from;
    const end: Instant | null = to === undefined ? null : isDay(to) ? endOfDay(to, timeZone) : to;
    return {
      $and: [
        ...(worker === undefined ? [] : [{ 'entry.userId': worker }]),
        ...(taskId === undefined ? [] : [{ taskId }]),
        ...(projectId === undefined ? [] : [{ 'entry.projectId': projectId }]),
        ...(contractId === undefined ? [] : [{ 'entry.contractId': contractId }]),
        { deleted: { $in: deleted === true ? [false, true] : [false] } },
        { 'entry.from': { $gt: '', ...(end !== null && { $lt: end }) } },
        // A running entry ends after everything.
        ...(start === null ? [] : [{ $or: [{ 'entry.to': { $gt: start } }, { 'entry.to': null }] }]),
      ],
    };
  }

  private async detail(entryId: number, raw: Raw, reader: Reader): Promise<WorkEntryAnswer> {
    const deletedToo = parseQuery(raw, workOperations.detail.query).deleted === true;
    const [answer] = await this.answers.entries([await this.visible.get(entryId, reader, { deletedToo })], reader);
    return answer!;
  }
}

function sortOf({ sort }: Asked): SortKey[] {
  const keys = sort.length > 0 ? sort : ([{ field: 'from', direction: 'desc' }] as const);
  return [
    ...keys.map(({ field, direction }) => ({ field: paths[field], direction })),
    { field: 'entry.entryId', direction: 'asc' },
  ];
}
