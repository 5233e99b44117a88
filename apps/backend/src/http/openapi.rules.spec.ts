import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { parse } from 'yaml';
import type { Json } from '../testing/harness';
import { describeWithSpecValidator, errorsOfSpecValidator } from '../testing/servers/openapi-spec-validator';

/** The document as it is served, by `openapi.snapshot.e2e.spec.ts`. */
const documentServed = (): Json => parse(readFileSync(`${import.meta.dirname}/openapi.snapshot.yaml`, 'utf8'));

/** The served document with an error of the kind that it had: a choice that may be null and does not list it. */
function documentWithError(): Json {
  const document = documentServed();
  document.components.schemas.CreateTaskDto.properties.type.enum = 'normal';
  return document;
}

describeWithSpecValidator('openapi-spec-validator', () => {
  it('finds no error', () => expect(errorsOfSpecValidator(documentServed())).toBeNull());
  it('finds a planted one', () =>
    expect(errorsOfSpecValidator(documentWithError())).toContain("'normal' is not of type 'array'"));
});

/** Addresses that clients know: the part that looks like an id is a number, `invitations` and `avatars` are none. */
const accepted = ['no-ambiguous-paths'];

/** Errors and warnings of Redocly's recommended rules. */
async function problemsOf(document: Json): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  return problems
    .filter(({ ruleId }) => !accepted.includes(ruleId))
    .map(({ ruleId, message, location: [place] }) => `${ruleId}: ${message} ${place?.pointer}`);
}

describe("Redocly's recommended rules", () => {
  it('find no problem', async () => expect(await problemsOf(documentServed())).toEqual([]));

  it('find planted ones', async () => {
    const withoutServer = { ...documentServed(), servers: [] };
    expect(await problemsOf(documentWithError())).toEqual([expect.stringContaining('struct: ')]);
    expect(await problemsOf(withoutServer)).toEqual([expect.stringContaining('no-empty-servers: ')]);
  });
});
