import type { Operation } from '@gos/contract';
import type { Of, Shape } from '@gos/domain';
import { HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import { ApiOperation, type ApiOperationOptions, ApiResponse } from '@nestjs/swagger';

const methods = new Map([
  ['GET', RequestMethod.GET],
  ['POST', RequestMethod.POST],
  ['PATCH', RequestMethod.PATCH],
  ['PUT', RequestMethod.PUT],
  ['DELETE', RequestMethod.DELETE],
]);

/** The method serves this operation of the contract: its route, its status and what it answers, which the compiler checks. */
export function Serves<A extends Shape>(
  { route, answer, status = 200 }: Operation & { readonly answer: A },
  summary: string,
  more: Pick<ApiOperationOptions, 'operationId'> = {},
) {
  const [method = '', path = ''] = route.split(' ');
  const applied = [
    RequestMapping({ method: methods.get(method), path: path.replace(/\{(\w+)\}/g, ':$1') }),
    HttpCode(status),
    ApiResponse({ status, schema: answer.schema }),
    ApiOperation({ summary, ...more }),
  ];
  return <M extends (...given: never[]) => Promise<Of<A>>>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => {
    for (const apply of applied) apply(target, name, descriptor);
  };
}
