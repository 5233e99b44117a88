import type { ObjectShape, Shape } from '@gos/domain';
import { describe, expect, it } from '@jest/globals';
import { bodiesAtEdges } from '../testing/edge-values';
import { allOperations } from '../testing/rights/operations';
import { bodyLimitOf, leastBody, mostBody } from './body-limits';

const operations = allOperations.flatMap(({ route, body }) => (body && body !== 'file' ? [{ route, body }] : []));
const isObject = (shape: Shape): shape is ObjectShape => 'fields' in shape;

/** JSON with each character of a text escaped, which is valid and takes the most bytes. */
const escaped = (value: unknown): string =>
  JSON.stringify(value).replace(/(?<=")[^"\\]+(?=")/g, (run) =>
    [...run.split('')].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  );

describe('limits of JSON bodies', () => {
  it('are derived for each operation: short bodies have a short limit', () => {
    const limitOf = (route: string) => bodyLimitOf(operations.find((one) => one.route === route)!.body);
    const kib = (route: string) => Math.ceil(limitOf(route) / 1024);
    expect({
      login: kib('POST /auth/login'),
      forgotten: kib('POST /auth/forgotten'),
      register: kib('POST /auth/register'),
      recover: kib('POST /auth/recover'),
      invitation: kib('POST /auth/invitation'),
      callback: kib('POST /auth/sso/callback'),
      secondStep: kib('POST /auth/second-step'),
      comment: kib('POST /tasks/{id}/comments'),
      task: kib('POST /tasks'),
    }).toEqual({
      login: 16,
      forgotten: 16,
      register: 43,
      recover: 25,
      invitation: 16,
      callback: 36,
      secondStep: 103,
      comment: 235,
      task: mostBody / 1024,
    });
    expect(operations.filter(({ body }) => bodyLimitOf(body) === leastBody).length).toBeGreaterThan(40);
  });

  it.each(operations)('let every valid body of $route through, however it is escaped', ({ body }) => {
    const wrong: string[] = [];
    for (const { of, changed } of bodiesAtEdges(body)) {
      const [[name, value]] = Object.entries(changed) as [[string, unknown]];
      const field = body.fields[name]!;
      const isValid = value === undefined || field.errorsOf(value, name, {}).length === 0;
      if (isValid && escaped(value).length > field.maxBytes) wrong.push(of);
    }
    expect(wrong).toEqual([]);
  });

  it.each(operations)('hold for each text of $route: its shape refuses what would not fit', ({ body }) => {
    const open = (shape: Shape): boolean => {
      if (isObject(shape)) return Object.values(shape.fields).some(open);
      if (shape.schema.type !== 'string' || shape.schema.enum) return false;
      return shape.errorsOf('x'.repeat(shape.maxBytes), 'at', {}).length === 0;
    };
    expect(Object.entries(body.fields).filter(([, field]) => open(field))).toEqual([]);
  });
});
