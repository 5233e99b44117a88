import { countedLists, type TaskAnswer, type TaskCounts, type TaskList, taskOperations } from '@gos/contract';
import { type Instant, localDay, refuse } from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import {
  type BoardDocument,
  boardModel,
  budgetsSeenBy,
  changesBetween,
  historyOf,
  momentAt,
  type ProjectDocument,
  projectModel,
  type RepeatedTaskDocument,
  repeatedTaskModel,
  type TaskDiscussionDocument,
  type TaskDocument,
  type TaskMoment,
  taskDiscussionModel,
  taskModel,
  visibleTo,
  visibleToHolders,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { TaskAnswers } from '../../entities/task/task-answers';
import { TaskHistories } from '../../entities/task/task-histories';
import {
  firstHidden,
  holdsWords,
  sortedAsSeen,
  type TaskSortField,
  type TaskSortKey,
  taskListFilter,
  taskListSort,
} from '../../entities/task/task-lists';
import { VisibleTasks } from '../../entities/task/visible-tasks';
import { People } from '../../entities/user/people';
import { parseListQuery, parseQuery, skipOf } from '../../http/list-query';
import type { AnswerOf, AnswersTo } from '../../http/questions';
import type { SignedIn } from '../../http/request-context';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { Refused } from '../../kernel/refused';
import type { Filter, SortKey } from '../../stores/read-models/read-models';

type Raw = Readonly<Record<string, unknown>>;
type Reader = SignedIn['actor'];

interface OfTask {
  readonly taskId: number;
  readonly raw: Raw;
}

/** What each question has to know, by the name of its operation. */
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

  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly tasks: VisibleTasks,
    private readonly answers: TaskAnswers,
    private readonly histories: TaskHistories,
    private readonly people: People,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  execute<N extends keyof TaskQuestions>({ about, question, reader }: ReadTasks<N>): Promise<TaskAnswerTo<N>> {
    return this.answersTo[about](question, reader);
  }

  private async list(raw: Raw, reader: Reader) {
    const query = parseListQuery(raw, taskOperations.list.query);
    const list = query.own.list ?? 'all';
    const { board, order } = query.filters;
    const deletedBoards = board || order ? await this.deletedBoards(reader) : [];
    const filter = taskListFilter(list, query, reader, { ...this.asking(), deletedBoards });
    const sortsBy = (name: TaskSortField) => query.sort.some(({ field }) => field === name);
    const [parents, repeatedTasks, projects, boards] = await Promise.all([
      sortsBy('parent') ? this.parents(reader) : [],
      sortsBy('repeatedTask') ? this.repeatedTasks(reader) : [],
      sortsBy('project') ? this.projects(reader) : [],
      sortsBy('board') ? this.boards(reader) : [],
    ]);
    const asked = taskListSort(list, query, {
      people: () => this.people.order(),
      parents: () => parents,
      repeatedTasks: () => repeatedTasks,
      projects: () => projects,
      boards: () => boards,
    });
    const sort = await this.sortSeen(list, asked, filter, reader);
    const [documents, total] = await Promise.all([
      this.readModels.find<TaskDocument>(taskModel, filter, { sort, ...skipOf(query) }),
      this.readModels.count(taskModel, filter),
    ]);
    const items = await this.answers.rows(documents, reader);
    return { items, total, page: query.page, pageSize: query.pageSize };
  }

  private async sortSeen(list: TaskList, sort: TaskSortKey[], filter: Filter, reader: Reader): Promise<SortKey[]> {
    const from = firstHidden(list, sort, reader, this.today());
    if (from < 0) return sort;
    const seen = { $and: [filter, budgetsSeenBy(reader) as Filter, { budgetCents: { $gte: 0 } }] };
    const shown = await this.readModels.find<TaskDocument>(taskModel, seen, { sort: sort.slice(from) });
    return sortedAsSeen(
      sort,
      from,
      shown.map(({ task }) => task.id),
    );
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
    return (await this.readModels.find<TaskDocument>(taskModel, filter, { sort })).map(({ task }) => task.id);
  }

  private async repeatedTasks(reader: Reader): Promise<number[]> {
    const sort = [{ field: 'nameKey', direction: 'asc' }] as const;
    const visible = visibleToHolders(reader) as Filter;
    const found = await this.readModels.find<RepeatedTaskDocument>(repeatedTaskModel, visible, { sort });
    return found.map(({ state }) => state.id);
  }

  private async projects(reader: Reader): Promise<number[]> {
    const sort = [{ field: 'nameKey', direction: 'asc' }] as const;
    const projects = await this.readModels.find<ProjectDocument>(projectModel, visibleTo(reader) as Filter, { sort });
    return projects.map(({ projectId }) => projectId);
  }

  private async boards(reader: Reader): Promise<number[]> {
    const filter = { $and: [{ deleted: false }, visibleTo(reader) as Filter] };
    const sort = [{ field: 'nameKey', direction: 'asc' }] as const;
    return (await this.readModels.find<BoardDocument>(boardModel, filter, { sort })).map(({ board }) => board.id);
  }

  private async deletedBoards(reader: Reader): Promise<number[]> {
    const filter = { $and: [{ deleted: true }, visibleTo(reader) as Filter] };
    return (await this.readModels.find<BoardDocument>(boardModel, filter)).map(({ board }) => board.id);
  }

  private async detail(taskId: number, raw: Raw, reader: Reader): Promise<TaskAnswer> {
    const { at, deleted } = parseQuery(raw, taskOperations.detail.query);
    const document = await this.tasks.get(taskId, reader, { deletedToo: deleted === true });
    const present = await this.answers.detail(document, reader);
    if (at === undefined) return present;
    const moment = momentAt(await this.histories.of(taskId), at);
    if (moment.task === null) throw new Refused(refuse('task.not-found'));
    const then = { ...document, ...moment, task: moment.task };
    return { ...(await this.answers.detail(then, reader, document.task)), can: present.can };
  }

  private async activity(taskId: number, raw: Raw, reader: Reader) {
    const query = parseListQuery(raw, taskOperations.activity.query);
    const { task } = await this.tasks.get(taskId, reader, { deletedToo: query.own.deleted === true });
    const steps = this.answers.told(historyOf(await this.histories.of(taskId)), task, reader);
    const ordered = query.sort[0]?.direction === 'desc' ? [...steps].reverse() : steps;
    const { skip, limit } = skipOf(query);
    const { page, pageSize } = query;
    if (query.q === null) {
      const items = await this.answers.history(ordered.slice(skip, skip + limit), task, reader);
      return { items, total: steps.length, page, pageSize };
    }
    const found = (await this.answers.history(ordered, task, reader)).filter(({ text }) => holdsWords(text, query.q));
    return { items: found.slice(skip, skip + limit), total: found.length, page, pageSize };
  }

  private async comments(taskId: number, raw: Raw, reader: Reader) {
    const query = parseListQuery(raw, taskOperations.comments.query);
    const deletedToo = query.own.deleted === true;
    const { task } = await this.tasks.get(taskId, reader, { deletedToo });
    const discussion = await this.readModels.get<TaskDiscussionDocument>(taskDiscussionModel, taskId);
    const shown = await this.answers.comments(discussion?.comments ?? [], task, reader, { deletedToo });
    const comments = shown.filter(({ text }) => holdsWords(text, query.q));
    const ordered = query.sort[0]?.direction === 'desc' ? comments.reverse() : comments;
    const { skip, limit } = skipOf(query);
    return {
      items: ordered.slice(skip, skip + limit),
      total: comments.length,
      page: query.page,
      pageSize: query.pageSize,
    };
  }

  private async diff(taskId: number, raw: Raw, reader: Reader) {
    const { from, to, deleted } = parseQuery(raw, taskOperations.diff.query);
    const { task } = await this.tasks.get(taskId, reader, { deletedToo: deleted === true });
    const items = await this.histories.of(taskId);
    const momentOf = (instant: Instant): TaskMoment => {
      const moment = momentAt(items, instant);
      if (moment.task === null) throw new Refused(refuse('task.not-found'));
      return moment;
    };
    const changes = changesBetween(momentOf(from), momentOf(to)).filter(({ field }) => field !== 'deleted');
    return { from, to, changes: await this.answers.diff(changes, task, reader) };
  }

  private asking() {
    return { today: this.today(), zone: this.config.timeZone };
  }

  private today(): string {
    return localDay(this.clock.now(), this.config.timeZone);
  }
}
