import { type Instant, isInstant, localDay, may, partsOf, refuse } from '@gos/domain';
import {
  changesBetween,
  historyOf,
  isVisibleTo,
  momentAt,
  type TaskActivityDocument,
  type TaskAnswer,
  type TaskCounts,
  type TaskDiscussionDocument,
  type TaskDocument,
  type TaskMoment,
  taskActivityModel,
  taskDiscussionModel,
  taskModel,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../config';
import { Clock } from '../cqrs/clock';
import { Refused } from '../cqrs/refused';
import { Views } from '../cqrs/views';
import { listQuery, skipOf } from '../http/list-query';
import type { SignedIn } from '../http/request-context';
import { refusalOfErrors } from '../http/validation';
import { People } from '../users/people';
import { TaskAnswers } from './task-answers';
import { type TaskList, taskListFilter, taskListRules, taskListSort, taskLists } from './task-lists';

type Raw = Readonly<Record<string, unknown>>;
type Reader = SignedIn['actor'];

export type TaskQuestion =
  | { readonly about: 'list'; readonly raw: Raw }
  | { readonly about: 'counts' }
  | { readonly about: 'detail' | 'activity' | 'comments' | 'diff'; readonly taskId: number; readonly raw: Raw };

export class ReadTasks extends Query<unknown> {
  constructor(
    readonly question: TaskQuestion,
    readonly reader: Reader,
  ) {
    super();
  }
}

const counted = ['to-complete', 'given', 'to-accept', 'notified', 'planned'] as const satisfies readonly TaskList[];
const everything = { page: 1, pageSize: 1, sort: [], q: null, filters: {} };

function instantOf(raw: Raw, name: string): Instant {
  const value = raw[name];
  if (!isInstant(value)) throw new Refused(refusalOfErrors([{ path: name, code: 'validation.instant' }]));
  return new Date(value).toISOString();
}

function knownOnly(raw: Raw, known: readonly string[]): void {
  const errors = Object.keys(raw)
    .filter((name) => !known.includes(name))
    .map((path) => ({ path, code: 'validation.unknown-field' as const }));
  if (errors.length > 0) throw new Refused(refusalOfErrors(errors));
}

@QueryHandler(ReadTasks)
@Injectable()
export class ReadTasksHandler implements IQueryHandler<ReadTasks> {
  constructor(
    private readonly views: Views,
    private readonly answers: TaskAnswers,
    private readonly people: People,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  execute({ question, reader }: ReadTasks): Promise<unknown> {
    switch (question.about) {
      case 'list':
        return this.list(question.raw, reader);
      case 'counts':
        return this.counts(reader);
      case 'detail':
        return this.detail(question.taskId, question.raw, reader);
      case 'activity':
        return this.activity(question.taskId, question.raw, reader);
      case 'comments':
        return this.comments(question.taskId, question.raw, reader);
      case 'diff':
        return this.diff(question.taskId, question.raw, reader);
    }
  }

  private async list(raw: Raw, reader: Reader) {
    const query = listQuery(raw, taskListRules);
    const list = (raw.list ?? 'all') as TaskList;
    if (!taskLists.includes(list)) throw new Refused(refusalOfErrors([{ path: 'list', code: 'validation.choice' }]));
    const filter = taskListFilter(list, query, reader, this.today());
    const sort = taskListSort(list, query, () => this.people.order());
    const [documents, total] = await Promise.all([
      this.views.find<TaskDocument>(taskModel, filter, { sort, ...skipOf(query) }),
      this.views.count(taskModel, filter),
    ]);
    return { items: await this.answers.rows(documents, reader), total, page: query.page, pageSize: query.pageSize };
  }

  private async counts(reader: Reader): Promise<TaskCounts> {
    const counts = await Promise.all(
      counted.map((list) => this.views.count(taskModel, taskListFilter(list, everything, reader, this.today()))),
    );
    return Object.fromEntries(counted.map((list, index) => [list, counts[index]])) as TaskCounts;
  }

  private async detail(taskId: number, raw: Raw, reader: Reader): Promise<TaskAnswer> {
    knownOnly(raw, ['at', 'deleted']);
    const document = await this.visible(taskId, reader, raw.deleted === 'true');
    const present = await this.answers.detail(document, reader);
    if (raw.at === undefined) return present;
    const moment = momentAt(await this.historyOf(taskId), instantOf(raw, 'at'));
    if (moment.task === null) throw new Refused(refuse('task.not-found'));
    const then = { ...document, task: moment.task, parentId: moment.task.parentId, predecessors: moment.predecessors };
    return { ...(await this.answers.detail(then, reader)), can: present.can };
  }

  private async activity(taskId: number, raw: Raw, reader: Reader) {
    const query = listQuery(raw, { sortable: ['at'], filters: {} });
    const { task } = await this.visible(taskId, reader);
    const steps = historyOf(await this.historyOf(taskId));
    const ordered = query.sort[0]?.direction === 'desc' ? [...steps].reverse() : steps;
    const { skip, limit } = skipOf(query);
    const items = await this.answers.history(ordered.slice(skip, skip + limit), task, reader);
    return { items, total: steps.length, page: query.page, pageSize: query.pageSize };
  }

  private async comments(taskId: number, raw: Raw, reader: Reader) {
    const query = listQuery(raw, { sortable: ['at'], filters: {} });
    const { task } = await this.visible(taskId, reader);
    const discussion = await this.views.get<TaskDiscussionDocument>(taskDiscussionModel, taskId);
    const comments = this.answers.comments(discussion?.comments ?? [], task, reader);
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
    knownOnly(raw, ['from', 'to']);
    const from = instantOf(raw, 'from');
    const to = instantOf(raw, 'to');
    const { task } = await this.visible(taskId, reader);
    const items = await this.historyOf(taskId);
    const at = (instant: Instant): TaskMoment => {
      const moment = momentAt(items, instant);
      if (moment.task === null) throw new Refused(refuse('task.not-found'));
      return moment;
    };
    return { from, to, changes: await this.answers.diff(changesBetween(at(from), at(to)), task, reader) };
  }

  /** What one may not see, and what is deleted, is not there; a deleted task is shown to whoever may bring it back and asks for it. */
  private async visible(taskId: number, reader: Reader, deletedToo = false): Promise<TaskDocument> {
    const document = await this.views.get<TaskDocument>(taskModel, taskId);
    const there = document !== undefined && isVisibleTo(document, reader);
    if (!there) throw new Refused(refuse('task.not-found'));
    if (document.deleted && !(deletedToo && may(partsOf(document.task, reader), 'undelete'))) {
      throw new Refused(refuse('task.not-found'));
    }
    return document;
  }

  private historyOf(taskId: number): Promise<TaskActivityDocument[]> {
    return this.views.find<TaskActivityDocument>(
      taskActivityModel,
      { taskId },
      { sort: [{ field: 'order', direction: 'asc' }] },
    );
  }

  private today(): string {
    return localDay(this.clock.now(), this.config.timeZone);
  }
}
