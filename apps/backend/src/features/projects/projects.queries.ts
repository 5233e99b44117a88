import {
  type FilterName,
  type MemberAnswer,
  type Page,
  type ProjectAnswer,
  projectOperations,
  type SortField,
} from '@gos/contract';
import { czechSortKey, notificationLevels, projectPermissions } from '@gos/domain';
import { type PathOf, type ProjectDocument, projectModel, visibleTo } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { readerAt } from '../../engine/projections/past-read-models';
import {
  conditionsOf,
  filtersOf,
  type ParsedListQuery,
  parseListQuery,
  parseQuery,
  type SortSpec,
  skipOf,
} from '../../http/list-query';
import { pageOf } from '../../http/page-of';
import type { AnswerOf, AnswersTo } from '../../http/questions';
import type { SignedIn } from '../../http/request-context';
import { ProjectAnswers } from '../../shared/project/project-answers';
import { VisibleProjects } from '../../shared/project/visible-projects';
import { holdsWords, wordsFilter } from '../../shared/task/task-lists';
import { People } from '../../shared/user/people';
import type { Filter, Scalar, SortKey } from '../../stores/read-models/read-models';

type Raw = Readonly<Record<string, unknown>>;
type Reader = SignedIn['actor'];

/** The parameters of each query, by the name of its operation. */
export interface ProjectQuestions {
  readonly list: { readonly raw: Raw };
  readonly detail: { readonly projectId: number; readonly raw: Raw };
  readonly members: { readonly projectId: number; readonly raw: Raw };
}

type ProjectAnswerTo<N extends keyof ProjectQuestions> = AnswerOf<(typeof projectOperations)[N]>;

export class ReadProjects<N extends keyof ProjectQuestions = keyof ProjectQuestions> extends Query<ProjectAnswerTo<N>> {
  constructor(
    readonly about: N,
    readonly question: ProjectQuestions[N],
    readonly reader: Reader,
  ) {
    super();
  }
}

type ListedBy = typeof projectOperations.list.query;
type MembersBy = typeof projectOperations.members.query;

/** Where the document holds what projects are sorted and filtered by. */
const paths: Record<SortField<ListedBy> | FilterName<ListedBy>, PathOf<ProjectDocument>> = {
  name: 'nameKey',
  id: 'projectId',
  description: 'descriptionKey',
  externalTicketSystemUrl: 'ticketSystemKey',
  contracts: 'contractIds',
  members: 'memberIds',
  finishDate: 'project.finishDate',
  active: 'project.active',
  revision: 'project.revision',
};

/** Fields with several values are sorted by one, and empty when they have none. */
const single: Partial<typeof paths> = { contracts: 'contractsKey', members: 'firstMemberId' };
const sortPaths = { ...paths, ...single };

const byName = <F extends string>(sort: readonly SortSpec<F | 'name'>[]): readonly SortSpec<F | 'name'>[] =>
  sort.length > 0 ? sort : [{ field: 'name', direction: 'asc' }];

@QueryHandler(ReadProjects)
@Injectable()
export class ReadProjectsHandler implements IQueryHandler<ReadProjects> {
  private readonly answersTo: AnswersTo<ProjectQuestions, typeof projectOperations> = {
    list: ({ raw }, reader) => this.list(raw, reader),
    detail: ({ projectId, raw }, reader) => this.detail(projectId, raw, reader),
    members: ({ projectId, raw }, reader) => this.members(projectId, raw, reader),
  };

  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly projects: VisibleProjects,
    private readonly answers: ProjectAnswers,
    private readonly people: People,
  ) {}

  execute<N extends keyof ProjectQuestions>({ about, question, reader }: ReadProjects<N>): Promise<ProjectAnswerTo<N>> {
    return this.answersTo[about](question, reader);
  }

  private async list(raw: Raw, reader: Reader): Promise<Page<ProjectAnswer>> {
    const query = parseListQuery(raw, projectOperations.list.query);
    const filter: Filter = {
      $and: [visibleTo(reader) as Filter, ...conditionsOf(query, paths, single), ...wordsFilter(query.q)],
    };
    const keys = byName(query.sort).map(({ field, direction }): SortKey => {
      const ranking = field === 'members' ? this.people.order() : undefined;
      return { field: sortPaths[field], direction, ranking };
    });
    const sort: SortKey[] = [...keys, { field: 'projectId', direction: 'asc' }];
    const options = { sort, ...skipOf(query) };
    const { at } = query.own;
    const from = readerAt(this.readModels, at);
    const { documents, total } = await pageOf<ProjectDocument>(from, projectModel, filter, options);
    const { page, pageSize } = query;
    return { items: await this.answers.answers(documents, reader, at), total, page, pageSize };
  }

  private async detail(projectId: number, raw: Raw, reader: Reader): Promise<ProjectAnswer> {
    const { at } = parseQuery(raw, projectOperations.detail.query);
    const [answer] = await this.answers.answers([await this.projects.project(projectId, reader, at)], reader, at);
    return answer!;
  }

  private async members(projectId: number, raw: Raw, reader: Reader): Promise<Page<MemberAnswer>> {
    const query = parseListQuery(raw, projectOperations.members.query);
    const project = await this.projects.project(projectId, reader, query.own.at);
    const all = await this.answers.members(project, reader, query.own.at);
    const members = all.filter(chosenBy(query));
    const { skip, limit } = skipOf(query);
    const { page, pageSize } = query;
    const items = members.sort(inOrderOf(byName(query.sort))).slice(skip, skip + limit);
    return { items, total: members.length, page, pageSize };
  }
}

/** The values by which members are filtered. */
const memberValues: Record<FilterName<MembersBy>, (member: MemberAnswer) => Scalar> = {
  user: ({ user }) => user.id,
  permission: ({ permission }) => permission,
  notification: ({ notification }) => notification,
};

const chosenBy = (query: ParsedListQuery<MembersBy>) => (member: MemberAnswer) =>
  holdsWords(member.user.name, query.q) &&
  filtersOf(query).every(([name, values]) => values.includes(memberValues[name](member)));

const memberKeys: Record<SortField<MembersBy>, (member: MemberAnswer) => string | number> = {
  user: ({ user }) => czechSortKey(user.name),
  name: ({ user }) => czechSortKey(user.name),
  id: ({ user }) => user.id,
  permission: ({ permission }) => projectPermissions.indexOf(permission),
  notification: ({ notification }) => notificationLevels.indexOf(notification),
};

function inOrderOf(sort: readonly SortSpec<SortField<MembersBy>>[]): (a: MemberAnswer, b: MemberAnswer) => number {
  return (a, b) => {
    for (const { field, direction } of sort) {
      const [left, right] = [memberKeys[field](a), memberKeys[field](b)];
      if (left !== right) return left < right === (direction === 'asc') ? -1 : 1;
    }
    return a.user.id - b.user.id;
  };
}
