import { type ProjectAnswer, projectRoutes } from '@gos/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { everyPage, everyPageSize } from '../../lib/every-page';
import { type BodyOf, type QueryOf, request } from '../../lib/request';

type ProjectQuery = QueryOf<typeof projectRoutes.list>;

/** Query of a page of the project list; also its cache key. */
export type ProjectPageQuery = ProjectQuery & Required<Pick<ProjectQuery, 'page' | 'pageSize'>>;

/** Every key of the projects' cache. */
export const projectKeys = {
  all: ['projects'],
  lists: ['projects', 'list'],
  active: ['projects', 'list', 'active'],
  page: (query: ProjectPageQuery) => ['projects', 'list', query] as const,
  details: ['projects', 'detail'],
  detail: (id: number) => ['projects', 'detail', id] as const,
  /** Mutation key of member changes in flight. */
  sendingMembers: (id: number) => ['project-members', id] as const,
} as const;

export const fetchProjectPage = (query: ProjectPageQuery, signal?: AbortSignal) =>
  request(projectRoutes.list, { query: { ...query }, signal });

/** All active projects that the reader sees, by name: for the sidebar, menus, pickers and the palette. */
export const projectsQuery = () =>
  queryOptions({
    queryKey: projectKeys.active,
    queryFn: ({ signal }): Promise<readonly ProjectAnswer[]> =>
      everyPage((page) => fetchProjectPage({ page, pageSize: everyPageSize, sort: 'name', active: true }, signal)),
  });

/** One page of the list of projects. */
export const projectPageQuery = (query: ProjectPageQuery) =>
  queryOptions({
    queryKey: projectKeys.page(query),
    queryFn: ({ signal }) => fetchProjectPage(query, signal),
    placeholderData: keepPreviousData,
  });

export const projectQuery = (id: number) =>
  queryOptions({
    queryKey: projectKeys.detail(id),
    queryFn: ({ signal }) => request(projectRoutes.detail, { id, signal }),
    // Another project is no placeholder for this one.
    placeholderData: undefined,
  });

export const createProject = (body: BodyOf<typeof projectRoutes.create>, idempotencyKey: string) =>
  request(projectRoutes.create, { body, idempotencyKey });

export const editProject = (
  id: number,
  body: BodyOf<typeof projectRoutes.edit>,
  options: { readonly idempotencyKey: string; readonly ifMatch: number },
) => request(projectRoutes.edit, { id, body, ...options });

export type MemberBody = Omit<BodyOf<typeof projectRoutes.addMember>, 'userId'>;

export const addMember = (id: number, userId: number, member: MemberBody, idempotencyKey: string) =>
  request(projectRoutes.addMember, { id, body: { userId, ...member }, idempotencyKey });

export const changeMember = (id: number, userId: number, body: Partial<MemberBody>, idempotencyKey: string) =>
  request(projectRoutes.changeMember, { id, userId, body, idempotencyKey });

export const removeMember = (id: number, userId: number, idempotencyKey: string) =>
  request(projectRoutes.removeMember, { id, userId, idempotencyKey });
