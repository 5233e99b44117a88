import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
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
  const { status, body } = await gos.stranger().get('/api/openapi.json');
  expect(status).toBe(200);
  const document = sorted(body);
  if (process.env.RECORD === 'openapi')
    writeFileSync(file, stringify(document, { sortMapEntries: true, lineWidth: 120 }));
  expect(document).toEqual(parse(readFileSync(file, 'utf8')));
});
