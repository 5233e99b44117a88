import {
  type Route as AnyRoute,
  type InPath,
  type ListQuery,
  type Operations,
  pathOf,
  type Query,
  type QueryGiven,
  type SortField,
} from '@gos/contract';
import type { RefusalCode, Shape, TypeOf } from '@gos/domain';
import { ApiProblem, api, type ChangeOptions, type Params, query, type UploadOptions } from './api';

import { pastMoment } from './past';

type Route = keyof Operations;
type AnswerTo<R extends Route> = Operations[R]['answer'] extends Shape ? TypeOf<Operations[R]['answer']> : undefined;
export type BodyOf<R extends Route> = TypeOf<Operations[R]['body']>;

type Address<R extends Route> = InPath<R, Operations[R] extends { readonly ids: 'text' } ? string : number>;

type BodyOrFile<R extends Route> = Operations[R]['body'] extends null
  ? ChangeOptions
  : Operations[R]['body'] extends 'file'
    ? UploadOptions & { readonly file: File }
    : ChangeOptions & { readonly body: BodyOf<R> };

type QueryIn<R extends Route> = Operations[R] extends { readonly query: infer Q extends Query } ? Q : never;
/** The query parameters of an operation, by its route. */
export type QueryOf<R extends Route> = QueryGiven<QueryIn<R>>;
/** Fields by which a collection can be sorted, in either direction. */
export type SortOf<R extends Route> = SortField<Extract<QueryIn<R>, ListQuery>>;

type WithQuery<R extends Route> = [QueryIn<R>] extends [never]
  ? unknown
  : object extends QueryOf<R>
    ? { readonly query?: QueryOf<R> }
    : { readonly query: QueryOf<R> };

type Given<R extends Route> = Address<R> & WithQuery<R> & BodyOrFile<R>;

interface Asked extends ChangeOptions, UploadOptions {
  readonly query?: Params;
  readonly body?: unknown;
  readonly file?: File;
}

/** Settings of the reader's own screens, which are no part of what happened. */
const ownViews: readonly AnyRoute[] = ['PUT /me/preferences/{key}', 'PATCH /me'];

const readOnly = () =>
  new ApiProblem({ type: 'about:blank', title: 'Past', status: 409, code: 'past.read-only', detail: '' });

type AsOf<R extends Route> = Operations[R] extends { readonly query: { readonly own: { readonly at: unknown } } }
  ? R
  : never;

/** The routes that answer as of a moment; one that is missing does not compile. */
const asOfRoutes: { readonly [R in Route as AsOf<R>]: true } = {
  'GET /tasks': true,
  'GET /tasks/{id}': true,
  'GET /projects': true,
  'GET /projects/{id}': true,
  'GET /projects/{id}/boards': true,
  'GET /projects/{id}/members': true,
  'GET /boards/{id}': true,
  'GET /attendance/availability': true,
  'GET /attendance/availability/month': true,
  'GET /attendance/day': true,
  'GET /attendance/month': true,
  'GET /attendance/months': true,
  'GET /attendance/team-month': true,
  'GET /positions': true,
  'GET /positions/{id}': true,
};

type Can = Readonly<Record<string, true | RefusalCode>>;
const readOnlyRights = (can: Can): Can =>
  Object.fromEntries(Object.keys(can).map((action) => [action, 'past.read-only' as const]));

/** Nothing can be done to what is past, whatever the reader may do today. */
function withoutRights<T>(answer: T): T {
  if (typeof answer !== 'object' || answer === null) return answer;
  const { can, items } = answer as { readonly can?: Can; readonly items?: readonly unknown[] };
  return {
    ...answer,
    ...(can && { can: readOnlyRights(can) }),
    ...(Array.isArray(items) && { items: items.map(withoutRights) }),
  };
}

function send(route: AnyRoute, given: Asked & InPath<AnyRoute>): Promise<never> {
  const [method = ''] = route.split(' ');
  const path = pathOf(route, given);
  const at = pastMoment();
  if (method === 'GET') {
    const isAsOf = at !== null && Object.hasOwn(asOfRoutes, route);
    const answer = api.get(path, { params: isAsOf ? { at, ...given.query } : given.query, signal: given.signal });
    return (isAsOf ? answer.then(withoutRights) : answer) as Promise<never>;
  }
  if (at !== null && !route.includes(' /auth/') && !ownViews.includes(route)) return Promise.reject(readOnly());
  if (given.file) return api.upload(method, path, given.file, given);
  return api.send(method, `${path}${query(given.query)}`, given.body, given);
}

/** Sends the request of a route of the contract. Path parameters are given by their names. @throws ApiProblem */
export const request = <R extends Route>(
  route: R,
  ...[given]: object extends Given<R> ? [given?: Given<R>] : [given: Given<R>]
): Promise<AnswerTo<R>> => send(route, { ...given });

/** A change that is not sent yet. */
export interface PreparedRequest<Answer> {
  /** Equal for an equal route with equal arguments. */
  readonly name: string;
  send(options: ChangeOptions): Promise<Answer>;
}

/** Prepares a command on the resource with this id. Fields that the path names go into the path, the others into the body. */
export function prepareCommand<Answer>(route: AnyRoute, id: number, body: object): PreparedRequest<Answer> {
  const fields = Object.entries(body);
  const inPath = ([name]: [string, unknown]) => route.includes(`{${name}}`);
  const sent = fields.filter((field) => !inPath(field));
  const given = {
    ...Object.fromEntries(fields.filter(inPath)),
    id,
    ...(!route.startsWith('DELETE') && { body: Object.fromEntries(sent) }),
  };
  return {
    name: JSON.stringify([route, given]),
    send: (options) => send(route, { ...given, ...options }),
  };
}
