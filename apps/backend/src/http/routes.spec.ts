import { readFileSync } from 'node:fs';
import type { Operation } from '@gos/contract';
import * as contract from '@gos/contract';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { Json } from '../testing/harness';
import { resolved } from '../testing/resolved';
import { OpenApiSchemas } from './openapi-schemas';

/** The recorded OpenAPI document; another test compares it with the served one. */
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

function fieldsOf(requestBody: Json): Pick<Json, 'properties' | 'required'> | null {
  if (!requestBody) return null;
  const { schema } = requestBody.content['application/json'];
  const { properties, required } = resolved(document, schema);
  // Bodies that a host sends have no shape of ours.
  return properties ? { properties, required } : null;
}

/** The back end alone knows the names of the read models. */
const modelNames = document.components.schemas.RebuildDto.properties.model.enum;

const schemas = new OpenApiSchemas();
const writtenOf = (shape: Json) => JSON.parse(JSON.stringify(schemas.written(shape ?? null)));

describe('the routes of the contract are what the interface says of itself', () => {
  it.each(operations)('%s', (name, { route, id, body, answer }) => {
    const { operationId, responses, requestBody } = operationOf(route);
    expect(operationId).toBe(id);
    const [status] = Object.keys(responses).filter((one) => one.startsWith('2'));
    const content = responses[status!].content;
    expect(content?.['application/json'].schema ?? null).toEqual(writtenOf(answer?.schema));
    if (body === 'file') return expect(Object.keys(requestBody.content)).toEqual(['multipart/form-data']);
    const { properties, required } = body
      ? resolved({ components: { schemas: schemas.components } }, writtenOf(body.schema))
      : {};
    if (name === 'adminOperations.rebuild') properties.model.enum = modelNames;
    expect(fieldsOf(requestBody)).toEqual(body && { properties, required });
  });

  it('and so are the schemas that they name', () => {
    for (const [name, schema] of Object.entries(schemas.components)) {
      expect({ [name]: document.components.schemas[name] }).toEqual({ [name]: schema });
    }
    expect(Object.keys(schemas.components).length).toBeGreaterThan(100);
  });

  it('and leave none out but what answers no JSON', () => {
    const told = operations.map(([, { route }]) => route.replace(' ', ' /api'));
    const served = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const others =
      /GET .*\/(files\/|avatar$|frame$|sso\/\{)|\/queues$|\/log\/(checkpoint$|proof$|tile\/)|\.ics$|\/metrics$|\/unsubscribe\/|\/sso\/\{provider\}\/logout$/;
    expect(told.sort()).toEqual(served.filter((one) => !others.test(one)).sort());
  });
});
