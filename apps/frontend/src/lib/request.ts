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
import type { Shape, TypeOf } from '@gos/domain';
import { api, type ChangeOptions, type Params, query, type UploadOptions } from './api';

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

function send(route: AnyRoute, given: Asked & InPath<AnyRoute>): Promise<never> {
  const [method = ''] = route.split(' ');
  const path = pathOf(route, given);
  if (method === 'GET') return api.get(path, { params: given.query, signal: given.signal });
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
