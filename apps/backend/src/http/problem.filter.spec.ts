import { expect, it } from '@jest/globals';
import type { ArgumentsHost } from '@nestjs/common';
import { StoreUnavailable } from '../kernel/store-errors';
import { noSecurityLog } from '../observability/security-log';
import { ProblemFilter } from './problem.filter';

/** The answer to a request that ends with an error. */
function answered(error: unknown) {
  const said: { status?: number; headers: Record<string, string>; body?: unknown } = { headers: {} };
  const reply = {
    status(status: number) {
      said.status = status;
      return reply;
    },
    header(name: string, value: string) {
      said.headers[name] = value;
      return reply;
    },
    send(body: unknown) {
      said.body = body;
    },
  };
  const request = { method: 'GET', url: '/api/tasks', routeOptions: { url: '/api/tasks' } };
  const http = { getResponse: () => reply, getRequest: () => request };
  new ProblemFilter(noSecurityLog).catch(error, { switchToHttp: () => http } as unknown as ArgumentsHost);
  return said;
}

it('answers 503 when a store could not be read, 500 when nobody foresaw what happened', () => {
  expect(answered(new StoreUnavailable('The disk is full', 'not-written'))).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
    body: { code: 'store.unavailable' },
  });
  expect(answered(new Error('unforeseen'))).toMatchObject({ status: 500 });
});
