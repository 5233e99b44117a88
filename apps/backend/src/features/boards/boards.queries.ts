import { type BoardAnswer, boardOperations, type FilterName, type Page, type SortField } from '@gos/contract';
import { boardSections, type Instant, seesDeletedBoards } from '@gos/domain';
import { type BoardDocument, boardModel, type PathOf } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { readerAt } from '../../engine/projections/past-read-models';
import { conditionsOf, parseListQuery, parseQuery, type SortSpec, skipOf } from '../../http/list-query';
import { pageOf } from '../../http/page-of';
import type { AnswerOf, AnswersTo } from '../../http/questions';
import type { SignedIn } from '../../http/request-context';
import { BoardAnswers } from '../../shared/board/board-answers';
import { VisibleProjects } from '../../shared/project/visible-projects';
import { PastTasks } from '../../shared/task/past-tasks';
import { wordsFilter } from '../../shared/task/task-lists';
import { People } from '../../shared/user/people';
import { UserAnswers } from '../../shared/user/user-answers';
import type { Filter, SortKey } from '../../stores/read-models/read-models';

type Raw = Readonly<Record<string, unknown>>;
type Reader = SignedIn['actor'];

/** The parameters of each query, by the name of its operation. */
export interface BoardQuestions {
  readonly list: { readonly projectId: number; readonly raw: Raw };
  readonly detail: { readonly boardId: number; readonly raw: Raw };
}

type BoardAnswerTo<N extends keyof BoardQuestions> = AnswerOf<(typeof boardOperations)[N]>;

export class ReadBoards<N extends keyof BoardQuestions = keyof BoardQuestions> extends Query<BoardAnswerTo<N>> {
  constructor(
    readonly about: N,
    readonly question: BoardQuestions[N],
    readonly reader: Reader,
  ) {
    super();
  }
}

type ListedBy = typeof boardOperations.list.query;
type Field = SortField<ListedBy>;

/** Where the document holds what boards are sorted and filtered by. */
const paths: Record<Field | FilterName<ListedBy>, PathOf<BoardDocument>> = {
  section: 'board.section',
  projectId: 'projectId',
  description: 'descriptionKey',
  assignedUser: 'board.assignedUserId',
  revision: 'board.revision',
  order: 'board.order',
  name: 'nameKey',
  deadline: 'board.deadline',
  id: 'board.id',
};
const dashboard: readonly SortSpec<Field>[] = [
  { field: 'section', direction: 'asc' },
  { field: 'order', direction: 'asc' },
];

@QueryHandler(ReadBoards)
@Injectable()
export class ReadBoardsHandler implements IQueryHandler<ReadBoards> {
  private readonly answersTo: AnswersTo<BoardQuestions, typeof boardOperations> = {
    list: ({ projectId, raw }, reader) => this.list(projectId, raw, reader),
    detail: ({ boardId, raw }, reader) => this.detail(boardId, raw, reader),
  };

  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly projects: VisibleProjects,
    private readonly boards: BoardAnswers,
    private readonly people: People,
    private readonly users: UserAnswers,
    private readonly tasks: PastTasks,
  ) {}

  execute<N extends keyof BoardQuestions>({ about, question, reader }: ReadBoards<N>): Promise<BoardAnswerTo<N>> {
    return this.answersTo[about](question, reader);
  }

  private async list(projectId: number, raw: Raw, reader: Reader): Promise<Page<BoardAnswer>> {
    const query = parseListQuery(raw, boardOperations.list.query);
    const { at, deleted } = query.own;
    await this.projects.project(projectId, reader, at);
    const from = readerAt(this.readModels, at);
    const seesDeleted = seesDeletedBoards(projectId, reader);
    const there: Filter[] = [{ projectId }, { deleted: { $in: deleted && seesDeleted ? [false, true] : [false] } }];
    if (at !== undefined && !seesDeleted) there.push({ id: { $nin: await this.deletedNow(projectId) } });
    const filter: Filter = { $and: [...there, ...conditionsOf(query, paths), ...wordsFilter(query.q)] };
    const sort = await this.sorting(query.sort, reader);
    const options = { sort, ...skipOf(query) };
    const { documents, total } = await pageOf<BoardDocument>(from, boardModel, filter, options);
    const { page, pageSize } = query;
    return {
      items: await this.boards.answers(documents, reader, await this.pastOf(documents, at, reader)),
      total,
      page,
      pageSize,
    };
  }

  private async detail(boardId: number, raw: Raw, reader: Reader): Promise<BoardAnswer> {
    const { at, deleted } = parseQuery(raw, boardOperations.detail.query);
    const document = await this.projects.board(boardId, reader, { deletedToo: deleted === true, at });
    const [answer] = await this.boards.answers([document], reader, await this.pastOf([document], at, reader));
    return answer!;
  }

  private async pastOf(boards: readonly BoardDocument[], at: Instant | undefined, reader: Reader) {
    if (at === undefined) return undefined;
    const those = boards.map(({ board }) => board);
    return { at, counts: await this.tasks.countsOf(at, those, reader) };
  }

  private deletedNow(projectId: number): Promise<string[]> {
    return this.readModels.ids(boardModel, { projectId, deleted: true });
  }

  /** People whom the reader does not see come after all others. */
  private async sorting(given: readonly SortSpec<Field>[], reader: Reader): Promise<SortKey[]> {
    const visible = await this.users.visible(reader);
    const keys = (given.length > 0 ? given : dashboard).map(({ field, direction }): SortKey => {
      const key = { field: paths[field], direction };
      if (field === 'section') return { ...key, ranking: boardSections };
      return field === 'assignedUser'
        ? { ...key, ranking: this.people.order().filter((id) => visible?.has(id) ?? true) }
        : key;
    });
    return [...keys, { field: 'board.id', direction: 'asc' }];
  }
}
