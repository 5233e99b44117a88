import { type Route as AnyRoute, type InPath, type Operations, pathOf } from '@gos/contract';
import type { Of, Shape } from '@gos/domain';
import { api, type ChangeOptions, type Params } from './api';

type Route = keyof Operations;
type AnswerTo<R extends Route> = Operations[R]['answer'] extends Shape ? Of<Operations[R]['answer']> : undefined;
export type BodyOf<R extends Route> = Of<Operations[R]['body']>;

type Address<R extends Route> = InPath<R, Operations[R] extends { readonly ids: 'text' } ? string : number>;

type Given<R extends Route> = Address<R> &
  ChangeOptions & { readonly query?: Params } & (Operations[R]['body'] extends null
    ? unknown
    : { readonly body: BodyOf<R> });

type Asked = ChangeOptions & { readonly query?: Params; readonly body?: unknown };

function send(route: AnyRoute, given: Asked & InPath<AnyRoute>): Promise<never> {
  const [method = ''] = route.split(' ');
  const path = pathOf(route, given);
  if (method === 'GET') return api.get(path, { params: given.query, signal: given.signal });
  return api.send(method, path, given.body, given);
}

/** Asks for what the contract tells under this route; what stands in braces there is given by its name. @throws ApiProblem */
export const request = <R extends Route>(
  route: R,
  ...[given]: object extends Given<R> ? [given?: Given<R>] : [given: Given<R>]
): Promise<AnswerTo<R>> => send(route, { ...given });

/** A change that is not sent yet. */
export interface Prepared<Answer> {
  /** The same for the same change. */
  readonly name: string;
  send(options: ChangeOptions): Promise<Answer>;
}

export const prepare = <R extends Route>(route: R, given: Given<R>): Prepared<AnswerTo<R>> => ({
  name: JSON.stringify([route, given]),
  send: (options) => send(route, { ...given, ...options }),
});
