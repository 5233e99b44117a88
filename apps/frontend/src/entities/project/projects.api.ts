import type { CommandAnswer, Page, ProjectAnswer } from '@gos/contract';
import type { Contract, Day, NotificationLevel, ProjectFields, ProjectPermission } from '@gos/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api';

/** What a page of the list of projects asks the server for; also its key. */
export interface ProjectPageQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly sort?: string;
  readonly active?: boolean;
  readonly q?: string;
}

/** Every key of the projects' cache. */
export const projectKeys = {
  all: ['projects'],
  lists: ['projects', 'list'],
  active: ['projects', 'list', 'active'],
  page: (query: ProjectPageQuery) => ['projects', 'list', query] as const,
  details: ['projects', 'detail'],
  detail: (id: number) => ['projects', 'detail', id] as const,
} as const;

const fetchPage = (query: ProjectPageQuery, signal?: AbortSignal) =>
  api.get<Page<ProjectAnswer>>('/projects', { params: { ...query }, signal });

/** All active projects that the reader sees, by name: for the sidebar, menus, pickers and the palette. */
export const projectsQuery = () =>
  queryOptions({
    queryKey: projectKeys.active,
    queryFn: async ({ signal }): Promise<readonly ProjectAnswer[]> => {
      const found = new Map<number, ProjectAnswer>();
      for (let page = 1; ; page++) {
        const { items, total } = await fetchPage({ page, pageSize: 100, sort: 'name', active: true }, signal);
        for (const item of items) found.set(item.id, item);
        if (items.length === 0 || page * 100 >= total) return [...found.values()];
      }
    },
  });

/** One page of the list of projects. */
export const projectPageQuery = (query: ProjectPageQuery) =>
  queryOptions({
    queryKey: projectKeys.page(query),
    queryFn: ({ signal }) => fetchPage(query, signal),
    placeholderData: keepPreviousData,
  });

export const projectQuery = (id: number) =>
  queryOptions({
    queryKey: projectKeys.detail(id),
    queryFn: ({ signal }) => api.get<ProjectAnswer>(`/projects/${id}`, { signal }),
    // Another project is no placeholder for this one.
    placeholderData: undefined,
  });

export interface NewProjectBody {
  readonly name: string;
  readonly description?: string;
  readonly externalTicketSystemUrl?: string | null;
  readonly finishDate?: Day | null;
  readonly active?: boolean;
  readonly contracts?: readonly Contract[];
}

export const createProject = (body: NewProjectBody, idempotencyKey: string) =>
  api.post<CommandAnswer>('/projects', body, { idempotencyKey });

export const editProject = (
  id: number,
  fields: Partial<ProjectFields>,
  options: { readonly idempotencyKey: string; readonly ifMatch: number },
) => api.patch<CommandAnswer>(`/projects/${id}`, fields, options);

export interface MemberBody {
  readonly permission: ProjectPermission;
  readonly notification: NotificationLevel;
}

export const addMember = (id: number, userId: number, member: MemberBody, idempotencyKey: string) =>
  api.post<CommandAnswer>(`/projects/${id}/members`, { userId, ...member }, { idempotencyKey });

export const changeMember = (id: number, userId: number, change: Partial<MemberBody>, idempotencyKey: string) =>
  api.patch<CommandAnswer>(`/projects/${id}/members/${userId}`, change, { idempotencyKey });

export const removeMember = (id: number, userId: number, idempotencyKey: string) =>
  api.delete<CommandAnswer>(`/projects/${id}/members/${userId}`, { idempotencyKey });
