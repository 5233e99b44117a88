import { readFileSync } from 'node:fs';
import {
  boardOperations,
  meOperations,
  projectOperations,
  searchOperations,
  statisticsOperations,
  taskOperations,
  userOperations,
} from '@gos/contract';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { Json } from '../testing/harness';

/** What the interface says of itself; another test holds it against what is served. */
const document: Json = parse(readFileSync(`${import.meta.dirname}/openapi.snapshot.yaml`, 'utf8'));

const resources = {
  boardOperations,
  meOperations,
  projectOperations,
  searchOperations,
  statisticsOperations,
  taskOperations,
  userOperations,
};
const operations = Object.entries(resources).flatMap(([resource, all]) =>
  Object.entries(all).map(([name, operation]) => [`${resource}.${name}`, operation] as const),
);

function operationOf(route: string): Json {
  const [method, path] = route.split(' ');
  return document.paths[`/api${path}`]?.[method!.toLowerCase()];
}

/** Whether a field may be null is always said of a body's own fields. */
function fieldsOf(requestBody: Json): Json {
  if (!requestBody) return null;
  const { $ref } = requestBody.content['application/json'].schema;
  const { properties } = document.components.schemas[$ref.split('/').at(-1)];
  return Object.fromEntries(
    Object.entries<Json>(properties).map(([name, { nullable, ...schema }]) => [
      name,
      { ...schema, ...(nullable && { nullable }) },
    ]),
  );
}

describe('the routes of the contract are what the interface says of itself', () => {
  it.each(operations)('%s', (_, { route, body, answer }) => {
    const operation = operationOf(route);
    const { content } = operation.responses['200'] ?? operation.responses['201'];
    expect(content['application/json'].schema).toEqual(answer.schema);
    expect(fieldsOf(operation.requestBody)).toEqual(body === null ? null : body.schema.properties);
  });

  it('and leave none of these resources out but what sends files', () => {
    const told = operations.map(([, { route }]) => route.replace(' ', ' /api'));
    const served = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const own = served.filter((one) => /\/api\/(tasks|projects|boards|users|search|me\/changes)\b/.test(one));
    const others = /files$|GET .*\/files\//;
    expect(told.sort()).toEqual(own.filter((one) => !others.test(one)).sort());
  });
});
