import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import type { ArgumentsHost } from '@nestjs/common';
import { closeDatabase, openDatabase } from '../stores/drivers/sqlite/database';
import { temporaryFolder } from '../stores/drivers/sqlite/testing/temporary-folder';
import { ProblemFilter } from './problem.filter';

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** What is answered when a request ends with an error. */
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
  new ProblemFilter().catch(error, { switchToHttp: () => http } as unknown as ArgumentsHost);
  return said;
}

it('answers 503 when an embedded store could not be read for lack of room', () => {
  const database = openDatabase(join(folder.path, 'full.sqlite'), {
    durability: 'full',
    format: 1,
    schema: 'CREATE TABLE texts (text TEXT)',
  });
  let error: unknown;
  try {
    database.pragma('max_page_count = 3');
    database.prepare('INSERT INTO texts VALUES (?)').run('x'.repeat(100_000));
  } catch (thrown) {
    error = thrown;
  } finally {
    closeDatabase(database);
  }
  expect(error).toMatchObject({ code: 'SQLITE_FULL' });
  expect(answered(error)).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
    body: { code: 'store.unavailable' },
  });
  expect(answered(new Error('unforeseen'))).toMatchObject({ status: 500 });
});
