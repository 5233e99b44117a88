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

/** Asks for what the contract tells under this route; what stands in braces there is given by its name. @throws ApiProblem */
export function request<R extends Route>(
  route: R,
  ...[given]: object extends Given<R> ? [given?: Given<R>] : [given: Given<R>]
): Promise<AnswerTo<R>> {
  const { query, body, ...more } = { query: undefined, body: undefined, ...given };
  const named: Readonly<Record<string, unknown>> = more;
  const [method = '', path = ''] = route.split(' ');
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(named[name])));
  return method === 'GET'
    ? api.get(address, { params: query, signal: given?.signal })
    : api.send(method, address, body, given);
}
