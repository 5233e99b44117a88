import type { Operations } from '@gos/contract';
import type { Of } from '@gos/domain';
import { api, type ChangeOptions, type Params } from './api';

type Route = keyof Operations;
type AnswerTo<R extends Route> = Of<Operations[R]['answer']>;
export type BodyOf<R extends Route> = Of<Operations[R]['body']>;

type InBraces<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | InBraces<Rest> : never;
type Address<R extends Route> = { readonly [N in InBraces<R>]: N extends 'id' | `${string}Id` ? number : string };

type Given<R extends Route> = Address<R> &
  ChangeOptions & { readonly query?: Params } & (Operations[R]['body'] extends null
    ? unknown
    : { readonly body: BodyOf<R> });

type Asked = ChangeOptions & { readonly query?: Params; readonly body?: unknown };

function send(route: string, given: Asked & Readonly<Record<string, unknown>>): Promise<never> {
  const [method = '', path = ''] = route.split(' ');
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(given[name])));
  if (method === 'GET') return api.get(address, { params: given.query, signal: given.signal });
  return api.send(method, address, given.body, given);
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
