import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { parse, stringify } from 'yaml';
import { Harness, type Json } from '../testing/harness';

const file = `${import.meta.dirname}/openapi.snapshot.yaml`;

/** Parameters may come in any order; everything else is as it is served. */
function sorted(document: Json): Json {
  const text = (value: unknown) => JSON.stringify(value);
  return JSON.parse(text(document), (name, value) => {
    if (name !== 'parameters' || !Array.isArray(value)) return value;
    return value.sort((a: Json, b: Json) => (text([a.name, a.in]) < text([b.name, b.in]) ? -1 : 1));
  });
}

let gos: Harness;
beforeAll(async () => {
  gos = await Harness.start();
});
afterAll(() => gos.stop());

it('the OpenAPI document is as it was written down; RECORD=openapi writes it anew', async () => {
  const document = sorted((await gos.stranger().get('/api/openapi.json')).body);
  if (process.env.RECORD === 'openapi')
    writeFileSync(file, stringify(document, { sortMapEntries: true, lineWidth: 120 }));
  expect(document).toEqual(parse(readFileSync(file, 'utf8')));
});

/** Where a schema says `nullable` in a way that clients ignore. */
function misunderstood(value: Json, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const isWrong = value.nullable === true && (value.type === undefined || (value.enum && !value.enum.includes(null)));
  const parts = Object.entries(value).flatMap(([name, part]) => misunderstood(part as Json, `${path}/${name}`));
  return isWrong ? [path, ...parts] : parts;
}

it('the OpenAPI document is valid, names its server, and clients understand where null may come', async () => {
  const document: Json = (await gos.stranger().get('/api/openapi.json')).body;
  expect(document.servers).toEqual([{ url: '/', description: 'This installation' }]);
  expect(misunderstood(document)).toEqual([]);
  expect(await new Validator().validate(document)).toEqual({ valid: true });
});
