import { readFileSync } from 'node:fs';
import type { Operation } from '@gos/contract';
import * as contract from '@gos/contract';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { Json } from '../testing/harness';
import { sound } from './openapi';

/** What the interface says of itself; another test holds it against what is served. */
const document: Json = parse(readFileSync(`${import.meta.dirname}/openapi.snapshot.yaml`, 'utf8'));

/** All that the contract has, so that none is forgotten here. */
const resources = Object.entries(contract).filter(([name]) => name.endsWith('Operations'));
const operations = resources.flatMap(([resource, all]) =>
  Object.entries(all as Readonly<Record<string, Operation>>).map(
    ([name, operation]) => [`${resource}.${name}`, operation] as const,
  ),
);

function operationOf(route: string): Json {
  const [method, path] = route.split(' ');
  return document.paths[`/api${path}`]?.[method!.toLowerCase()];
}

/** Whether a field may be null is always said of a body's own fields. */
function fieldsOf(requestBody: Json): Json {
  if (!requestBody) return null;
  const { $ref, properties } = requestBody.content['application/json'].schema;
  const fields = $ref ? document.components.schemas[$ref.split('/').at(-1)].properties : properties;
  // What a host sends has no shape of ours.
  if (!fields) return null;
  return Object.fromEntries(
    Object.entries<Json>(fields).map(([name, { nullable, ...schema }]) => [
      name,
      { ...schema, ...(nullable && { nullable }) },
    ]),
  );
}

/** The back end alone knows the names of the read models. */
const modelNames = document.components.schemas.RebuildDto.properties.model.enum;

describe('the routes of the contract are what the interface says of itself', () => {
  it.each(operations)('%s', (name, { route, body, answer }) => {
    const { responses, requestBody } = operationOf(route);
    const [status] = Object.keys(responses).filter((one) => one.startsWith('2'));
    const content = responses[status!].content;
    expect(content?.['application/json'].schema ?? null).toEqual(sound(answer?.schema ?? null));
    if (body === 'file') return expect(Object.keys(requestBody.content)).toEqual(['multipart/form-data']);
    const fields = body?.schema.properties ?? null;
    const told = name === 'adminOperations.rebuild' ? { model: { ...fields?.model, enum: modelNames } } : fields;
    expect(fieldsOf(requestBody)).toEqual(sound(told));
  });

  it('and leave none out but what answers no JSON', () => {
    const told = operations.map(([, { route }]) => route.replace(' ', ' /api'));
    const served = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const others =
      /GET .*\/(files\/|avatar$|frame$|sso\/\{)|\/queues$|\.ics$|\/metrics$|\/unsubscribe\/|\/sso\/\{provider\}\/logout$/;
    expect(told.sort()).toEqual(served.filter((one) => !others.test(one)).sort());
  });
});
