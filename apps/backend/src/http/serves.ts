import type { Operation } from '@gos/contract';
import type { Shape, TypeOf } from '@gos/domain';
import { applyDecorators, HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { bodyLimitOf, withRouteConfig } from './body-limits';
import { apiQueries } from './query-parameters';
import { TakesFile } from './strict-request';

const methods = new Map([
  ['GET', RequestMethod.GET],
  ['POST', RequestMethod.POST],
  ['PATCH', RequestMethod.PATCH],
  ['PUT', RequestMethod.PUT],
  ['DELETE', RequestMethod.DELETE],
]);

type Answered<A> = A extends Shape ? TypeOf<A> | Promise<TypeOf<A>> : Promise<void>;

/** Method decorator: serves a route of the contract whose answer is not JSON; further decorators describe that answer. */
export function ServesContent({ id, route, query }: Pick<Operation, 'id' | 'route' | 'query'>, summary: string) {
  const [method = '', path = ''] = route.split(' ');
  return applyDecorators(
    RequestMapping({ method: methods.get(method), path: path.replace(/\{(\w+)\}/g, ':$1') }),
    ApiOperation({ summary, operationId: id }),
    ...(query ? apiQueries(query) : []),
  );
}

/**
 * Method decorator: serves an operation of the contract, with its route, query parameters, status, uploaded file and answer. The
 * compiler checks the method's return type.
 */
export function Serves<A extends Shape | null>(
  { id, route, body, answer, query, status }: Operation & { readonly answer: A },
  summary: string,
) {
  const served = status ?? (answer === null ? 204 : 200);
  const apply = applyDecorators(
    ServesContent({ id, route, query }, summary),
    HttpCode(served),
    ...(body && body !== 'file' ? [withRouteConfig({ bodyLimit: bodyLimitOf(body) })] : []),
    ...(body === 'file' ? [TakesFile()] : []),
    ApiResponse({ status: served, ...(answer && { schema: answer.schema }) }),
  );
  return <M extends (...given: never[]) => Answered<A>>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => apply(target, name, descriptor);
}
