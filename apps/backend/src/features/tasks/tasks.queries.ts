import { type ActivityItem, countedLists, type TaskAnswer, type TaskCounts, taskOperations } from '@gos/contract';
import { type Instant, localDay, may, refuse, type Task, taskRolesOf } from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import {
  boardModel,
  changesBetween,
  commentModel,
  projectModel,
  repeatedTaskModel,
  seesBudget,
  type TaskActivity,
  type TaskActivityDocument,
  taskActivityModel,
  taskModel,
  visibleTo,
  visibleToHolders,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { type ModelReader, momentOf, readerAt } from '../../engine/projections/past-read-models';
import { cutPage, pageBytes } from '../../http/cut-page';
import { parseListQuery, parseQuery, skipOf } from '../../http/list-query';
import { pageOf } from '../../http/page-of';
import type { AnswerOf, AnswersTo } from '../../http/questions';
import type { SignedIn } from '../../http/request-context';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { LocalToday } from '../../kernel/local-today';
import { Refused } from '../../kernel/refused';
import { PastTasks } from '../../shared/task/past-tasks';
import { TaskAnswers } from '../../shared/task/task-answers';
import { historyOf, inShortParts, TaskHistories } from '../../shared/task/task-histories';
import { TaskHistoryAnswers, typesWithText } from '../../shared/task/task-history-answers';
import {
  filtersMoney,
  holdsWords,
  isOwnList,
  sortedAsSeen,
  sortedAsSeenNow,
  type TaskSortField,
  taskListFilter,
  taskListSort,
  wordsFilter,
} from '../../shared/task/task-lists';
import { VisibleTasks } from '../../shared/task/visible-tasks';
import { People } from '../../shared/user/people';
import { ByteBudget, sizeOf } from '../../stores/event-log/byte-budget';
import type { Filter } from '../../stores/read-models/read-models';

type Raw = Readonly<Record<string, unknown>>;
type Reader = SignedIn['actor'];

interface OfTask {
  readonly taskId: number;
  readonly raw: Raw;
}

/** The parameters of each query, by the name of its operation. */
export interface TaskQuestions {
  readonly list: { readonly raw: Raw };
  readonly counts: object;
  readonly detail: OfTask;
  readonly activity: OfTask;
  readonly comments: OfTask;
  readonly diff: OfTask;
}

type TaskAnswerTo<N extends keyof TaskQuestions> = AnswerOf<(typeof taskOperations)[N]>;

export class ReadTasks<N extends keyof TaskQuestions = keyof TaskQuestions> extends Query<TaskAnswerTo<N>> {
  constructor(
    readonly about: N,
    readonly question: TaskQuestions[N],
    readonly reader: Reader,
  ) {
    super();
  }
}

type Part = ReturnType<typeof skipOf>;

const everything = { page: 1, pageSize: 1, sort: [], q: null, filters: {}, own: {} };

@QueryHandler(ReadTasks)
@Injectable()
export class ReadTasksHandler implements IQueryHandler<ReadTasks> {
  private readonly answersTo: AnswersTo<TaskQuestions, typeof taskOperations> = {
    list: ({ raw }, reader) => this.list(raw, reader),
    counts: (_, reader) => this.counts(reader),
    detail: ({ taskId, raw }, reader) => this.detail(taskId, raw, reader),
    activity: ({ taskId, raw }, reader) => this.activity(taskId, raw, reader),
    comments: ({ taskId, raw }, reader) => this.comments(taskId, raw, reader),
    diff: ({ taskId, raw }, reader) => this.diff(taskId, raw, reader),
  };

  private readonly present: LocalToday;

  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly tasks: VisibleTasks,
    private readonly answers: TaskAnswers,
    private readonly historyAnswers: TaskHistoryAnswers,
    private readonly histories: TaskHistories,
    private readonly past: PastTasks,
    private readonly people: People,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.present = new LocalToday(clock, config.timeZone);
  }

  execute<N extends keyof TaskQuestions>({ about, question, reader }: ReadTasks<N>): Promise<TaskAnswerTo<N>> {
    return this.answersTo[about](question, reader);
  }

  private async list(raw: Raw, reader: Reader) {
    const query = parseListQuery(raw, taskOperations.list.query);
    const list = query.own.list ?? 'all';
    const { at } = query.own;
    const from = readerAt(this.readModels, at);
    const { board, order } = query.filters;
    const deletedBoards = board || order ? await this.deletedBoards(reader, from) : [];
    const today = this.today(at);
    const asking = { today, zone: this.config.timeZone, deletedBoards, isPast: at !== undefined };
    const filter = taskListFilter(list, query, reader, asking);
    const sortsBy = (name: TaskSortField) => query.sort.some(({ field }) => field === name);
    const [parents, repeatedTasks, projects, boards] = await Promise.all([
      sortsBy('parent') ? this.parents(reader) : [],
      sortsBy('repeatedTask') ? this.repeatedTasks(reader) : [],
      sortsBy('project') ? this.projects(reader, from) : [],
      sortsBy('board') ? this.boards(reader, from) : [],
    ]);
    const asked = taskListSort(list, query, {
      people: () => this.people.order(),
      parents: () => parents,
      repeatedTasks: () => repeatedTasks,
      projects: () => projects,
      boards: () => boards,
    });
    const part = skipOf(query);
    const sort = sortedAsSeen(list, asked, reader, today);
    const past = {
      at: at!,
      filter,
      isNarrow: isOwnList(list, reader.id, today) || query.filters.board !== undefined,
      isOfMoney: filtersMoney(query),
      q: query.q,
    };
    const { documents, total } =
      at === undefined
        ? await pageOf(this.readModels, taskModel, filter, { sort, ...part })
        : await this.past.page(past, (moneyOf) => sortedAsSeenNow(asked, moneyOf), part, reader);
    const items = await (at === undefined
      ? this.answers.rows(documents, reader)
      : this.answers.pastRows(documents, reader, at));
    return { items, total, page: query.page, pageSize: query.pageSize };
  }

  private async counts(reader: Reader): Promise<TaskCounts> {
    const counts = await Promise.all(
      countedLists.map((list) =>
        this.readModels.count(taskModel, taskListFilter(list, everything, reader, this.asking())),
      ),
    );
    return tableOf(countedLists, (_, index) => counts[index]!);
  }

  /** Ids of the visible tasks with subtasks, sorted by name. */
  private async parents(reader: Reader): Promise<number[]> {
    const filter = { $and: [{ hasSubtasks: true }, { deleted: false }, visibleTo(reader) as Filter] };
    const sort = [{ field: 'nameKey', direction: 'asc' }] as const;
    return (await this.readModels.ids(taskModel, filter, { sort })).map(Number);
  }

  private async repeatedTasks(reader: Reader): Promise<number[]> {
    const sort = [{ field: 'nameKey', direction: 'asc' }] as const;
    return (await this.readModels.ids(repeatedTaskModel, visibleToHolders(reader) as Filter, { sort })).map(Number);
  }

  private async projects(reader: Reader, from: ModelReader): Promise<number[]> {
    const sort = [{ field: 'nameKey', direction: 'asc' }] as const;
    return (await from.ids(projectModel, visibleTo(reader) as Filter, { sort })).map(Number);
  }

  private async boards(reader: Reader, from: ModelReader): Promise<number[]> {
    const filter = { $and: [{ deleted: false }, visibleTo(reader) as Filter] };
    const sort = [{ field: 'nameKey', direction: 'asc' }] as const;
    return (await from.ids(boardModel, filter, { sort })).map(Number);
  }

  private async deletedBoards(reader: Reader, from: ModelReader): Promise<number[]> {
    const filter = { $and: [{ deleted: true }, visibleTo(reader) as Filter] };
    return (await from.ids(boardModel, filter)).map(Number);
  }

  private async detail(taskId: number, raw: Raw, reader: Reader): Promise<TaskAnswer> {
    const { at, deleted } = parseQuery(raw, taskOperations.detail.query);
    const document = await this.tasks.get(taskId, reader, { deletedToo: deleted === true || at !== undefined });
    if (at === undefined) return this.answers.detail(document, reader);
    const moment = await this.histories.momentAt(taskId, at);
    if (moment.task === null) throw new Refused(refuse('task.not-found'));
    const then = { ...document, ...moment, task: moment.task };
    return { ...(await this.answers.detail(then, reader, document.task, at)), can: this.answers.can(document, reader) };
  }

  private async activity(taskId: number, raw: Raw, reader: Reader) {
    const query = parseListQuery(raw, taskOperations.activity.query);
    const { task } = await this.tasks.get(taskId, reader, { deletedToo: query.own.deleted === true });
    const newestFirst = query.sort[0]?.direction === 'desc';
    const { documents, total } =
      query.q === null
        ? await this.pageOfHistory(task, newestFirst, skipOf(query), reader)
        : await this.saidInHistory(task, query.q, newestFirst, skipOf(query), reader);
    const { items, read } = await this.told(documents, task, newestFirst, reader);
    if (read === documents.length) return { items, total, page: query.page, pageSize: query.pageSize };
    const cut = cutPage(query, read);
    const within = new Set(documents.slice(0, cut.pageSize).map(({ id }) => id));
    return { items: items.filter(({ id }) => within.has(id)), total, ...cut };
  }

  private pageOfHistory(task: Task, newestFirst: boolean, part: Part, reader: Reader) {
    const sort = [{ field: 'order', direction: newestFirst ? 'desc' : 'asc' }] as const;
    const seen = historyOf(task.id, seesBudget(task, reader));
    return pageOf<TaskActivityDocument>(this.readModels, taskActivityModel, seen, { sort, ...part });
  }

  /** People's texts are read from the log, a few events at a time. */
  private async saidInHistory(task: Task, q: string, newestFirst: boolean, { skip, limit }: Part, reader: Reader) {
    const holds = (whole: TaskActivity) => holdsWords(this.historyAnswers.written(whole, task, reader), q);
    const found = await this.histories.those(task.id, typesWithText, holds);
    if (newestFirst) found.reverse();
    return { documents: found.slice(skip, skip + limit), total: found.length };
  }

  /** Ends early once the items are long; `read` is the number of entries that were read until then. */
  private async told(entries: readonly TaskActivityDocument[], task: Task, newestFirst: boolean, reader: Reader) {
    const items: ActivityItem[] = [];
    const budget = new ByteBudget(pageBytes);
    let read = 0;
    for (const some of inShortParts(entries)) {
      const steps = await this.histories.steps(task.id, newestFirst ? some.toReversed() : some);
      const told = await this.historyAnswers.history(steps, task, reader);
      items.push(...(newestFirst ? told.reverse() : told));
      read += some.length;
      for (const item of told) budget.spend(sizeOf(item));
      if (budget.isSpent) break;
    }
    return { items, read };
  }

  private async comments(taskId: number, raw: Raw, reader: Reader) {
    const query = parseListQuery(raw, taskOperations.comments.query);
    const deletedToo = query.own.deleted === true;
    const { task } = await this.tasks.get(taskId, reader, { deletedToo });
    const present: Filter = { deleted: false };
    const ofAnybody = may(taskRolesOf(task, reader), 'seeRemovedComments');
    // Authors see their own deleted comments, admins and auditors all of them.
    const shown: Filter[] = !deletedToo ? [present] : ofAnybody ? [] : [{ $or: [present, { by: reader.id }] }];
    const filter: Filter = { $and: [{ taskId }, ...shown, ...wordsFilter(query.q)] };
    const sort = [{ field: 'commentId', direction: query.sort[0]?.direction ?? 'asc' }] as const;
    const { documents, total } = await pageOf(this.readModels, commentModel, filter, { sort, ...skipOf(query) });
    const items = await this.answers.comments(documents, task, reader);
    return { items, total, page: query.page, pageSize: query.pageSize };
  }

  private async diff(taskId: number, raw: Raw, reader: Reader) {
    const { from, to, deleted } = parseQuery(raw, taskOperations.diff.query);
    const { task } = await this.tasks.get(taskId, reader, { deletedToo: deleted === true });
    const [before, after] = await Promise.all([
      this.histories.momentAt(taskId, from),
      this.histories.momentAt(taskId, to),
    ]);
    if (before?.task == null || after?.task == null) throw new Refused(refuse('task.not-found'));
    return { from, to, changes: await this.historyAnswers.diff(changesBetween(before, after), task, reader) };
  }

  private asking() {
    return { today: this.today(), zone: this.config.timeZone };
  }

  /** The day of a moment; the present day for one that is still ahead. */
  private today(at?: Instant): string {
    return at === undefined ? this.present.day() : localDay(momentOf(at, this.clock), this.config.timeZone);
  }
}
